#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

#include "qkv/types.hpp"

namespace qkv {

// Room for numbers that live until the end of a call or of a training step: taken in order, given
// back from the last on, and kept for the next time. What was taken never moves.
class Arena {
 public:
  // How much was taken before; what is taken later is given back by release.
  struct Mark {
    std::size_t block = 0;
    Index used = 0;
  };

  // Once all is given back, more than kept numbers are not held on to.
  explicit Arena(Index kept = std::numeric_limits<Index>::max()) : kept_(kept) {}

  // count numbers, not initialised, on a boundary of 64 bytes. Throws out_of_memory.
  [[nodiscard]] float* take(Index count);
  [[nodiscard]] Mark mark() const { return at_; }
  void release(Mark mark);
  // Numbers that are held, taken or not.
  [[nodiscard]] Index capacity() const;

 private:
  struct Free {
    void operator()(float* numbers) const;
  };
  struct Block {
    std::unique_ptr<float, Free> numbers;
    Index size;
  };

  std::vector<Block> blocks_;
  Mark at_;
  Index kept_;
};

// Gives back on destruction what was taken meanwhile.
class ArenaScope {
 public:
  explicit ArenaScope(Arena& arena) : arena_(arena), mark_(arena.mark()) {}
  ~ArenaScope() { arena_.release(mark_); }
  ArenaScope(const ArenaScope&) = delete;
  ArenaScope& operator=(const ArenaScope&) = delete;

 private:
  Arena& arena_;
  Arena::Mark mark_;
};

// This thread's, for what lives no longer than a call of an operation.
[[nodiscard]] Arena& scratch();

}  // namespace qkv
