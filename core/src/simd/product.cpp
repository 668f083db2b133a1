#include "simd/product.hpp"

#include "simd/tile.hpp"

namespace QKV_SIMD {
namespace {

constexpr Index wide = tile_width * lanes;

// 16 KiB, half of the first cache.
constexpr Index near_numbers = Index{1} << 12;

// How many columns of c one panel covers: a whole tile, or one batch where no more is left.
constexpr Index panel_width(Index columns_left) { return columns_left <= lanes ? lanes : wide; }

// panel[p * width + j] = b[j * stride + p], for the terms p from `from` on of one column.
void pack_column(const float* b, Index from, Index terms, Index width, float* panel) {
  for (Index p = from; p < terms; ++p) {
    panel[p * width] = b[p];
  }
}

// panel[p * width + j] = b (p, j) of one block of terms, zero where there are fewer columns.
// `transposed`: b (p, j) is b[j * stride + p], else b[p * stride + j].
void pack_panel(const float* b, Index stride, bool transposed, Index columns, Index terms,
                Index width, float* panel) {
  if (transposed) {
    Index j = 0;
    for (; j + 4 <= columns; j += 4) {
      Index p = 0;
      for (; p + 4 <= terms; p += 4) {
        transpose_quads(b + j * stride + p, stride, panel + p * width + j, width);
      }
      for (Index column = j; column < j + 4; ++column) {
        pack_column(b + column * stride, p, terms, width, panel + column);
      }
    }
    for (; j < columns; ++j) {
      pack_column(b + j * stride, 0, terms, width, panel + j);
    }
  } else {
    for (Index p = 0; p < terms; ++p) {
      copy(b + p * stride, columns, panel + p * width);
    }
  }
  for (Index j = columns; j < width; ++j) {
    for (Index p = 0; p < terms; ++p) {
      panel[p * width + j] = 0.0F;
    }
  }
}

// Columns of c that one panel covers.
struct Strip {
  Index from;
  Index columns;
  Index width;  // of the panel
};

// The strip that column j is the first new one of. Whole ones are made with least: where c is made
// at once (`overlap`), a strip may begin with columns that the one before made, and makes the same
// of them.
Strip strip_at(Index j, Index n, bool overlap) {
  const Index left = n - j;
  if (left >= wide || (overlap && left > lanes && n >= wide)) {
    return {left >= wide ? j : n - wide, wide, wide};
  }
  if (overlap && n >= lanes) {
    return {left >= lanes ? j : n - lanes, lanes, lanes};
  }
  const Index width = panel_width(left);
  return {j, left, width};
}

struct Operands {
  const float* a;
  Left order;
  const float* b;
  bool b_transposed;
};

void run(const Operands& operands, float* c, Index m, Index n, Index k) {
  const auto [a, order, b, transposed] = operands;
  if (k == 0) {
    for (Index i = 0; i < m * n; ++i) {
      c[i] = 0.0F;
    }
    return;
  }
  // Not initialised on purpose: at 3 × 4 clearing it would cost more than the product.
  Array<float, sum_block * wide> panel;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  const Index stride = order == Left::rows ? k : m;
  // Rows of b that are read once, or that lie in the first cache, are read where they lie.
  const bool near = !transposed && (m <= tile_rows || n * k <= near_numbers);
  for (Index j = 0; j < n;) {
    const auto [from, columns, width] = strip_at(j, n, k <= sum_block);
    for (Index p = 0; p < k; p += sum_block) {
      const Index terms = least(sum_block, k - p);
      Block block{order == Left::rows ? a + p : a + p * m,
                  stride,
                  panel.data(),
                  width,
                  terms,
                  c + from,
                  n,
                  columns,
                  p == 0,
                  nullptr};
      if (near && columns == width) {
        block.b = b + p * n + from;
        block.b_stride = n;
      } else {
        pack_panel(transposed ? b + from * k + p : b + p * n + from, transposed ? k : n, transposed,
                   columns, terms, width, panel.data());
      }
      add_tiles(block, m, width, order);
    }
    j = from + columns;
  }
}

// b laid out in panels, each of all terms.
void pack_all(const float* b, bool transposed, Index n, Index k, float* packed) {
  for (Index j = 0; j < n;) {
    const Index width = panel_width(n - j);
    const Index columns = least(width, n - j);
    pack_panel(transposed ? b + j * k : b + j, transposed ? k : n, transposed, columns, k, width,
               packed);
    packed += width * k;
    j += columns;
  }
}

}  // namespace

void multiply(const float* a, const float* b, float* c, Index m, Index n, Index k) {
  run({a, Left::rows, b, false}, c, m, n, k);
}

void multiply_transposed(const float* a, const float* b, float* c, Index m, Index n, Index k) {
  run({a, Left::rows, b, true}, c, m, n, k);
}

void multiply_left_transposed(const float* a, const float* b, float* c, Index m, Index n, Index k) {
  run({a, Left::columns, b, false}, c, m, n, k);
}

Index packed_size(Index n, Index k) {
  const Index rest = n % wide;
  return (n - rest + (rest == 0 ? 0 : panel_width(rest))) * k;
}

void pack(const float* b, Index n, Index k, float* packed) { pack_all(b, false, n, k, packed); }

void pack_transposed(const float* b, Index n, Index k, float* packed) {
  pack_all(b, true, n, k, packed);
}

void multiply_packed(const float* a, const float* packed, float* c, Index c_stride, Index m,
                     Index n, Index k, Index columns) {
  for (Index j = 0; j < columns;) {
    const Index width = panel_width(n - j);
    const Index used = least(width, columns - j);
    for (Index p = 0; p < k; p += sum_block) {
      const Index terms = least(sum_block, k - p);
      add_tiles(
          {a + p, k, packed + p * width, width, terms, c + j, c_stride, used, p == 0, nullptr}, m,
          width, Left::rows);
    }
    packed += width * k;
    j += used;
  }
}

}  // namespace QKV_SIMD
