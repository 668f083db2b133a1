#pragma once

#include "qkv/nn/parameters.hpp"
#include "qkv/types.hpp"

namespace qkv {

class Arena;
class Generator;

// One way through a network and back. Layers take room for their numbers in the arena, where they
// stay until whoever began the pass gives it back; so a layer's backward finds what its forward
// left, and a step asks for no memory once the first one is done.
struct Pass {
  Parameters& parameters;
  Arena& arena;
  Generator* dropout = nullptr;  // where dropout draws from; without, nothing is dropped
};

}  // namespace qkv
