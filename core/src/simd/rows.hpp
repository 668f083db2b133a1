#pragma once

#include "qkv/types.hpp"
#include "simd/target.hpp"

namespace qkv::simd {

// Of a row that is covered in places: the largest number, as max_of gives it, and whether any place
// is not covered.
struct Covered {
  float max;
  bool any;
};

}  // namespace qkv::simd

// Kernels over one row of n numbers. x and y may be the same row.
namespace QKV_SIMD {

// The largest number, NaN passed over; −∞ where there is none; never −0.
[[nodiscard]] float max_of(const float* x, Index n);

// Element i goes to sum i mod 16, each in order; the 16 sums are then added pairwise, neighbours
// first. So zeros at the end change nothing, and up to four numbers add up as on paper.
[[nodiscard]] float sum_of(const float* x, Index n);

// y = e^(x − shift).
void exp_shifted(const float* x, float shift, float* y, Index n);

// x = x · scale; gives max_of the result.
float scale_and_max(float* x, float scale, Index n);

// x = x · scale + bias, and −∞ where mask is 0 or bias is −∞; either may be nullptr.
Covered scale_and_cover(float* x, float scale, const float* mask, const float* bias, Index n);

// x = e^(x − shift) with a shift that no x exceeds; gives sum_of the result.
float exp_and_sum(float* x, float shift, Index n);

// x = x / divisor; whether all of the result is finite.
[[nodiscard]] bool divide(float* x, float divisor, Index n);

[[nodiscard]] bool all_finite(const float* x, Index n);

[[nodiscard]] bool any_nan(const float* x, Index n);

}  // namespace QKV_SIMD
