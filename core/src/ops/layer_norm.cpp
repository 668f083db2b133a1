#include "qkv/ops/layer_norm.hpp"

#include <Eigen/Core>
#include <cmath>

#include "check.hpp"
#include "simd/rows.hpp"

namespace qkv {

Tensor layer_norm(TensorView x, TensorView gamma, TensorView beta, double eps) {
  check::rank("x", x.shape, 1, max_rank, "(…, D)");
  check::rank("gamma", gamma.shape, 1, 1, "(D)");
  check::rank("beta", beta.shape, 1, 1, "(D)");
  const Index n = x.shape[-1];
  check::extent("gamma", gamma.shape[0], "x", n, "elements", "gamma is (D), x is (…, D)");
  check::extent("beta", beta.shape[0], "x", n, "elements", "beta is (D), x is (…, D)");
  check::positive("x", n, "x is (…, D) with D at least 1");
  if (!std::isfinite(eps) || eps < 0.0) {
    check::refuse(ErrorCode::bad_range, "eps is " + std::to_string(eps) + ": finite and at least 0",
                  "eps", {0}, {eps});
  }
  using Row = Eigen::Map<Eigen::ArrayXf>;
  using ConstRow = Eigen::Map<const Eigen::ArrayXf>;
  Tensor y(x.shape);
  Tensor squares(Shape{n});
  const auto count = static_cast<float>(n);
  for (Index start = 0; start < x.shape.size(); start += n) {
    // 1. Centre. 2. Variance of the centred row, so that a large mean costs no digits.
    const float mean = simd::sum_of(x.data + start, n) / count;
    Row row(y.data() + start, n);
    row = ConstRow(x.data + start, n) - mean;
    Row(squares.data(), n) = row * row;
    const float variance = simd::sum_of(squares.data(), n) / count;
    // 3. Scale to unit variance, then to what was learned.
    row = row / std::sqrt(variance + static_cast<float>(eps)) * ConstRow(gamma.data, n) +
          ConstRow(beta.data, n);
  }
  return y;
}

}  // namespace qkv
