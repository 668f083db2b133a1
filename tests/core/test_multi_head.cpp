#include <algorithm>
#include <cmath>
#include <vector>

#include "qkv/nn/multi_head.hpp"
#include "qkv/ops/heads.hpp"
#include "qkv/ops/linear.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/multi_head_cases.hpp"
#include "support/numbers.hpp"
#include "support/reference.hpp"

namespace qkv::test {
namespace {

TEST_CASE("multi-head: within the bound of the exact value, from the tokens to the output",
          "[multi_head]") {
  for (const MultiHeadCase& c : multi_head_cases()) {
    CAPTURE(c.name);
    const MultiHeadSteps steps = c.steps();
    const MultiHeadReference exact = multi_head_reference(c.x, c.weights(), c.options());
    for (const auto& [tap, bounded] : taps_of(exact)) {
      CAPTURE(name(tap));
      for (const auto& [other, tensor] : taps_of(steps)) {
        if (other == tap) CHECK(beyond(*tensor, *bounded) == "");
      }
    }
  }
}

TEST_CASE("multi-head: its steps are the ops one after the other, bit for bit", "[multi_head]") {
  for (const MultiHeadCase& c : multi_head_cases()) {
    CAPTURE(c.name);
    const MultiHeadSteps steps = c.steps();
    const MultiHeadWeights w = c.weights();
    const TensorView context = c.others();
    CHECK(difference(steps.projected_q, linear(c.x, w.wq, w.bq)) == "");
    CHECK(difference(steps.projected_k, linear(context, w.wk, w.bk)) == "");
    CHECK(difference(steps.projected_v, linear(context, w.wv, w.bv)) == "");
    CHECK(difference(steps.q, split_heads(steps.projected_q, c.heads)) == "");
    CHECK(difference(steps.k, split_heads(steps.projected_k, c.heads)) == "");
    CHECK(difference(steps.v, split_heads(steps.projected_v, c.heads)) == "");
    const AttentionSteps heads =
        scaled_dot_product_attention(steps.q, steps.k, steps.v, c.options());
    CHECK(difference(steps.scores, heads.scores) == "");
    CHECK(difference(steps.scaled, heads.scaled) == "");
    CHECK(difference(steps.masked, heads.masked) == "");
    CHECK(difference(steps.weights, heads.weights) == "");
    CHECK(difference(steps.head_outputs, heads.output) == "");
    CHECK(difference(steps.concat, merge_heads(steps.head_outputs)) == "");
    CHECK(difference(steps.output, linear(steps.concat, w.wo, w.bo)) == "");
  }
}

TEST_CASE("multi-head: every tensor has the extents of its axes", "[multi_head]") {
  for (const MultiHeadCase& c : multi_head_cases()) {
    CAPTURE(c.name);
    const MultiHeadShape shape(c.x.shape(), c.weights(), c.options());
    CHECK(shape.scores == Shape{c.heads, shape.T, shape.S});
    CHECK(shape.extent(Axis::head) == c.heads);
    CHECK(shape.extent(Axis::batch) == 1);
    const MultiHeadSteps steps = c.steps();
    std::vector<std::pair<Tap, const Tensor*>> taps = taps_of(steps);
    taps.insert(taps.end(), {{Tap::x, &c.x},
                             {Tap::context, &c.others()},
                             {Tap::w_q, &c.wq},
                             {Tap::w_k, &c.wk},
                             {Tap::w_v, &c.wv},
                             {Tap::w_o, &c.wo}});
    CHECK(taps.size() == tap_count);
    for (const auto& [tap, tensor] : taps) {
      CAPTURE(name(tap));
      CHECK(tensor->shape()[-2] == shape.extent(axes(tap)[0]));
      CHECK(tensor->shape()[-1] == shape.extent(axes(tap)[1]));
      CHECK(tensor->shape().rank() == (tap <= Tap::output ? 3 : 2));
    }
  }
}

TEST_CASE("multi-head: no queries give empty results", "[multi_head]") {
  const MultiHeadSteps steps = plain_multi_head({0, 5, 4, 3, 6, 7, 2, true}, 61).steps();
  CHECK(steps.projected_q.shape() == Shape{0, 6});
  CHECK(steps.projected_k.shape() == Shape{5, 6});
  CHECK(steps.q.shape() == Shape{2, 0, 3});
  CHECK(steps.weights.shape() == Shape{2, 0, 5});
  CHECK(steps.head_outputs.shape() == Shape{2, 0, 3});
  CHECK(steps.concat.shape() == Shape{0, 6});
  CHECK(steps.output.shape() == Shape{0, 7});
  CHECK(plain_multi_head({0, 0, 4, 4, 6, 7, 2, true}, 61).steps().output.shape() == Shape{0, 7});
}

TEST_CASE("multi-head: no keys give an output of bo, or of zeros", "[multi_head]") {
  MultiHeadCase c = plain_multi_head({3, 0, 4, 5, 6, 2, 3, true}, 62);
  const MultiHeadSteps biased = c.steps();
  CHECK(biased.weights.shape() == Shape{3, 3, 0});
  CHECK(difference(biased.head_outputs, Tensor(Shape{3, 3, 2})) == "");
  for (Index i = 0; i < 3; ++i) {
    CHECK(difference(rows(biased.output, i, 1), Tensor({1, 2}, c.bo.values())) == "");
  }
  c.bo = Tensor();
  CHECK(difference(c.steps().output, Tensor(Shape{3, 2})) == "");
  // Nor does a row with nothing left to look at find anything.
  MultiHeadCase masked = plain_multi_head({3, 4, 4, 5, 6, 2, 3, false}, 63);
  masked.mask = Tensor(Shape{3, 4});
  CHECK(difference(masked.steps().output, Tensor(Shape{3, 2})) == "");
}

TEST_CASE("multi-head: no outputs give an empty output", "[multi_head]") {
  const MultiHeadSteps steps = plain_multi_head({3, 3, 4, 4, 6, 0, 3, true}, 64).steps();
  CHECK(steps.concat.shape() == Shape{3, 6});
  CHECK(steps.output.shape() == Shape{3, 0});
}

TEST_CASE("multi-head: a masked token never leaks, an open NaN reaches who looks at it",
          "[multi_head]") {
  MultiHeadCase c = plain_multi_head({3, 5, 4, 4, 6, 4, 2, true}, 65);
  c.mask = Tensor({3, 5}, {1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1});
  const MultiHeadSteps clean = c.steps();
  for (const float value : {nan, inf}) {
    std::fill_n(c.context.data() + Index{2} * 4, 4, value);
    const MultiHeadSteps steps = c.steps();
    CHECK(difference(rows(steps.output, 0, 2), rows(clean.output, 0, 2)) == "");
    for (Index j = 0; j < 4; ++j) CHECK(std::isnan(steps.output(2, j)));
  }
}

TEST_CASE("multi_head_cost: counts what the tensors hold and the sums multiply", "[multi_head]") {
  for (const MultiHeadExtents& e :
       {MultiHeadExtents{3, 5, 4, 6, 8, 7, 2, true}, MultiHeadExtents{1, 1, 1, 1, 1, 1, 1, false},
        MultiHeadExtents{17, 13, 31, 8, 34, 9, 17, false}}) {
    const MultiHeadCase c = plain_multi_head(e, 66);
    const MultiHeadSteps steps = c.steps();
    const MultiHeadCost cost = multi_head_cost(e);
    const auto count = [](Index size) { return static_cast<double>(size); };
    Index parameters = c.wq.size() + c.wk.size() + c.wv.size() + c.wo.size();
    for (const Tensor* bias : {&c.bq, &c.bk, &c.bv, &c.bo}) parameters += bias->size();
    CHECK(cost.parameters == count(parameters));
    // A number of a product is a sum of as many multiplications as its factors share.
    CHECK(cost.projections == count(steps.projected_q.size() * e.D +
                                    (steps.projected_k.size() + steps.projected_v.size()) * e.Dc));
    CHECK(cost.scores == count(steps.scores.size() * e.joined / e.heads));
    CHECK(cost.mix == count(steps.head_outputs.size() * e.S));
    CHECK(cost.output == count(steps.output.size() * e.joined));
    CHECK(cost.multiplications == cost.projections + cost.scores + cost.mix + cost.output);
    CHECK(cost.score_numbers == count(steps.scores.size()));
  }
}

TEST_CASE("multi_head_cost: the model of the paper, and more than 32 bits hold", "[multi_head]") {
  const MultiHeadCost base = multi_head_cost({10, 10, 512, 512, 512, 512, 8, true});
  CHECK(base.parameters == 4 * (512 * 512 + 512));
  CHECK(base.score_numbers == 800);
  const MultiHeadCost many = multi_head_cost({1 << 20, 1 << 20, 1, 1, 12, 1, 12, false});
  CHECK(many.score_numbers == 12.0 * 0x1p40);
  // As many multiplications with any number of heads, but more scores.
  const MultiHeadCost one = multi_head_cost({10, 10, 512, 512, 512, 512, 1, true});
  CHECK(one.multiplications == base.multiplications);
  CHECK(one.score_numbers == base.score_numbers / 8);
  CHECK(multi_head_cost({0, 0, 4, 4, 4, 4, 2, false}).multiplications == 0);
}

}  // namespace
}  // namespace qkv::test
