#pragma once

#include <new>
#include <string>
#include <utility>
#include <vector>

#include "qkv/error.hpp"
#include "qkv/types.hpp"

// The refusals that several operations share; each message says what was given and expected.
namespace qkv::check {

// Extents beyond 2^53 never occur: a Shape holds at most max_elements.
inline double number(Index value) { return static_cast<double>(value); }

inline std::vector<double> numbers(const Shape& shape) {
  return {shape.extents().begin(), shape.extents().end()};
}

// "(2, 3, 4)"
inline std::string text(const Shape& shape) {
  std::string joined = "(";
  for (const Index extent : shape.extents()) {
    joined += (joined.size() > 1 ? ", " : "") + std::to_string(extent);
  }
  return joined + ")";
}

[[noreturn]] inline void refuse(ErrorCode code, const std::string& message, const char* argument,
                                std::vector<double> expected, std::vector<double> given) {
  throw Error(code, message, {argument, std::move(expected), std::move(given)});
}

// "q has rank 1: expected <what>"
inline void rank(const char* argument, const Shape& shape, int least, int most, const char* what) {
  if (shape.rank() < least || shape.rank() > most) {
    std::vector<double> expected;
    for (int r = least; r <= most; ++r) {
      expected.push_back(r);
    }
    refuse(
        ErrorCode::bad_rank,
        std::string(argument) + " has rank " + std::to_string(shape.rank()) + ": expected " + what,
        argument, std::move(expected), {static_cast<double>(shape.rank())});
  }
}

// "k has 3 columns, q has 4: both are (…, Dk)"
inline void extent(const char* argument, Index given, const char* other, Index expected,
                   const char* unit, const char* rule) {
  if (given != expected) {
    refuse(ErrorCode::shape_mismatch,
           std::string(argument) + " has " + std::to_string(given) + " " + unit + ", " + other +
               " has " + std::to_string(expected) + ": " + rule,
           argument, {number(expected)}, {number(given)});
  }
}

// "dy has shape (2, 3), expected (2, 4): dy is (…, O), x is (…, I)"
inline void same_shape(const char* argument, const Shape& given, const Shape& expected,
                       const char* rule) {
  rank(argument, given, expected.rank(), expected.rank(), rule);
  if (given != expected) {
    refuse(ErrorCode::shape_mismatch,
           std::string(argument) + " has shape " + text(given) + ", expected " + text(expected) +
               ": " + rule,
           argument, numbers(expected), numbers(given));
  }
}

// A vector of zeros; a bad_alloc becomes our own error.
template <class T>
std::vector<T> room(Index count) {
  try {
    return std::vector<T>(static_cast<std::size_t>(count));
  } catch (const std::bad_alloc&) {
    refuse(ErrorCode::out_of_memory, "no memory for " + std::to_string(count) + " elements", "", {},
           {number(count)});
  }
}

inline void at_least_one(const char* argument, Index value) {
  if (value < 1) {
    refuse(ErrorCode::bad_option,
           std::string(argument) + " is " + std::to_string(value) + ": expected at least 1",
           argument, {1}, {number(value)});
  }
}

inline void positive(const char* argument, Index extent, const char* rule) {
  if (extent == 0) {
    refuse(ErrorCode::empty_dimension,
           std::string(argument) + " has vectors of no components: " + rule, argument, {1}, {0});
  }
}

}  // namespace qkv::check
