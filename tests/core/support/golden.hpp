#pragma once

#include <string>
#include <vector>

#include "qkv/types.hpp"
#include "support/json.hpp"

namespace qkv::test {

// A file of tests/golden, by its name without the suffix; read once and kept.
[[nodiscard]] const Json& golden(const std::string& name);

// A list of numbers.
[[nodiscard]] std::vector<double> numbers(const Json& list);
// {"shape": […], "data": […]}: the numbers alone, and rounded to float32.
[[nodiscard]] std::vector<double> data(const Json& tensor);
[[nodiscard]] Tensor tensor(const Json& tensor);

}  // namespace qkv::test
