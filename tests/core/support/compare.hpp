#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "qkv/types.hpp"

namespace qkv::test {

// The bits of a float32, one pattern for every NaN: programs may differ in a NaN's sign and
// payload.
[[nodiscard]] std::uint32_t bits(float x);

// Describes the first difference of shape or bits; empty where there is none.
[[nodiscard]] std::string difference(TensorView got, TensorView want);
[[nodiscard]] std::string difference(std::span<const float> got, std::span<const float> want);

// |got − want| in units of the last place that a float32 has at want, denormals included.
[[nodiscard]] double ulps(float got, double want);

// Numbers with a proven bound on how far float32 may be from them; NaN, ∞ and −∞ must be met.
struct Bounded {
  Shape shape;
  std::vector<double> value;
  std::vector<double> bound;
};

// Describes the first element beyond its bound; empty where there is none.
[[nodiscard]] std::string beyond(TensorView got, const Bounded& want);
// The same with one bound for all.
[[nodiscard]] std::string beyond(TensorView got, std::span<const double> want, double bound);

// Standard normals.
[[nodiscard]] Tensor random(const Shape& shape, std::uint64_t seed);
// The same numbers in another shape.
[[nodiscard]] Tensor reshaped(TensorView x, const Shape& shape);
// Rows first … first + count - 1 of a matrix.
[[nodiscard]] Tensor rows(TensorView x, Index first, Index count);
// Row order[i] of x as row i.
[[nodiscard]] Tensor permute_rows(TensorView x, std::span<const std::int64_t> order);
[[nodiscard]] Tensor permute_columns(TensorView x, std::span<const std::int64_t> order);
// One of the stacked matrices.
[[nodiscard]] Tensor matrix(TensorView x, Index index);

}  // namespace qkv::test
