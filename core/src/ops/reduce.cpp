#include "qkv/ops/reduce.hpp"

#include "check.hpp"
#include "simd/rows.hpp"

namespace qkv {

Tensor sum_rows(TensorView x) {
  check::rank("x", x.shape, 1, max_rank, "(…, N)");
  const auto leading = x.shape.extents().first(static_cast<std::size_t>(x.shape.rank() - 1));
  Tensor sums{Shape(leading)};
  const Index n = x.shape[-1];
  for (Index row = 0; row < sums.size(); ++row) {
    sums.data()[row] = simd::sum_of(x.data + row * n, n);
  }
  return sums;
}

}  // namespace qkv
