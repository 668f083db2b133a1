#pragma once

#include "qkv/types.hpp"

namespace qkv {

// The sub-steps of one softmax, as a lesson shows them. All of length n = row length.
struct SoftmaxSteps {
  float max = 0.0F;     // the largest entry; −∞ for an empty row
  Tensor shifted;       // (n) row − max
  Tensor exponentials;  // (n) e^shifted
  float sum = 0.0F;     // of the exponentials
  Tensor weights;       // (n) exponentials / sum
};

// softmax over the last axis: y_i = e^(x_i − max) / Σ_j e^(x_j − max). Rank 1 to 4 (bad_rank).
// As in PyTorch a row that holds +∞ or NaN, or nothing but −∞, gives NaN; in attention, where a row
// may be masked to the last entry, masked_softmax gives zeros instead.
[[nodiscard]] Tensor softmax(TensorView x);

// dx_i = y_i · (dy_i − Σ_j dy_j · y_j) with y = softmax(x). Throws shape_mismatch.
[[nodiscard]] Tensor softmax_backward(TensorView y, TensorView dy);

// y_i = ln softmax(x)_i = x_i − max − ln Σ_j e^(x_j − max), over the last axis, without the way
// through weights that may round to 0. Rank 1 to 4 (bad_rank).
[[nodiscard]] Tensor log_softmax(TensorView x);
// dx_i = dy_i − e^(y_i) · Σ_j dy_j with y = log_softmax(x). Throws shape_mismatch.
[[nodiscard]] Tensor log_softmax_backward(TensorView y, TensorView dy);

// The same arithmetic, step by step, for one row (n).
[[nodiscard]] SoftmaxSteps softmax_steps(TensorView row);

}  // namespace qkv
