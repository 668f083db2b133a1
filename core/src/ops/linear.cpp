#include "qkv/ops/linear.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <array>

#include "check.hpp"
#include "simd/product.hpp"

namespace qkv {

Tensor linear(TensorView x, TensorView w, std::optional<TensorView> b) {
  check::rank("x", x.shape, 1, max_rank, "(…, I)");
  check::rank("w", w.shape, 2, 2, "(O, I)");
  check::extent("w", w.shape[1], "x", x.shape[-1], "columns", "w is (O, I), x is (…, I)");
  check::positive("x", x.shape[-1], "x is (…, I) with I at least 1");
  const Index inputs = w.shape[1];
  const Index outputs = w.shape[0];
  if (b) {
    check::rank("b", b->shape, 1, 1, "(O)");
    check::extent("b", b->shape[0], "w", outputs, "elements", "b is (O), w is (O, I)");
  }
  std::array<Index, max_rank> extents{};
  std::copy(x.shape.extents().begin(), x.shape.extents().end(), extents.begin());
  const auto rank = static_cast<std::size_t>(x.shape.rank());
  extents.at(rank - 1) = outputs;
  Tensor y{Shape(std::span<const Index>(extents.data(), rank))};
  const Index rows = x.shape.size() / inputs;
  simd::multiply_transposed(x.data, w.data, y.data(), rows, outputs, inputs);
  if (b) {
    using Rows = Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    Eigen::Map<Rows>(y.data(), rows, outputs).rowwise() +=
        Eigen::Map<const Eigen::RowVectorXf>(b->data, outputs).array();
  }
  return y;
}

}  // namespace qkv
