#pragma once

#include "qkv/nn/explain.hpp"
#include "qkv/ops/attention.hpp"
#include "qkv/trace.hpp"
#include "qkv/types.hpp"

// What explain tells of one row of one attention, wherever its q, k and v come from.
namespace qkv {

// One query, and all that it may look at.
struct AttentionRow {
  TensorView query;  // (1, Dk)
  TensorView k;      // (S, Dk)
  TensorView v;      // (S, Dv)
  Index matrix;      // which of the stacked matrices, and which of its rows
  Index row;
};

// The passes for this row alone give the bits that the whole call gave. rule is that of the options
// for the whole call.
[[nodiscard]] Tensor output_of(const AttentionRow& at, const MaskRule& rule,
                               const AttentionOptions& options);  // (1, Dv)
// tap is one of scores … output.
[[nodiscard]] CellArithmetic explain_row(const AttentionRow& at, const MaskRule& rule,
                                         const AttentionOptions& options, Tap tap, Index column);

// "row is 4: expected 0 to 3"
void check_inside(const char* argument, Index index, Index extent);
// left · right
[[nodiscard]] Term product_of(float left, float right);
// Row i of one matrix (rows, width) of a stack, as a matrix (1, width).
[[nodiscard]] TensorView row_of(TensorView x, Index matrix, Index i);

}  // namespace qkv
