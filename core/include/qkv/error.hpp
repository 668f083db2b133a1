#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/types.hpp"

namespace qkv {

// Closed: every way in which a call to the core can be refused. After any of them the core is as
// usable as before.
enum class ErrorCode : int {
  bad_rank,             // a tensor has too few or too many axes for this operation
  shape_mismatch,       // two tensors disagree on an extent that they share
  empty_dimension,      // an extent that must be positive is 0 (vectors of no components)
  bad_scale,            // the scale of the scores is not finite
  bad_mask,             // a mask or bias holds a value that has no meaning there
  bad_option,           // an option has a value outside its set
  heads_do_not_divide,  // the number of heads does not divide the width
  bad_seed,             // a seed is not a whole number that the caller can represent exactly
  bad_range,            // a number or an interval is outside what the operation takes
  too_large,            // a tensor would exceed max_elements
  out_of_memory,        // the memory for a result could not be had
};

inline constexpr int error_code_count = static_cast<int>(ErrorCode::out_of_memory) + 1;

// The name as users meet it, such as "shape_mismatch".
[[nodiscard]] std::string_view name(ErrorCode code);
// One sentence for the manual.
[[nodiscard]] std::string_view describe(ErrorCode code);

// What was wrong, as data: views make the reader's sentence from it.
struct ErrorDetail {
  std::string argument;          // the name of the argument at fault, such as "k"
  std::vector<double> expected;  // the extents or limits that were expected; may be empty
  std::vector<double> given;     // what was given in their place; may be empty
};

class Error : public std::exception {
 public:
  // message is for developers and in English: what was expected and what was given.
  Error(ErrorCode code, std::string message, ErrorDetail detail = {});

  [[nodiscard]] ErrorCode code() const noexcept { return code_; }
  [[nodiscard]] const char* what() const noexcept override { return message_.c_str(); }
  [[nodiscard]] const ErrorDetail& detail() const noexcept { return detail_; }

 private:
  ErrorCode code_;
  std::string message_;
  ErrorDetail detail_;
};

}  // namespace qkv
