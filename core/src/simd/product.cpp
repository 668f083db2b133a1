#include "simd/product.hpp"

#include <algorithm>
#include <array>

#include "simd/batch.hpp"

namespace qkv::simd {
namespace {

constexpr Index tile_rows = 4;   // 4 × 2 sums, 2 of b and 1 of a fit 16 registers
constexpr Index tile_width = 2;  // batches of columns

// panel[p * width + j] = b[j * stride + p]: one block of terms for up to width columns of c, zero
// where there are fewer columns.
void pack(const float* b, Index stride, Index columns, Index terms, Index width, float* panel) {
  for (Index j = 0; j < columns; ++j) {
    const float* source = b + j * stride;
    for (Index p = 0; p < terms; ++p) {
      panel[p * width + j] = source[p];
    }
  }
  for (Index j = columns; j < width; ++j) {
    for (Index p = 0; p < terms; ++p) {
      panel[p * width + j] = 0.0F;
    }
  }
}

// One block of terms: a strip of a, a packed panel of b, and where the sums go.
struct Block {
  const float* a;
  Index a_stride;
  const float* panel;
  Index terms;
  float* c;
  Index c_stride;
  Index columns;  // of c that the panel covers, at most Width batches
  bool first;     // store the sums; else add them to c
};

template <Index Rows, Index Width>
void tile(const Block& block, Index start) {
  constexpr auto width = static_cast<std::size_t>(Width);
  std::array<std::array<Batch, width>, static_cast<std::size_t>(Rows)> sums;
  for (auto& row : sums) {
    row.fill(Batch(0.0F));
  }
  const float* a = block.a + start * block.a_stride;
  const float* panel = block.panel;
  for (Index p = 0; p < block.terms; ++p, panel += Width * lanes) {
    std::array<Batch, width> b;
    for (std::size_t w = 0; w < width; ++w) {
      b[w] = Batch::load_unaligned(panel + static_cast<Index>(w) * lanes);
    }
    for (Index i = 0; i < Rows; ++i) {
      auto& row = sums[static_cast<std::size_t>(i)];
      const Batch factor(a[i * block.a_stride + p]);
      for (std::size_t w = 0; w < width; ++w) {
        row[w] = multiply_add(factor, b[w], row[w]);
      }
    }
  }
  std::array<float, static_cast<std::size_t>(Width * lanes)> edge{};
  for (Index i = 0; i < Rows; ++i) {
    const auto& row = sums[static_cast<std::size_t>(i)];
    float* target = block.c + (start + i) * block.c_stride;
    const bool whole = block.columns == Width * lanes;
    if (!whole && !block.first) {
      std::copy_n(target, block.columns, edge.data());
    }
    float* to = whole ? target : edge.data();
    for (std::size_t w = 0; w < width; ++w) {
      float* at = to + static_cast<Index>(w) * lanes;
      ((block.first ? Batch(0.0F) : Batch::load_unaligned(at)) + row[w]).store_unaligned(at);
    }
    if (!whole) {
      std::copy_n(edge.data(), block.columns, target);
    }
  }
}

template <Index Width>
void tiles(const Block& block, Index rows) {
  Index i = 0;
  for (; i + tile_rows <= rows; i += tile_rows) {
    tile<tile_rows, Width>(block, i);
  }
  switch (rows - i) {
    case 3:
      return tile<3, Width>(block, i);
    case 2:
      return tile<2, Width>(block, i);
    case 1:
      return tile<1, Width>(block, i);
    default:
      return;
  }
}

}  // namespace

void multiply_transposed(const float* a, const float* b, float* c, Index m, Index n, Index k) {
  if (k == 0) {
    std::fill_n(c, m * n, 0.0F);
    return;
  }
  // Not initialised on purpose: at 3 × 4 clearing it would cost more than the product.
  std::array<float, static_cast<std::size_t>(sum_block * tile_width * lanes)> panel;  // NOLINT
  for (Index j = 0; j < n;) {
    const bool narrow = n - j <= lanes;
    const Index width = narrow ? lanes : tile_width * lanes;
    const Index columns = std::min(width, n - j);
    for (Index p = 0; p < k; p += sum_block) {
      const Index terms = std::min(sum_block, k - p);
      pack(b + j * k + p, k, columns, terms, width, panel.data());
      const Block block{a + p, k, panel.data(), terms, c + j, n, columns, p == 0};
      if (narrow) {
        tiles<1>(block, m);
      } else {
        tiles<tile_width>(block, m);
      }
    }
    j += columns;
  }
}

}  // namespace qkv::simd
