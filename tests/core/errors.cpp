#include "errors.hpp"

#include <array>
#include <string>
#include <vector>

#include "errors_table.hpp"
#include "qkv/ops/attention.hpp"
#include "qkv/ops/layer_norm.hpp"
#include "qkv/ops/linear.hpp"
#include "qkv/ops/positional_encoding.hpp"
#include "qkv/ops/reduce.hpp"
#include "qkv/ops/softmax.hpp"
#include "support/cases.hpp"
#include "support/compare.hpp"
#include "support/golden.hpp"
#include "support/multi_head_cases.hpp"
#include "support/reference.hpp"

namespace qkv::test {
namespace {

constexpr std::array<Index, 6> lengths{3, 16, 64, 257, 512, 1024};
constexpr std::array<Index, 4> widths{1, 4, 64, 96};

std::string rows_table() {
  Errors linears;
  Errors softmaxes;
  Errors sums;
  Errors norms;
  for (const Index n : {Index{1}, Index{4}, Index{17}, Index{64}, Index{257}, Index{1024}}) {
    const auto seed = static_cast<std::uint64_t>(n);
    const Tensor x = random({32, n}, seed);
    const Tensor w = random({24, n}, seed + 1);
    const Tensor b = random({24}, seed + 2);
    linears.add(linear(x, w, b), linear_reference(x, w, b));
    softmaxes.add(softmax(x), softmax_reference(x));
    sums.add(sum_rows(x), sum_reference(x));
    if (n > 1) {
      const Tensor gamma = random({n}, seed + 3);
      const Tensor beta = random({n}, seed + 4);
      norms.add(layer_norm(x, gamma, beta), layer_norm_reference(x, gamma, beta, 1e-5));
    }
  }
  Errors encodings;
  encodings.add(positional_encoding(512, 64), positional_encoding_reference(512, 64));
  return row("`linear`, x · wᵀ + b", "1 … 1024 terms", linears) +
         row("`softmax`", "1 … 1024 numbers", softmaxes) +
         row("`sum_rows`", "1 … 1024 numbers", sums) +
         row("`layer_norm`", "4 … 1024 numbers", norms) +
         row("`positional_encoding`", "512 × 64", encodings);
}

std::string attention_table() {
  Errors scores;
  Errors weights;
  Errors output;
  Errors attended;
  Errors causal;
  for (const Index T : lengths) {
    for (const Index D : widths) {
      const AttentionCase c = plain_case({{}, T, T, D, D}, static_cast<std::uint64_t>(100 * T + D));
      const AttentionReference want = attention_reference(c.q, c.k, c.v, c.options());
      const AttentionSteps steps = scaled_dot_product_attention(c.q, c.k, c.v, c.options());
      scores.add(steps.scores, want.scores);
      weights.add(steps.weights, want.weights);
      output.add(steps.output, want.output);
      attended.add(attend(c.q, c.k, c.v, c.options()), want.attended);
      AttentionOptions options = c.options();
      options.causal = true;
      causal.add(attend(c.q, c.k, c.v, options),
                 attention_reference(c.q, c.k, c.v, options).attended);
    }
  }
  const char* const sizes = "T = S = 3 … 1024, D = 1 … 96";
  return row("`attention`: scores", sizes, scores) + row("`attention`: weights", sizes, weights) +
         row("`attention`: output", sizes, output) + row("`attend`", sizes, attended) +
         row("`attend`, causal", sizes, causal);
}

std::string heads_table() {
  Errors output;
  for (const MultiHeadCase& c : multi_head_cases()) {
    output.add(c.steps().output, multi_head_reference(c.x, c.weights(), c.options()).output);
  }
  return row("`multi_head_attention`: output", "the cases of the tests", output);
}

void add_attention(const char* file, const char* variant, const Json& want, Pair& weights,
                   Pair& output, Pair& attended) {
  const Json& g = golden(file);
  const Tensor q = tensor(g["Q"]);
  const Tensor k = tensor(g["K"]);
  const Tensor v = tensor(g["V"]);
  AttentionOptions options;
  options.causal = std::string(variant) == "causal";
  const AttentionReference exact = attention_reference(q, k, v, options);
  const AttentionSteps steps = scaled_dot_product_attention(q, k, v, options);
  weights.add(steps.weights, want["weights"], exact.weights);
  output.add(steps.output, want["output"], exact.output);
  attended.add(attend(q, k, v, options), want["output"], exact.output);
}

std::vector<Pair> beside_torch() {
  Pair weights{"attention: weights", {}, {}};
  Pair output{"attention: output", {}, {}};
  Pair attended{"attend", {}, {}};
  for (const char* variant : {"base", "causal"}) {
    add_attention("three_token", variant, golden("three_token")["f32"][variant], weights, output,
                  attended);
  }
  for (const char* variant : {"full", "causal"}) {
    add_attention("attention_check", variant, golden("attention_check")[variant], weights, output,
                  attended);
  }
  Pair heads{"multi-head: output", {}, {}};
  for (const Index count : {1, 2, 4}) {
    for (const char* variant : {"full", "causal"}) {
      MultiHeadCase c = golden_layer(count);
      c.causal = std::string(variant) == "causal";
      heads.add(c.steps().output, golden("mha")["heads" + std::to_string(count)][variant]["output"],
                multi_head_reference(c.x, c.weights(), c.options()).output);
    }
  }
  const Json& g = golden("ops");
  const Tensor x = tensor(g["x"]);
  Pair softmaxes{"softmax", {}, {}};
  softmaxes.add(softmax(x), g["softmax_last_dim"]["y"], softmax_reference(x));
  const Tensor gamma = tensor(g["ln_weight"]);
  const Tensor beta = tensor(g["ln_bias"]);
  Pair norms{"layer norm", {}, {}};
  norms.add(layer_norm(x, gamma, beta), g["layer_norm_eps1e-5"]["y"],
            layer_norm_reference(x, gamma, beta, 1e-5));
  const Json& layer = g["linear"];
  const Tensor input = tensor(layer["x"]);
  const Tensor w = tensor(layer["weight"]);
  const Tensor b = tensor(layer["bias"]);
  Pair linears{"linear", {}, {}};
  linears.add(linear(input, w, b), layer["y"], linear_reference(input, w, b));
  return {weights, output, attended, heads, softmaxes, norms, linears};
}

}  // namespace

ErrorSurvey survey_errors() {
  ErrorSurvey survey;
  survey.tables = line({"operation", "sizes", "max", "rms"}) + line({"---", "---", "--:", "--:"}) +
                  rows_table() + attention_table() + heads_table() + learning_rows() + "\n";
  survey.tables += line({"on the same inputs", "max", "rms", "PyTorch: max", "PyTorch: rms"}) +
                   line({"---", "--:", "--:", "--:", "--:"});
  std::vector<Pair> pairs = beside_torch();
  const std::vector<Pair> learning = learning_beside_torch();
  pairs.insert(pairs.end(), learning.begin(), learning.end());
  for (const Pair& pair : pairs) {
    if (pair.ours.max() > pair.luck * pair.torch.max() ||
        pair.ours.rms() > pair.luck * pair.torch.rms()) {
      survey.problem += std::string(pair.name) + ": PyTorch is nearer to double\n";
    }
    survey.tables += line({pair.name, number(pair.ours.max()), number(pair.ours.rms()),
                           number(pair.torch.max()), number(pair.torch.rms())});
  }
  return survey;
}

}  // namespace qkv::test
