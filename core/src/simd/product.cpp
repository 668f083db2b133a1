#include "simd/product.hpp"

#include <algorithm>
#include <array>

#include "simd/tile.hpp"

namespace qkv::simd {
namespace {

constexpr Index wide = tile_width * lanes;

// How many columns of c one panel covers: a whole tile, or one batch where no more is left.
constexpr Index panel_width(Index columns_left) { return columns_left <= lanes ? lanes : wide; }

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

template <Index Rows, Index Width>
void tile(const Block& block, Index start) {
  constexpr auto width = static_cast<std::size_t>(Width);
  const Tile<Rows, Width> sums = multiply_tile<Rows, Width>(
      block.a + start * block.a_stride, block.a_stride, block.b, block.b_stride, block.terms);
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
      Batch before = block.first ? Batch(0.0F) : Batch::load_unaligned(at);
      if (block.keep != nullptr) {
        before = before * Batch(block.keep[start + i]);
      }
      (before + row[w]).store_unaligned(at);
    }
    if (!whole) {
      std::copy_n(edge.data(), block.columns, target);
    }
  }
}

}  // namespace

void add_tiles(const Block& block, Index rows, Index width) {
  for_each_tile(rows, [&]<Index Rows>(Index start) {
    if (width == lanes) {
      tile<Rows, 1>(block, start);
    } else {
      tile<Rows, tile_width>(block, start);
    }
  });
}

void multiply_transposed(const float* a, const float* b, float* c, Index m, Index n, Index k) {
  if (k == 0) {
    std::fill_n(c, m * n, 0.0F);
    return;
  }
  // Not initialised on purpose: at 3 × 4 clearing it would cost more than the product.
  std::array<float, static_cast<std::size_t>(sum_block * wide)> panel;  // NOLINT
  for (Index j = 0; j < n;) {
    const Index width = panel_width(n - j);
    const Index columns = std::min(width, n - j);
    for (Index p = 0; p < k; p += sum_block) {
      const Index terms = std::min(sum_block, k - p);
      pack(b + j * k + p, k, columns, terms, width, panel.data());
      add_tiles({a + p, k, panel.data(), width, terms, c + j, n, columns, p == 0, nullptr}, m,
                width);
    }
    j += columns;
  }
}

Index packed_size(Index n, Index k) {
  const Index rest = n % wide;
  return (n - rest + (rest == 0 ? 0 : panel_width(rest))) * k;
}

void pack_transposed(const float* b, Index n, Index k, float* packed) {
  for (Index j = 0; j < n;) {
    const Index width = panel_width(n - j);
    const Index columns = std::min(width, n - j);
    pack(b + j * k, k, columns, k, width, packed);
    packed += width * k;
    j += columns;
  }
}

void multiply_packed(const float* a, const float* packed, float* c, Index c_stride, Index m,
                     Index n, Index k, Index columns) {
  for (Index j = 0; j < columns;) {
    const Index width = panel_width(n - j);
    const Index used = std::min(width, columns - j);
    for (Index p = 0; p < k; p += sum_block) {
      const Index terms = std::min(sum_block, k - p);
      add_tiles(
          {a + p, k, packed + p * width, width, terms, c + j, c_stride, used, p == 0, nullptr}, m,
          width);
    }
    packed += width * k;
    j += used;
  }
}

}  // namespace qkv::simd
