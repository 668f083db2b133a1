#pragma once

#include "qkv/nn/explain.hpp"
#include "qkv/nn/multi_head.hpp"

namespace qkv {

// Cell (row, column) of a tap of one multi_head_attention call: one of q … output, of the head that
// is given, or of projected_q, projected_k, projected_v, concat and result, where head is 0.
// An input (x, context and the weights) is bad_option; an index outside is bad_range.
[[nodiscard]] CellArithmetic explain(TensorView x, const MultiHeadWeights& weights,
                                     const MultiHeadOptions& options, Tap tap, Index row,
                                     Index column, Index head = 0);

}  // namespace qkv
