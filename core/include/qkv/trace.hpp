#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "qkv/types.hpp"

namespace qkv {

// Every intermediate tensor that a lesson can show has one Tap. The only home of these names:
// the binding exports the enum, TypeScript derives its types from it.
enum class Tap : int {
  q,        // (…, T, Dk) queries
  k,        // (…, S, Dk) keys
  v,        // (…, S, Dv) values
  scores,   // (…, T, S)  q · kᵀ
  scaled,   // (…, T, S)  scores · scale
  masked,   // (…, T, S)  scaled + bias, −∞ where skipped
  weights,  // (…, T, S)  softmax of each row of masked
  output,   // (…, T, Dv) weights · v
};

inline constexpr int tap_count = static_cast<int>(Tap::output) + 1;

// What an axis of a tensor counts.
enum class Axis : int {
  batch,        // B
  head,         // H
  query,        // T: one per query token
  key,          // S: one per key token
  key_width,    // Dk: components of a query or key
  value_width,  // Dv: components of a value or output
};

inline constexpr int axis_count = static_cast<int>(Axis::value_width) + 1;

[[nodiscard]] std::string_view name(Tap tap);
[[nodiscard]] std::string_view name(Axis axis);
// The axes of the last two dimensions, rows first.
[[nodiscard]] std::span<const Axis, 2> axes(Tap tap);

// Named intermediate tensors in the order in which they were computed: all that views ever see.
class Trace {
 public:
  struct Entry {
    Tap tap;
    Tensor value;
  };

  void record(Tap tap, Tensor value) { entries_.push_back({tap, std::move(value)}); }
  [[nodiscard]] std::span<const Entry> entries() const { return entries_; }
  // The last value recorded for this tap, nullptr if there is none.
  [[nodiscard]] const Tensor* find(Tap tap) const;

 private:
  std::vector<Entry> entries_;
};

}  // namespace qkv
