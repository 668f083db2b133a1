#include "qkv/ops/layer_norm.hpp"

#include <cmath>

#include "arena.hpp"
#include "check.hpp"
#include "ops/plain.hpp"
#include "simd/rows.hpp"

namespace qkv {
namespace {

NormExtents checked(TensorView x, TensorView gamma, double eps, bool centred) {
  check::rank("x", x.shape, 1, max_rank, "(…, D)");
  check::rank("gamma", gamma.shape, 1, 1, "(D)");
  const Index n = x.shape[-1];
  check::extent("gamma", gamma.shape[0], "x", n, "elements", "gamma is (D), x is (…, D)");
  check::positive("x", n, "x is (…, D) with D at least 1");
  if (!std::isfinite(eps) || eps < 0.0) {
    check::refuse(ErrorCode::bad_range, "eps is " + std::to_string(eps) + ": finite and at least 0",
                  "eps", {0}, {eps});
  }
  return {x.shape.size() / n, n, eps, centred};
}

// The mean of a · b, by way of room for n numbers.
float mean_product(const float* a, const float* b, Index n, float* room) {
  plain::multiply(a, b, n, room);
  return simd::sum_of(room, n) / static_cast<float>(n);
}

}  // namespace

void normalise(const float* x, const float* gamma, const float* beta, const NormExtents& extents,
               float* normalised, float* deviation, float* y) {
  const auto [N, D, eps, centred] = extents;
  const ArenaScope scope(scratch());
  float* const squares = scratch().take(D);
  for (Index row = 0; row < N; ++row, x += D, normalised += D, y += D) {
    // 1. Centre. 2. Variance of the centred row, so that a large mean costs no digits.
    const float mean = centred ? simd::sum_of(x, D) / static_cast<float>(D) : 0.0F;
    for (Index i = 0; i < D; ++i) {
      normalised[i] = x[i] - mean;
    }
    const float variance = mean_product(normalised, normalised, D, squares);
    // 3. Scale to unit variance, then to what was learned.
    const float s = std::sqrt(variance + static_cast<float>(eps));
    deviation[row] = s;
    for (Index i = 0; i < D; ++i) {
      normalised[i] /= s;
      y[i] = normalised[i] * gamma[i];
    }
    if (beta != nullptr) {
      plain::add(beta, D, y);
    }
  }
}

void normalise_backward(const float* normalised, const float* deviation, const float* gamma,
                        const float* dy, const NormExtents& extents, float* dx, float* dgamma,
                        float* dbeta) {
  const auto [N, D, eps, centred] = extents;
  const ArenaScope scope(scratch());
  float* const room = scratch().take(D);
  for (Index row = 0; row < N; ++row, normalised += D, dy += D, dx += D) {
    for (Index i = 0; i < D; ++i) {
      dgamma[i] += dy[i] * normalised[i];
    }
    if (dbeta != nullptr) {
      plain::add(dy, D, dbeta);
    }
    plain::multiply(dy, gamma, D, dx);
    const float mean = centred ? simd::sum_of(dx, D) / static_cast<float>(D) : 0.0F;
    const float along = mean_product(dx, normalised, D, room);
    for (Index i = 0; i < D; ++i) {
      dx[i] = ((dx[i] - mean) - normalised[i] * along) / deviation[row];
    }
  }
}

namespace {

struct Kept {
  explicit Kept(const NormExtents& extents)
      : normalised(scratch().take(extents.N * extents.D)), deviation(scratch().take(extents.N)) {}
  float* normalised;
  float* deviation;
};

Tensor forward(TensorView x, TensorView gamma, const float* beta, const NormExtents& extents) {
  const ArenaScope scope(scratch());
  const Kept kept(extents);
  Tensor y(x.shape);
  normalise(x.data, gamma.data, beta, extents, kept.normalised, kept.deviation, y.data());
  return y;
}

LayerNormGradients backward(TensorView x, TensorView gamma, TensorView dy,
                            const NormExtents& extents) {
  check::same_shape("dy", dy.shape, x.shape, "dy is (…, D) as x");
  const ArenaScope scope(scratch());
  const Kept kept(extents);
  LayerNormGradients gradients{Tensor(x.shape), Tensor(gamma.shape), Tensor(gamma.shape)};
  normalise(x.data, gamma.data, nullptr, extents, kept.normalised, kept.deviation,
            gradients.x.data());
  normalise_backward(kept.normalised, kept.deviation, gamma.data, dy.data, extents,
                     gradients.x.data(), gradients.gamma.data(), gradients.beta.data());
  return gradients;
}

}  // namespace

Tensor layer_norm(TensorView x, TensorView gamma, TensorView beta, double eps) {
  const NormExtents extents = checked(x, gamma, eps, true);
  check::rank("beta", beta.shape, 1, 1, "(D)");
  check::extent("beta", beta.shape[0], "x", extents.D, "elements", "beta is (D), x is (…, D)");
  return forward(x, gamma, beta.data, extents);
}

LayerNormGradients layer_norm_backward(TensorView x, TensorView gamma, TensorView dy, double eps) {
  return backward(x, gamma, dy, checked(x, gamma, eps, true));
}

Tensor rms_norm(TensorView x, TensorView gamma, double eps) {
  return forward(x, gamma, nullptr, checked(x, gamma, eps, false));
}

RmsNormGradients rms_norm_backward(TensorView x, TensorView gamma, TensorView dy, double eps) {
  LayerNormGradients both = backward(x, gamma, dy, checked(x, gamma, eps, false));
  return {std::move(both.x), std::move(both.gamma)};
}

}  // namespace qkv
