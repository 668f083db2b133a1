#pragma once

#include <optional>
#include <string_view>

#include "qkv/types.hpp"

namespace qkv {

enum class CausalAlignment : int {
  upper_left,   // key j is visible to query i iff j <= i (PyTorch's is_causal)
  lower_right,  // iff j <= i + S − T: the last query sees the last key
};

// What forbids query i to look at key j, first that applies.
enum class SkipReason : int { none, causal, mask, bias };

inline constexpr int causal_alignment_count = static_cast<int>(CausalAlignment::lower_right) + 1;
inline constexpr int skip_reason_count = static_cast<int>(SkipReason::bias) + 1;

[[nodiscard]] std::string_view name(CausalAlignment alignment);
[[nodiscard]] std::string_view name(SkipReason reason);

struct MaskOptions {
  bool causal = false;
  CausalAlignment alignment = CausalAlignment::upper_left;
  // (T,S), (H,T,S) or (B,H,T,S); leading extents may be 1 or absent, T and S are exact.
  // nonzero = may attend. NaN is refused (bad_mask).
  std::optional<TensorView> mask;
  // The same shapes, added to the scaled scores; exactly −∞ means skip.
  std::optional<TensorView> bias;
};

// A mask means skip, not multiply by zero: a score or value at a skipped place, NaN included,
// never reaches a result. This resolves MaskOptions for stacks of (T, S) scores; it borrows the
// options' views and must not outlive them.
class MaskRule {
 public:
  // scores is the shape (…, T, S). Throws bad_rank, shape_mismatch, bad_mask.
  MaskRule(const MaskOptions& options, const Shape& scores);

  // matrix counts the stacked (T, S) matrices.
  [[nodiscard]] SkipReason reason(Index matrix, Index i, Index j) const;
  [[nodiscard]] bool skips(Index matrix, Index i, Index j) const {
    return reason(matrix, i, j) != SkipReason::none;
  }
  // Keys from this one on are beyond the causal edge of query i; S where there is none.
  [[nodiscard]] Index causal_end(Index i) const;
  // Row i of the mask and of the bias of a matrix, nullptr where there is none.
  [[nodiscard]] const float* mask_row(Index matrix, Index i) const;
  [[nodiscard]] const float* bias_row(Index matrix, Index i) const;
  // Whether anything can be skipped or added at all.
  [[nodiscard]] bool trivial() const;
  // Whether nothing is skipped or added but by the causal edge, if there is one.
  [[nodiscard]] bool only_causal() const;

 private:
  struct Source {
    const float* data = nullptr;
    Index outer_stride = 0;  // between batches, 0 where broadcast
    Index inner_stride = 0;  // between heads, 0 where broadcast
  };
  [[nodiscard]] static Source resolve(const char* argument, TensorView view, const Shape& scores);
  [[nodiscard]] const float* row(const Source& source, Index matrix, Index i) const;

  Source mask_;
  Source bias_;
  Index heads_ = 1;
  Index queries_ = 0;
  Index keys_ = 0;
  bool causal_ = false;
  Index causal_offset_ = 0;
};

// 1 where key j is visible to query i, else 0: (T, S).
[[nodiscard]] Tensor causal_mask(Index queries, Index keys,
                                 CausalAlignment alignment = CausalAlignment::upper_left);

}  // namespace qkv
