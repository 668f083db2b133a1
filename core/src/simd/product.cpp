#include "simd/product.hpp"

#include "simd/tile.hpp"

namespace QKV_SIMD {
namespace {

constexpr Index wide = tile_width * lanes;

// How many columns of c one panel covers: a whole tile, or one batch where no more is left.
constexpr Index panel_width(Index columns_left) { return columns_left <= lanes ? lanes : wide; }

// panel[p * width + j] = b (p, j) of one block of terms, zero where there are fewer columns.
// `transposed`: b (p, j) is b[j * stride + p], else b[p * stride + j].
void pack(const float* b, Index stride, bool transposed, Index columns, Index terms, Index width,
          float* panel) {
  if (transposed) {
    for (Index j = 0; j < columns; ++j) {
      const float* source = b + j * stride;
      for (Index p = 0; p < terms; ++p) {
        panel[p * width + j] = source[p];
      }
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
  for (Index j = 0; j < n;) {
    const Index width = panel_width(n - j);
    const Index columns = least(width, n - j);
    for (Index p = 0; p < k; p += sum_block) {
      const Index terms = least(sum_block, k - p);
      Block block{order == Left::rows ? a + p : a + p * m,
                  stride,
                  panel.data(),
                  width,
                  terms,
                  c + j,
                  n,
                  columns,
                  p == 0,
                  nullptr};
      if (!transposed && columns == width && m <= tile_rows) {
        // Rows of b that are read once are read where they lie.
        block.b = b + p * n + j;
        block.b_stride = n;
      } else {
        pack(transposed ? b + j * k + p : b + p * n + j, transposed ? k : n, transposed, columns,
             terms, width, panel.data());
      }
      add_tiles(block, m, width, order);
    }
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

void pack_transposed(const float* b, Index n, Index k, float* packed) {
  for (Index j = 0; j < n;) {
    const Index width = panel_width(n - j);
    const Index columns = least(width, n - j);
    pack(b + j * k, k, true, columns, k, width, packed);
    packed += width * k;
    j += columns;
  }
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
