#include "qkv/nn/explain.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "check.hpp"
#include "ops/attention_rows.hpp"

namespace qkv {
namespace {

void inside(const char* argument, Index index, Index extent) {
  if (index < 0 || index >= extent) {
    check::refuse(ErrorCode::bad_range,
                  std::string(argument) + " is " + std::to_string(index) + ": expected 0 to " +
                      std::to_string(extent - 1),
                  argument, {0, check::number(extent - 1)}, {check::number(index)});
  }
}

// Row i of one matrix (rows, width) of a stack, as a matrix (1, width).
TensorView row_of(TensorView x, Index matrix, Index i) {
  const Index width = x.shape[-1];
  return {x.data + (matrix * x.shape[-2] + i) * width, Shape{1, width}};
}

Term term(float left, float right) { return {left, right, left * right, false}; }

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

CellArithmetic explain(TensorView q, TensorView k, TensorView v, const AttentionOptions& options,
                       Tap tap, Index row, Index column, Index matrix) {
  const AttentionShape shape(q.shape, k.shape, v.shape);
  if (tap < Tap::scores) {
    check::refuse(ErrorCode::bad_option,
                  "tap is " + std::string(name(tap)) + ": expected a result of attention", "tap",
                  {}, {});
  }
  inside("matrix", matrix, shape.matrices);
  inside("row", row, shape.T);
  inside("column", column, tap == Tap::output ? shape.Dv : shape.S);

  CellArithmetic cell;
  cell.tap = tap;
  const MaskRule rule(options, shape.scores);
  const float scale = resolve_scale(options, shape.Dk);

  // The passes again, for this row alone: each gives the bits that the whole call gave.
  const TensorView query = row_of(q, matrix, row);
  const Tensor scores = attention_scores(query, matrix_of(k, matrix));
  const Tensor scaled = scale_scores(scores, scale);
  Tensor masked(scores.shape());
  mask_row(scaled.data(), rule, matrix, row, shape.S, masked.data());

  switch (tap) {
    case Tap::scores: {
      const TensorView key = row_of(k, matrix, column);
      cell.terms = check::room<Term>(shape.Dk);
      for (Index d = 0; d < shape.Dk; ++d) {
        cell.terms[static_cast<std::size_t>(d)] = term(query.data[d], key.data[d]);
      }
      cell.total = scores(0, column);
      break;
    }
    case Tap::scaled:
      cell.terms = check::room<Term>(1);
      cell.terms[0] = term(scores(0, column), scale);
      cell.total = scaled(0, column);
      cell.divisor =
          options.scale ? 1.0 / *options.scale : std::sqrt(static_cast<double>(shape.Dk));
      break;
    case Tap::masked: {
      const float* bias = rule.bias_row(matrix, row);
      cell.bias = bias == nullptr ? 0.0F : bias[column];
      cell.skip = rule.reason(matrix, row, column);
      cell.total = masked(0, column);
      break;
    }
    case Tap::weights:
      cell.softmax = row_softmax(masked, rule, matrix, row);
      cell.total = cell.softmax.weights.data()[column];
      break;
    default: {
      Tensor weights(scores.shape());
      masked_softmax_row(masked.data(), rule, matrix, row, shape.S, weights.data());
      const float* value = v.data + matrix * shape.S * shape.Dv + column;
      cell.terms = check::room<Term>(shape.S);
      for (Index s = 0; s < shape.S; ++s) {
        Term& mixed = cell.terms[static_cast<std::size_t>(s)];
        mixed = term(weights(0, s), value[s * shape.Dv]);
        mixed.skipped = rule.skips(matrix, row, s);
      }
      Tensor output(Shape{shape.Dv});
      mix_row(weights.data(), v.data + matrix * shape.S * shape.Dv, rule, matrix, row, shape.S,
              shape.Dv, output.data());
      cell.total = output.data()[column];
      break;
    }
  }
  return cell;
}

}  // namespace qkv
