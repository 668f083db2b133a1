#pragma once

#include "qkv/types.hpp"

namespace qkv {

// softmax of one row, x and y of n numbers; returns the sum of the exponentials.
float softmax_row(const float* x, Index n, float* y);

}  // namespace qkv
