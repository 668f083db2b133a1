#pragma once

#include "qkv/types.hpp"

namespace qkv {

// The sum of each row over the last axis, in the order that softmax uses: x (…, N) → (…).
// Rank 1 to 4 (bad_rank).
[[nodiscard]] Tensor sum_rows(TensorView x);

}  // namespace qkv
