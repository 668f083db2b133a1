#pragma once

#include <vector>

#include "qkv/ops/attention.hpp"
#include "qkv/ops/softmax.hpp"
#include "qkv/trace.hpp"
#include "qkv/types.hpp"

namespace qkv {

struct Term {
  float left = 0.0F;
  float right = 0.0F;
  float product = 0.0F;  // left · right
  bool skipped = false;  // masked: the term takes no part in the total
};

// The arithmetic of one cell, as the inspector spells it out. total has the bits of the cell.
struct CellArithmetic {
  Tap tap = Tap::scores;
  // scores: q_id · k_jd for each d. scaled: score · scale, one term. weights: none, see softmax.
  // output: weight_is · v_sd for each s. Projections and result: input_id · weight_jd for each d.
  // q, k, v and concat of multi-head attention only move numbers: none.
  std::vector<Term> terms;
  float total = 0.0F;
  // scaled: 1 / scale, what the score is divided by (computed in double); else 0.
  double divisor = 0.0;
  // masked: the number added to the scaled score, and what forbids the cell. Projections and
  // result: the number added to the sum of the terms. biased says whether there is one.
  float bias = 0.0F;
  bool biased = false;
  SkipReason skip = SkipReason::none;
  // weights: the sub-steps of the whole row; skipped places have shifted −∞ and weight 0. A row
  // with nothing left has max −∞, sum 0 and weights 0.
  SoftmaxSteps softmax;
};

// Cell (row, column) of a tap of one attention call; matrix counts the stacked matrices.
// tap is scores, scaled, masked, weights or output (bad_option); an index outside is bad_range.
[[nodiscard]] CellArithmetic explain(TensorView q, TensorView k, TensorView v,
                                     const AttentionOptions& options, Tap tap, Index row,
                                     Index column, Index matrix = 0);

}  // namespace qkv
