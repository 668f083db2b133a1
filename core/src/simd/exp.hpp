#pragma once

#include "simd/batch.hpp"

namespace QKV_SIMD {

// e^x = 2^n · e^r with x = n · ln 2 + r and |r| <= ln 2 / 2.
struct Reduced {
  xsimd::batch<std::int32_t> n;  // in the bits of 1.5 · 2^23 + n
  Batch e;                       // e^r
};

// e^r = 1 + r + r² · p(r), where p is the polynomial of degree 4 that minimises the largest
// relative error of e^r (3.6e-9) with coefficients rounded to float32.
inline Reduced reduce(Batch x) {
  // Adding 1.5 · 2^23 rounds to a whole number and leaves it in the low bits: the same on every
  // target, where conversions differ on NaN.
  const Batch magic(12582912.0F);
  const Batch shifted = x * Batch(1.44269504F) + magic;
  const Batch n = shifted - magic;
  // ln 2 in two parts: the first has few bits, so its product with n is exact.
  const Batch r = (x - n * Batch(0.693359375F)) - n * Batch(-2.12194440e-4F);
  Batch p(0x1.6a23cep-10F);
  p = p * r + Batch(0x1.123a20p-7F);
  p = p * r + Batch(0x1.5558f2p-5F);
  p = p * r + Batch(0x1.555492p-3F);
  p = p * r + Batch(0x1.fffffcp-2F);
  return {xsimd::bitwise_cast<std::int32_t>(shifted), (p * (r * r) + r) + Batch(1.0F)};
}

inline constexpr std::int32_t magic_bits = 0x4B400000;  // of 1.5 · 2^23
inline constexpr std::int32_t exponent_bias = 127;

// 2^(n - magic_bits), a normal number.
inline Batch power(xsimd::batch<std::int32_t> n) {
  using Int = xsimd::batch<std::int32_t>;
  return xsimd::bitwise_cast<float>((n + Int(exponent_bias - magic_bits)) << 23);
}

// e^x for every float32: less than 1 ulp from the exact value, e^−∞ = 0, e^0 = 1, NaN stays NaN,
// results below the smallest normal number are rounded, not flushed.
inline Batch exp(Batch x) {
  using Int = xsimd::batch<std::int32_t>;
  // Beyond these the result is 0 or ∞ in float32.
  const Batch lowest(-104.0F);
  const auto [n, e] = reduce(smaller(larger(x, lowest), Batch(89.0F)));
  // 2^n as two factors that are both normal: only the last product rounds, even where the result
  // is denormal.
  const Int exponent = n - Int(magic_bits);
  const Int half = exponent >> 1;
  // 0 from the start: many processors take a hundred steps for a product that is rounded to 0.
  const Batch left = xsimd::select(x < lowest, Batch(0.0F), e);
  return left * power(half + Int(magic_bits)) * power(n - half);
}

// The same bits for x <= 0 and NaN, in fewer steps: of 2^(n + 24) and 2^−24 both are normal down to
// n = -150, and below the first is 0. So nothing is rounded to 0 on the way, which many processors
// take a hundred steps for.
inline Batch exp_of_negative(Batch x) {
  using Int = xsimd::batch<std::int32_t>;
  const auto [n, e] = reduce(larger(x, Batch(-104.5F)));  // n = -151 there
  return e * power(n + Int(24)) * Batch(0x1p-24F);
}

}  // namespace QKV_SIMD
