#pragma once

#include "qkv/types.hpp"
#include "simd/target.hpp"

namespace qkv::simd {

enum class Curve : unsigned char { tanh, sigmoid, erf, log };

}  // namespace qkv::simd

namespace QKV_SIMD {

// y = curve(x) for n numbers; x and y may be the same. At most 2 ulp from the exact value, of the
// sigmoid 2.5; NaN stays NaN, ±∞ gives the limit, and −0 gives −0 where the curve is odd. The
// logarithm of ±0 is −∞, that of a negative number NaN.
void apply(Curve curve, const float* x, float* y, Index n);

}  // namespace QKV_SIMD
