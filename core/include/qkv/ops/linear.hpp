#pragma once

#include <optional>

#include "qkv/types.hpp"

namespace qkv {

// y = x · wᵀ + b as torch.nn.functional.linear: x (…, I), w (O, I), b (O), y (…, O).
// Throws bad_rank, shape_mismatch; empty_dimension for I = 0.
[[nodiscard]] Tensor linear(TensorView x, TensorView w, std::optional<TensorView> b = {});

// What a change of y does: dx = dy · w, dw = dyᵀ · x, db = the sum of the rows of dy.
struct LinearGradients {
  Tensor x;  // (…, I)
  Tensor w;  // (O, I)
  Tensor b;  // (O)
};

// dy (…, O) has the leading extents of x. Throws as linear does.
[[nodiscard]] LinearGradients linear_backward(TensorView x, TensorView w, TensorView dy);

// The same without checks, for N rows and a caller that made room.
struct LinearExtents {
  Index N, I, O;
};
// b may be nullptr.
void linear(const float* x, const float* w, const float* b, const LinearExtents& extents, float* y);
// dx is overwritten; dw and db are added to, so that a layer can be used twice. dx and db may be
// nullptr.
void linear_backward(const float* x, const float* w, const float* dy, const LinearExtents& extents,
                     float* dx, float* dw, float* db);

}  // namespace qkv
