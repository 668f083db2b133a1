#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "qkv/ops/attention.hpp"
#include "qkv/random.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/golden.hpp"
#include "support/reference.hpp"

// Numbers from PyTorch and from the documents. Where those were rounded too, both sides lie within
// the proven bound of the exact value, so they differ by no more than twice the bound.
namespace qkv::test {
namespace {

Bounded around(const Json& golden, const Bounded& bounds, double times) {
  Bounded want{bounds.shape, data(golden), bounds.bound};
  for (double& bound : want.bound) bound *= times;
  return want;
}

AttentionOptions document_options(const std::string& variant) {
  AttentionOptions options;
  options.causal = variant == "causal";
  if (variant == "unscaled") options.scale = 1.0;
  return options;
}

TEST_CASE("attention: the three tokens of the document", "[attention]") {
  const Json& g = golden("three_token");
  const Tensor q = tensor(g["Q"]);
  const Tensor k = tensor(g["K"]);
  const Tensor v = tensor(g["V"]);
  for (const char* variant : {"base", "causal", "unscaled"}) {
    const AttentionOptions options = document_options(variant);
    const AttentionSteps steps = scaled_dot_product_attention(q, k, v, options);
    const AttentionReference bounds = attention_reference(q, k, v, options);
    const Tensor attended = attend(q, k, v, options);
    for (const auto& [precision, times] :
         std::vector<std::pair<const char*, double>>{{"f64", 1.0}, {"f32", 2.0}}) {
      CAPTURE(variant, precision);
      const Json& want = g[precision][variant];
      // Whole numbers: no rounding anywhere. The document masks the scaled scores.
      CHECK(beyond(steps.scores, data(want["scores"]), 0.0) == "");
      CHECK(beyond(steps.masked, data(want["scaled"]), 0.0) == "");
      CHECK(beyond(steps.weights, around(want["weights"], bounds.weights, times)) == "");
      CHECK(beyond(steps.output, around(want["output"], bounds.output, times)) == "");
      CHECK(beyond(attended, around(want["output"], bounds.attended, times)) == "");
      CHECK(static_cast<double>(resolve_scale(options, 4)) == 1.0 / want["divisor"].number());
    }
  }
}

TEST_CASE("attention: each head of the three tokens in two heads", "[attention]") {
  const Json& g = golden("three_token");
  const auto halves = [&](const char* name) {
    const Tensor x = tensor(g[name]);
    Tensor split(Shape{2, 3, 2});
    for (Index head = 0; head < 2; ++head) {
      for (Index i = 0; i < 3; ++i) {
        for (Index d = 0; d < 2; ++d) split.data()[(head * 3 + i) * 2 + d] = x(i, head * 2 + d);
      }
    }
    return split;
  };
  const Tensor q = halves("Q");
  const Tensor k = halves("K");
  const Tensor v = halves("V");
  const AttentionSteps steps = scaled_dot_product_attention(q, k, v);
  const AttentionReference bounds = attention_reference(q, k, v, {});
  for (const auto& [precision, times] :
       std::vector<std::pair<const char*, double>>{{"f64", 1.0}, {"f32", 2.0}}) {
    std::vector<double> weights;
    std::vector<double> scores;
    for (const Json& head : g[precision]["heads2"]["heads"].list()) {
      for (const double x : data(head["weights"])) weights.push_back(x);
      for (const double x : data(head["scores"])) scores.push_back(x);
    }
    Bounded want = bounds.weights;
    want.value = weights;
    for (double& bound : want.bound) bound *= times;
    CHECK(beyond(steps.scores, scores, 0.0) == "");
    CHECK(beyond(steps.weights, want) == "");
  }
}

TEST_CASE("attention: the check of the second document", "[attention]") {
  const Json& g = golden("attention_check");
  Generator generator(0);
  const Tensor q = generator.randn({5, 16});
  const Tensor k = generator.randn({5, 16});
  const Tensor v = generator.randn({5, 16});
  REQUIRE(difference(q, tensor(g["Q"])) == "");
  REQUIRE(difference(k, tensor(g["K"])) == "");
  REQUIRE(difference(v, tensor(g["V"])) == "");
  for (const char* variant : {"full", "causal"}) {
    const AttentionOptions options = document_options(variant);
    const AttentionSteps steps = scaled_dot_product_attention(q, k, v, options);
    const AttentionReference bounds = attention_reference(q, k, v, options);
    const Json& want = g[variant];
    CAPTURE(variant);
    // The document masks later: these are complete in both variants.
    CHECK(beyond(steps.scaled, around(want["scaled_scores"], bounds.scaled, 2.0)) == "");
    CHECK(beyond(steps.weights, around(want["weights"], bounds.weights, 2.0)) == "");
    CHECK(beyond(steps.output, around(want["output"], bounds.output, 2.0)) == "");
    CHECK(beyond(attend(q, k, v, options), around(want["output"], bounds.attended, 2.0)) == "");
  }
  // What the document prints.
  AttentionOptions causal;
  causal.causal = true;
  const AttentionSteps steps = scaled_dot_product_attention(q, k, v, causal);
  std::vector<float> rounded;
  for (const float w : steps.weights.values()) rounded.push_back(std::round(w * 100.0F) / 100.0F);
  const Tensor printed = tensor(g["causal_weights_rounded2"]);
  CHECK(difference(rounded, printed.values()) == "");
}

// How a case of edge.json compares with PyTorch 1.13's formula.
enum class Expect {
  same,
  zero_rows,     // nothing left to look at: zeros, where 0/0 gives PyTorch NaN
  output_clean,  // a masked NaN or ∞ in v never leaks, where 0 · ∞ gives PyTorch NaN
  all_clean,     // a NaN score where the bias is −∞ is skipped, where NaN − ∞ gives PyTorch NaN
};

struct EdgeCase {
  const char* name;
  Expect expect;
};

constexpr auto different = std::to_array<EdgeCase>({
    {"fully_masked_row_bool", Expect::zero_rows},
    {"additive_all_minus_inf_row", Expect::zero_rows},
    {"causal_L4_S2_bottom_right", Expect::zero_rows},
    {"masked_value_inf", Expect::output_clean},
    {"nan_key_additive", Expect::all_clean},
});

Expect expectation(const std::string& name) {
  for (const EdgeCase& edge : different) {
    if (name == edge.name) return edge.expect;
  }
  return Expect::same;
}

struct Inputs {
  Tensor q, k, v;
};

Inputs inputs(const Json& edge) {
  if (!edge.has("recipe")) return {tensor(edge["Q"]), tensor(edge["K"]), tensor(edge["V"])};
  const Index width = 65536;
  Inputs result{Tensor(Shape{1, width}), Tensor(Shape{3, width}),
                Tensor(Shape{3, 2}, {1, 0, 0, 1, 2, -1})};
  const bool aligned = edge["name"].string() == "huge_d_k_aligned";
  for (Index j = 0; j < width; ++j) {
    result.q.data()[j] = aligned ? 1.0F : static_cast<float>(7 * j % 11 - 5) / 4.0F;
    for (Index i = 0; i < 3; ++i) {
      const float constant = i == 0 ? 1.0F : i == 1 ? 255.0F / 256.0F : -1.0F;
      result.k.data()[i * width + j] =
          aligned ? constant : static_cast<float>((3 + i) * j % 13 - 6) / 4.0F;
    }
  }
  return result;
}

// PyTorch's numbers, corrected where ours differ on purpose.
std::vector<double> corrected(const std::vector<double>& theirs, const Json& edge, Index rows,
                              const std::vector<double>& clean) {
  std::vector<double> want = theirs;
  const std::size_t width = rows == 0 ? 0 : theirs.size() / static_cast<std::size_t>(rows);
  switch (expectation(edge["name"].string())) {
    case Expect::zero_rows:
      for (const double row : numbers(edge["nan_rows"])) {
        for (std::size_t j = 0; j < width; ++j) want[static_cast<std::size_t>(row) * width + j] = 0;
      }
      break;
    case Expect::output_clean:
    case Expect::all_clean:
      want = clean;
      break;
    case Expect::same:
      break;
  }
  return want;
}

TEST_CASE("attention: the edges, as PyTorch but for what differs on purpose", "[attention]") {
  const Json::List& cases = golden("edge")["cases"].list();
  REQUIRE(cases.size() == 26);
  for (const EdgeCase& edge : different) {
    CAPTURE(edge.name);
    CHECK(std::ranges::count_if(cases, [&](const Json& c) {
            return c["name"].string() == edge.name && c["nan_in_output"].boolean();
          }) == 1);
  }
  for (const Json& edge : cases) {
    CAPTURE(edge["name"].string());
    const auto [q, k, v] = inputs(edge);
    Tensor mask;
    Tensor bias;
    AttentionOptions options;
    options.scale = edge["scale"].number();
    options.causal = edge["causal"].boolean();
    if (edge.has("mask")) {
      mask = tensor(edge["mask"]);
      options.mask = mask;
    }
    if (edge.has("bias")) {
      bias = tensor(edge["bias"]);
      options.bias = bias;
    }
    const AttentionSteps steps = scaled_dot_product_attention(q, k, v, options);
    const AttentionReference exact = attention_reference(q, k, v, options);
    const Index rows = q.shape()[0];

    Bounded logits = around(edge["logits"], exact.masked, 2.0);
    Bounded weights = around(edge["weights"], exact.weights, 2.0);
    Bounded output = around(edge["output"], exact.output, 2.0);
    Bounded attended = around(edge["output"], exact.attended, 2.0);
    if (expectation(edge["name"].string()) == Expect::all_clean) {
      logits.value = exact.masked.value;
      weights.value = corrected(weights.value, edge, rows, exact.weights.value);
    }
    if (expectation(edge["name"].string()) == Expect::zero_rows) {
      weights.value = corrected(weights.value, edge, rows, {});
    }
    output.value = corrected(output.value, edge, rows, exact.output.value);
    attended.value = output.value;
    CHECK(beyond(steps.masked, logits) == "");
    CHECK(beyond(steps.weights, weights) == "");
    CHECK(beyond(steps.output, output) == "");
    CHECK(beyond(attend(q, k, v, options), attended) == "");
    if (expectation(edge["name"].string()) != Expect::same) {
      for (const float x : steps.output.values()) CHECK(std::isfinite(x));
    }
  }
}

// The same logits by the option itself.
TEST_CASE("attention: lower-right causality equals the mask of the edges", "[attention]") {
  for (const Json& edge : golden("edge")["cases"].list()) {
    const std::string& name = edge["name"].string();
    if (!name.ends_with("bottom_right")) continue;
    const auto [q, k, v] = inputs(edge);
    const Tensor mask = tensor(edge["mask"]);
    AttentionOptions masked;
    masked.mask = mask;
    AttentionOptions causal;
    causal.causal = true;
    causal.alignment = CausalAlignment::lower_right;
    const AttentionSteps a = scaled_dot_product_attention(q, k, v, masked);
    const AttentionSteps b = scaled_dot_product_attention(q, k, v, causal);
    CAPTURE(name);
    CHECK(difference(a.masked, b.masked) == "");
    CHECK(difference(a.weights, b.weights) == "");
    CHECK(difference(a.output, b.output) == "");
    CHECK(difference(attend(q, k, v, masked), attend(q, k, v, causal)) == "");
  }
}

// Halving every product and sum exactly: what holds for 65536 terms holds to the last bit.
TEST_CASE("attention: 65536 exact terms give exact scores", "[attention]") {
  int seen = 0;
  for (const Json& edge : golden("edge")["cases"].list()) {
    if (!edge.has("recipe")) continue;
    ++seen;
    const auto [q, k, v] = inputs(edge);
    AttentionOptions options;
    options.scale = edge["scale"].number();
    const AttentionSteps steps = scaled_dot_product_attention(q, k, v, options);
    CHECK(beyond(steps.scaled, data(edge["logits"]), 0.0) == "");
  }
  CHECK(seen == 2);
}

}  // namespace
}  // namespace qkv::test
