#include "support/slopes.hpp"

#include <algorithm>
#include <cmath>

#include "support/compare.hpp"

namespace qkv::test {

Numbers doubles(TensorView x) { return {x.data, x.data + x.shape.size()}; }

double along(TensorView dy, const Numbers& y) {
  if (dy.shape.size() != static_cast<Index>(y.size())) return std::nan("");
  double sum = 0.0;
  for (std::size_t i = 0; i < y.size(); ++i) sum += static_cast<double>(dy.data[i]) * y[i];
  return sum;
}

std::string slopes_differ(TensorView got, Numbers& x, const std::function<double()>& loss,
                          double tolerance) {
  if (got.shape.size() != static_cast<Index>(x.size())) {
    return std::to_string(got.shape.size()) + " slopes by " + std::to_string(x.size()) + " inputs";
  }
  constexpr double step = 1e-5;
  Numbers want(x.size());
  double largest = 1.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double at = x[i];
    x[i] = at + step;
    const double above = loss();
    x[i] = at - step;
    const double below = loss();
    x[i] = at;
    want[i] = (above - below) / (2 * step);
    largest = std::max(largest, std::abs(want[i]));
  }
  return beyond(got, want, tolerance * largest);
}

std::string slope_along_differs(TensorView got, Numbers& x, const std::function<double()>& loss) {
  if (got.shape.size() != static_cast<Index>(x.size())) {
    return std::to_string(got.shape.size()) + " slopes by " + std::to_string(x.size()) + " inputs";
  }
  constexpr double step = 1e-5;
  const Numbers at = x;
  const Numbers direction = doubles(random(got.shape, x.size()));
  const auto moved = [&](double by) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = at[i] + by * direction[i];
    return loss();
  };
  const double want = (moved(step) - moved(-step)) / (2 * step);
  x = at;
  double sum = 0.0;
  double magnitude = 1.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double each = static_cast<double>(got.data[i]) * direction[i];
    sum += each;
    magnitude += std::abs(each);
  }
  if (std::abs(sum - want) <= slope_tolerance * magnitude) return {};
  return "the slope along a direction is " + std::to_string(sum) + " instead of " +
         std::to_string(want);
}

}  // namespace qkv::test
