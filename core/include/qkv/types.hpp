#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <vector>

// The letters used everywhere: B batch, T queries (rows of the output), S keys and values,
// D width of a vector, Dk and Dv widths of keys and of values, H heads.
namespace qkv {

using Index = std::ptrdiff_t;

inline constexpr int max_rank = 4;

// No tensor holds more elements than this (1 GiB of float32), so that sizes in bytes fit the
// 32-bit addresses of WebAssembly and the same call is refused everywhere.
inline constexpr Index max_elements = Index{1} << 28;

// The extents of a tensor, outermost first; rank 0 to 4, every extent at least 0.
class Shape {
 public:
  Shape() = default;
  // Throws bad_rank for more than four extents, bad_range for a negative one, too_large where
  // their product exceeds max_elements.
  Shape(std::initializer_list<Index> extents);
  explicit Shape(std::span<const Index> extents);

  [[nodiscard]] int rank() const { return rank_; }
  // axis counts from the front; a negative one from the back, so that -1 is the last.
  [[nodiscard]] Index operator[](int axis) const {
    return extents_[static_cast<std::size_t>(axis < 0 ? axis + rank_ : axis)];
  }
  // The product of all extents; 1 for rank 0.
  [[nodiscard]] Index size() const { return size_; }
  [[nodiscard]] std::span<const Index> extents() const {
    return {extents_.data(), static_cast<std::size_t>(rank_)};
  }
  // This shape with its last two extents replaced; rank at least 2.
  [[nodiscard]] Shape with_matrix(Index rows, Index columns) const;
  // The product of all extents before the last two: how many matrices are stacked. 0 where there is
  // no element, since the other extents are then unbounded.
  [[nodiscard]] Index matrices() const;

  friend bool operator==(const Shape& a, const Shape& b);

 private:
  std::array<Index, max_rank> extents_{};
  int rank_ = 0;
  Index size_ = 1;
};

// A read-only view of row-major float32 that somebody else owns:
// element (i, j) of a (R, C) matrix is data[i * C + j].
struct TensorView {
  const float* data = nullptr;
  Shape shape;
};

// Owns row-major float32.
class Tensor {
 public:
  Tensor() : Tensor(Shape{0}) {}
  // Zeros. Throws out_of_memory.
  explicit Tensor(const Shape& shape);
  // Throws shape_mismatch unless values holds shape.size() numbers.
  Tensor(const Shape& shape, std::span<const float> values);
  Tensor(const Shape& shape, std::initializer_list<float> values);

  [[nodiscard]] const Shape& shape() const { return shape_; }
  [[nodiscard]] Index size() const { return shape_.size(); }
  [[nodiscard]] float* data() { return data_.data(); }
  [[nodiscard]] const float* data() const { return data_.data(); }
  [[nodiscard]] std::span<float> values() & { return data_; }
  [[nodiscard]] std::span<const float> values() const& { return data_; }
  std::span<const float> values() && = delete;  // would dangle
  // Element (row, column) of a matrix; unchecked.
  [[nodiscard]] float operator()(Index row, Index column) const {
    return data_[static_cast<std::size_t>(row * shape_[-1] + column)];
  }

  // Implicit, so that every operation takes tensors and views alike.
  // NOLINTNEXTLINE(google-explicit-constructor)
  operator TensorView() const { return {data_.data(), shape_}; }

 private:
  Shape shape_;
  std::vector<float> data_;
};

}  // namespace qkv
