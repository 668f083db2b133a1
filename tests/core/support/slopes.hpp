#pragma once

#include <functional>
#include <string>
#include <vector>

#include "qkv/types.hpp"

// What backward must give, from forward alone: slopes of one number by each of its inputs, as
// central differences in double. With a step of 1e-5 these are exact to some 1e-10 of the slope
// where the third derivative is of the size of the function.
namespace qkv::test {

using Numbers = std::vector<double>;

[[nodiscard]] Numbers doubles(TensorView x);
// Σ dy · y, whose slopes by the inputs of y are what backward gives for dy.
[[nodiscard]] double along(TensorView dy, const Numbers& y);

// Of float32, relative to the largest slope, or to 1 where that is less: some hundred roundings.
inline constexpr double slope_tolerance = 1e-5;

// Describes where got is not the slope of loss by x, which loss reads; empty where all agree.
[[nodiscard]] std::string slopes_differ(TensorView got, Numbers& x,
                                        const std::function<double()>& loss,
                                        double tolerance = slope_tolerance);

// The same for all of x at once, along one random direction: two calls of loss, however many
// numbers.
[[nodiscard]] std::string slope_along_differs(TensorView got, Numbers& x,
                                              const std::function<double()>& loss);

}  // namespace qkv::test
