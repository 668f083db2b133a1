#pragma once

#include <optional>

#include "qkv/ops/mask.hpp"
#include "qkv/types.hpp"

// Scaled dot-product attention (Vaswani et al. 2017, section 3.2.1):
//   Attention(Q, K, V) = softmax(Q Kᵀ / sqrt(Dk)) V
// Shapes: q (T,Dk), (H,T,Dk) or (B,H,T,Dk); k (…,S,Dk); v (…,S,Dv); leading extents equal.
// T, H or B = 0 gives empty results; S = 0 gives weights (T,0) and an output of zeros; Dv = 0 gives
// (T,0); Dk = 0 is empty_dimension.
//
// Differs from PyTorch on purpose: a fully masked row gives weights and output of zero where
// PyTorch 1.13 gives NaN, and NaN or ∞ at a masked place never leaks.
namespace qkv {

struct AttentionOptions : MaskOptions {
  std::optional<double> scale;  // any finite number (bad_scale); default 1 / sqrt(Dk)
};

// All steps of one attention, in order.
struct AttentionSteps {
  Tensor scores;   // (…, T, S)
  Tensor scaled;   // (…, T, S)
  Tensor masked;   // (…, T, S)
  Tensor weights;  // (…, T, S)
  Tensor output;   // (…, T, Dv)
};

// Where to write the steps: each pointer has room for the shape beside it above.
struct AttentionStepsOut {
  float* scores;
  float* scaled;
  float* masked;
  float* weights;
  float* output;
};

// Checked extents of one call. Throws bad_rank, shape_mismatch, empty_dimension, too_large.
struct AttentionShape {
  AttentionShape(const Shape& q, const Shape& k, const Shape& v);

  Index matrices;  // B · H
  Index T, S, Dk, Dv;
  Shape scores;  // (…, T, S)
  Shape output;  // (…, T, Dv)
};

// The scale that a call uses: the option, or 1 / sqrt(Dk), rounded to float32. Throws bad_scale.
[[nodiscard]] float resolve_scale(const AttentionOptions& options, Index key_width);

// The passes, one per lesson step.
// 1. scores = q · kᵀ: every query meets every key.
[[nodiscard]] Tensor attention_scores(TensorView q, TensorView k);
// 2. scaled = scores · scale: the variance of a dot product of Dk terms is brought back to 1.
[[nodiscard]] Tensor scale_scores(TensorView scores, float scale);
// 3. masked = scaled + bias, −∞ where skipped whatever the score there.
[[nodiscard]] Tensor mask_scores(TensorView scaled, const MaskRule& rule);
// 4. weights = softmax of each row over what is not skipped; 0 where skipped.
[[nodiscard]] Tensor masked_softmax(TensorView masked, const MaskRule& rule);
// 5. output = weights · v over what is not skipped: a weighted average of the rows of v.
[[nodiscard]] Tensor mix_values(TensorView weights, TensorView v, const MaskRule& rule);

// The five passes in one call.
[[nodiscard]] AttentionSteps scaled_dot_product_attention(TensorView q, TensorView k, TensorView v,
                                                          const AttentionOptions& options = {});
// The same without allocating results, for a caller that made room by the shape of these q, k and
// v. No two arguments may overlap.
void scaled_dot_product_attention(const AttentionShape& shape, TensorView q, TensorView k,
                                  TensorView v, const AttentionOptions& options,
                                  const AttentionStepsOut& out);

// The output alone, by an online softmax over blocks of keys (Milakov, Gimelshein 2018; Dao et al.
// 2022): never holds T × S numbers. Equal to the output of the five passes but for rounding.
[[nodiscard]] Tensor attend(TensorView q, TensorView k, TensorView v,
                            const AttentionOptions& options = {});
void attend(const AttentionShape& shape, TensorView q, TensorView k, TensorView v,
            const AttentionOptions& options, float* output);

}  // namespace qkv
