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
  // Around the heads of multi-head attention; those above are then the stacks of the heads, with
  // H before the last two axes and Dk = Dv = Dh.
  x,            // (T, D)    the tokens that ask
  context,      // (S, Dc)   the tokens that are looked at; x itself in self-attention
  w_q,          // (D', D)
  w_k,          // (D', Dc)
  w_v,          // (D', Dc)
  w_o,          // (Dout, D')
  projected_q,  // (T, D')   x · w_qᵀ, the queries of all heads side by side
  projected_k,  // (S, D')   context · w_kᵀ
  projected_v,  // (S, D')   context · w_vᵀ
  concat,       // (T, D')   the outputs of the heads side by side
  result,       // (T, Dout) concat · w_oᵀ
};

inline constexpr int tap_count = static_cast<int>(Tap::result) + 1;

// What an axis of a tensor counts.
enum class Axis : int {
  batch,          // B
  head,           // H
  query,          // T: one per query token
  key,            // S: one per key token
  key_width,      // Dk: components of a query or key
  value_width,    // Dv: components of a value or output
  model_width,    // D: components of a token
  context_width,  // Dc: components of a token of the context
  joined_width,   // D' = H · Dh: components of all heads together
  output_width,   // Dout: components of the result
};

inline constexpr int axis_count = static_cast<int>(Axis::output_width) + 1;

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
