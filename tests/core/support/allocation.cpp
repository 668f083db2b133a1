#include "support/allocation.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>
#include <utility>

namespace {

std::size_t refused_from = std::numeric_limits<std::size_t>::max();
std::size_t largest = 0;
std::size_t count = 0;

void* given(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

// Whether a request is to be refused; it counts all the same.
bool refused(std::size_t bytes) {
  largest = std::max(largest, bytes);
  ++count;
  return bytes >= refused_from;
}

}  // namespace

// The other forms of new and delete call these.
void* operator new(std::size_t bytes) {
  return given(refused(bytes) ? nullptr : std::malloc(std::max<std::size_t>(bytes, 1)));
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  const auto edge = static_cast<std::size_t>(alignment);
  // Whole multiples of the alignment, as aligned_alloc asks.
  const std::size_t whole = (std::max<std::size_t>(bytes, 1) + edge - 1) / edge * edge;
  return given(refused(bytes) || whole < bytes ? nullptr : std::aligned_alloc(edge, whole));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*bytes*/) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept { std::free(memory); }

namespace qkv::test {

RefuseAllocations::RefuseAllocations(std::size_t bytes) { refused_from = bytes; }
RefuseAllocations::~RefuseAllocations() { refused_from = std::numeric_limits<std::size_t>::max(); }

std::size_t largest_allocation() { return std::exchange(largest, 0); }
std::size_t count_allocations() { return std::exchange(count, 0); }

}  // namespace qkv::test
