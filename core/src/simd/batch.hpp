#pragma once

#include <xsimd/xsimd.hpp>

#include "qkv/types.hpp"

// The only place that knows of vector registers. Everything here gives the same bits whatever
// their width: element-wise work is exact by nature, sums follow a fixed order of their own.
namespace qkv::simd {

using Batch = xsimd::batch<float>;
inline constexpr Index lanes = static_cast<Index>(Batch::size);

// a · b + c: two roundings by default, so that all targets agree; one in the fast builds.
inline Batch multiply_add(Batch a, Batch b, Batch c) {
#if defined(QKV_FAST) && defined(__wasm_relaxed_simd__)
  return Batch(wasm_f32x4_relaxed_madd(a, b, c));
#elif defined(QKV_FAST)
  return xsimd::fma(a, b, c);
#else
  return a * b + c;
#endif
}

}  // namespace qkv::simd
