#include "qkv/nn/parameters.hpp"

#include <algorithm>
#include <utility>

#include "check.hpp"

namespace qkv {

Parameters::Id Parameters::add(std::string name, const Shape& shape) {
  if (find(name) != nullptr) {
    check::refuse(ErrorCode::bad_option, "there is a parameter " + name + " already", "name", {},
                  {});
  }
  const auto offset = static_cast<Index>(values_.size());
  named_.push_back({std::move(name), shape, offset});
  values_.resize(values_.size() + static_cast<std::size_t>(shape.size()));
  gradients_.resize(values_.size());
  return named_.size() - 1;
}

const Parameters::Named* Parameters::find(std::string_view name) const {
  const auto found = std::ranges::find(named_, name, &Named::name);
  return found == named_.end() ? nullptr : &*found;
}

TensorView Parameters::view(Id id) const {
  const Named& named = named_.at(id);
  return {values_.data() + named.offset, named.shape};
}

void Parameters::set(Id id, std::span<const float> values) {
  const Named& named = named_.at(id);
  check::extent(named.name.c_str(), static_cast<Index>(values.size()), "the parameter",
                named.shape.size(), "numbers", "a parameter keeps its shape");
  std::ranges::copy(values, value(id));
}

void Parameters::zero_gradients() { std::ranges::fill(gradients_, 0.0F); }

}  // namespace qkv
