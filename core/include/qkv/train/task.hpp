#pragma once

#include <cstdint>
#include <vector>

#include "qkv/random.hpp"

namespace qkv {

// Sequences of ids and what each place of them should become, row-major (N, T).
struct Batch {
  std::vector<std::int32_t> ids;
  std::vector<std::int32_t> targets;
};

// Random digits, to be given back in reverse.
struct ReverseTask {
  Index vocabulary = 10;
  Index length = 10;

  // The next N sequences of the stream: torch.randint(0, V, (N, T), generator=…) and their flip(1).
  void draw(Generator& generator, Index sequences, Batch& batch) const;
};

}  // namespace qkv
