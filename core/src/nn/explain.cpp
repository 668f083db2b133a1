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

RowSteps row_steps(const AttentionRow& at, const MaskRule& rule, const AttentionOptions& options) {
  const Index keys = at.k.shape[0];
  const Index width = at.v.shape[1];
  RowSteps steps;
  steps.scores = attention_scores(at.query, at.k);
  steps.scaled = scale_scores(steps.scores, resolve_scale(options, at.query.shape[1]));
  steps.masked = Tensor(steps.scores.shape());
  mask_row(steps.scaled.data(), rule, at.matrix, at.row, keys, steps.masked.data());
  steps.weights = Tensor(steps.scores.shape());
  masked_softmax_row(steps.masked.data(), rule, at.matrix, at.row, keys, steps.weights.data());
  steps.output = Tensor(Shape{1, width});
  mix_row(steps.weights.data(), at.v.data, rule, at.matrix, at.row, keys, width,
          steps.output.data());
  return steps;
}

CellArithmetic explain_row(const AttentionRow& at, const MaskRule& rule,
                           const AttentionOptions& options, Tap tap, Index column) {
  const RowSteps steps = row_steps(at, rule, options);
  CellArithmetic cell;
  cell.tap = tap;
  switch (tap) {
    case Tap::scores: {
      const Index width = at.k.shape[1];
      const float* key = at.k.data + column * width;
      cell.terms = check::room<Term>(width);
      for (Index d = 0; d < width; ++d) {
        cell.terms[static_cast<std::size_t>(d)] = product_of(at.query.data[d], key[d]);
      }
      cell.total = steps.scores(0, column);
      break;
    }
    case Tap::scaled: {
      const Index width = at.query.shape[1];
      cell.terms = check::room<Term>(1);
      cell.terms[0] = product_of(steps.scores(0, column), resolve_scale(options, width));
      cell.total = steps.scaled(0, column);
      cell.divisor = options.scale ? 1.0 / *options.scale : std::sqrt(static_cast<double>(width));
      break;
    }
    case Tap::masked: {
      const float* bias = rule.bias_row(at.matrix, at.row);
      cell.biased = bias != nullptr;
      cell.bias = bias == nullptr ? 0.0F : bias[column];
      cell.skip = rule.reason(at.matrix, at.row, column);
      cell.total = steps.masked(0, column);
      break;
    }
    case Tap::weights:
      cell.softmax = row_softmax(steps.masked, rule, at.matrix, at.row);
      cell.total = cell.softmax.weights.data()[column];
      break;
    default: {
      const Index keys = at.k.shape[0];
      cell.terms = check::room<Term>(keys);
      for (Index s = 0; s < keys; ++s) {
        Term& mixed = cell.terms[static_cast<std::size_t>(s)];
        mixed = product_of(steps.weights(0, s), at.v.data[s * at.v.shape[1] + column]);
        mixed.skipped = rule.skips(at.matrix, at.row, s);
      }
      cell.total = steps.output(0, column);
      break;
    }
  }
  return cell;
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
