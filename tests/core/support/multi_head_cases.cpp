#include "support/multi_head_cases.hpp"

#include <cmath>

#include "qkv/random.hpp"
#include "support/cases.hpp"

namespace qkv::test {
namespace {

std::optional<TensorView> view(const std::optional<Tensor>& tensor) {
  if (!tensor) return {};
  return TensorView(*tensor);
}

std::optional<TensorView> unless_nothing(const Tensor& tensor) {
  if (tensor.shape() == Shape{0}) return {};
  return TensorView(tensor);
}

std::string text(const MultiHeadExtents& e) {
  return "T " + std::to_string(e.T) + ", S " + std::to_string(e.S) + ", D " + std::to_string(e.D) +
         ", Dc " + std::to_string(e.Dc) + ", D' " + std::to_string(e.joined) + ", Dout " +
         std::to_string(e.Dout) + ", " + std::to_string(e.heads) + " heads";
}

}  // namespace

MultiHeadWeights MultiHeadCase::weights() const {
  return {wq,
          wk,
          wv,
          wo,
          unless_nothing(bq),
          unless_nothing(bk),
          unless_nothing(bv),
          unless_nothing(bo)};
}

MultiHeadOptions MultiHeadCase::options() const {
  MultiHeadOptions options;
  options.causal = causal;
  options.alignment = alignment;
  options.scale = scale;
  options.mask = view(mask);
  options.bias = view(bias);
  options.heads = heads;
  options.context = unless_nothing(context);
  return options;
}

MultiHeadSteps MultiHeadCase::steps() const {
  return multi_head_attention(x, weights(), options());
}

const Tensor& MultiHeadCase::others() const { return options().context ? context : x; }

MultiHeadCase plain_multi_head(const MultiHeadExtents& e, std::uint64_t seed) {
  Generator generator(seed);
  MultiHeadCase c;
  c.name = text(e);
  c.heads = e.heads;
  c.x = generator.randn({e.T, e.D});
  if (e.S != e.T || e.Dc != e.D) c.context = generator.randn({e.S, e.Dc});
  const auto weight = [&generator](Index outputs, Index inputs) {
    const double most = std::sqrt(3.0 / static_cast<double>(inputs));
    return generator.uniform({outputs, inputs}, -most, most);
  };
  c.wq = weight(e.joined, e.D);
  c.wk = weight(e.joined, e.Dc);
  c.wv = weight(e.joined, e.Dc);
  c.wo = weight(e.Dout, e.joined);
  if (e.biases) {
    c.bq = generator.randn({e.joined});
    c.bk = generator.randn({e.joined});
    c.bv = generator.randn({e.joined});
    c.bo = generator.randn({e.Dout});
  }
  return c;
}

std::vector<MultiHeadCase> multi_head_cases() {
  const std::vector<MultiHeadExtents> sizes = {
      {1, 1, 1, 1, 1, 1, 1, false},   {3, 3, 4, 4, 4, 4, 2, true},
      {5, 5, 7, 7, 6, 3, 3, true},    {4, 4, 8, 8, 16, 8, 16, false},
      {2, 7, 5, 3, 9, 1, 3, true},    {9, 1, 1, 17, 8, 15, 2, false},
      {1, 31, 16, 5, 33, 7, 1, true}, {17, 13, 31, 8, 34, 9, 2, true}};
  std::vector<MultiHeadCase> cases;
  std::uint64_t seed = 2000;
  for (const MultiHeadExtents& e : sizes) {
    const MultiHeadCase plain = plain_multi_head(e, ++seed);
    const auto add = [&](const char* kind, const auto& change) {
      MultiHeadCase changed = plain;
      changed.name += std::string(", ") + kind;
      change(changed);
      cases.push_back(std::move(changed));
    };
    add("plain", [](MultiHeadCase&) {});
    add("causal", [](MultiHeadCase& c) { c.causal = true; });
    add("causal, lower right", [](MultiHeadCase& c) {
      c.causal = true;
      c.alignment = CausalAlignment::lower_right;
    });
    add("mask", [&](MultiHeadCase& c) { c.mask = random_mask({e.T, e.S}, ++seed, true); });
    add("everything", [&](MultiHeadCase& c) {
      c.causal = true;
      c.mask = random_mask({e.heads, e.T, e.S}, ++seed, false);
      c.bias = random_bias({1, e.T, e.S}, ++seed);
      c.scale = 1.3;
    });
    add("bias", [&](MultiHeadCase& c) { c.bias = random_bias({e.heads, e.T, e.S}, ++seed); });
  }
  return cases;
}

std::vector<std::pair<Tap, const Tensor*>> taps_of(const MultiHeadSteps& steps) {
  return {{Tap::projected_q, &steps.projected_q},
          {Tap::projected_k, &steps.projected_k},
          {Tap::projected_v, &steps.projected_v},
          {Tap::q, &steps.q},
          {Tap::k, &steps.k},
          {Tap::v, &steps.v},
          {Tap::scores, &steps.scores},
          {Tap::scaled, &steps.scaled},
          {Tap::masked, &steps.masked},
          {Tap::weights, &steps.weights},
          {Tap::output, &steps.head_outputs},
          {Tap::concat, &steps.concat},
          {Tap::result, &steps.output}};
}

std::vector<std::pair<Tap, const Bounded*>> taps_of(const MultiHeadReference& reference) {
  return {{Tap::projected_q, &reference.projected_q}, {Tap::projected_k, &reference.projected_k},
          {Tap::projected_v, &reference.projected_v}, {Tap::scores, &reference.heads.scores},
          {Tap::scaled, &reference.heads.scaled},     {Tap::masked, &reference.heads.masked},
          {Tap::weights, &reference.heads.weights},   {Tap::output, &reference.heads.output},
          {Tap::concat, &reference.concat},           {Tap::result, &reference.output}};
}

}  // namespace qkv::test
