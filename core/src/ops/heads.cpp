#include "qkv/ops/heads.hpp"

#include <algorithm>
#include <string>

#include "check.hpp"

namespace qkv {
namespace {

// (H, T, Dh) for a matrix (T, H · Dh).
Shape stack_shape(const Shape& x, Index heads) {
  check::rank("x", x, 2, 2, "(T, D)");
  return Shape{heads, x[0], head_width(x[1], heads)};
}

}  // namespace

Index head_width(Index width, Index heads) {
  if (heads < 1) {
    check::refuse(ErrorCode::bad_option,
                  "heads is " + std::to_string(heads) + ": expected at least 1", "heads", {1},
                  {check::number(heads)});
  }
  if (width % heads != 0) {
    check::refuse(ErrorCode::heads_do_not_divide,
                  std::to_string(heads) + " heads do not divide a width of " +
                      std::to_string(width) + ": every head gets as many columns",
                  "heads", {check::number(width)}, {check::number(heads)});
  }
  return width / heads;
}

Tensor split_heads(TensorView x, Index heads) {
  Tensor stack(stack_shape(x.shape, heads));
  const Index rows = stack.shape()[1];
  const Index width = stack.shape()[2];
  float* to = stack.data();
  for (Index head = 0; head < heads && stack.size() > 0; ++head) {
    for (Index t = 0; t < rows; ++t, to += width) {
      std::copy_n(x.data + t * x.shape[1] + head * width, width, to);
    }
  }
  return stack;
}

Tensor merge_heads(TensorView x) {
  check::rank("x", x.shape, 3, 3, "(H, T, Dh)");
  const Index heads = x.shape[0];
  const Index rows = x.shape[1];
  const Index width = x.shape[2];
  // Without rows nothing bounds the other two extents, and their product may not fit an Index.
  if (width > 0 && heads > max_elements / width) {
    check::refuse(ErrorCode::too_large,
                  "x is " + check::text(x.shape) + ": at most " + std::to_string(max_elements) +
                      " columns side by side",
                  "x", {check::number(max_elements)}, check::numbers(x.shape));
  }
  Tensor merged(Shape{rows, heads * width});
  const float* from = x.data;
  for (Index head = 0; head < heads && merged.size() > 0; ++head) {
    for (Index t = 0; t < rows; ++t, from += width) {
      std::copy_n(from, width, merged.data() + t * heads * width + head * width);
    }
  }
  return merged;
}

Tensor reshape_without_transpose(TensorView x, Index heads) {
  Tensor stack(stack_shape(x.shape, heads));
  std::copy_n(x.data, stack.size(), stack.data());
  return stack;
}

}  // namespace qkv
