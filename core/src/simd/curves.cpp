#include "simd/curves.hpp"

#include <limits>

#include "simd/batch.hpp"
#include "simd/exp.hpp"

namespace QKV_SIMD {
namespace {

// Polynomials are those of least largest relative error of the result, coefficients rounded.
template <Index N>
Batch horner(Batch x, const Array<float, N>& coefficients) {
  Batch sum(coefficients[N - 1]);
  for (Index i = N - 2; i >= 0; --i) {
    sum = sum * x + Batch(coefficients[i]);
  }
  return sum;
}

Batch with_sign_of(Batch x, Batch magnitude) { return magnitude | (x & Batch(-0.0F)); }

// tanh a = a + a³ · p(a²) near 0, else (1 − e^−2a) / (1 + e^−2a).
Batch tanh_of(Batch x) {
  constexpr Array<float, 5> p{
      {-0x1.555534p-2F, 0x1.110768p-3F, -0x1.b84448p-5F, 0x1.5256d8p-6F, -0x1.76ac1ap-8F}};
  const Batch a = xsimd::abs(x);
  const Batch z = a * a;
  const Batch near = a * z * horner(z, p) + a;
  const Batch e = exp_of_negative(a * Batch(-2.0F));
  const Batch far = (Batch(1.0F) - e) / (Batch(1.0F) + e);
  return with_sign_of(x, xsimd::select(a < Batch(0.625F), near, far));
}

// 1 / (1 + e^−x), by e^−|x| so that nothing overflows and small results keep their digits.
Batch sigmoid_of(Batch x) {
  const Batch e = exp_of_negative(Batch(0.0F) - xsimd::abs(x));
  return xsimd::select(x < Batch(0.0F), e, Batch(1.0F)) / (Batch(1.0F) + e);
}

// erf a = a + a · p(a²) up to 0.9, else 1 − e^q(a); from 4 on it rounds to 1.
Batch erf_of(Batch x) {
  constexpr Array<float, 7> p{{0x1.06eba8p-3F, -0x1.81273ep-2F, 0x1.ce2cf8p-4F, -0x1.b7f90ep-6F,
                               0x1.5405b2p-8F, -0x1.a3f700p-11F, 0x1.496a30p-14F}};
  constexpr Array<float, 9> q{{0x1.3bdb58p-13F, -0x1.211f2ap+0F, -0x1.446f86p-1F, -0x1.b9c982p-4F,
                               0x1.95e7bep-6F, -0x1.05c1b6p-8F, 0x1.8d3fbep-12F, -0x1.7b867ap-17F,
                               -0x1.8bf18cp-21F}};
  const Batch a = smaller(xsimd::abs(x), Batch(4.0F));
  const Batch near = a * horner(a * a, p) + a;
  const Batch far = Batch(1.0F) - exp_of_negative(horner(a, q));
  return with_sign_of(x, xsimd::select(a < Batch(0.9375F), near, far));
}

// x = m · 2^e with m in [√½, √2): ln x = e · ln 2 + t − t²/2 + t³ · p(t) with t = m − 1.
Batch log_of(Batch x) {
  using Int = xsimd::batch<std::int32_t>;
  constexpr Array<float, 8> p{{0x1.55554ap-2F, -0x1.000220p-2F, 0x1.99a596p-3F, -0x1.54788ap-3F,
                               0x1.226e4ap-3F, -0x1.0ce07cp-3F, 0x1.07d0eep-3F, -0x1.41ee06p-4F}};
  constexpr std::int32_t bits_of_root_half = 0x3F3504F3;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const auto denormal = x < Batch(0x1p-126F);
  const Int bits =
      xsimd::bitwise_cast<std::int32_t>(xsimd::select(denormal, x * Batch(0x1p24F), x));
  const Int exponent = (bits - Int(bits_of_root_half)) >> 23;
  const Batch t = xsimd::bitwise_cast<float>(bits - (exponent << 23)) - Batch(1.0F);
  // A whole number of few bits becomes a float by the rounding constant: 1.5 · 2^23 + e.
  const Batch e = xsimd::bitwise_cast<float>(exponent + Int(magic_bits)) - Batch(12582912.0F) -
                  xsimd::select(denormal, Batch(24.0F), Batch(0.0F));
  const Batch z = t * t;
  const Batch low = e * Batch(-2.12194440e-4F) + (t * z * horner(t, p) - z * Batch(0.5F));
  const Batch result = e * Batch(0.693359375F) + (t + low);
  const Batch outside = xsimd::select(x == Batch(0.0F), Batch(-infinity),
                                      xsimd::select(x == Batch(infinity), x, Batch(nan)));
  const auto inside = (x > Batch(0.0F)) & (x < Batch(infinity));
  return xsimd::select(inside, result, outside);
}

template <class Of>
void each(const float* x, float* y, Index n, Of of) {
  Index i = 0;
  for (; i + lanes <= n; i += lanes) {
    of(Batch::load_unaligned(x + i)).store_unaligned(y + i);
  }
  if (i < n) {
    Array<float, lanes> rest;
    for (Index l = 0; l < lanes; ++l) {
      rest[l] = i + l < n ? x[i + l] : 0.0F;
    }
    of(Batch::load_unaligned(rest.data())).store_unaligned(rest.data());
    for (Index l = 0; i + l < n; ++l) {
      y[i + l] = rest[l];
    }
  }
}

}  // namespace

void apply(Curve curve, const float* x, float* y, Index n) {
  switch (curve) {
    case Curve::tanh:
      return each(x, y, n, [](Batch b) { return tanh_of(b); });
    case Curve::sigmoid:
      return each(x, y, n, [](Batch b) { return sigmoid_of(b); });
    case Curve::erf:
      return each(x, y, n, [](Batch b) { return erf_of(b); });
    case Curve::log:
      return each(x, y, n, [](Batch b) { return log_of(b); });
  }
}

}  // namespace QKV_SIMD
