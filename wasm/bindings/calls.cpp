#include "calls.hpp"

#include <optional>

#include "exchange.hpp"
#include "qkv/nn/explain.hpp"
#include "qkv/ops/attention.hpp"
#include "qkv/ops/layer_norm.hpp"
#include "qkv/ops/linear.hpp"
#include "qkv/ops/mask.hpp"
#include "qkv/ops/positional_encoding.hpp"
#include "qkv/ops/reduce.hpp"
#include "qkv/ops/softmax.hpp"

namespace qkv::bindings {
namespace {

AttentionOptions attention_options() {
  const Request& from = *request();
  AttentionOptions options;
  if (from.has_scale != 0) options.scale = from.scalars[0];
  options.causal = from.causal != 0;
  options.alignment = static_cast<CausalAlignment>(from.alignment);
  if (has_argument(3)) options.mask = argument(3);
  if (has_argument(4)) options.bias = argument(4);
  return options;
}

void answer_softmax(int first, SoftmaxSteps steps) {
  reply()->scalars[3] = steps.max;
  reply()->scalars[4] = steps.sum;
  answer(first, std::move(steps.shifted));
  answer(first + 1, std::move(steps.exponentials));
  answer(first + 2, std::move(steps.weights));
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

int explain_cell() {
  return guarded([] {
    const Request& from = *request();
    CellArithmetic cell = explain(argument(0), argument(1), argument(2), attention_options(),
                                  static_cast<Tap>(from.tap), from.row, from.column, from.matrix);
    Reply& to = *reply();
    to.scalars[0] = cell.total;
    to.scalars[1] = cell.divisor;
    to.scalars[2] = cell.bias;
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
  return guarded([] {
    std::optional<TensorView> b;
    if (has_argument(2)) b = argument(2);
    answer(0, linear(argument(0), argument(1), b));
  });
}

int sum_of_rows() {
  return guarded([] { answer(0, sum_rows(argument(0))); });
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
