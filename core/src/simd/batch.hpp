#pragma once

#include <xsimd/xsimd.hpp>

#include "qkv/types.hpp"
#include "simd/target.hpp"

// The only place that knows of vector registers. Everything here gives the same bits whatever
// their width: element-wise work is exact by nature, sums follow a fixed order of their own.
namespace QKV_SIMD {

using Batch = xsimd::batch<float>;
inline constexpr Index lanes = static_cast<Index>(Batch::size);
// Of which every register is made of whole ones. The compiler's own, since xsimd's for a narrower
// register than the set's brings functions that all sets would share.
using Quad = float __attribute__((vector_size(16)));

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

inline Quad load_quad(const float* from) {
  Quad quad;
  __builtin_memcpy(&quad, from, sizeof quad);
  return quad;
}

inline void store_quad(Quad quad, float* to) { __builtin_memcpy(to, &quad, sizeof quad); }

// to (4, 4) = fromᵀ, rows from_stride and to_stride apart.
inline void transpose_quads(const float* from, Index from_stride, float* to, Index to_stride) {
  const Quad a = load_quad(from);
  const Quad b = load_quad(from + from_stride);
  const Quad c = load_quad(from + 2 * from_stride);
  const Quad d = load_quad(from + 3 * from_stride);
  const Quad ac = __builtin_shufflevector(a, c, 0, 4, 1, 5);
  const Quad bd = __builtin_shufflevector(b, d, 0, 4, 1, 5);
  const Quad ac_end = __builtin_shufflevector(a, c, 2, 6, 3, 7);
  const Quad bd_end = __builtin_shufflevector(b, d, 2, 6, 3, 7);
  store_quad(__builtin_shufflevector(ac, bd, 0, 4, 1, 5), to);
  store_quad(__builtin_shufflevector(ac, bd, 2, 6, 3, 7), to + to_stride);
  store_quad(__builtin_shufflevector(ac_end, bd_end, 0, 4, 1, 5), to + 2 * to_stride);
  store_quad(__builtin_shufflevector(ac_end, bd_end, 2, 6, 3, 7), to + 3 * to_stride);
}

// a, or b where that is larger; where either is NaN, a. One instruction where there is one.
inline Batch larger(Batch a, Batch b) {
#if defined(__wasm_simd128__)
  return {wasm_f32x4_pmax(a, b)};
#elif defined(__AVX512F__)
  return {_mm512_max_ps(b, a)};
#elif defined(__AVX__)
  return {_mm256_max_ps(b, a)};
#elif defined(__SSE2__)
  return {_mm_max_ps(b, a)};
#else
  return xsimd::select(b > a, b, a);
#endif
}

// a, or b where that is smaller; where either is NaN, a.
inline Batch smaller(Batch a, Batch b) {
#if defined(__wasm_simd128__)
  return {wasm_f32x4_pmin(a, b)};
#elif defined(__AVX512F__)
  return {_mm512_min_ps(b, a)};
#elif defined(__AVX__)
  return {_mm256_min_ps(b, a)};
#elif defined(__SSE2__)
  return {_mm_min_ps(b, a)};
#else
  return xsimd::select(b < a, b, a);
#endif
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
