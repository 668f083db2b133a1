#pragma once

#include <optional>

#include "qkv/types.hpp"

namespace qkv {

// y = x · wᵀ + b as torch.nn.functional.linear: x (…, I), w (O, I), b (O), y (…, O).
// Throws bad_rank, shape_mismatch; empty_dimension for I = 0.
[[nodiscard]] Tensor linear(TensorView x, TensorView w, std::optional<TensorView> b = {});

}  // namespace qkv
