#include <algorithm>
#include <cmath>
#include <vector>

#include "qkv/nn/multi_head.hpp"
#include "qkv/ops/mask.hpp"
#include "qkv/random.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/multi_head_cases.hpp"
#include "support/reference.hpp"

// What holds for every multi-head attention, whatever the numbers.
namespace qkv::test {
namespace {

Tensor identity(Index n) {
  Tensor result(Shape{n, n});
  for (Index i = 0; i < n; ++i) result.data()[i * (n + 1)] = 1.0F;
  return result;
}

TEST_CASE("multi-head: one head without weights of its own is attention, bit for bit",
          "[multi_head]") {
  for (const bool causal : {false, true}) {
    MultiHeadCase c = plain_multi_head({7, 7, 9, 9, 9, 9, 1, false}, 71);
    for (Tensor* w : {&c.wq, &c.wk, &c.wv, &c.wo}) *w = identity(9);
    c.causal = causal;
    const MultiHeadSteps steps = c.steps();
    const AttentionSteps plain = scaled_dot_product_attention(c.x, c.x, c.x, c.options());
    CHECK(difference(steps.scores.values(), plain.scores.values()) == "");
    CHECK(difference(steps.masked.values(), plain.masked.values()) == "");
    CHECK(difference(steps.weights.values(), plain.weights.values()) == "");
    CHECK(difference(steps.output, plain.output) == "");
  }
}

TEST_CASE("multi-head: heads are independent, bit for bit", "[multi_head]") {
  const MultiHeadCase c = plain_multi_head({6, 8, 5, 7, 12, 4, 3, true}, 72);
  const MultiHeadSteps before = c.steps();
  const Index Dh = 4;
  for (Index changed = 0; changed < 3; ++changed) {
    MultiHeadCase other = c;
    for (Index i = 0; i < Dh * 5; ++i) other.wq.data()[changed * Dh * 5 + i] += 1.0F;
    for (Index i = 0; i < Dh; ++i) other.bv.data()[changed * Dh + i] -= 1.0F;
    const MultiHeadSteps after = other.steps();
    for (Index head = 0; head < 3; ++head) {
      CAPTURE(changed, head);
      for (const auto& tap : {&MultiHeadSteps::q, &MultiHeadSteps::scores, &MultiHeadSteps::weights,
                              &MultiHeadSteps::v, &MultiHeadSteps::head_outputs}) {
        const std::string problem = difference(matrix(after.*tap, head), matrix(before.*tap, head));
        CHECK((problem == "") == (head != changed));
      }
      CHECK(difference(matrix(after.k, head), matrix(before.k, head)) == "");
    }
    // The output projection is where they meet.
    CHECK(difference(after.output, before.output) != "");
  }
}

// Each head once more by itself: its rows of the weights, and nothing of the others.
TEST_CASE("multi-head: a head alone gives the tensors that it gives among others", "[multi_head]") {
  const MultiHeadCase c = plain_multi_head({6, 8, 5, 7, 12, 4, 3, true}, 73);
  const MultiHeadSteps all = c.steps();
  const Index Dh = 4;
  for (Index head = 0; head < 3; ++head) {
    MultiHeadCase alone = c;
    alone.heads = 1;
    alone.wq = rows(c.wq, head * Dh, Dh);
    alone.wk = rows(c.wk, head * Dh, Dh);
    alone.wv = rows(c.wv, head * Dh, Dh);
    alone.wo = identity(Dh);
    alone.bo = Tensor();
    for (const auto& bias : {&MultiHeadCase::bq, &MultiHeadCase::bk, &MultiHeadCase::bv}) {
      alone.*bias = Tensor({Dh}, (c.*bias).values().subspan(static_cast<std::size_t>(head * Dh),
                                                            static_cast<std::size_t>(Dh)));
    }
    const MultiHeadSteps one = alone.steps();
    CAPTURE(head);
    CHECK(difference(one.projected_q, matrix(all.q, head)) == "");
    CHECK(difference(matrix(one.weights, 0), matrix(all.weights, head)) == "");
    CHECK(difference(one.output, matrix(all.head_outputs, head)) == "");
  }
}

TEST_CASE("multi-head: shuffled tokens give a shuffled output", "[multi_head]") {
  const Index n = 19;
  const MultiHeadCase c = plain_multi_head({n, n, 8, 8, 12, 6, 3, true}, 74);
  const std::vector<std::int64_t> order = Generator(75).randperm(n);
  MultiHeadCase shuffled = c;
  shuffled.x = permute_rows(c.x, order);
  const MultiHeadSteps before = c.steps();
  const MultiHeadSteps after = shuffled.steps();
  CHECK(difference(after.projected_q, permute_rows(before.projected_q, order)) == "");
  for (Index head = 0; head < 3; ++head) {
    CHECK(difference(matrix(after.scores, head),
                     permute_rows(permute_columns(matrix(before.scores, head), order), order)) ==
          "");
  }
  // Keys are added up in another order: within the bound of the same exact value.
  const Bounded exact =
      multi_head_reference(shuffled.x, shuffled.weights(), shuffled.options()).output;
  CHECK(beyond(after.output, exact) == "");
  CHECK(beyond(permute_rows(before.output, order), exact) == "");
  // A causal mask breaks it.
  shuffled.causal = true;
  MultiHeadCase causal = c;
  causal.causal = true;
  CHECK(beyond(permute_rows(causal.steps().output, order),
               multi_head_reference(shuffled.x, shuffled.weights(), shuffled.options()).output) !=
        "");
}

// Whole numbers, so that every sum is exact: splitting a dot product leaves its parts.
TEST_CASE("multi-head: the scores of the heads add up to those of one head", "[multi_head]") {
  MultiHeadCase c = plain_multi_head({5, 5, 6, 6, 12, 6, 1, true}, 76);
  for (Tensor* t : {&c.x, &c.wq, &c.wk, &c.bq, &c.bk}) {
    for (float& value : t->values()) value = std::round(3.0F * value);
  }
  const Tensor whole = c.steps().scores;
  for (const Index heads : {2, 3, 4, 6, 12}) {
    c.heads = heads;
    const Tensor parts = c.steps().scores;
    Tensor sum(Shape{1, 5, 5});
    for (Index i = 0; i < parts.size(); ++i) sum.data()[i % 25] += parts.data()[i];
    CAPTURE(heads);
    CHECK(difference(sum, whole) == "");
  }
}

TEST_CASE("multi-head: causal equals the mask that says so, in one head and in all",
          "[multi_head]") {
  for (const auto alignment : {CausalAlignment::upper_left, CausalAlignment::lower_right}) {
    MultiHeadCase causal = plain_multi_head({5, 7, 6, 6, 8, 6, 2, true}, 77);
    MultiHeadCase masked = causal;
    causal.causal = true;
    causal.alignment = alignment;
    const Tensor mask = causal_mask(5, 7, alignment);
    const MultiHeadSteps want = causal.steps();
    std::vector<float> twice(mask.values().begin(), mask.values().end());
    twice.insert(twice.end(), mask.values().begin(), mask.values().end());
    for (const Tensor& same : {mask, Tensor({1, 5, 7}, mask.values()), Tensor({2, 5, 7}, twice)}) {
      masked.mask = same;
      const MultiHeadSteps got = masked.steps();
      CHECK(difference(got.masked, want.masked) == "");
      CHECK(difference(got.weights, want.weights) == "");
      CHECK(difference(got.output, want.output) == "");
    }
    // A mask of its own for the first head leaves the second alone.
    std::fill_n(twice.begin(), 35, 1.0F);
    masked.mask = Tensor({2, 5, 7}, twice);
    const MultiHeadSteps first = masked.steps();
    CHECK(difference(matrix(first.weights, 1), matrix(want.weights, 1)) == "");
    CHECK(difference(matrix(first.weights, 0), matrix(want.weights, 0)) != "");
  }
}

TEST_CASE("multi-head: a causal prefix equals the shorter input, bit for bit", "[multi_head]") {
  MultiHeadCase c = plain_multi_head({37, 37, 6, 6, 8, 6, 2, true}, 78);
  c.causal = true;
  const Tensor whole = c.steps().output;
  for (const Index prefix : {1, 2, 16, 17, 36}) {
    MultiHeadCase shorter = c;
    shorter.x = rows(c.x, 0, prefix);
    CHECK(difference(shorter.steps().output, rows(whole, 0, prefix)) == "");
  }
}

TEST_CASE("multi-head: x as its own context is self-attention, bit for bit", "[multi_head]") {
  MultiHeadCase c = plain_multi_head({5, 5, 6, 6, 8, 6, 4, true}, 79);
  const MultiHeadSteps self = c.steps();
  c.context = c.x;
  const MultiHeadSteps cross = c.steps();
  CHECK(difference(cross.output, self.output) == "");
  CHECK(difference(cross.weights, self.weights) == "");
}

}  // namespace
}  // namespace qkv::test
