#include "qkv/ops/mask.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "check.hpp"
#include "simd/rows.hpp"

namespace qkv {
std::string_view name(CausalAlignment alignment) {
  static constexpr std::array<std::string_view, causal_alignment_count> names{"upper_left",
                                                                              "lower_right"};
  return names.at(static_cast<std::size_t>(alignment));
}

std::string_view name(SkipReason reason) {
  static constexpr std::array<std::string_view, skip_reason_count> names{"none", "causal", "mask",
                                                                         "bias"};
  return names.at(static_cast<std::size_t>(reason));
}

MaskRule::MaskRule(const MaskOptions& options, const Shape& scores) {
  check::rank("scores", scores, 2, max_rank, "(T,S), (H,T,S) or (B,H,T,S)");
  queries_ = scores[-2];
  keys_ = scores[-1];
  heads_ = scores.rank() > 2 ? scores[-3] : 1;
  causal_ = options.causal;
  causal_offset_ = options.alignment == CausalAlignment::lower_right ? keys_ - queries_ : 0;
  if (options.mask) {
    mask_ = resolve("mask", *options.mask, scores);
    if (simd::any_nan(options.mask->data, options.mask->shape.size())) {
      check::refuse(ErrorCode::bad_mask, "mask holds NaN: a mask is 0 or not 0", "mask", {0, 1},
                    {std::numeric_limits<double>::quiet_NaN()});
    }
  }
  if (options.bias) {
    bias_ = resolve("bias", *options.bias, scores);
  }
}

MaskRule::Source MaskRule::resolve(const char* argument, TensorView view, const Shape& scores) {
  check::rank(argument, view.shape, 2, max_rank, "(T,S), (H,T,S) or (B,H,T,S)");
  bool fits = view.shape[-2] == scores[-2] && view.shape[-1] == scores[-1];
  // Leading extents align from the right: each is absent, 1, or that of the scores.
  for (int axis = 3; axis <= view.shape.rank(); ++axis) {
    const Index expected = axis <= scores.rank() ? scores[-axis] : 1;
    fits = fits && (view.shape[-axis] == 1 || view.shape[-axis] == expected);
  }
  if (!fits) {
    check::refuse(ErrorCode::shape_mismatch,
                  std::string(argument) + " is " + check::text(view.shape) + ", the scores are " +
                      check::text(scores) + ": T and S agree, leading extents agree or are 1",
                  argument, check::numbers(scores), check::numbers(view.shape));
  }
  const Index matrix = view.shape[-2] * view.shape[-1];
  Source source;
  source.data = view.data;
  source.inner_stride = view.shape.rank() > 2 && view.shape[-3] != 1 ? matrix : 0;
  const Index inner = view.shape.rank() > 2 ? view.shape[-3] : 1;
  source.outer_stride = view.shape.rank() > 3 && view.shape[-4] != 1 ? inner * matrix : 0;
  return source;
}

const float* MaskRule::row(const Source& source, Index matrix, Index i) const {
  if (source.data == nullptr) {
    return nullptr;
  }
  const Index outer = matrix / heads_;
  const Index inner = matrix % heads_;
  return source.data + outer * source.outer_stride + inner * source.inner_stride + i * keys_;
}

const float* MaskRule::mask_row(Index matrix, Index i) const { return row(mask_, matrix, i); }
const float* MaskRule::bias_row(Index matrix, Index i) const { return row(bias_, matrix, i); }

Index MaskRule::causal_end(Index i) const {
  return causal_ ? std::clamp<Index>(i + causal_offset_ + 1, 0, keys_) : keys_;
}

SkipReason MaskRule::reason(Index matrix, Index i, Index j) const {
  if (j >= causal_end(i)) {
    return SkipReason::causal;
  }
  const float* mask = mask_row(matrix, i);
  if (mask != nullptr && mask[j] == 0.0F) {
    return SkipReason::mask;
  }
  const float* bias = bias_row(matrix, i);
  if (bias != nullptr && bias[j] == -std::numeric_limits<float>::infinity()) {
    return SkipReason::bias;
  }
  return SkipReason::none;
}

bool MaskRule::only_causal() const { return mask_.data == nullptr && bias_.data == nullptr; }

bool MaskRule::trivial() const { return !causal_ && only_causal(); }

Tensor causal_mask(Index queries, Index keys, CausalAlignment alignment) {
  const Shape shape{queries, keys};
  Tensor mask(shape);
  MaskOptions options;
  options.causal = true;
  options.alignment = alignment;
  const MaskRule rule(options, shape);
  for (Index i = 0; i < queries; ++i) {
    std::fill_n(mask.data() + i * keys, rule.causal_end(i), 1.0F);
  }
  return mask;
}

}  // namespace qkv
