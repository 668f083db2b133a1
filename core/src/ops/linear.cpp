#include "qkv/ops/linear.hpp"

#include <algorithm>
#include <array>

#include "arena.hpp"
#include "check.hpp"
#include "ops/plain.hpp"
#include "simd/product.hpp"

namespace qkv {
namespace {

LinearExtents checked(const Shape& x, const Shape& w) {
  check::rank("x", x, 1, max_rank, "(…, I)");
  check::rank("w", w, 2, 2, "(O, I)");
  check::extent("w", w[1], "x", x[-1], "columns", "w is (O, I), x is (…, I)");
  check::positive("x", x[-1], "x is (…, I) with I at least 1");
  return {x.size() / w[1], w[1], w[0]};
}

Shape with_last(const Shape& shape, Index last) {
  std::array<Index, max_rank> extents{};
  std::copy(shape.extents().begin(), shape.extents().end(), extents.begin());
  const auto rank = static_cast<std::size_t>(shape.rank());
  extents.at(rank - 1) = last;
  return Shape(std::span<const Index>(extents.data(), rank));
}

}  // namespace

void linear(const float* x, const float* w, const float* b, const LinearExtents& extents,
            float* y) {
  const auto [N, I, O] = extents;
  simd::multiply_transposed(x, w, y, N, O, I);
  if (b != nullptr) {
    for (Index n = 0; n < N; ++n) {
      plain::add(b, O, y + n * O);
    }
  }
}

void linear_backward(const float* x, const float* w, const float* dy, const LinearExtents& extents,
                     float* dx, float* dw, float* db) {
  const auto [N, I, O] = extents;
  if (dx != nullptr) {
    simd::multiply(dy, w, dx, N, I, O);
  }
  Arena& arena = scratch();
  const ArenaScope scope(arena);
  float* const product = arena.take(O * I);
  simd::multiply_left_transposed(dy, x, product, O, I, N);
  plain::add(product, O * I, dw);
  if (db != nullptr) {
    plain::add_rows(dy, N, O, db);
  }
}

Tensor linear(TensorView x, TensorView w, std::optional<TensorView> b) {
  const LinearExtents extents = checked(x.shape, w.shape);
  if (b) {
    check::rank("b", b->shape, 1, 1, "(O)");
    check::extent("b", b->shape[0], "w", extents.O, "elements", "b is (O), w is (O, I)");
  }
  Tensor y(with_last(x.shape, extents.O));
  linear(x.data, w.data, b ? b->data : nullptr, extents, y.data());
  return y;
}

LinearGradients linear_backward(TensorView x, TensorView w, TensorView dy) {
  const LinearExtents extents = checked(x.shape, w.shape);
  check::same_shape("dy", dy.shape, with_last(x.shape, extents.O), "dy is (…, O), x is (…, I)");
  LinearGradients gradients{Tensor(x.shape), Tensor(w.shape), Tensor(Shape{extents.O})};
  linear_backward(x.data, w.data, dy.data, extents, gradients.x.data(), gradients.w.data(),
                  gradients.b.data());
  return gradients;
}

}  // namespace qkv
