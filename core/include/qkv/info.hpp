#pragma once

#include <string_view>

#include "qkv/types.hpp"

namespace qkv {

// The version of the project.
[[nodiscard]] std::string_view version();
// The instruction set that the kernels were compiled for, as xsimd names it.
[[nodiscard]] std::string_view instruction_set();
// float32 lanes of one vector register.
[[nodiscard]] Index vector_lanes();
// Whether this is the fast build, whose last bits may differ.
[[nodiscard]] bool fast_build();

}  // namespace qkv
