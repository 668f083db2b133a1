#pragma once

#include <functional>
#include <initializer_list>
#include <span>

#include "qkv/error.hpp"
#include "qkv/types.hpp"

namespace qkv::test {

// A call that is refused: with which code, and because of which argument.
struct Refusal {
  const char* what;
  ErrorCode code;
  const char* argument;
  std::function<void()> call;
};

// Zeros.
inline Tensor of(std::initializer_list<Index> extents) { return Tensor(Shape(extents)); }

template <typename T>
void drop(T&& /*result*/) {}

// Each has its code, says what was given, and harms nothing.
void check_refusals(std::span<const Refusal> refusals);

struct Call {
  const char* what;
  std::function<void()> call;
};

// Each gives out_of_memory, and nothing else, for every larger request that is refused in turn.
void check_out_of_memory(std::span<const Call> calls);

}  // namespace qkv::test
