#pragma once

#include "qkv/types.hpp"
#include "simd/target.hpp"

namespace QKV_SIMD {

// Every product is summed over k in order, in blocks of this many terms whose sums are then added
// in order: no wider register and no other tile can change a bit, and long sums lose less.
inline constexpr Index sum_block = 256;

// c (m, n) = a (m, k) · b (k, n), all row-major and dense, here and below. k = 0 gives zeros. c
// overlaps neither a nor b.
void multiply(const float* a, const float* b, float* c, Index m, Index n, Index k);

// c (m, n) = a (m, k) · bᵀ with b (n, k).
void multiply_transposed(const float* a, const float* b, float* c, Index m, Index n, Index k);

// c (m, n) = aᵀ · b with a (k, m), b (k, n).
void multiply_left_transposed(const float* a, const float* b, float* c, Index m, Index n, Index k);

// multiply or multiply_transposed in two parts, for a b that meets more than one a: b (k, n) or bᵀ
// (n, k) laid out as the products read it, in packed_size(n, k) numbers; then the first columns of
// c (m, n), rows c_stride apart. k is at least 1.
[[nodiscard]] Index packed_size(Index n, Index k);
void pack(const float* b, Index n, Index k, float* packed);
void pack_transposed(const float* b, Index n, Index k, float* packed);
void multiply_packed(const float* a, const float* packed, float* c, Index c_stride, Index m,
                     Index n, Index k, Index columns);

}  // namespace QKV_SIMD
