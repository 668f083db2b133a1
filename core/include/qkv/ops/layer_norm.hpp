#pragma once

#include "qkv/types.hpp"

namespace qkv {

// y = (x − mean) / sqrt(variance + eps) · gamma + beta over the last axis (Ba et al. 2016), the
// variance being the mean of squares, not the unbiased estimate. x (…, D), gamma and beta (D).
// Throws bad_rank, shape_mismatch; bad_range unless eps is finite and at least 0;
// empty_dimension for D = 0.
[[nodiscard]] Tensor layer_norm(TensorView x, TensorView gamma, TensorView beta, double eps = 1e-5);

struct LayerNormGradients {
  Tensor x;      // (…, D)
  Tensor gamma;  // (D)
  Tensor beta;   // (D)
};

// With n = (x − mean) / s, s = sqrt(variance + eps) and g = dy · gamma:
// dx = (g − mean(g) − n · mean(g · n)) / s, dgamma = Σ dy · n, dbeta = Σ dy over all rows. Throws
// as layer_norm does.
[[nodiscard]] LayerNormGradients layer_norm_backward(TensorView x, TensorView gamma, TensorView dy,
                                                     double eps = 1e-5);

// y = x / sqrt(mean of squares + eps) · gamma over the last axis (Zhang, Sennrich 2019).
[[nodiscard]] Tensor rms_norm(TensorView x, TensorView gamma, double eps = 1e-5);

struct RmsNormGradients {
  Tensor x;      // (…, D)
  Tensor gamma;  // (D)
};

// dx = (g − n · mean(g · n)) / s with n = x / s, s = sqrt(mean of squares + eps), g = dy · gamma.
[[nodiscard]] RmsNormGradients rms_norm_backward(TensorView x, TensorView gamma, TensorView dy,
                                                 double eps = 1e-5);

// The same without checks, for N rows of D and a caller that made room. Centred is layer norm, else
// RMS norm, which has no beta.
struct NormExtents {
  Index N, D;
  double eps;
  bool centred;
};
// normalised (N, D) is n, deviation (N) is s.
void normalise(const float* x, const float* gamma, const float* beta, const NormExtents& extents,
               float* normalised, float* deviation, float* y);
// dx is overwritten; dgamma and dbeta are added to.
void normalise_backward(const float* normalised, const float* deviation, const float* gamma,
                        const float* dy, const NormExtents& extents, float* dx, float* dgamma,
                        float* dbeta);

}  // namespace qkv
