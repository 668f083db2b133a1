#include "simd/tile.hpp"

namespace QKV_SIMD {
namespace {

template <Index Rows, Index Width, Left Order>
void tile(const Block& block, Index start) {
  const Index offset = Order == Left::rows ? start * block.a_stride : start;
  const Tile<Rows, Width> sums = multiply_tile<Rows, Width, Order>(
      block.a + offset, block.a_stride, block.b, block.b_stride, block.terms);
  const bool whole = block.columns == Width * lanes;
  Array<float, Width * lanes> edge;
  edge.fill(0.0F);
  for (Index i = 0; i < Rows; ++i) {
    float* target = block.c + (start + i) * block.c_stride;
    if (!whole && !block.first) {
      copy(target, block.columns, edge.data());
    }
    float* to = whole ? target : edge.data();
    for (Index w = 0; w < Width; ++w) {
      float* at = to + w * lanes;
      Batch before = block.first ? Batch(0.0F) : Batch::load_unaligned(at);
      if (block.keep != nullptr) {
        before = before * Batch(block.keep[start + i]);
      }
      (before + sums[i][w]).store_unaligned(at);
    }
    if (!whole) {
      copy(edge.data(), block.columns, target);
    }
  }
}

template <Left Order>
void all_tiles(const Block& block, Index rows, Index width) {
  for_each_tile(rows, [&]<Index Rows>(Index start) {
    if (width == lanes) {
      tile<Rows, 1, Order>(block, start);
    } else {
      tile<Rows, tile_width, Order>(block, start);
    }
  });
}

}  // namespace

void add_tiles(const Block& block, Index rows, Index width, Left order) {
  if (order == Left::rows) {
    all_tiles<Left::rows>(block, rows, width);
  } else {
    all_tiles<Left::columns>(block, rows, width);
  }
}

}  // namespace QKV_SIMD
