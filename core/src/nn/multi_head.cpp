#include "qkv/nn/multi_head.hpp"

#include <initializer_list>
#include <string>
#include <utility>

#include "check.hpp"
#include "qkv/ops/heads.hpp"
#include "qkv/ops/linear.hpp"

namespace qkv {
namespace {

void check_bias(const char* argument, const std::optional<TensorView>& bias, const char* weight,
                Index expected, const char* shape, const char* rule) {
  if (!bias) {
    return;
  }
  check::rank(argument, bias->shape, 1, 1, shape);
  check::extent(argument, bias->shape[0], weight, expected, "elements", rule);
}

}  // namespace

MultiHeadShape::MultiHeadShape(const Shape& x, const MultiHeadWeights& weights,
                               const MultiHeadOptions& options) {
  const char* const source = options.context ? "context" : "x";
  const Shape& context = options.context ? options.context->shape : x;
  check::rank("x", x, 2, 2, "(T, D)");
  check::rank("context", context, 2, 2, "(S, Dc)");
  check::rank("wq", weights.wq.shape, 2, 2, "(D', D)");
  check::rank("wk", weights.wk.shape, 2, 2, "(D', Dc)");
  check::rank("wv", weights.wv.shape, 2, 2, "(D', Dc)");
  check::rank("wo", weights.wo.shape, 2, 2, "(Dout, D')");
  T = x[0];
  D = x[1];
  S = context[0];
  Dc = context[1];
  joined = weights.wq.shape[0];
  Dout = weights.wo.shape[0];
  check::extent("wq", weights.wq.shape[1], "x", D, "columns", "wq is (D', D), x is (T, D)");
  check::extent("wk", weights.wk.shape[1], source, Dc, "columns",
                "wk is (D', Dc), what it projects is (S, Dc)");
  check::extent("wv", weights.wv.shape[1], source, Dc, "columns",
                "wv is (D', Dc), what it projects is (S, Dc)");
  check::extent("wk", weights.wk.shape[0], "wq", joined, "rows", "both have D'");
  check::extent("wv", weights.wv.shape[0], "wq", joined, "rows", "both have D'");
  if (weights.wo.shape[1] != joined) {
    const Index columns = weights.wo.shape[1];
    check::refuse(ErrorCode::shape_mismatch,
                  "wo has " + std::to_string(columns) + " columns, wq has " +
                      std::to_string(joined) + " rows: wo is (Dout, D'), wq is (D', D)",
                  "wo", {check::number(joined)}, {check::number(columns)});
  }
  check_bias("bq", weights.bq, "wq", joined, "(D')", "bq is (D'), wq is (D', D)");
  check_bias("bk", weights.bk, "wk", joined, "(D')", "bk is (D'), wk is (D', Dc)");
  check_bias("bv", weights.bv, "wv", joined, "(D')", "bv is (D'), wv is (D', Dc)");
  check_bias("bo", weights.bo, "wo", Dout, "(Dout)", "bo is (Dout), wo is (Dout, D')");
  check::positive("x", D, "x is (T, D) with D at least 1");
  check::positive("context", Dc, "the context is (S, Dc) with Dc at least 1");
  if (joined == 0) {
    check::refuse(ErrorCode::empty_dimension, "wq has no rows: wq is (D', D) with D' at least 1",
                  "wq", {1}, {0});
  }
  heads = options.heads;
  Dh = head_width(joined, heads);
  scores = Shape{heads, T, S};
}

Index MultiHeadShape::extent(Axis axis) const {
  switch (axis) {
    case Axis::head:
      return heads;
    case Axis::query:
      return T;
    case Axis::key:
      return S;
    case Axis::key_width:
    case Axis::value_width:
      return Dh;
    case Axis::model_width:
      return D;
    case Axis::context_width:
      return Dc;
    case Axis::joined_width:
      return joined;
    case Axis::output_width:
      return Dout;
    case Axis::batch:
      break;
  }
  return 1;
}

MultiHeadSteps multi_head_attention(TensorView x, const MultiHeadWeights& weights,
                                    const MultiHeadOptions& options) {
  const MultiHeadShape shape(x.shape, weights, options);
  const TensorView context = options.context.value_or(x);
  MultiHeadSteps steps;
  // 1. Each token asks for something, offers something and carries something: three projections.
  steps.projected_q = linear(x, weights.wq, weights.bq);
  steps.projected_k = linear(context, weights.wk, weights.bk);
  steps.projected_v = linear(context, weights.wv, weights.bv);
  // 2. Share the columns out, so that each head compares tokens by components of its own.
  steps.q = split_heads(steps.projected_q, shape.heads);
  steps.k = split_heads(steps.projected_k, shape.heads);
  steps.v = split_heads(steps.projected_v, shape.heads);
  // 3 to 7. The five passes of attention, in every head alone: a head may look where no other does.
  AttentionSteps attended = scaled_dot_product_attention(steps.q, steps.k, steps.v, options);
  steps.scores = std::move(attended.scores);
  steps.scaled = std::move(attended.scaled);
  steps.masked = std::move(attended.masked);
  steps.weights = std::move(attended.weights);
  steps.head_outputs = std::move(attended.output);
  // 8. Put what the heads found side by side: one row per token again.
  steps.concat = merge_heads(steps.head_outputs);
  // 9. Mix the heads: until here none has met another.
  steps.output = linear(steps.concat, weights.wo, weights.bo);
  return steps;
}

MultiHeadCost multi_head_cost(const MultiHeadExtents& extents) {
  for (const auto& [argument, extent] :
       std::initializer_list<std::pair<const char*, Index>>{{"T", extents.T},
                                                            {"S", extents.S},
                                                            {"D", extents.D},
                                                            {"Dc", extents.Dc},
                                                            {"joined", extents.joined},
                                                            {"Dout", extents.Dout}}) {
    if (extent < 0) {
      check::refuse(
          ErrorCode::bad_range,
          std::string(argument) + " is " + std::to_string(extent) + ": extents are 0 or more",
          argument, {0}, {check::number(extent)});
    }
  }
  static_cast<void>(head_width(extents.joined, extents.heads));
  const double T = check::number(extents.T);
  const double S = check::number(extents.S);
  const double D = check::number(extents.D);
  const double Dc = check::number(extents.Dc);
  const double joined = check::number(extents.joined);
  const double Dout = check::number(extents.Dout);
  MultiHeadCost cost{};
  cost.parameters = joined * D + 2 * joined * Dc + Dout * joined;
  if (extents.biases) {
    cost.parameters += 3 * joined + Dout;
  }
  cost.projections = T * D * joined + 2 * S * Dc * joined;
  cost.scores = T * S * joined;
  cost.mix = T * S * joined;
  cost.output = T * joined * Dout;
  cost.multiplications = cost.projections + cost.scores + cost.mix + cost.output;
  cost.score_numbers = check::number(extents.heads) * T * S;
  return cost;
}

}  // namespace qkv
