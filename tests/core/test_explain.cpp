#include <algorithm>
#include <cmath>
#include <vector>

#include "qkv/nn/explain.hpp"
#include "qkv/ops/attention.hpp"
#include "support/cases.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/golden.hpp"
#include "support/numbers.hpp"
#include "support/reference.hpp"

namespace qkv::test {
namespace {

// Small ones of every kind, and some with NaN and ∞ at used and at masked places.
std::vector<AttentionCase> small_cases() {
  std::vector<AttentionCase> cases;
  for (const AttentionCase& c : attention_cases()) {
    if (c.cells() < 300) cases.push_back(c);
  }
  for (const bool causal : {false, true}) {
    AttentionCase c = plain_case({{2}, 4, 6, 3, 2}, 111);
    c.name += ", special values";
    c.causal = causal;
    c.mask = random_mask({4, 6}, 112, true);
    c.bias = random_bias({2, 4, 6}, 113);
    c.bias->data()[0] = inf;
    c.q.data()[3] = nan;
    c.k.data()[Index{2} * 3] = inf;
    c.k.data()[Index{4} * 3] = nan;
    c.v.data()[3] = nan;
    c.v.data()[8] = inf;
    cases.push_back(c);
  }
  return cases;
}

// The terms add up to the total but for the order of the additions: γ(n) · Σ|products|.
void check_sum(const CellArithmetic& cell) {
  double sum = 0.0;
  double magnitude = 0.0;
  for (const Term& term : cell.terms) {
    if (term.skipped) continue;
    sum += static_cast<double>(term.product);
    magnitude += std::abs(static_cast<double>(term.product));
  }
  if (std::isnan(sum) || std::isinf(sum)) {
    CHECK(ulps(cell.total, sum) == 0.0);
  } else {
    CHECK(std::abs(static_cast<double>(cell.total) - sum) <=
          static_cast<double>(cell.terms.size()) * 0x1p-24 * magnitude * 1.001);
  }
}

void check_terms(const CellArithmetic& cell) {
  for (const Term& term : cell.terms) {
    REQUIRE(bits(term.product) == bits(term.left * term.right));
  }
}

// Everything that explain says of one cell, held against the inputs and the steps of the call.
struct Cell {
  const AttentionCase& c;
  const AttentionSteps& steps;
  Index m, i, j;

  [[nodiscard]] Index T() const { return c.q.shape()[-2]; }
  [[nodiscard]] Index S() const { return c.k.shape()[-2]; }
  [[nodiscard]] Index Dk() const { return c.q.shape()[-1]; }
  [[nodiscard]] Index Dv() const { return c.v.shape()[-1]; }
  [[nodiscard]] std::size_t score_at(Index s) const {
    return static_cast<std::size_t>((m * T() + i) * S() + s);
  }
  [[nodiscard]] bool used(Index s) const {
    return allowed(c.options(), steps.scores.shape(), m, i, s);
  }
  [[nodiscard]] CellArithmetic explained(Tap tap) const {
    return explain(c.q, c.k, c.v, c.options(), tap, i, j, m);
  }
};

void check_scores(const Cell& at) {
  const CellArithmetic cell = at.explained(Tap::scores);
  CHECK(bits(cell.total) == bits(at.steps.scores.values()[at.score_at(at.j)]));
  REQUIRE(static_cast<Index>(cell.terms.size()) == at.Dk());
  for (Index d = 0; d < at.Dk(); ++d) {
    const Term& term = cell.terms[static_cast<std::size_t>(d)];
    REQUIRE(bits(term.left) == bits(at.c.q.data()[(at.m * at.T() + at.i) * at.Dk() + d]));
    REQUIRE(bits(term.right) == bits(at.c.k.data()[(at.m * at.S() + at.j) * at.Dk() + d]));
    REQUIRE_FALSE(term.skipped);
  }
  check_terms(cell);
  check_sum(cell);
}

void check_scaled(const Cell& at) {
  const CellArithmetic cell = at.explained(Tap::scaled);
  const float score = at.steps.scores.values()[at.score_at(at.j)];
  CHECK(bits(cell.total) == bits(at.steps.scaled.values()[at.score_at(at.j)]));
  REQUIRE(cell.terms.size() == 1);
  CHECK(bits(cell.terms[0].left) == bits(score));
  CHECK(bits(cell.terms[0].right) == bits(resolve_scale(at.c.options(), at.Dk())));
  CHECK(bits(cell.terms[0].product) == bits(cell.total));
  check_terms(cell);
  CHECK(cell.divisor == (at.c.scale ? 1.0 / *at.c.scale : std::sqrt(static_cast<double>(at.Dk()))));
}

void check_masked(const Cell& at) {
  const CellArithmetic cell = at.explained(Tap::masked);
  CHECK(bits(cell.total) == bits(at.steps.masked.values()[at.score_at(at.j)]));
  CHECK((cell.skip == SkipReason::none) == at.used(at.j));
  CHECK(cell.skip == MaskRule(at.c.options(), at.steps.scores.shape()).reason(at.m, at.i, at.j));
  if (at.used(at.j)) {
    const float scaled = at.steps.scaled.values()[at.score_at(at.j)];
    CHECK(bits(cell.total) == bits(at.c.bias ? scaled + cell.bias : scaled));
  } else {
    CHECK(cell.total == -inf);
  }
  if (!at.c.bias) CHECK(bits(cell.bias) == bits(0.0F));
}

void check_weights(const Cell& at) {
  const CellArithmetic cell = at.explained(Tap::weights);
  const SoftmaxSteps& softmax = cell.softmax;
  const std::span<const float> masked =
      at.steps.masked.values().subspan(at.score_at(0), static_cast<std::size_t>(at.S()));
  CHECK(bits(cell.total) == bits(at.steps.weights.values()[at.score_at(at.j)]));
  CHECK(cell.terms.empty());
  CHECK(difference(softmax.weights.values(),
                   at.steps.weights.values().subspan(at.score_at(0), masked.size())) == "");
  bool any = false;
  float max = -inf;
  for (Index s = 0; s < at.S(); ++s) {
    const auto place = static_cast<std::size_t>(s);
    if (at.used(s)) {
      any = true;
      if (masked[place] > max) max = masked[place];
    } else {
      REQUIRE(softmax.shifted.values()[place] == -inf);
      REQUIRE(bits(softmax.exponentials.values()[place]) == bits(0.0F));
      REQUIRE(bits(softmax.weights.values()[place]) == bits(0.0F));
    }
  }
  CHECK(bits(softmax.max) == bits(max + 0.0F));
  if (!any) CHECK(bits(softmax.sum) == bits(0.0F));
  for (Index s = 0; s < at.S(); ++s) {
    const auto place = static_cast<std::size_t>(s);
    if (!at.used(s)) continue;
    REQUIRE(bits(softmax.shifted.values()[place]) == bits(masked[place] - softmax.max));
    REQUIRE(bits(softmax.weights.values()[place]) ==
            bits(softmax.exponentials.values()[place] / softmax.sum));
  }
}

void check_output(const Cell& at) {
  const CellArithmetic cell = at.explained(Tap::output);
  const auto place = static_cast<std::size_t>((at.m * at.T() + at.i) * at.Dv() + at.j);
  CHECK(bits(cell.total) == bits(at.steps.output.values()[place]));
  REQUIRE(static_cast<Index>(cell.terms.size()) == at.S());
  for (Index s = 0; s < at.S(); ++s) {
    const Term& term = cell.terms[static_cast<std::size_t>(s)];
    REQUIRE(bits(term.left) == bits(at.steps.weights.values()[at.score_at(s)]));
    REQUIRE(bits(term.right) == bits(at.c.v.data()[(at.m * at.S() + s) * at.Dv() + at.j]));
    REQUIRE(term.skipped != at.used(s));
  }
  check_terms(cell);
  check_sum(cell);
}

TEST_CASE("explain: every cell of every tap", "[explain]") {
  for (const AttentionCase& c : small_cases()) {
    const AttentionSteps steps = scaled_dot_product_attention(c.q, c.k, c.v, c.options());
    CAPTURE(c.name);
    for (Index m = 0; m < c.q.shape().matrices(); ++m) {
      for (Index i = 0; i < c.q.shape()[-2]; ++i) {
        for (Index j = 0; j < c.k.shape()[-2]; ++j) {
          CAPTURE(m, i, j);
          const Cell at{c, steps, m, i, j};
          check_scores(at);
          check_scaled(at);
          check_masked(at);
          check_weights(at);
        }
        for (Index j = 0; j < c.v.shape()[-1]; ++j) {
          CAPTURE(m, i, j);
          check_output({c, steps, m, i, j});
        }
      }
    }
  }
}

TEST_CASE("explain: long sums have the bits of the cell as well", "[explain]") {
  const AttentionCase c = plain_case({{}, 3, 523, 601, 5}, 114);
  const AttentionSteps steps = scaled_dot_product_attention(c.q, c.k, c.v);
  for (const Index j : {0, 255, 256, 522}) {
    CHECK(bits(explain(c.q, c.k, c.v, {}, Tap::scores, 2, j).total) == bits(steps.scores(2, j)));
    CHECK(bits(explain(c.q, c.k, c.v, {}, Tap::weights, 2, j).total) == bits(steps.weights(2, j)));
  }
  for (Index j = 0; j < 5; ++j) {
    CHECK(bits(explain(c.q, c.k, c.v, {}, Tap::output, 1, j).total) == bits(steps.output(1, j)));
  }
}

TEST_CASE("explain: the three tokens as the lesson spells them out", "[explain]") {
  const Json& g = golden("three_token");
  const Tensor q = tensor(g["Q"]);
  const Tensor k = tensor(g["K"]);
  const Tensor v = tensor(g["V"]);
  AttentionOptions options;
  options.causal = true;
  const CellArithmetic scaled = explain(q, k, v, options, Tap::scaled, 0, 1);
  CHECK(scaled.divisor == 2.0);
  CHECK(scaled.tap == Tap::scaled);
  CHECK(explain(q, k, v, options, Tap::masked, 0, 1).skip == SkipReason::causal);
  CHECK(explain(q, k, v, options, Tap::masked, 1, 1).skip == SkipReason::none);
  const SoftmaxSteps first = explain(q, k, v, options, Tap::weights, 0, 0).softmax;
  CHECK(difference(first.weights, Tensor({3}, {1, 0, 0})) == "");
  CHECK(difference(first.exponentials, Tensor({3}, {1, 0, 0})) == "");
  CHECK(difference(first.shifted, Tensor({3}, {0, -inf, -inf})) == "");
  CHECK(first.sum == 1.0F);
}

}  // namespace
}  // namespace qkv::test
