#pragma once

#include "simd/batch.hpp"

// The inner loop of every product: a few rows times a few batches of columns, all sums in
// registers.
namespace QKV_SIMD {

// 4 × 2 sums, 2 of b and 1 of a fit 16 registers; AVX-512 has 32 and takes twice the rows.
inline constexpr Index tile_rows = lanes == 16 ? 8 : lanes == 8 ? 6 : 4;
inline constexpr Index tile_width = 2;  // batches of columns

// How the numbers a (i, p) of row i and term p lie.
enum class Left : unsigned char {
  rows,     // a[i · stride + p]
  columns,  // a[p · stride + i]
};

template <Index Rows, Index Width>
using Tile = Array<Array<Batch, Width>, Rows>;

// tile (i, w) = Σ_p a (i, p) · b[p · b_stride + w · lanes …] over p < terms, in order.
template <Index Rows, Index Width, Left Order>
inline Tile<Rows, Width> multiply_tile(const float* a, Index a_stride, const float* b,
                                       Index b_stride, Index terms) {
  Tile<Rows, Width> sums;
  for (Index i = 0; i < Rows; ++i) {
    sums[i].fill(Batch(0.0F));
  }
  for (Index p = 0; p < terms; ++p, b += b_stride) {
    Array<Batch, Width> column;
    for (Index w = 0; w < Width; ++w) {
      column[w] = Batch::load_unaligned(b + w * lanes);
    }
    for (Index i = 0; i < Rows; ++i) {
      const Batch factor(Order == Left::rows ? a[i * a_stride + p] : a[i]);
      for (Index w = 0; w < Width; ++w) {
        sums[i][w] = multiply_add(factor, column[w], sums[i][w]);
      }
    }
    if constexpr (Order == Left::columns) {
      a += a_stride;
    }
  }
  return sums;
}

// Calls f.operator()<Rows>(start) for whole tiles, then for smaller ones over the rows left.
template <Index Rows = tile_rows, class F>
inline void for_each_tile(Index rows, F f, Index i = 0) {
  for (; i + Rows <= rows; i += Rows) {
    f.template operator()<Rows>(i);
  }
  if constexpr (Rows > 4) {
    for_each_tile<4>(rows, f, i);
  } else {
    switch (rows - i) {
      case 3:
        return f.template operator()<3>(i);
      case 2:
        return f.template operator()<2>(i);
      case 1:
        return f.template operator()<1>(i);
      default:
        return;
    }
  }
}

// One block of terms of a product, and where its sums go.
struct Block {
  const float* a;
  Index a_stride;
  const float* b;
  Index b_stride;
  Index terms;
  float* c;
  Index c_stride;
  Index columns;      // of c, no more than the tile is wide; b has the width of the tile
  bool first;         // c is not read: it becomes the sums
  const float* keep;  // what is left of row i of c before the sums are added; nullptr: all
};

// All rows of the block by tiles; width is lanes or tile_width · lanes.
void add_tiles(const Block& block, Index rows, Index width, Left order);

}  // namespace QKV_SIMD
