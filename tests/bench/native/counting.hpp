#pragma once

#include <cstddef>

// Bytes on the heap: every way to it in this program is counted.
namespace qkv::bench {

// Forgets the peak; gives what is in use now.
std::size_t begin_count();
// The most that has been in use since.
[[nodiscard]] std::size_t peak();

}  // namespace qkv::bench
