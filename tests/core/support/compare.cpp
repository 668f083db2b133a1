#include "support/compare.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <sstream>

#include "qkv/random.hpp"

namespace qkv::test {
namespace {

std::string text(const Shape& shape) {
  std::string result = "(";
  for (const Index extent : shape.extents()) {
    result += (result.size() > 1 ? ", " : "") + std::to_string(extent);
  }
  return result + ")";
}

std::span<const float> values(TensorView x) {
  return {x.data, static_cast<std::size_t>(x.shape.size())};
}

}  // namespace

std::uint32_t bits(float x) {
  return std::isnan(x) ? 0x7fc00000U : std::bit_cast<std::uint32_t>(x);
}

std::string difference(TensorView got, TensorView want) {
  if (!(got.shape == want.shape)) {
    return "shape " + text(got.shape) + " instead of " + text(want.shape);
  }
  return difference(values(got), values(want));
}

std::string difference(std::span<const float> got, std::span<const float> want) {
  if (got.size() != want.size()) {
    return std::to_string(got.size()) + " numbers instead of " + std::to_string(want.size());
  }
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (bits(got[i]) != bits(want[i])) {
      std::ostringstream out;
      out << std::hexfloat << "element " << i << ": " << got[i] << " instead of " << want[i];
      return out.str();
    }
  }
  return {};
}

double ulps(float got, double want) {
  if (std::isnan(want)) {
    return std::isnan(got) ? 0.0 : std::numeric_limits<double>::infinity();
  }
  if (!std::isfinite(want) || !std::isfinite(got)) {
    return static_cast<double>(got) == want ? 0.0 : std::numeric_limits<double>::infinity();
  }
  const int exponent = want == 0.0 ? -126 : std::max(std::ilogb(want), -126);
  return std::abs(static_cast<double>(got) - want) / std::ldexp(1.0, exponent - 23);
}

std::string beyond(TensorView got, const Bounded& want) {
  if (!(got.shape == want.shape)) {
    return "shape " + text(got.shape) + " instead of " + text(want.shape);
  }
  const std::span<const float> x = values(got);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto number = static_cast<double>(x[i]);
    const double exact = want.value[i];
    const bool met =
        std::isfinite(exact) ? std::abs(number - exact) <= want.bound[i] : ulps(x[i], exact) == 0.0;
    if (!met) {
      std::ostringstream out;
      out.precision(17);
      out << "element " << i << ": " << number << " is not within " << want.bound[i] << " of "
          << exact;
      return out.str();
    }
  }
  return {};
}

std::string beyond(TensorView got, std::span<const double> want, double bound) {
  return beyond(
      got, Bounded{got.shape, {want.begin(), want.end()}, std::vector<double>(want.size(), bound)});
}

Tensor random(const Shape& shape, std::uint64_t seed) { return Generator(seed).randn(shape); }

Tensor reshaped(TensorView x, const Shape& shape) { return {shape, values(x)}; }

Tensor rows(TensorView x, Index first, Index count) {
  const Index width = x.shape[-1];
  return {Shape{count, width}, values(x).subspan(static_cast<std::size_t>(first * width),
                                                 static_cast<std::size_t>(count * width))};
}

Tensor permute_rows(TensorView x, std::span<const std::int64_t> order) {
  const Index width = x.shape[-1];
  Tensor result(x.shape);
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (Index j = 0; j < width; ++j) {
      result.data()[static_cast<Index>(i) * width + j] = x.data[order[i] * width + j];
    }
  }
  return result;
}

Tensor permute_columns(TensorView x, std::span<const std::int64_t> order) {
  const Index width = x.shape[-1];
  Tensor result(x.shape);
  for (Index i = 0; i < x.shape[-2]; ++i) {
    for (std::size_t j = 0; j < order.size(); ++j) {
      result.data()[i * width + static_cast<Index>(j)] = x.data[i * width + order[j]];
    }
  }
  return result;
}

Tensor matrix(TensorView x, Index index) {
  const Index size = x.shape[-2] * x.shape[-1];
  return {Shape{x.shape[-2], x.shape[-1]}, values(x).subspan(static_cast<std::size_t>(index * size),
                                                             static_cast<std::size_t>(size))};
}

}  // namespace qkv::test
