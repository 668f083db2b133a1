#include <algorithm>
#include <cmath>
#include <functional>
#include <string_view>
#include <vector>

#include "qkv/ops/attention.hpp"
#include "support/cases.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/numbers.hpp"

// Masked means skipped, by whichever of the three ways.
namespace qkv::test {
namespace {

TEST_CASE("attention: mask and causality combine", "[attention]") {
  for (const auto alignment : {CausalAlignment::upper_left, CausalAlignment::lower_right}) {
    AttentionCase c = plain_case({{2}, 9, 12, 5, 4}, 94);
    c.mask = random_mask({9, 12}, 95, true);
    c.causal = true;
    c.alignment = alignment;
    const auto both = outputs(c.q, c.k, c.v, c.options());
    // One mask that says the same.
    const Tensor triangle = causal_mask(9, 12, alignment);
    std::ranges::transform(c.mask->values(), triangle.values(), c.mask->values().begin(),
                           std::multiplies<>());
    c.causal = false;
    CHECK(differences(both, outputs(c.q, c.k, c.v, c.options())) == "");
  }
}

TEST_CASE("attention: a bias of −∞ is a mask of 0, bit for bit", "[attention]") {
  for (const Shape& shape : {Shape{70, 90}, Shape{3, 70, 90}}) {
    AttentionCase masked = plain_case({{3}, 70, 90, 5, 4}, 96);
    AttentionCase biased = masked;
    masked.mask = random_mask(shape, 97, true);
    biased.bias = Tensor(shape);
    std::ranges::transform(masked.mask->values(), biased.bias->values().begin(),
                           [](float m) { return m == 0.0F ? -inf : 0.0F; });
    CHECK(differences(outputs(masked.q, masked.k, masked.v, masked.options()),
                      outputs(biased.q, biased.k, biased.v, biased.options())) == "");
  }
}

// Masked means skipped: whatever stands in a key or value that nobody may look at, no result moves.
TEST_CASE("attention: NaN and infinity at masked places never reach a result", "[attention]") {
  const Index T = 70;
  const Index S = 131;
  for (const char* by : {"mask", "bias", "causal"}) {
    AttentionCase clean = plain_case({{2}, T, S, 6, 5}, 98);
    const auto hidden = [&](Index i, Index j) {
      return std::string_view(by) == "causal" ? j > i : (i * 7 + j * 3) % 5 < 2 || j % 11 == 0;
    };
    Tensor mask(Shape{T, S});
    for (Index i = 0; i < T; ++i) {
      for (Index j = 0; j < S; ++j) mask.data()[i * S + j] = hidden(i, j) ? 0.0F : 1.0F;
    }
    if (std::string_view(by) == "mask") clean.mask = mask;
    if (std::string_view(by) == "bias") {
      clean.bias = Tensor(Shape{T, S});
      for (std::size_t i = 0; i < mask.values().size(); ++i) {
        clean.bias->values()[i] = mask.values()[i] == 0.0F ? -inf : 0.25F;
      }
    }
    clean.causal = std::string_view(by) == "causal";
    const AttentionSteps before =
        scaled_dot_product_attention(clean.q, clean.k, clean.v, clean.options());
    const Tensor online = attend(clean.q, clean.k, clean.v, clean.options());
    for (const float poison : {nan, inf, -inf, 3e38F}) {
      for (const Index key : {0, 11, 64, 70, 99, 130}) {
        AttentionCase c = clean;
        for (Index m = 0; m < 2; ++m) {
          std::fill_n(c.k.data() + (m * S + key) * 6, 6, poison);
          std::fill_n(c.v.data() + (m * S + key) * 5, 5, poison);
        }
        const AttentionSteps after = scaled_dot_product_attention(c.q, c.k, c.v, c.options());
        const Tensor online_after = attend(c.q, c.k, c.v, c.options());
        // Rows that may not look there keep every bit.
        for (Index row = 0; row < 2 * T; ++row) {
          if (!hidden(row % T, key)) continue;
          const auto same = [row](const Tensor& x, const Tensor& y) {
            const auto width = static_cast<std::size_t>(x.shape()[-1]);
            const std::size_t first = static_cast<std::size_t>(row) * width;
            return difference(x.values().subspan(first, width), y.values().subspan(first, width));
          };
          CAPTURE(by, poison, key, row);
          REQUIRE(same(after.masked, before.masked) == "");
          REQUIRE(same(after.weights, before.weights) == "");
          REQUIRE(same(after.output, before.output) == "");
          REQUIRE(same(online_after, online) == "");
        }
      }
    }
  }
}

// Rows that do look at a NaN key are NaN throughout: nothing hides it either.
TEST_CASE("attention: a NaN that is used is seen", "[attention]") {
  AttentionCase c = plain_case({{}, 6, 9, 4, 3}, 99);
  c.causal = true;
  c.k.data()[3 * 4 + 1] = nan;
  const AttentionSteps steps = scaled_dot_product_attention(c.q, c.k, c.v, c.options());
  const Tensor online = attend(c.q, c.k, c.v, c.options());
  for (Index i = 0; i < 6; ++i) {
    for (Index j = 0; j < 3; ++j) {
      CHECK(std::isnan(steps.output(i, j)) == (i >= 3));
      CHECK(std::isnan(online(i, j)) == (i >= 3));
    }
    for (Index j = 0; j < 9; ++j) {
      CHECK(std::isnan(steps.weights(i, j)) == (i >= 3 && j <= i));
      if (j > i) CHECK(bits(steps.weights(i, j)) == bits(0.0F));
    }
  }
}

TEST_CASE("attention: a row with nothing left gives zeros", "[attention]") {
  AttentionCase c = plain_case({{}, 5, 70, 4, 3}, 100);
  c.mask = Tensor(Shape{5, 70});
  std::ranges::fill(c.mask->values(), 1.0F);
  std::fill_n(c.mask->data() + Index{2} * 70, 70, 0.0F);
  const AttentionSteps steps = scaled_dot_product_attention(c.q, c.k, c.v, c.options());
  CHECK(difference(rows(steps.weights, 2, 1), Tensor(Shape{1, 70})) == "");
  CHECK(difference(rows(steps.output, 2, 1), Tensor(Shape{1, 3})) == "");
  CHECK(difference(rows(attend(c.q, c.k, c.v, c.options()), 2, 1), Tensor(Shape{1, 3})) == "");
  for (Index j = 0; j < 70; ++j) CHECK(steps.masked(2, j) == -inf);
  // Lower right, more queries than keys: the first T − S rows see nothing.
  const AttentionCase tall = plain_case({{}, 9, 4, 3, 2}, 101);
  AttentionOptions causal;
  causal.causal = true;
  causal.alignment = CausalAlignment::lower_right;
  for (const Tensor& output : outputs(tall.q, tall.k, tall.v, causal)) {
    CHECK(difference(rows(output, 0, 5), Tensor(Shape{5, 2})) == "");
    CHECK(difference(rows(output, 5, 1), rows(tall.v, 0, 1)) == "");
  }
}

TEST_CASE("attention: lower-right causality is upper-left over the last keys", "[attention]") {
  // T < S: with S − T more keys than queries, row i is row i + S − T of the square.
  const Index T = 20;
  const Index S = 90;
  const AttentionCase square = plain_case({{}, S, S, 6, 5}, 102);
  AttentionOptions upper;
  upper.causal = true;
  AttentionOptions lower = upper;
  lower.alignment = CausalAlignment::lower_right;
  const auto whole = outputs(square.q, square.k, square.v, upper);
  const auto last = outputs(rows(square.q, S - T, T), square.k, square.v, lower);
  CHECK(differences(last, {rows(whole[0], S - T, T), rows(whole[1], S - T, T)}) == "");
  // T = S: no difference.
  CHECK(differences(outputs(square.q, square.k, square.v, lower), whole) == "");
}

TEST_CASE("attention: what repeats over heads and batches may be given once", "[attention]") {
  AttentionCase c = plain_case({{2, 3}, 5, 6, 4, 3}, 103);
  for (const auto& [small, index] :
       std::vector<std::pair<Shape, std::vector<Index>>>{{{5, 6}, {0, 0, 0, 0, 0, 0}},
                                                         {{1, 5, 6}, {0, 0, 0, 0, 0, 0}},
                                                         {{3, 5, 6}, {0, 1, 2, 0, 1, 2}},
                                                         {{1, 3, 5, 6}, {0, 1, 2, 0, 1, 2}},
                                                         {{2, 1, 5, 6}, {0, 0, 0, 1, 1, 1}}}) {
    c.mask = random_mask(small, 104, true);
    c.bias = random_bias(small, 105);
    const auto got = outputs(c.q, c.k, c.v, c.options());
    Tensor mask(Shape{2, 3, 5, 6});
    Tensor bias(Shape{2, 3, 5, 6});
    for (std::size_t m = 0; m < 6; ++m) {
      std::copy_n(c.mask->data() + index[m] * 30, 30, mask.data() + m * 30);
      std::copy_n(c.bias->data() + index[m] * 30, 30, bias.data() + m * 30);
    }
    c.mask = mask;
    c.bias = bias;
    CHECK(differences(got, outputs(c.q, c.k, c.v, c.options())) == "");
  }
}

}  // namespace
}  // namespace qkv::test
