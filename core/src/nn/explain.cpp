#include "qkv/nn/explain.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "check.hpp"
#include "nn/explain_row.hpp"
#include "ops/attention_rows.hpp"

namespace qkv {
namespace {

// The sub-steps of a masked row. Skipped places stay out of it even where NaN spreads over the row.
SoftmaxSteps row_softmax(const Tensor& masked, const MaskRule& rule, Index matrix, Index row) {
  const Index keys = masked.size();
  SoftmaxSteps steps = softmax_steps({masked.data(), Shape{keys}});
  bool any = false;
  for (Index s = 0; s < keys; ++s) {
    if (rule.skips(matrix, row, s)) {
      steps.shifted.data()[s] = -std::numeric_limits<float>::infinity();
      steps.exponentials.data()[s] = 0.0F;
      steps.weights.data()[s] = 0.0F;
    } else {
      any = true;
    }
  }
  steps.sum = any ? steps.sum : 0.0F;
  return steps;
}

// One whole matrix of a stack.
TensorView matrix_of(TensorView x, Index matrix) {
  return {x.data + matrix * x.shape[-2] * x.shape[-1], Shape{x.shape[-2], x.shape[-1]}};
}

// Passes 3 to 5 of the row.
Tensor masked_of(const AttentionRow& at, const MaskRule& rule, const Tensor& scaled) {
  Tensor masked(scaled.shape());
  mask_row(scaled.data(), rule, at.matrix, at.row, scaled.size(), masked.data());
  return masked;
}

Tensor weights_of(const AttentionRow& at, const MaskRule& rule, const Tensor& masked) {
  Tensor weights(masked.shape());
  masked_softmax_row(masked.data(), rule, at.matrix, at.row, masked.size(), weights.data());
  return weights;
}

Tensor mixed_of(const AttentionRow& at, const MaskRule& rule, const Tensor& weights) {
  const Index width = at.v.shape[1];
  Tensor output(Shape{1, width});
  mix_row(weights.data(), at.v.data, rule, at.matrix, at.row, weights.size(), width, output.data());
  return output;
}

}  // namespace

void check_inside(const char* argument, Index index, Index extent) {
  if (index < 0 || index >= extent) {
    check::refuse(ErrorCode::bad_range,
                  std::string(argument) + " is " + std::to_string(index) + ": expected 0 to " +
                      std::to_string(extent - 1),
                  argument, {0, check::number(extent - 1)}, {check::number(index)});
  }
}

Term product_of(float left, float right) { return {left, right, left * right, false}; }

TensorView row_of(TensorView x, Index matrix, Index i) {
  const Index width = x.shape[-1];
  return {x.data + (matrix * x.shape[-2] + i) * width, Shape{1, width}};
}

CellArithmetic explain_row(const AttentionRow& at, const MaskRule& rule,
                           const AttentionOptions& options, Tap tap, Index column) {
  CellArithmetic cell;
  cell.tap = tap;
  const Index keys = at.k.shape[0];
  const Index width = at.k.shape[1];
  const float scale = resolve_scale(options, width);
  const Tensor scores = attention_scores(at.query, at.k);
  const Tensor scaled = scale_scores(scores, scale);
  const Tensor masked = masked_of(at, rule, scaled);

  switch (tap) {
    case Tap::scores: {
      const float* key = at.k.data + column * width;
      cell.terms = check::room<Term>(width);
      for (Index d = 0; d < width; ++d) {
        cell.terms[static_cast<std::size_t>(d)] = product_of(at.query.data[d], key[d]);
      }
      cell.total = scores(0, column);
      break;
    }
    case Tap::scaled:
      cell.terms = check::room<Term>(1);
      cell.terms[0] = product_of(scores(0, column), scale);
      cell.total = scaled(0, column);
      cell.divisor = options.scale ? 1.0 / *options.scale : std::sqrt(static_cast<double>(width));
      break;
    case Tap::masked: {
      const float* bias = rule.bias_row(at.matrix, at.row);
      cell.biased = bias != nullptr;
      cell.bias = bias == nullptr ? 0.0F : bias[column];
      cell.skip = rule.reason(at.matrix, at.row, column);
      cell.total = masked(0, column);
      break;
    }
    case Tap::weights:
      cell.softmax = row_softmax(masked, rule, at.matrix, at.row);
      cell.total = cell.softmax.weights.data()[column];
      break;
    default: {
      const Tensor weights = weights_of(at, rule, masked);
      cell.terms = check::room<Term>(keys);
      for (Index s = 0; s < keys; ++s) {
        Term& mixed = cell.terms[static_cast<std::size_t>(s)];
        mixed = product_of(weights(0, s), at.v.data[s * at.v.shape[1] + column]);
        mixed.skipped = rule.skips(at.matrix, at.row, s);
      }
      cell.total = mixed_of(at, rule, weights)(0, column);
      break;
    }
  }
  return cell;
}

Tensor output_of(const AttentionRow& at, const MaskRule& rule, const AttentionOptions& options) {
  const float scale = resolve_scale(options, at.k.shape[1]);
  const Tensor scaled = scale_scores(attention_scores(at.query, at.k), scale);
  return mixed_of(at, rule, weights_of(at, rule, masked_of(at, rule, scaled)));
}

CellArithmetic explain(TensorView q, TensorView k, TensorView v, const AttentionOptions& options,
                       Tap tap, Index row, Index column, Index matrix) {
  const AttentionShape shape(q.shape, k.shape, v.shape);
  if (tap < Tap::scores || tap > Tap::output) {
    check::refuse(ErrorCode::bad_option,
                  "tap is " + std::string(name(tap)) + ": expected a result of attention", "tap",
                  {}, {});
  }
  check_inside("matrix", matrix, shape.matrices);
  check_inside("row", row, shape.T);
  check_inside("column", column, tap == Tap::output ? shape.Dv : shape.S);
  const AttentionRow at{row_of(q, matrix, row), matrix_of(k, matrix), matrix_of(v, matrix), matrix,
                        row};
  return explain_row(at, MaskRule(options, shape.scores), options, tap, column);
}

}  // namespace qkv
