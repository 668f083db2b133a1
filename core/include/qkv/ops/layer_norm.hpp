#pragma once

#include "qkv/types.hpp"

namespace qkv {

// y = (x − mean) / sqrt(variance + eps) · gamma + beta over the last axis, variance with divisor n
// (Ba, Kiros, Hinton 2016; torch.nn.functional.layer_norm). x (…, D), gamma and beta (D).
// Throws bad_rank, shape_mismatch; empty_dimension for D = 0; bad_range unless eps is finite and
// not negative.
[[nodiscard]] Tensor layer_norm(TensorView x, TensorView gamma, TensorView beta, double eps = 1e-5);

}  // namespace qkv
