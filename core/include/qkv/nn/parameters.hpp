#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qkv/types.hpp"

namespace qkv {

// All that a network learns, one flat run of numbers with names on its parts, and beside it as many
// gradients: element i of parameter p is values()[p.offset + i].
class Parameters {
 public:
  struct Named {
    std::string name;  // as PyTorch's named_parameters gives it, such as "att.in_proj_weight"
    Shape shape;
    Index offset;
  };
  // Which of them; layers keep these, since a network that grows moves its numbers.
  using Id = std::size_t;

  // Zeros, after all that were added before. A name is given once (bad_option).
  Id add(std::string name, const Shape& shape);

  [[nodiscard]] std::span<const Named> named() const { return named_; }
  // nullptr if there is none.
  [[nodiscard]] const Named* find(std::string_view name) const;

  [[nodiscard]] std::span<float> values() { return values_; }
  [[nodiscard]] std::span<const float> values() const { return values_; }
  [[nodiscard]] std::span<float> gradients() { return gradients_; }
  [[nodiscard]] std::span<const float> gradients() const { return gradients_; }

  [[nodiscard]] float* value(Id id) { return values_.data() + named_[id].offset; }
  [[nodiscard]] float* gradient(Id id) { return gradients_.data() + named_[id].offset; }
  [[nodiscard]] TensorView view(Id id) const;
  // Overwrites one parameter. Throws shape_mismatch unless there are as many numbers.
  void set(Id id, std::span<const float> values);
  void zero_gradients();

 private:
  std::vector<Named> named_;
  std::vector<float> values_;
  std::vector<float> gradients_;
};

}  // namespace qkv
