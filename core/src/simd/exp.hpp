#pragma once

#include "simd/batch.hpp"

namespace QKV_SIMD {

// e^x for every float32: less than 1 ulp from the exact value, e^−∞ = 0, e^0 = 1, NaN stays NaN,
// results below the smallest normal number are rounded, not flushed.
//
// x = n · ln 2 + r with |r| <= ln 2 / 2; e^x = 2^n · e^r; e^r = 1 + r + r² · p(r), where p is the
// polynomial of degree 4 that minimises the largest relative error of e^r (3.6e-9) with
// coefficients rounded to float32.
inline Batch exp(Batch x) {
  using Int = xsimd::batch<std::int32_t>;
  // Beyond these the result is 0 or ∞ in float32; NaN compares false and passes through.
  x = xsimd::select(x < Batch(-104.0F), Batch(-104.0F), x);
  x = xsimd::select(x > Batch(89.0F), Batch(89.0F), x);

  // Adding 1.5 · 2^23 rounds to a whole number and leaves it in the low bits: the same on every
  // target, where conversions differ on NaN.
  const Batch magic(12582912.0F);
  const Batch shifted = x * Batch(1.44269504F) + magic;
  const Batch n = shifted - magic;
  const Int exponent =
      xsimd::bitwise_cast<std::int32_t>(shifted) - xsimd::bitwise_cast<std::int32_t>(magic);

  // ln 2 in two parts: the first has few bits, so its product with n is exact.
  const Batch r = (x - n * Batch(0.693359375F)) - n * Batch(-2.12194440e-4F);
  Batch p(0x1.6a23cep-10F);
  p = p * r + Batch(0x1.123a20p-7F);
  p = p * r + Batch(0x1.5558f2p-5F);
  p = p * r + Batch(0x1.555492p-3F);
  p = p * r + Batch(0x1.fffffcp-2F);
  const Batch e = (p * (r * r) + r) + Batch(1.0F);

  // 2^n as two factors that are both normal: only the last product rounds, even where the result
  // is denormal.
  const Int half = exponent >> 1;
  const auto power = [](Int m) { return xsimd::bitwise_cast<float>((m + Int(127)) << 23); };
  return e * power(half) * power(exponent - half);
}

}  // namespace QKV_SIMD
