#pragma once

#include <optional>

#include "qkv/ops/attention.hpp"
#include "qkv/trace.hpp"
#include "qkv/types.hpp"

// Multi-head attention (Vaswani et al. 2017, section 3.2.2):
//   MultiHead(X, C) = Concat(head_1 … head_H) W_Oᵀ,
//   head_h = Attention(X W_Qᵀ, C W_Kᵀ, C W_Vᵀ) on the columns of head h
// with x (T, D) and context C (S, Dc); without a context x attends to itself. Every projection is
// y = x · Wᵀ + b as in torch.nn.functional.linear. D' is the joined width of the heads, H · Dh.
//
// T = 0 gives empty results; S = 0 gives weights (H,T,0), head outputs of zeros and an output of
// bo, or of zeros where there is none; D, Dc or D' = 0 is empty_dimension. NaN flows by the rules
// of masks: a token of the context that a query may not look at never reaches that query's output.
namespace qkv {

struct MultiHeadWeights {
  TensorView wq;                 // (D', D)
  TensorView wk;                 // (D', Dc)
  TensorView wv;                 // (D', Dc)
  TensorView wo;                 // (Dout, D')
  std::optional<TensorView> bq;  // (D')
  std::optional<TensorView> bk;  // (D')
  std::optional<TensorView> bv;  // (D')
  std::optional<TensorView> bo;  // (Dout)
};

// The scale is 1 / sqrt(Dh) by default; mask and bias are (T,S) or (H,T,S), leading extents may
// be 1.
struct MultiHeadOptions : AttentionOptions {
  Index heads = 1;                    // at least 1 (bad_option), divides D' (heads_do_not_divide)
  std::optional<TensorView> context;  // (S, Dc)
};

// All steps of one call, in order.
struct MultiHeadSteps {
  Tensor projected_q;   // (T, D')
  Tensor projected_k;   // (S, D')
  Tensor projected_v;   // (S, D')
  Tensor q;             // (H, T, Dh)
  Tensor k;             // (H, S, Dh)
  Tensor v;             // (H, S, Dh)
  Tensor scores;        // (H, T, S)
  Tensor scaled;        // (H, T, S)
  Tensor masked;        // (H, T, S)
  Tensor weights;       // (H, T, S)
  Tensor head_outputs;  // (H, T, Dh)
  Tensor concat;        // (T, D')
  Tensor output;        // (T, Dout)
};

// Checked extents of one call. Throws bad_rank, shape_mismatch, empty_dimension, bad_option,
// heads_do_not_divide, too_large.
struct MultiHeadShape {
  MultiHeadShape(const Shape& x, const MultiHeadWeights& weights, const MultiHeadOptions& options);

  Index T, S, D, Dc;
  Index joined;  // D' = heads · Dh
  Index Dout;
  Index heads, Dh;
  Shape scores;  // (H, T, S)

  // How long an axis of this call's tensors is; 1 for the batch, of which it has none.
  [[nodiscard]] Index extent(Axis axis) const;
};

[[nodiscard]] MultiHeadSteps multi_head_attention(TensorView x, const MultiHeadWeights& weights,
                                                  const MultiHeadOptions& options);

// What one call takes, as numbers that a double holds exactly below 2^53.
struct MultiHeadCost {
  // Of wq, wk, wv, wo: D'·D + 2·D'·Dc + Dout·D'. With biases 3·D' + Dout more.
  double parameters;
  // Multiplications, one per product of a sum; those by the scale (H·T·S) are left out.
  double projections;      // T·D·D' + 2·S·Dc·D'
  double scores;           // H·T·S·Dh = T·S·D': the same for any number of heads
  double mix;              // H·T·S·Dh = T·S·D'
  double output;           // T·D'·Dout
  double multiplications;  // the four together
  // Held in each of scores, scaled, masked and weights: H·T·S, more with every head.
  double score_numbers;
};

struct MultiHeadExtents {
  Index T, S, D, Dc;
  Index joined;  // D'
  Index Dout;
  Index heads;
  bool biases;
};

// Throws bad_range for a negative extent, bad_option, heads_do_not_divide.
[[nodiscard]] MultiHeadCost multi_head_cost(const MultiHeadExtents& extents);

}  // namespace qkv
