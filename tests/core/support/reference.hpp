#pragma once

#include <optional>

#include "qkv/nn/multi_head.hpp"
#include "qkv/ops/attention.hpp"
#include "qkv/types.hpp"
#include "support/compare.hpp"

// The operations once more, in double and as plainly as their formulas, each number with a bound on
// how far the float32 result may be from it.
//
// u = 2^-24 is the largest relative error of one rounding. A sum of n products, in any order, is
// off by at most γ(n) · Σ|products| with γ(n) = n u / (1 − n u) (Higham, Accuracy and Stability of
// Numerical Algorithms, section 3.1); a sum of n terms by γ(n − 1) · Σ|terms|. The exponential is
// off by at most 2 units in the last place, that is by 4 u of its value. Where a result can be
// denormal, some 2^-149 come on top.
namespace qkv::test {

[[nodiscard]] Bounded linear_reference(TensorView x, TensorView w, std::optional<TensorView> b);
[[nodiscard]] Bounded softmax_reference(TensorView x);
[[nodiscard]] Bounded sum_reference(TensorView x);
[[nodiscard]] Bounded layer_norm_reference(TensorView x, TensorView gamma, TensorView beta,
                                           double eps);
// Off by half a unit in the last place and what a double may lose.
[[nodiscard]] Bounded positional_encoding_reference(Index positions, Index width);

struct AttentionReference {
  Bounded scores, scaled, masked, weights, output;
  Bounded attended;  // the output of attend, whose blocks of keys are rescaled as the maximum grows
};

// NaN and ∞ pass through as IEEE arithmetic has it, and a score beyond float32 is ∞. A weight so
// small that float32 has 0 for it must not meet an ∞ in v.
[[nodiscard]] AttentionReference attention_reference(TensorView q, TensorView k, TensorView v,
                                                     const AttentionOptions& options);

struct MultiHeadReference {
  Bounded projected_q, projected_k, projected_v;
  AttentionReference heads;  // its output is that of the heads
  Bounded concat, output;
};

// From the tokens to the output, each bound carried on to the next step. Finite numbers only.
[[nodiscard]] MultiHeadReference multi_head_reference(TensorView x, const MultiHeadWeights& weights,
                                                      const MultiHeadOptions& options);

// Whether query i may look at key j: the rules of MaskOptions, written once more.
[[nodiscard]] bool allowed(const MaskOptions& options, const Shape& scores, Index matrix, Index i,
                           Index j);

}  // namespace qkv::test
