#pragma once

#include <array>

#include "simd/batch.hpp"

// The inner loop of every product: a few rows times a few batches of columns, all sums in
// registers.
namespace qkv::simd {

inline constexpr Index tile_rows = 4;   // 4 × 2 sums, 2 of b and 1 of a fit 16 registers
inline constexpr Index tile_width = 2;  // batches of columns

template <Index Rows, Index Width>
using Tile =
    std::array<std::array<Batch, static_cast<std::size_t>(Width)>, static_cast<std::size_t>(Rows)>;

// tile (i, w) = Σ_p a[i · a_stride + p] · b[p · b_stride + w · lanes …] over p < terms, in order.
template <Index Rows, Index Width>
inline Tile<Rows, Width> multiply_tile(const float* a, Index a_stride, const float* b,
                                       Index b_stride, Index terms) {
  constexpr auto width = static_cast<std::size_t>(Width);
  Tile<Rows, Width> sums;
  for (auto& row : sums) {
    row.fill(Batch(0.0F));
  }
  for (Index p = 0; p < terms; ++p, b += b_stride) {
    std::array<Batch, width> column;
    for (std::size_t w = 0; w < width; ++w) {
      column[w] = Batch::load_unaligned(b + static_cast<Index>(w) * lanes);
    }
    for (Index i = 0; i < Rows; ++i) {
      auto& row = sums[static_cast<std::size_t>(i)];
      const Batch factor(a[i * a_stride + p]);
      for (std::size_t w = 0; w < width; ++w) {
        row[w] = multiply_add(factor, column[w], row[w]);
      }
    }
  }
  return sums;
}

// Calls f.operator()<Rows>(start) for tiles of 4 rows, then for the one of those left.
template <class F>
inline void for_each_tile(Index rows, F f) {
  Index i = 0;
  for (; i + tile_rows <= rows; i += tile_rows) {
    f.template operator()<tile_rows>(i);
  }
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
void add_tiles(const Block& block, Index rows, Index width);

}  // namespace qkv::simd
