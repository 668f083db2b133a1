#pragma once

#include <cstddef>

namespace qkv::test {

// While it lives, operator new refuses every request of at least this many bytes: the same refusal
// on a machine of any size, natively, under sanitizers and in WebAssembly.
class RefuseAllocations {
 public:
  explicit RefuseAllocations(std::size_t bytes);
  ~RefuseAllocations();
  RefuseAllocations(const RefuseAllocations&) = delete;
  RefuseAllocations& operator=(const RefuseAllocations&) = delete;
};

// The largest request since the last call of this.
[[nodiscard]] std::size_t largest_allocation();

// How many requests there were since the last call of this.
[[nodiscard]] std::size_t count_allocations();

}  // namespace qkv::test
