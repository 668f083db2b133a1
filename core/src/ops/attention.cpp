#include "qkv/ops/attention.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <string>

#include "check.hpp"
#include "ops/attention_rows.hpp"
#include "simd/product.hpp"

namespace qkv {
namespace {

constexpr const char* query_shapes = "(T,Dk), (H,T,Dk) or (B,H,T,Dk)";
constexpr const char* score_shapes = "(T,S), (H,T,S) or (B,H,T,S)";

using Row = Eigen::Map<Eigen::ArrayXf>;
using ConstRow = Eigen::Map<const Eigen::ArrayXf>;

void leading_extents(const char* argument, const Shape& shape, const char* other,
                     const Shape& reference) {
  const auto expected = reference.extents();
  const bool same = shape.rank() == reference.rank() &&
                    std::equal(expected.begin(), expected.end() - 2, shape.extents().begin());
  if (!same) {
    check::refuse(ErrorCode::shape_mismatch,
                  std::string(argument) + " is " + check::text(shape) + ", " + other + " is " +
                      check::text(reference) + ": all extents before the last two are equal",
                  argument, check::numbers(reference), check::numbers(shape));
  }
}

void score_matrices(TensorView q, TensorView k, const AttentionShape& shape, float* scores) {
  for (Index m = 0; m < shape.matrices; ++m) {
    simd::multiply_transposed(q.data + m * shape.T * shape.Dk, k.data + m * shape.S * shape.Dk,
                              scores + m * shape.T * shape.S, shape.T, shape.S, shape.Dk);
  }
}

// Calls f(matrix, i, row) for every row i of every stacked matrix; row counts them all.
template <typename F>
void for_each_row(Index matrices, Index rows, F f) {
  for (Index matrix = 0; matrix < matrices; ++matrix) {
    for (Index i = 0; i < rows; ++i) {
      f(matrix, i, matrix * rows + i);
    }
  }
}

}  // namespace

AttentionShape::AttentionShape(const Shape& q, const Shape& k, const Shape& v) {
  check::rank("q", q, 2, max_rank, query_shapes);
  check::rank("k", k, 2, max_rank, "(…, S, Dk)");
  check::rank("v", v, 2, max_rank, "(…, S, Dv)");
  leading_extents("k", k, "q", q);
  leading_extents("v", v, "q", q);
  check::extent("k", k[-1], "q", q[-1], "columns", "both are (…, Dk)");
  check::extent("v", v[-2], "k", k[-2], "rows", "k is (…, S, Dk), v is (…, S, Dv)");
  check::positive("q", q[-1], "q is (…, T, Dk) with Dk at least 1");
  matrices = q.matrices();
  T = q[-2];
  S = k[-2];
  Dk = q[-1];
  Dv = v[-1];
  scores = q.with_matrix(T, S);
  output = q.with_matrix(T, Dv);
}

float resolve_scale(const AttentionOptions& options, Index key_width) {
  const double scale = options.scale.value_or(1.0 / std::sqrt(static_cast<double>(key_width)));
  const auto rounded = static_cast<float>(scale);
  if (!std::isfinite(rounded)) {
    check::refuse(ErrorCode::bad_scale,
                  "scale is " + std::to_string(scale) + ": expected a finite float32", "scale", {},
                  {scale});
  }
  return rounded;
}

Tensor attention_scores(TensorView q, TensorView k) {
  // v plays no part yet: k stands in for it.
  const AttentionShape shape(q.shape, k.shape, k.shape);
  Tensor scores(shape.scores);
  score_matrices(q, k, shape, scores.data());
  return scores;
}

Tensor scale_scores(TensorView scores, float scale) {
  Tensor scaled(scores.shape);
  Row(scaled.data(), scaled.size()) = ConstRow(scores.data, scaled.size()) * scale;
  return scaled;
}

Tensor mask_scores(TensorView scaled, const MaskRule& rule) {
  check::rank("scaled", scaled.shape, 2, max_rank, score_shapes);
  Tensor masked(scaled.shape);
  const Index keys = scaled.shape[-1];
  for_each_row(scaled.shape.matrices(), scaled.shape[-2], [&](Index m, Index i, Index row) {
    mask_row(scaled.data + row * keys, rule, m, i, keys, masked.data() + row * keys);
  });
  return masked;
}

Tensor masked_softmax(TensorView masked, const MaskRule& rule) {
  check::rank("masked", masked.shape, 2, max_rank, score_shapes);
  Tensor weights(masked.shape);
  const Index keys = masked.shape[-1];
  for_each_row(masked.shape.matrices(), masked.shape[-2], [&](Index m, Index i, Index row) {
    masked_softmax_row(masked.data + row * keys, rule, m, i, keys, weights.data() + row * keys);
  });
  return weights;
}

Tensor mix_values(TensorView weights, TensorView v, const MaskRule& rule) {
  check::rank("weights", weights.shape, 2, max_rank, score_shapes);
  check::rank("v", v.shape, 2, max_rank, "(…, S, Dv)");
  leading_extents("v", v.shape, "weights", weights.shape);
  check::extent("v", v.shape[-2], "weights", weights.shape[-1], "rows",
                "weights are (…, T, S), v is (…, S, Dv)");
  const Index keys = weights.shape[-1];
  const Index width = v.shape[-1];
  Tensor output(weights.shape.with_matrix(weights.shape[-2], width));
  for_each_row(weights.shape.matrices(), weights.shape[-2], [&](Index m, Index i, Index row) {
    mix_row(weights.data + row * keys, v.data + m * keys * width, rule, m, i, keys, width,
            output.data() + row * width);
  });
  return output;
}

void scaled_dot_product_attention(const AttentionShape& shape, TensorView q, TensorView k,
                                  TensorView v, const AttentionOptions& options,
                                  const AttentionStepsOut& out) {
  const float scale = resolve_scale(options, shape.Dk);
  const MaskRule rule(options, shape.scores);
  // 1. Every query meets every key.
  score_matrices(q, k, shape, out.scores);
  // 2. Bring the variance of the scores back to that of one product.
  const Index cells = shape.scores.size();
  Row(out.scaled, cells) = ConstRow(out.scores, cells) * scale;
  for_each_row(shape.matrices, shape.T, [&](Index m, Index i, Index row) {
    const Index at = row * shape.S;
    // 3. Cover what this query may not look at.
    mask_row(out.scaled + at, rule, m, i, shape.S, out.masked + at);
    // 4. Share out one over what is left.
    masked_softmax_row(out.masked + at, rule, m, i, shape.S, out.weights + at);
  });
  // 5. Mix the values by these shares.
  for (Index m = 0; m < shape.matrices; ++m) {
    mix_matrix(out.weights + m * shape.T * shape.S, v.data + m * shape.S * shape.Dv, rule, m, shape,
               out.output + m * shape.T * shape.Dv);
  }
}

AttentionSteps scaled_dot_product_attention(TensorView q, TensorView k, TensorView v,
                                            const AttentionOptions& options) {
  const AttentionShape shape(q.shape, k.shape, v.shape);
  AttentionSteps steps{Tensor(shape.scores), Tensor(shape.scores), Tensor(shape.scores),
                       Tensor(shape.scores), Tensor(shape.output)};
  scaled_dot_product_attention(shape, q, k, v, options,
                               {steps.scores.data(), steps.scaled.data(), steps.masked.data(),
                                steps.weights.data(), steps.output.data()});
  return steps;
}

}  // namespace qkv
