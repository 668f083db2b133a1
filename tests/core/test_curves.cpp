#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "qkv/random.hpp"
#include "simd/curves.hpp"
#include "support/cases.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/curves.hpp"
#include "support/numbers.hpp"

namespace qkv::test {
namespace {

using simd::Curve;

constexpr std::array all{Curve::tanh, Curve::sigmoid, Curve::erf, Curve::log};

float of(Curve curve, float x) {
  float y = 0.0F;
  simd::apply(curve, &x, &y, 1);
  return y;
}

TEST_CASE("curves: within the stated ulps of the exact value for every finite float32",
          "[curves]") {
  for (const Curve curve : all) {
    double worst = 0.0;
    float at = 0.0F;
    std::array<float, 1024> x{};
    std::array<float, 1024> y{};
    // Both signs in turn, about 7.8 million numbers of each curve.
    std::uint64_t pattern = 0;
    while (pattern < 0x7F800000U) {
      for (std::size_t i = 0; i < x.size(); ++i) {
        const auto a = std::bit_cast<float>(static_cast<std::uint32_t>(pattern));
        x.at(i) = i % 2 == 0 || curve == Curve::log ? a : -a;
        if (pattern < 0x7F800000U) pattern += 547;
      }
      if (!std::isfinite(x.back())) break;
      simd::apply(curve, x.data(), y.data(), static_cast<Index>(x.size()));
      for (std::size_t i = 0; i < x.size(); ++i) {
        const double off = ulps(y.at(i), exact(curve, static_cast<double>(x.at(i))));
        if (!(off <= worst)) {
          worst = off;
          at = x.at(i);
        }
      }
    }
    CAPTURE(static_cast<int>(curve), worst, at);
    CHECK(worst <= (curve == Curve::sigmoid ? 2.5 : 2.0));
  }
}

TEST_CASE("curves: exact where they must be, NaN stays NaN", "[curves]") {
  for (const Curve curve : {Curve::tanh, Curve::erf}) {
    CAPTURE(static_cast<int>(curve));
    CHECK(bits(of(curve, 0.0F)) == bits(0.0F));
    CHECK(bits(of(curve, -0.0F)) == bits(-0.0F));
    CHECK(bits(of(curve, inf)) == bits(1.0F));
    CHECK(bits(of(curve, -inf)) == bits(-1.0F));
    CHECK(std::isnan(of(curve, nan)));
  }
  CHECK(bits(of(Curve::sigmoid, 0.0F)) == bits(0.5F));
  CHECK(bits(of(Curve::sigmoid, inf)) == bits(1.0F));
  CHECK(bits(of(Curve::sigmoid, -inf)) == bits(0.0F));
  CHECK(std::isnan(of(Curve::sigmoid, nan)));
  CHECK(bits(of(Curve::log, 1.0F)) == bits(0.0F));
  CHECK(bits(of(Curve::log, 0.0F)) == bits(-inf));
  CHECK(bits(of(Curve::log, -0.0F)) == bits(-inf));
  CHECK(bits(of(Curve::log, inf)) == bits(inf));
  CHECK(std::isnan(of(Curve::log, -1.0F)));
  CHECK(std::isnan(of(Curve::log, -inf)));
  CHECK(std::isnan(of(Curve::log, nan)));
}

TEST_CASE("curves: each place on its own, in place or not", "[curves]") {
  for (const Curve curve : all) {
    for (const Index n : awkward_sizes) {
      CAPTURE(static_cast<int>(curve), n);
      Generator generator(static_cast<std::uint64_t>(n));
      const Tensor x = generator.normal({n + 1}, 0.5, 2.0);
      // From an address that no register likes, with room behind that must stay as it is.
      std::vector<float> y(static_cast<std::size_t>(n) + 5, -7.0F);
      simd::apply(curve, x.data() + 1, y.data() + 1, n);
      std::vector<float> want(y.size(), -7.0F);
      for (Index i = 0; i < n; ++i) {
        want.at(static_cast<std::size_t>(i) + 1) = of(curve, x.data()[i + 1]);
      }
      CHECK(difference(y, want) == "");
      std::vector<float> same(x.data(), x.data() + n + 1);
      simd::apply(curve, same.data() + 1, same.data() + 1, n);
      CHECK(difference(std::span(same).subspan(1),
                       std::span(want).subspan(1, static_cast<std::size_t>(n))) == "");
    }
  }
}

}  // namespace
}  // namespace qkv::test
