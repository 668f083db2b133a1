#include "support/allocation.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>
#include <utility>

namespace {

std::size_t refused_from = std::numeric_limits<std::size_t>::max();
std::size_t largest = 0;

}  // namespace

// The other forms of new and delete call these.
void* operator new(std::size_t bytes) {
  largest = std::max(largest, bytes);
  void* memory = bytes < refused_from ? std::malloc(std::max<std::size_t>(bytes, 1)) : nullptr;
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*bytes*/) noexcept { std::free(memory); }

namespace qkv::test {

RefuseAllocations::RefuseAllocations(std::size_t bytes) { refused_from = bytes; }
RefuseAllocations::~RefuseAllocations() { refused_from = std::numeric_limits<std::size_t>::max(); }

std::size_t largest_allocation() { return std::exchange(largest, 0); }

}  // namespace qkv::test
