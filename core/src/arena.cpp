#include "arena.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "check.hpp"

namespace qkv {
namespace {

constexpr std::size_t alignment = 64;
constexpr Index line = alignment / sizeof(float);
// Small calls share a block; each block is at least as large as all before it together.
constexpr Index first_block = Index{1} << 14;
// 16 MiB, as much as the engine in WebAssembly keeps of arguments and of results.
constexpr Index kept_scratch = Index{1} << 22;

}  // namespace

void Arena::Free::operator()(float* numbers) const {
  ::operator delete(numbers, std::align_val_t{alignment});
}

float* Arena::take(Index count) {
  const Index whole = (count + line - 1) / line * line;
  for (; at_.block < blocks_.size(); ++at_.block, at_.used = 0) {
    const Block& block = blocks_[at_.block];
    if (block.size - at_.used >= whole) {
      float* const taken = block.numbers.get() + at_.used;
      at_.used += whole;
      return taken;
    }
  }
  const Index size = std::max({whole, first_block, capacity()});
  try {
    void* const room =
        ::operator new(static_cast<std::size_t>(size) * sizeof(float), std::align_val_t{alignment});
    blocks_.push_back({std::unique_ptr<float, Free>(static_cast<float*>(room)), size});
  } catch (const std::bad_alloc&) {
    check::refuse(ErrorCode::out_of_memory,
                  std::to_string(size) + " numbers of scratch memory could not be had", "", {},
                  {check::number(size)});
  }
  at_ = {blocks_.size() - 1, whole};
  return blocks_.back().numbers.get();
}

void Arena::release(Mark mark) {
  at_ = mark;
  if (mark.block == 0 && mark.used == 0 && capacity() > kept_) {
    blocks_.clear();
  }
}

Index Arena::capacity() const {
  Index sum = 0;
  for (const Block& block : blocks_) {
    sum += block.size;
  }
  return sum;
}

Arena& scratch() {
  static thread_local Arena arena(kept_scratch);
  return arena;
}

}  // namespace qkv
