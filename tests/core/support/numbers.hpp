#pragma once

#include <limits>

namespace qkv::test {

// What no arithmetic makes finite again.
inline constexpr float nan = std::numeric_limits<float>::quiet_NaN();
inline constexpr float inf = std::numeric_limits<float>::infinity();

}  // namespace qkv::test
