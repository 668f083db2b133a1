#pragma once

#include "qkv/types.hpp"

namespace qkv {

// softmax of one row, x and y of n numbers; returns the sum of the exponentials.
float softmax_row(const float* x, Index n, float* y);

// dx_i = y_i · (dy_i − Σ_j dy_j · y_j) of one row of n numbers; dx is neither y nor dy.
void softmax_row_backward(const float* y, const float* dy, Index n, float* dx);

}  // namespace qkv
