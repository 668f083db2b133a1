#include <algorithm>
#include <cmath>
#include <vector>

#include "qkv/ops/attention.hpp"
#include "qkv/random.hpp"
#include "support/cases.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/numbers.hpp"
#include "support/reference.hpp"

// What holds for every attention, whatever the numbers.
namespace qkv::test {
namespace {

Tensor scaled_by(TensorView x, float factor) {
  Tensor result(x.shape, {x.data, static_cast<std::size_t>(x.shape.size())});
  for (float& value : result.values()) value *= factor;
  return result;
}

TEST_CASE("attention: shuffled queries give shuffled rows, bit for bit", "[attention]") {
  for (const Index T : {2, 5, 64, 131}) {
    const AttentionCase c = plain_case({{}, T, 70, 9, 6}, 81);
    const std::vector<std::int64_t> order = Generator(82).randperm(T);
    const auto whole = outputs(c.q, c.k, c.v);
    const auto shuffled = outputs(permute_rows(c.q, order), c.k, c.v);
    CAPTURE(T);
    CHECK(differences(shuffled, {permute_rows(whole[0], order), permute_rows(whole[1], order)}) ==
          "");
  }
}

// Keys and values shuffled together are added up in another order: the scores keep their bits, the
// output stays within the bound of the same exact value.
TEST_CASE("attention: shuffled keys and values give the same output", "[attention]") {
  for (const Index S : {2, 5, 64, 131}) {
    const AttentionCase c = plain_case({{}, 7, S, 9, 6}, 83);
    const std::vector<std::int64_t> order = Generator(84).randperm(S);
    const Tensor k = permute_rows(c.k, order);
    const Tensor v = permute_rows(c.v, order);
    const AttentionReference exact = attention_reference(c.q, c.k, c.v, {});
    const AttentionSteps before = scaled_dot_product_attention(c.q, c.k, c.v);
    const AttentionSteps after = scaled_dot_product_attention(c.q, k, v);
    CAPTURE(S);
    CHECK(difference(after.scores, permute_columns(before.scores, order)) == "");
    CHECK(difference(after.scaled, permute_columns(before.scaled, order)) == "");
    CHECK(beyond(after.output, exact.output) == "");
    CHECK(beyond(attend(c.q, k, v), exact.attended) == "");
  }
}

TEST_CASE("attention: shuffled tokens give a shuffled output", "[attention]") {
  const Index n = 19;
  const AttentionCase c = plain_case({{}, n, n, 8, 8}, 85);
  const std::vector<std::int64_t> order = Generator(86).randperm(n);
  const Tensor q = permute_rows(c.q, order);
  const Tensor k = permute_rows(c.k, order);
  const Tensor v = permute_rows(c.v, order);
  const AttentionSteps before = scaled_dot_product_attention(c.q, c.k, c.v);
  const AttentionSteps after = scaled_dot_product_attention(q, k, v);
  CHECK(difference(after.scores, permute_rows(permute_columns(before.scores, order), order)) == "");
  CHECK(beyond(after.output, attention_reference(q, k, v, {}).output) == "");
  // A causal mask breaks it.
  AttentionOptions causal;
  causal.causal = true;
  CHECK(difference(
            scaled_dot_product_attention(q, k, v, causal).output,
            permute_rows(scaled_dot_product_attention(c.q, c.k, c.v, causal).output, order)) != "");
}

TEST_CASE("attention: a causal prefix equals the shorter input, bit for bit", "[attention]") {
  const Index n = 150;
  const AttentionCase c = plain_case({{}, n, n, 12, 10}, 87);
  AttentionOptions causal;
  causal.causal = true;
  const auto whole = outputs(c.q, c.k, c.v, causal);
  for (const Index prefix : {1, 2, 3, 15, 16, 17, 63, 64, 65, 128, 149}) {
    CAPTURE(prefix);
    const auto shorter =
        outputs(rows(c.q, 0, prefix), rows(c.k, 0, prefix), rows(c.v, 0, prefix), causal);
    CHECK(differences(shorter, {rows(whole[0], 0, prefix), rows(whole[1], 0, prefix)}) == "");
  }
}

// Decoding: each new query against all keys so far, as a model that writes word by word does it.
TEST_CASE("attention: one token at a time gives the rows of all at once", "[attention]") {
  const Index n = 140;
  const AttentionCase c = plain_case({{}, n, n, 7, 5}, 88);
  AttentionOptions causal;
  causal.causal = true;
  AttentionOptions decoding = causal;
  decoding.alignment = CausalAlignment::lower_right;
  const auto whole = outputs(c.q, c.k, c.v, causal);
  for (Index i = 0; i < n; ++i) {
    const Tensor q = rows(c.q, i, 1);
    const Tensor k = rows(c.k, 0, i + 1);
    const Tensor v = rows(c.v, 0, i + 1);
    const std::vector<Tensor> want{rows(whole[0], i, 1), rows(whole[1], i, 1)};
    REQUIRE(differences(outputs(q, k, v, decoding), want) == "");
    REQUIRE(differences(outputs(q, k, v), want) == "");
  }
}

TEST_CASE("attention: scaling the scores is scaling the queries", "[attention]") {
  const AttentionCase c = plain_case({{}, 9, 33, 16, 4}, 89);
  const auto scaled = [](double scale) {
    AttentionOptions options;
    options.scale = scale;
    return options;
  };
  // Powers of two are exact, so every bit agrees; Dk = 16 makes the default a quarter.
  const auto want = outputs(c.q, c.k, c.v);
  CHECK(differences(outputs(c.q, c.k, c.v, scaled(0.25)), want) == "");
  CHECK(differences(outputs(scaled_by(c.q, 0.25F), c.k, c.v, scaled(1.0)), want) == "");
  CHECK(differences(outputs(scaled_by(c.q, -2.0F), c.k, c.v, scaled(-0.125)), want) == "");
  // The output is linear in the values.
  const auto doubled = outputs(c.q, c.k, scaled_by(c.v, -4.0F));
  CHECK(differences(doubled, {scaled_by(want[0], -4.0F), scaled_by(want[1], -4.0F)}) == "");
}

TEST_CASE("attention: a zero query, a zero scale and equal keys attend to all alike",
          "[attention]") {
  for (const Index S : {1, 2, 3, 17, 100}) {
    const AttentionCase c = plain_case({{}, 2, S, 5, 4}, 90);
    Tensor same = c.k;
    for (Index j = 1; j < S; ++j) std::copy_n(c.k.data(), 5, same.data() + j * 5);
    AttentionOptions zero;
    zero.scale = 0.0;
    Tensor uniform(Shape{2, S});
    std::ranges::fill(uniform.values(), 1.0F / static_cast<float>(S));
    CAPTURE(S);
    const Tensor none(c.q.shape());
    CHECK(difference(scaled_dot_product_attention(none, c.k, c.v).weights, uniform) == "");
    CHECK(difference(scaled_dot_product_attention(c.q, same, c.v).weights, uniform) == "");
    CHECK(difference(scaled_dot_product_attention(c.q, c.k, c.v, zero).weights, uniform) == "");
  }
}

TEST_CASE("attention: one key gives its value, bit for bit", "[attention]") {
  const AttentionCase c = plain_case({{}, 4, 1, 6, 9}, 91);
  const auto got = outputs(c.q, c.k, c.v);
  for (Index i = 0; i < 4; ++i) {
    CHECK(difference(rows(got[0], i, 1), c.v) == "");
    CHECK(difference(rows(got[1], i, 1), c.v) == "");
  }
}

// Whole numbers, so that adding the constant is exact: it cancels in every weight.
TEST_CASE("attention: a constant added to a row of scores changes no weight", "[attention]") {
  AttentionCase c = plain_case({{}, 3, 40, 2, 3}, 92);
  for (Tensor* x : {&c.q, &c.k}) {
    for (float& value : x->values()) value = std::round(4.0F * value);
  }
  c.scale = 0.125;
  const auto want = outputs(c.q, c.k, c.v, c.options());
  c.bias = Tensor(Shape{3, 40});
  for (Index i = 0; i < 3; ++i) {
    std::fill_n(c.bias->data() + i * 40, 40,
                std::vector<float>{1.0F, -512.0F, 4096.5F}.at(static_cast<std::size_t>(i)));
  }
  CHECK(differences(outputs(c.q, c.k, c.v, c.options()), want) == "");
}

TEST_CASE("attention: weights and output lie among what they average", "[attention]") {
  const AttentionCase c = plain_case({{}, 20, 90, 8, 5}, 93);
  for (const Tensor& output : outputs(c.q, c.k, c.v)) {
    for (Index j = 0; j < 5; ++j) {
      float least = inf;
      float most = -inf;
      for (Index s = 0; s < 90; ++s) {
        least = std::min(least, c.v(s, j));
        most = std::max(most, c.v(s, j));
      }
      for (Index i = 0; i < 20; ++i) CHECK((output(i, j) >= least && output(i, j) <= most));
    }
  }
}

}  // namespace
}  // namespace qkv::test
