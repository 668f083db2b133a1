#include "calls.hpp"

#include <optional>

#include "exchange.hpp"
#include "qkv/nn/explain.hpp"
#include "qkv/nn/explain_multi_head.hpp"
#include "qkv/nn/multi_head.hpp"
#include "qkv/ops/attention.hpp"
#include "qkv/ops/heads.hpp"
#include "qkv/ops/layer_norm.hpp"
#include "qkv/ops/linear.hpp"
#include "qkv/ops/mask.hpp"
#include "qkv/ops/positional_encoding.hpp"
#include "qkv/ops/reduce.hpp"
#include "qkv/ops/softmax.hpp"

namespace qkv::bindings {
namespace {

std::optional<TensorView> optional_argument(int i) {
  if (!has_argument(i)) return {};
  return argument(i);
}

// mask and bias are the arguments from first on.
void read_options(AttentionOptions& options, int first) {
  const Request& from = *request();
  if (from.has_scale != 0) options.scale = from.scalars[0];
  options.causal = from.causal != 0;
  options.alignment = static_cast<CausalAlignment>(from.alignment);
  options.mask = optional_argument(first);
  options.bias = optional_argument(first + 1);
}

AttentionOptions attention_options() {
  AttentionOptions options;
  read_options(options, 3);
  return options;
}

MultiHeadWeights multi_head_weights() {
  return {argument(1),          argument(2),          argument(3),          argument(4),
          optional_argument(5), optional_argument(6), optional_argument(7), optional_argument(8)};
}

MultiHeadOptions multi_head_options() {
  MultiHeadOptions options;
  options.heads = request()->heads;
  options.context = optional_argument(9);
  read_options(options, 10);
  return options;
}

void answer_softmax(int first, SoftmaxSteps steps) {
  reply()->scalars[3] = steps.max;
  reply()->scalars[4] = steps.sum;
  answer(first, std::move(steps.shifted));
  answer(first + 1, std::move(steps.exponentials));
  answer(first + 2, std::move(steps.weights));
}

void answer_cell(CellArithmetic cell) {
  Reply& to = *reply();
  to.scalars[0] = cell.total;
  to.scalars[1] = cell.divisor;
  to.scalars[2] = cell.bias;
  to.biased = cell.biased ? 1 : 0;
  to.skip = static_cast<std::int32_t>(cell.skip);
  const Shape shape{static_cast<Index>(cell.terms.size()), 4};
  float* next = result_room(static_cast<std::size_t>(shape.size()));
  answer(0, shape, next);
  for (const Term& term : cell.terms) {
    *next++ = term.left;
    *next++ = term.right;
    *next++ = term.product;
    *next++ = term.skipped ? 1.0F : 0.0F;
  }
  answer_softmax(1, std::move(cell.softmax));
}

}  // namespace

int attention() {
  return guarded([] {
    const TensorView q = argument(0);
    const TensorView k = argument(1);
    const TensorView v = argument(2);
    const AttentionShape shape(q.shape, k.shape, v.shape);
    const auto cells = static_cast<std::size_t>(shape.scores.size());
    const auto output = static_cast<std::size_t>(shape.output.size());
    float* const room = result_room(4 * cells + output);
    const AttentionStepsOut out{room, room + cells, room + 2 * cells, room + 3 * cells,
                                room + 4 * cells};
    scaled_dot_product_attention(shape, q, k, v, attention_options(), out);
    answer(0, shape.scores, out.scores);
    answer(1, shape.scores, out.scaled);
    answer(2, shape.scores, out.masked);
    answer(3, shape.scores, out.weights);
    answer(4, shape.output, out.output);
  });
}

int attend() {
  return guarded([] {
    const TensorView q = argument(0);
    const TensorView k = argument(1);
    const TensorView v = argument(2);
    const AttentionShape shape(q.shape, k.shape, v.shape);
    float* const output = result_room(static_cast<std::size_t>(shape.output.size()));
    qkv::attend(shape, q, k, v, attention_options(), output);
    answer(0, shape.output, output);
  });
}

int multi_head() {
  return guarded([] {
    MultiHeadSteps steps =
        multi_head_attention(argument(0), multi_head_weights(), multi_head_options());
    answer(0, std::move(steps.projected_q));
    answer(1, std::move(steps.projected_k));
    answer(2, std::move(steps.projected_v));
    answer(3, std::move(steps.q));
    answer(4, std::move(steps.k));
    answer(5, std::move(steps.v));
    answer(6, std::move(steps.scores));
    answer(7, std::move(steps.scaled));
    answer(8, std::move(steps.masked));
    answer(9, std::move(steps.weights));
    answer(10, std::move(steps.head_outputs));
    answer(11, std::move(steps.concat));
    answer(12, std::move(steps.output));
  });
}

int explain_cell() {
  return guarded([] {
    const Request& from = *request();
    answer_cell(explain(argument(0), argument(1), argument(2), attention_options(),
                        static_cast<Tap>(from.tap), from.row, from.column, from.matrix));
  });
}

int explain_multi_head_cell() {
  return guarded([] {
    const Request& from = *request();
    answer_cell(explain(argument(0), multi_head_weights(), multi_head_options(),
                        static_cast<Tap>(from.tap), from.row, from.column, from.matrix));
  });
}

int explain_softmax() {
  return guarded([] { answer_softmax(0, softmax_steps(argument(0))); });
}

int softmax_rows() {
  return guarded([] { answer(0, softmax(argument(0))); });
}

int layer_norm_rows() {
  return guarded([] {
    const TensorView x = argument(0);
    const TensorView gamma = argument(1);
    const TensorView beta = argument(2);
    const Request& from = *request();
    answer(0, from.has_scale != 0 ? layer_norm(x, gamma, beta, from.scalars[0])
                                  : layer_norm(x, gamma, beta));
  });
}

int linear_layer() {
  return guarded([] { answer(0, linear(argument(0), argument(1), optional_argument(2))); });
}

int sum_of_rows() {
  return guarded([] { answer(0, sum_rows(argument(0))); });
}

int split_into_heads() {
  return guarded([] { answer(0, split_heads(argument(0), request()->heads)); });
}

int merge_the_heads() {
  return guarded([] { answer(0, merge_heads(argument(0))); });
}

int reshape_into_heads() {
  return guarded([] { answer(0, reshape_without_transpose(argument(0), request()->heads)); });
}

int cost_of_multi_head(std::int32_t queries, std::int32_t keys, std::int32_t width,
                       std::int32_t context_width, std::int32_t joined_width,
                       std::int32_t output_width, std::int32_t heads, bool biases) {
  return guarded([&] {
    const MultiHeadCost cost = multi_head_cost(
        {queries, keys, width, context_width, joined_width, output_width, heads, biases});
    double* const to = reply()->scalars;
    to[0] = cost.parameters;
    to[1] = cost.projections;
    to[2] = cost.scores;
    to[3] = cost.mix;
    to[4] = cost.output;
    to[5] = cost.multiplications;
    to[6] = cost.score_numbers;
  });
}

int make_causal_mask() {
  return guarded([] {
    const Request& from = *request();
    answer(0, causal_mask(from.row, from.column, static_cast<CausalAlignment>(from.alignment)));
  });
}

int make_positional_encoding() {
  return guarded([] { answer(0, positional_encoding(request()->row, request()->column)); });
}

}  // namespace qkv::bindings
