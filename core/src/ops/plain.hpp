#pragma once

#include "qkv/types.hpp"

// Loops over numbers that the compiler turns into registers by itself: each place on its own, so
// their width changes nothing.
namespace qkv::plain {

// y += x
inline void add(const float* x, Index n, float* y) {
  for (Index i = 0; i < n; ++i) {
    y[i] += x[i];
  }
}

// y = a + b
inline void sum(const float* a, const float* b, Index n, float* y) {
  for (Index i = 0; i < n; ++i) {
    y[i] = a[i] + b[i];
  }
}

// y = a · b
inline void multiply(const float* a, const float* b, Index n, float* y) {
  for (Index i = 0; i < n; ++i) {
    y[i] = a[i] * b[i];
  }
}

// y (n) += every row of x (rows, n), in order.
inline void add_rows(const float* x, Index rows, Index n, float* y) {
  for (Index row = 0; row < rows; ++row) {
    add(x + row * n, n, y);
  }
}

}  // namespace qkv::plain
