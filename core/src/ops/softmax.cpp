#include "qkv/ops/softmax.hpp"

#include <Eigen/Core>

#include "check.hpp"
#include "ops/plain.hpp"
#include "ops/rows.hpp"
#include "simd/curves.hpp"
#include "simd/rows.hpp"

namespace qkv {

Tensor softmax(TensorView x) {
  check::rank("x", x.shape, 1, max_rank, "(…, N)");
  Tensor y(x.shape);
  const Index n = x.shape[-1];
  for (Index start = 0; start < x.shape.size(); start += n) {
    softmax_row(x.data + start, n, y.data() + start);
  }
  return y;
}

float softmax_row(const float* x, Index n, float* y) {
  simd::exp_shifted(x, simd::max_of(x, n), y, n);
  const float sum = simd::sum_of(y, n);
  Eigen::Map<Eigen::ArrayXf>(y, n) /= sum;
  return sum;
}

void softmax_row_backward(const float* y, const float* dy, Index n, float* dx) {
  plain::multiply(y, dy, n, dx);
  const float along = simd::sum_of(dx, n);
  for (Index i = 0; i < n; ++i) {
    dx[i] = y[i] * (dy[i] - along);
  }
}

Tensor softmax_backward(TensorView y, TensorView dy) {
  check::rank("y", y.shape, 1, max_rank, "(…, N)");
  check::same_shape("dy", dy.shape, y.shape, "dy has the shape of y");
  Tensor dx(y.shape);
  const Index n = y.shape[-1];
  for (Index start = 0; start < y.shape.size(); start += n) {
    softmax_row_backward(y.data + start, dy.data + start, n, dx.data() + start);
  }
  return dx;
}

Tensor log_softmax(TensorView x) {
  check::rank("x", x.shape, 1, max_rank, "(…, N)");
  Tensor y(x.shape);
  const Index n = x.shape[-1];
  for (Index start = 0; start < x.shape.size(); start += n) {
    const float* const row = x.data + start;
    float* const to = y.data() + start;
    const float max = simd::max_of(row, n);
    simd::exp_shifted(row, max, to, n);
    float log_of_sum = simd::sum_of(to, n);
    simd::apply(simd::Curve::log, &log_of_sum, &log_of_sum, 1);
    for (Index i = 0; i < n; ++i) {
      to[i] = row[i] - max - log_of_sum;
    }
  }
  return y;
}

Tensor log_softmax_backward(TensorView y, TensorView dy) {
  check::rank("y", y.shape, 1, max_rank, "(…, N)");
  check::same_shape("dy", dy.shape, y.shape, "dy has the shape of y");
  Tensor dx(y.shape);
  const Index n = y.shape[-1];
  for (Index start = 0; start < y.shape.size(); start += n) {
    float* const to = dx.data() + start;
    simd::exp_shifted(y.data + start, 0.0F, to, n);
    const float sum = simd::sum_of(dy.data + start, n);
    for (Index i = 0; i < n; ++i) {
      to[i] = dy.data[start + i] - to[i] * sum;
    }
  }
  return dx;
}

SoftmaxSteps softmax_steps(TensorView row) {
  check::rank("row", row.shape, 1, 1, "(N)");
  const Index n = row.shape[0];
  SoftmaxSteps steps{simd::max_of(row.data, n), Tensor(row.shape), Tensor(row.shape), 0.0F,
                     Tensor(row.shape)};
  using Row = Eigen::Map<Eigen::ArrayXf>;
  Row(steps.shifted.data(), n) = Eigen::Map<const Eigen::ArrayXf>(row.data, n) - steps.max;
  simd::exp_shifted(row.data, steps.max, steps.exponentials.data(), n);
  steps.sum = simd::sum_of(steps.exponentials.data(), n);
  Row(steps.weights.data(), n) = Row(steps.exponentials.data(), n) / steps.sum;
  return steps;
}

}  // namespace qkv
