#include "qkv/ops/attention_backward.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "support/cases.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/doubles.hpp"
#include "support/golden.hpp"
#include "support/numbers.hpp"

namespace qkv::test {
namespace {

Tensor weights_of(const AttentionCase& c) {
  return scaled_dot_product_attention(c.q, c.k, c.v, c.options()).weights;
}

AttentionGradients gradients_of(const AttentionCase& c, const Tensor& dy) {
  return attention_backward(c.q, c.k, c.v, weights_of(c), dy, c.options());
}

AttentionCase golden_case(const Json& g, bool causal) {
  AttentionCase c;
  c.q = tensor(g["Q"]);
  c.k = tensor(g["K"]);
  c.v = tensor(g["V"]);
  c.causal = causal;
  return c;
}

// Of the sum of the output's squares, which documents ask for.
AttentionGradients of_squares(const AttentionCase& c) {
  Tensor dy = scaled_dot_product_attention(c.q, c.k, c.v, c.options()).output;
  for (float& value : dy.values()) value *= 2.0F;
  return gradients_of(c, dy);
}

void check(const AttentionGradients& got, const Json& want, double bound) {
  CHECK(beyond(got.q, data(want["dQ"]), bound) == "");
  CHECK(beyond(got.k, data(want["dK"]), bound) == "");
  CHECK(beyond(got.v, data(want["dV"]), bound) == "");
}

TEST_CASE("attention_backward: the golden gradients", "[attention]") {
  const Json& tokens = golden("three_token");
  check(of_squares(golden_case(tokens, false)), tokens["grad_f64_sum_output_sq"], 2e-6);
  const Json& five = golden("attention_check");
  for (const bool causal : {false, true}) {
    CAPTURE(causal);
    const Json& want = five[causal ? "causal" : "full"]["grad_of_sum_output_sq"];
    check(of_squares(golden_case(five, causal)), want, 1e-5);
  }
}

TEST_CASE("attention_backward: the slopes of the formulas, by every kind of option",
          "[attention]") {
  std::size_t seen = 0;
  for (const AttentionCase& c : attention_cases()) {
    // So that as many forward calls as there are inputs take no time.
    if (c.cells() * (c.q.shape()[-1] + c.v.shape()[-1]) > 6000) continue;
    ++seen;
    CAPTURE(c.name);
    const AttentionShape shape(c.q.shape(), c.k.shape(), c.v.shape());
    const Tensor dy = random(shape.output, 90);
    const double scale = static_cast<double>(resolve_scale(c.options(), shape.Dk));
    Numbers q = doubles(c.q);
    Numbers k = doubles(c.k);
    Numbers v = doubles(c.v);
    const AttentionOptions options = c.options();
    const auto loss = [&] { return along(dy, plainly::attention(q, k, v, shape, options, scale)); };
    const AttentionGradients got = gradients_of(c, dy);
    CHECK(slopes_differ(got.q, q, loss) == "");
    CHECK(slopes_differ(got.k, k, loss) == "");
    CHECK(slopes_differ(got.v, v, loss) == "");
  }
  CHECK(seen >= 24);
}

// Query 1 looks at nothing, and nobody looks at key 2.
AttentionCase masked_case() {
  AttentionCase c = plain_case({{2}, 4, 5, 3, 6}, 91);
  c.mask = Tensor(Shape{4, 5});
  std::ranges::fill(c.mask->values(), 1.0F);
  std::fill_n(c.mask->data() + 5, 5, 0.0F);
  for (Index i = 0; i < 4; ++i) c.mask->data()[i * 5 + 2] = 0.0F;
  return c;
}

TEST_CASE("attention_backward: skipped places pass nothing on, NaN included", "[attention]") {
  AttentionCase c = masked_case();
  Tensor dy = random({2, 4, 6}, 92);
  const Tensor clean_weights = weights_of(c);
  const AttentionGradients clean = gradients_of(c, dy);
  for (Index m = 0; m < 2; ++m) {
    CHECK(difference(rows(matrix(clean.q, m), 1, 1), Tensor(Shape{1, 3})) == "");
    CHECK(difference(rows(matrix(clean.k, m), 2, 1), Tensor(Shape{1, 3})) == "");
    CHECK(difference(rows(matrix(clean.v, m), 2, 1), Tensor(Shape{1, 6})) == "");
    std::fill_n(c.q.data() + (m * 4 + 1) * 3, 3, nan);
    std::fill_n(c.k.data() + (m * 5 + 2) * 3, 3, nan);
    std::fill_n(c.v.data() + (m * 5 + 2) * 6, 6, std::numeric_limits<float>::infinity());
    std::fill_n(dy.data() + (m * 4 + 1) * 6, 6, nan);
  }
  CHECK(difference(weights_of(c), clean_weights) == "");
  const AttentionGradients got = gradients_of(c, dy);
  CHECK(difference(got.q, clean.q) == "");
  CHECK(difference(got.k, clean.k) == "");
  CHECK(difference(got.v, clean.v) == "");
}

TEST_CASE("attention_backward: what comes later reaches no earlier query", "[attention]") {
  AttentionCase c = plain_case({{}, 6, 6, 4, 4}, 93);
  c.causal = true;
  const Tensor dy = random({6, 4}, 94);
  const AttentionGradients clean = gradients_of(c, dy);
  std::fill_n(c.v.data() + Index{4} * 4, 4, nan);
  std::fill_n(c.k.data() + Index{5} * 4, 4, nan);
  const AttentionGradients got = gradients_of(c, dy);
  CHECK(difference(rows(got.q, 0, 4), rows(clean.q, 0, 4)) == "");
  CHECK(std::isnan(got.q(4, 0)));
}

// A sum of more than 256 terms is summed in blocks; by way of NaN elsewhere it is as well.
TEST_CASE("attention_backward: a skipped NaN changes no bit of long sums", "[attention]") {
  AttentionCase c = plain_case({{}, 300, 270, 3, 2}, 95);
  c.mask = Tensor(Shape{300, 270});
  std::ranges::fill(c.mask->values(), 1.0F);
  for (Index i = 0; i < 300; ++i) c.mask->data()[i * 270 + 7] = 0.0F;
  const Tensor dy = random({300, 2}, 96);
  const AttentionGradients clean = gradients_of(c, dy);
  c.v.data()[Index{7} * 2] = nan;
  const AttentionGradients got = gradients_of(c, dy);
  CHECK(difference(got.q, clean.q) == "");
  CHECK(difference(got.k, clean.k) == "");
  CHECK(difference(got.v, clean.v) == "");
}

TEST_CASE("attention_forward: for training, the weights and output of the passes", "[attention]") {
  for (const AttentionCase& c : attention_cases()) {
    CAPTURE(c.name);
    const AttentionShape shape(c.q.shape(), c.k.shape(), c.v.shape());
    const AttentionOptions options = c.options();
    const AttentionSteps want = scaled_dot_product_attention(c.q, c.k, c.v, options);
    Tensor weights(shape.scores);
    Tensor output(shape.output);
    attention_forward(shape, c.q.data(), c.k.data(), c.v.data(), MaskRule(options, shape.scores),
                      resolve_scale(options, shape.Dk), weights.data(), output.data());
    CHECK(difference(weights, want.weights) == "");
    CHECK(difference(output, want.output) == "");
  }
}

TEST_CASE("attention_backward: no queries and no keys", "[attention]") {
  const AttentionCase none = plain_case({{}, 0, 3, 2, 2}, 97);
  const AttentionGradients got = gradients_of(none, Tensor(Shape{0, 2}));
  CHECK(difference(got.k, Tensor(Shape{3, 2})) == "");
  CHECK(difference(got.v, Tensor(Shape{3, 2})) == "");
  const AttentionCase nowhere = plain_case({{}, 3, 0, 2, 2}, 98);
  CHECK(difference(gradients_of(nowhere, Tensor(Shape{3, 2})).q, Tensor(Shape{3, 2})) == "");
}

}  // namespace
}  // namespace qkv::test
