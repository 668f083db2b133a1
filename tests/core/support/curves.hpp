#pragma once

#include <cmath>

#include "simd/curves.hpp"

namespace qkv::test {

// The curve by the library, in double.
[[nodiscard]] inline double exact(simd::Curve curve, double x) {
  switch (curve) {
    case simd::Curve::tanh:
      return std::tanh(x);
    case simd::Curve::sigmoid:
      return 1.0 / (1.0 + std::exp(-x));
    case simd::Curve::erf:
      return std::erf(x);
    case simd::Curve::log:
      return std::log(x);
  }
  return std::nan("");
}

}  // namespace qkv::test
