#include <cmath>
#include <vector>

#include "qkv/nn/explain_multi_head.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/multi_head_cases.hpp"
#include "support/numbers.hpp"

namespace qkv::test {
namespace {

std::vector<MultiHeadCase> small_cases() {
  std::vector<MultiHeadCase> cases;
  for (const MultiHeadCase& c : multi_head_cases()) {
    if (c.x.shape()[0] < 10) cases.push_back(c);
  }
  MultiHeadCase special = plain_multi_head({4, 6, 3, 5, 6, 2, 2, true}, 91);
  special.name += ", special values";
  special.mask =
      Tensor({4, 6}, {1, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 1, 1, 0, 1, 1, 1, 1, 1});
  special.x.data()[9] = nan;
  special.context.data()[5] = inf;
  special.context.data()[20] = nan;
  special.wv.data()[7] = -inf;
  cases.push_back(special);
  return cases;
}

TEST_CASE("explain: every cell of every tap of multi-head attention", "[explain]") {
  for (const MultiHeadCase& c : small_cases()) {
    CAPTURE(c.name);
    const MultiHeadSteps steps = c.steps();
    for (const auto& [tap, tensor] : taps_of(steps)) {
      CAPTURE(name(tap));
      Tensor totals(tensor->shape());
      float* next = totals.data();
      const Index heads = tensor->shape().rank() == 3 ? c.heads : 1;
      for (Index head = 0; head < heads; ++head) {
        for (Index i = 0; i < tensor->shape()[-2]; ++i) {
          for (Index j = 0; j < tensor->shape()[-1]; ++j) {
            const CellArithmetic cell = explain(c.x, c.weights(), c.options(), tap, i, j, head);
            REQUIRE(cell.tap == tap);
            for (const Term& term : cell.terms) {
              REQUIRE(bits(term.product) == bits(term.left * term.right));
            }
            *next++ = cell.total;
          }
        }
      }
      CHECK(difference(totals, *tensor) == "");
    }
  }
}

// The taps within a head are those of attention on that head's q, k and v.
TEST_CASE("explain: a head is explained as attention is", "[explain]") {
  for (const MultiHeadCase& c : small_cases()) {
    CAPTURE(c.name);
    const MultiHeadSteps steps = c.steps();
    for (const Tap tap : {Tap::scores, Tap::scaled, Tap::masked, Tap::weights, Tap::output}) {
      const Index head = c.heads - 1;
      const CellArithmetic got = explain(c.x, c.weights(), c.options(), tap, 0, 0, head);
      const CellArithmetic want = explain(steps.q, steps.k, steps.v, c.options(), tap, 0, 0, head);
      CAPTURE(name(tap));
      CHECK(bits(got.total) == bits(want.total));
      CHECK(got.divisor == want.divisor);
      CHECK(bits(got.bias) == bits(want.bias));
      CHECK(got.biased == want.biased);
      CHECK(got.skip == want.skip);
      CHECK(difference(got.softmax.weights, want.softmax.weights) == "");
      REQUIRE(got.terms.size() == want.terms.size());
      for (std::size_t i = 0; i < got.terms.size(); ++i) {
        CHECK(bits(got.terms[i].left) == bits(want.terms[i].left));
        CHECK(bits(got.terms[i].right) == bits(want.terms[i].right));
        CHECK(got.terms[i].skipped == want.terms[i].skipped);
      }
    }
  }
}

void check_terms(const CellArithmetic& cell, const Tensor& left, const Tensor& right) {
  REQUIRE(static_cast<Index>(cell.terms.size()) == left.size());
  for (Index d = 0; d < left.size(); ++d) {
    const Term& term = cell.terms[static_cast<std::size_t>(d)];
    CHECK(bits(term.left) == bits(left.data()[d]));
    CHECK(bits(term.right) == bits(right.data()[d]));
    CHECK_FALSE(term.skipped);
  }
}

TEST_CASE("explain: a projection is spelled out by its row, its weights and its bias",
          "[explain]") {
  for (const bool biased : {true, false}) {
    const MultiHeadCase c = plain_multi_head({3, 4, 5, 7, 6, 2, 3, biased}, 92);
    const MultiHeadSteps steps = c.steps();
    const auto explained = [&](Tap tap, Index row, Index column) {
      return explain(c.x, c.weights(), c.options(), tap, row, column);
    };
    struct Layer {
      Tap tap;
      const Tensor& input;
      const Tensor& weight;
      const Tensor& bias;
    };
    for (const Layer& layer :
         {Layer{Tap::projected_q, c.x, c.wq, c.bq}, Layer{Tap::projected_k, c.context, c.wk, c.bk},
          Layer{Tap::projected_v, c.context, c.wv, c.bv},
          Layer{Tap::result, steps.concat, c.wo, c.bo}}) {
      CAPTURE(name(layer.tap), biased);
      const CellArithmetic cell = explained(layer.tap, 2, 1);
      check_terms(cell, rows(layer.input, 2, 1), rows(layer.weight, 1, 1));
      CHECK(cell.biased == biased);
      CHECK(bits(cell.bias) == bits(biased ? layer.bias.data()[1] : 0.0F));
    }
    // These only move numbers.
    for (const Tap tap : {Tap::q, Tap::k, Tap::v, Tap::concat}) {
      const CellArithmetic cell = explained(tap, 2, 1);
      CHECK(cell.terms.empty());
      CHECK_FALSE(cell.biased);
    }
  }
}

TEST_CASE("explain: long sums of multi-head attention have the bits of the cell", "[explain]") {
  const MultiHeadCase c = plain_multi_head({2, 300, 523, 601, 66, 9, 2, true}, 93);
  const MultiHeadSteps steps = c.steps();
  const auto total = [&](Tap tap, Index row, Index column, Index head = 0) {
    return bits(explain(c.x, c.weights(), c.options(), tap, row, column, head).total);
  };
  CHECK(total(Tap::projected_k, 299, 65) == bits(steps.projected_k(299, 65)));
  CHECK(total(Tap::weights, 1, 257, 1) == bits(matrix(steps.weights, 1)(1, 257)));
  CHECK(total(Tap::concat, 1, 64) == bits(steps.concat(1, 64)));
  for (Index j = 0; j < 9; ++j) CHECK(total(Tap::result, 1, j) == bits(steps.output(1, j)));
}

}  // namespace
}  // namespace qkv::test
