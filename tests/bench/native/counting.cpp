#include "counting.hpp"

#include <malloc.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <new>

namespace {
std::size_t live = 0;
std::size_t most = 0;

void* counted(void* memory) {
  live += malloc_usable_size(memory);
  most = std::max(most, live);
  return memory;
}
void dropped(void* memory) { live -= malloc_usable_size(memory); }
}  // namespace

// The linker sends calls of malloc to __wrap_malloc, and __real_malloc to malloc (--wrap).
extern "C" {
void* __real_malloc(std::size_t bytes);
void* __real_calloc(std::size_t count, std::size_t bytes);
void* __real_realloc(void* memory, std::size_t bytes);
void* __real_aligned_alloc(std::size_t alignment, std::size_t bytes);
int __real_posix_memalign(void** memory, std::size_t alignment, std::size_t bytes);
void __real_free(void* memory);

void* __wrap_malloc(std::size_t bytes) { return counted(__real_malloc(bytes)); }
void* __wrap_calloc(std::size_t count, std::size_t bytes) {
  return counted(__real_calloc(count, bytes));
}
void* __wrap_realloc(void* memory, std::size_t bytes) {
  dropped(memory);
  return counted(__real_realloc(memory, bytes));
}
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t bytes) {
  return counted(__real_aligned_alloc(alignment, bytes));
}
int __wrap_posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) {
  const int failure = __real_posix_memalign(memory, alignment, bytes);
  if (failure == 0) counted(*memory);
  return failure;
}
void __wrap_free(void* memory) {
  dropped(memory);
  __real_free(memory);
}
}

// The other forms call these.
void* operator new(std::size_t bytes) {
  void* const memory = std::malloc(std::max<std::size_t>(bytes, 1));
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  const auto to = static_cast<std::size_t>(alignment);
  void* const memory = std::aligned_alloc(to, (std::max<std::size_t>(bytes, 1) + to - 1) / to * to);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*bytes*/) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*bytes*/, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}

namespace qkv::bench {

std::size_t begin_count() {
  most = live;
  return live;
}
std::size_t peak() { return most; }

}  // namespace qkv::bench
