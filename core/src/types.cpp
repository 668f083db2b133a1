#include "qkv/types.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

#include "check.hpp"

namespace qkv {

Shape::Shape(std::initializer_list<Index> extents)
    : Shape(std::span<const Index>(extents.begin(), extents.size())) {}

Shape::Shape(std::span<const Index> extents) {
  if (extents.size() > max_rank) {
    throw Error(ErrorCode::bad_rank,
                "a tensor of rank " + std::to_string(extents.size()) + ": at most " +
                    std::to_string(max_rank) + " axes",
                {"shape", {max_rank}, {static_cast<double>(extents.size())}});
  }
  bool empty = false;
  for (const Index extent : extents) {
    if (extent < 0) {
      throw Error(ErrorCode::bad_range,
                  "an extent of " + std::to_string(extent) + ": extents are 0 or more",
                  {"shape", {0}, {static_cast<double>(extent)}});
    }
    empty = empty || extent == 0;
    extents_[static_cast<std::size_t>(rank_++)] = extent;
  }
  // In 64 bits: the product of two extents may not fit an Index.
  for (const std::int64_t extent : extents) {
    if (!empty && (extent > max_elements || size_ * extent > max_elements)) {
      const std::vector<double> given(extents.begin(), extents.end());
      std::string product;
      for (const Index factor : extents) {
        product += (product.empty() ? "" : " × ") + std::to_string(factor);
      }
      check::refuse(ErrorCode::too_large,
                    "a tensor of " + product + " elements: at most " + std::to_string(max_elements),
                    "shape", {check::number(max_elements)}, given);
    }
    size_ = empty ? 0 : static_cast<Index>(size_ * extent);
  }
}

Shape Shape::with_matrix(Index rows, Index columns) const {
  std::array<Index, max_rank> extents = extents_;
  extents[static_cast<std::size_t>(rank_ - 2)] = rows;
  extents[static_cast<std::size_t>(rank_ - 1)] = columns;
  return Shape(std::span<const Index>(extents.data(), static_cast<std::size_t>(rank_)));
}

Index Shape::matrices() const {
  Index count = size_ == 0 ? 0 : 1;
  for (int axis = 0; axis + 2 < rank_; ++axis) {
    count *= (*this)[axis];
  }
  return count;
}

bool operator==(const Shape& a, const Shape& b) {
  return std::ranges::equal(a.extents(), b.extents());
}

Tensor::Tensor(const Shape& shape) : shape_(shape), data_(check::room<float>(shape.size())) {}

Tensor::Tensor(const Shape& shape, std::span<const float> values) : Tensor(shape) {
  if (static_cast<Index>(values.size()) != shape.size()) {
    throw Error(
        ErrorCode::shape_mismatch,
        std::to_string(values.size()) + " values for a shape of " + std::to_string(shape.size()) +
            " elements",
        {"values", {static_cast<double>(shape.size())}, {static_cast<double>(values.size())}});
  }
  std::ranges::copy(values, data_.begin());
}

Tensor::Tensor(const Shape& shape, std::initializer_list<float> values)
    : Tensor(shape, std::span<const float>(values.begin(), values.size())) {}

}  // namespace qkv
