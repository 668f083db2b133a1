#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "qkv/ops/attention.hpp"
#include "qkv/random.hpp"
#include "support/cases.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/numbers.hpp"
#include "support/reference.hpp"

// The passes and the two calls against each other and against the reference in double.
namespace qkv::test {
namespace {

std::string difference(const AttentionSteps& got, const AttentionSteps& want) {
  for (const auto member :
       {&AttentionSteps::scores, &AttentionSteps::scaled, &AttentionSteps::masked,
        &AttentionSteps::weights, &AttentionSteps::output}) {
    const std::string problem = test::difference(got.*member, want.*member);
    if (!problem.empty()) return problem;
  }
  return {};
}

// Finite or not, and which kind of not.
std::string kinds(const Tensor& x) {
  std::string result;
  for (const float value : x.values()) {
    result += std::isnan(value) ? 'n' : value == inf ? '+' : value == -inf ? '-' : '.';
  }
  return result;
}

TEST_CASE("attention: every step within the bound of the exact value", "[attention]") {
  for (const AttentionCase& c : attention_cases()) {
    CAPTURE(c.name);
    const AttentionReference want = attention_reference(c.q, c.k, c.v, c.options());
    const AttentionSteps got = scaled_dot_product_attention(c.q, c.k, c.v, c.options());
    CHECK(beyond(got.scores, want.scores) == "");
    CHECK(beyond(got.scaled, want.scaled) == "");
    CHECK(beyond(got.masked, want.masked) == "");
    CHECK(beyond(got.weights, want.weights) == "");
    CHECK(beyond(got.output, want.output) == "");
    CHECK(beyond(attend(c.q, c.k, c.v, c.options()), want.attended) == "");
  }
}

TEST_CASE("attention: one call gives the bits of the five passes", "[attention]") {
  for (const AttentionCase& c : attention_cases()) {
    CAPTURE(c.name);
    const AttentionOptions options = c.options();
    const AttentionSteps got = scaled_dot_product_attention(c.q, c.k, c.v, options);
    const MaskRule rule(options, got.scores.shape());
    AttentionSteps want;
    want.scores = attention_scores(c.q, c.k);
    want.scaled = scale_scores(want.scores, resolve_scale(options, c.q.shape()[-1]));
    want.masked = mask_scores(want.scaled, rule);
    want.weights = masked_softmax(want.masked, rule);
    want.output = mix_values(want.weights, c.v, rule);
    CHECK(difference(got, want) == "");
  }
}

TEST_CASE("attention: writing to memory of the caller's gives the same and no more",
          "[attention]") {
  constexpr std::size_t margin = 20;
  constexpr float canary = -1234.5F;
  for (const AttentionCase& c : attention_cases()) {
    const AttentionSteps want = scaled_dot_product_attention(c.q, c.k, c.v, c.options());
    const auto room = [canary](const Tensor& x) {
      return std::vector<float>(x.values().size() + 2 * margin, canary);
    };
    std::vector<std::vector<float>> out{room(want.scores), room(want.scaled), room(want.masked),
                                        room(want.weights), room(want.output)};
    const auto at = [&](std::size_t i) { return out[i].data() + margin; };
    const AttentionShape shape(c.q.shape(), c.k.shape(), c.v.shape());
    scaled_dot_product_attention(shape, c.q, c.k, c.v, c.options(),
                                 AttentionStepsOut{at(0), at(1), at(2), at(3), at(4)});
    std::vector<float> attended = room(want.output);
    attend(shape, c.q, c.k, c.v, c.options(), attended.data() + margin);
    out.push_back(attended);
    const Tensor other = attend(c.q, c.k, c.v, c.options());
    const std::vector<const Tensor*> wanted{&want.scores,  &want.scaled, &want.masked,
                                            &want.weights, &want.output, &other};
    CAPTURE(c.name);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::span<const float> all = out[i];
      CHECK(test::difference(all.subspan(margin, all.size() - 2 * margin), wanted[i]->values()) ==
            "");
      const auto live = [](float x) { return x == canary; };
      CHECK(std::ranges::all_of(all.first(margin), live));
      CHECK(std::ranges::all_of(all.last(margin), live));
    }
  }
}

TEST_CASE("attention: rows of weights sum to 1, or to 0 where nothing is left", "[attention]") {
  for (const AttentionCase& c : attention_cases()) {
    CAPTURE(c.name);
    const AttentionOptions options = c.options();
    const Tensor weights = scaled_dot_product_attention(c.q, c.k, c.v, options).weights;
    const Shape& shape = weights.shape();
    const float* w = weights.data();
    for (Index m = 0; m < shape.matrices(); ++m) {
      for (Index i = 0; i < shape[-2]; ++i) {
        double sum = 0.0;
        bool any = false;
        for (Index j = 0; j < shape[-1]; ++j, ++w) {
          sum += static_cast<double>(*w);
          any = any || allowed(options, shape, m, i, j);
        }
        // Each weight is off by at most one rounding of itself, its sum by S - 1 more.
        REQUIRE(std::abs(sum - (any ? 1.0 : 0.0)) <=
                (any ? static_cast<double>(shape[-1]) * 0x1p-24 : 0.0));
      }
    }
  }
}

// NaN and ∞ in used places, large scores, values near the largest number: the online softmax must
// not be seen.
TEST_CASE("attend: NaN and infinity where the five passes have them", "[attention]") {
  Generator generator(71);
  for (int round = 0; round < 60; ++round) {
    const auto T = static_cast<Index>(generator.randint(1, 80, 1)[0]);
    const auto S = static_cast<Index>(generator.randint(1, 200, 1)[0]);
    AttentionCase c = plain_case({{}, T, S, 4, 3}, static_cast<std::uint64_t>(round) + 500);
    c.causal = round % 3 == 1;
    if (round % 2 == 1) c.mask = random_mask({T, S}, static_cast<std::uint64_t>(round), true);
    if (round % 5 == 2) c.bias = random_bias({T, S}, static_cast<std::uint64_t>(round));
    const auto poison = [&](Tensor& x, std::initializer_list<float> poisons) {
      for (const float value : poisons) {
        x.values()[static_cast<std::size_t>(generator.randint(0, x.size(), 1)[0])] = value;
      }
    };
    poison(c.q, {round % 4 == 0 ? nan : 3e38F});
    poison(c.k, {round % 7 == 3 ? -inf : 1.0F, round % 4 == 1 ? 1e30F : 2.0F});
    poison(c.v, {round % 6 == 4 ? inf : 3.4e38F, round % 6 == 5 ? nan : -3.4e38F});
    CAPTURE(round, T, S);
    const Tensor passes = scaled_dot_product_attention(c.q, c.k, c.v, c.options()).output;
    const Tensor online = attend(c.q, c.k, c.v, c.options());
    CHECK(kinds(online) == kinds(passes));
  }
}

TEST_CASE("attend: values at the edge of float32 do not overflow on the way", "[attention]") {
  const float most = std::numeric_limits<float>::max();
  Tensor v(Shape{200, 2});
  std::ranges::fill(v.values(), most);
  const Tensor q = random({3, 4}, 72);
  const Tensor k = random({200, 4}, 73);
  const Tensor output = scaled_dot_product_attention(q, k, v).output;
  const Tensor online = attend(q, k, v);
  CHECK(kinds(online) == kinds(output));
}

TEST_CASE("attention: heads and batches are independent, bit for bit", "[attention]") {
  for (const AttentionCase& c : attention_cases()) {
    if (c.q.shape().rank() == 2) continue;
    CAPTURE(c.name);
    const AttentionSteps whole = scaled_dot_product_attention(c.q, c.k, c.v, c.options());
    const Tensor online = attend(c.q, c.k, c.v, c.options());
    const Shape& scores = whole.scores.shape();
    for (Index m = 0; m < scores.matrices(); ++m) {
      AttentionCase one;
      one.q = matrix(c.q, m);
      one.k = matrix(c.k, m);
      one.v = matrix(c.v, m);
      one.causal = c.causal;
      one.alignment = c.alignment;
      one.scale = c.scale;
      if (c.mask) one.mask = matrix(*c.mask, c.mask->shape().rank() == 2 ? 0 : m);
      if (c.bias) one.bias = matrix(*c.bias, c.bias->shape().rank() == 2 ? 0 : m);
      const AttentionSteps alone = scaled_dot_product_attention(one.q, one.k, one.v, one.options());
      const AttentionSteps part{matrix(whole.scores, m), matrix(whole.scaled, m),
                                matrix(whole.masked, m), matrix(whole.weights, m),
                                matrix(whole.output, m)};
      CHECK(difference(alone, part) == "");
      CHECK(test::difference(attend(one.q, one.k, one.v, one.options()), matrix(online, m)) == "");
    }
  }
}

TEST_CASE("attention: empty extents", "[attention]") {
  const auto steps = [](const Shape& q, const Shape& k, const Shape& v) {
    return scaled_dot_product_attention(Tensor(q), Tensor(k), Tensor(v));
  };
  AttentionSteps s = steps({0, 4}, {3, 4}, {3, 2});
  CHECK(s.weights.shape() == Shape{0, 3});
  CHECK(s.output.shape() == Shape{0, 2});
  s = steps({2, 4}, {0, 4}, {0, 3});
  CHECK(s.scores.shape() == Shape{2, 0});
  CHECK(s.weights.shape() == Shape{2, 0});
  CHECK(test::difference(s.output, Tensor(Shape{2, 3})) == "");
  s = steps({2, 4}, {3, 4}, {3, 0});
  CHECK(s.weights.shape() == Shape{2, 3});
  CHECK(s.output.shape() == Shape{2, 0});
  s = steps({0, 2, 4}, {0, 3, 4}, {0, 3, 5});
  CHECK(s.output.shape() == Shape{0, 2, 5});
  s = steps({2, 0, 2, 4}, {2, 0, 3, 4}, {2, 0, 3, 5});
  CHECK(s.output.shape() == Shape{2, 0, 2, 5});
  for (const bool causal : {false, true}) {
    AttentionOptions options;
    options.causal = causal;
    const Tensor none(Shape{0, 4});
    const Tensor two = random({2, 4}, 74);
    CHECK(attend(none, two, two, options).shape() == Shape{0, 4});
    CHECK(test::difference(attend(two, none, none, options), Tensor(Shape{2, 4})) == "");
    CHECK(attend(two, two, Tensor(Shape{2, 0}), options).shape() == Shape{2, 0});
    CHECK(attend(none, none, none, options).shape() == Shape{0, 4});
    const Tensor heads(Shape{0, 2, 4});
    CHECK(attend(heads, heads, heads, options).shape() == Shape{0, 2, 4});
  }
}

TEST_CASE("resolve_scale: 1 / sqrt(Dk), or the option, rounded once", "[attention]") {
  for (const Index width : {1, 2, 3, 4, 16, 64, 100, 65536}) {
    CHECK(bits(resolve_scale({}, width)) ==
          bits(static_cast<float>(1.0 / std::sqrt(static_cast<double>(width)))));
  }
  AttentionOptions options;
  for (const double scale : {0.0, -2.5, 0.1, 1e-50, 3.4e38}) {
    options.scale = scale;
    CHECK(bits(resolve_scale(options, 4)) == bits(static_cast<float>(scale)));
  }
}

}  // namespace
}  // namespace qkv::test
