#pragma once

#include <string>

namespace qkv::test {

// How far float32 is from double, operation by operation, as the tables of core/ERRORS.md; and the
// same of PyTorch's numbers where tests/golden has them. Fails, by what it returns in `problem`,
// where PyTorch is nearer.
struct ErrorSurvey {
  std::string tables;
  std::string problem;
};

[[nodiscard]] ErrorSurvey survey_errors();

}  // namespace qkv::test
