#pragma once

#include <xsimd/xsimd.hpp>

#include "qkv/types.hpp"
#include "simd/target.hpp"

// The only place that knows of vector registers. Everything here gives the same bits whatever
// their width: element-wise work is exact by nature, sums follow a fixed order of their own.
namespace QKV_SIMD {

using Batch = xsimd::batch<float>;
inline constexpr Index lanes = static_cast<Index>(Batch::size);

// Used instead of what std has for plain numbers: of its templates, which all instruction sets
// would share, the linker keeps one copy, and that may be for another processor than this one.
template <class T, Index N>
struct Array {
  T items[static_cast<std::size_t>(N)];  // NOLINT(modernize-avoid-c-arrays)

  T& operator[](Index i) { return items[i]; }
  const T& operator[](Index i) const { return items[i]; }
  T* data() { return items; }
  void fill(T value) {
    for (T& item : items) {
      item = value;
    }
  }
};

inline Index least(Index a, Index b) { return a < b ? a : b; }

inline void copy(const float* from, Index count, float* to) {
  for (Index i = 0; i < count; ++i) {
    to[i] = from[i];
  }
}

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

}  // namespace QKV_SIMD
