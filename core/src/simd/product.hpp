#pragma once

#include "qkv/types.hpp"

namespace qkv::simd {

// Every product is summed over k in order, in blocks of this many terms whose sums are then added
// in order: no wider register and no other tile can change a bit, and long sums lose less.
inline constexpr Index sum_block = 256;

// c (m, n) = a (m, k) · bᵀ with b (n, k), all row-major and dense. k = 0 gives zeros. c overlaps
// neither a nor b.
void multiply_transposed(const float* a, const float* b, float* c, Index m, Index n, Index k);

}  // namespace qkv::simd
