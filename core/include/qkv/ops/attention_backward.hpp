#pragma once

#include "qkv/ops/attention.hpp"

namespace qkv {

// Of one attention, for a change dy (…, T, Dv) of its output:
//   dV = Aᵀ dy, dA = dy Vᵀ, dS = A ⊙ (dA − Σ_j dA ⊙ A) · scale, dQ = dS K, dK = dSᵀ Q
// Skipped places pass nothing on, whatever stands there: a value, query or key that a place skips,
// NaN included, reaches no gradient by it.
struct AttentionGradients {
  Tensor q;  // (…, T, Dk)
  Tensor k;  // (…, S, Dk)
  Tensor v;  // (…, S, Dv)
};

// weights (…, T, S) are those of the forward call with the same options. Throws as it does, and
// shape_mismatch for weights or dy.
[[nodiscard]] AttentionGradients attention_backward(TensorView q, TensorView k, TensorView v,
                                                    TensorView weights, TensorView dy,
                                                    const AttentionOptions& options = {});

// For training, without checks: weights and output without the steps between, and gradients, which
// are overwritten, for a caller that made room by the shape.
void attention_forward(const AttentionShape& shape, const float* q, const float* k, const float* v,
                       const MaskRule& rule, float scale, float* weights, float* output);

struct AttentionInputs {
  const float* q;
  const float* k;
  const float* v;
  const float* weights;
};
struct AttentionGradientsOut {
  float* q;
  float* k;
  float* v;
};
void attention_backward(const AttentionShape& shape, const AttentionInputs& inputs, const float* dy,
                        const MaskRule& rule, float scale, const AttentionGradientsOut& out);

}  // namespace qkv
