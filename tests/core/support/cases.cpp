#include "support/cases.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "qkv/random.hpp"
#include "support/compare.hpp"

namespace qkv::test {
namespace {

Shape shape(const std::vector<Index>& leading, Index rows, Index columns) {
  std::vector<Index> extents = leading;
  extents.push_back(rows);
  extents.push_back(columns);
  return Shape(extents);
}

std::string text(const AttentionExtents& e) {
  std::string result;
  for (const Index extent : e.leading) result += std::to_string(extent) + " x ";
  return result + "T " + std::to_string(e.T) + ", S " + std::to_string(e.S) + ", Dk " +
         std::to_string(e.Dk) + ", Dv " + std::to_string(e.Dv);
}

}  // namespace

Index AttentionCase::cells() const {
  return q.shape().with_matrix(q.shape()[-2], k.shape()[-2]).size();
}

AttentionOptions AttentionCase::options() const {
  AttentionOptions options;
  options.causal = causal;
  options.alignment = alignment;
  options.scale = scale;
  if (mask) options.mask = *mask;
  if (bias) options.bias = *bias;
  return options;
}

AttentionCase plain_case(const AttentionExtents& extents, std::uint64_t seed) {
  Generator generator(seed);
  AttentionCase result;
  result.name = text(extents);
  result.q = generator.randn(shape(extents.leading, extents.T, extents.Dk));
  result.k = generator.randn(shape(extents.leading, extents.S, extents.Dk));
  result.v = generator.randn(shape(extents.leading, extents.S, extents.Dv));
  return result;
}

std::vector<Tensor> outputs(TensorView q, TensorView k, TensorView v,
                            const AttentionOptions& options) {
  return {scaled_dot_product_attention(q, k, v, options).output, attend(q, k, v, options)};
}

std::string differences(const std::vector<Tensor>& got, const std::vector<Tensor>& want) {
  for (std::size_t i = 0; i < got.size(); ++i) {
    const std::string problem = difference(got[i], want[i]);
    if (!problem.empty()) return (i == 0 ? "the passes: " : "attend: ") + problem;
  }
  return {};
}

Tensor random_mask(const Shape& shape, std::uint64_t seed, bool all_masked_row) {
  Tensor mask = Generator(seed).rand(shape);
  std::ranges::transform(mask.values(), mask.values().begin(),
                         [](float x) { return x < 0.25F ? 0.0F : 1.0F; });
  if (all_masked_row && shape[-2] > 1) std::fill_n(mask.data() + shape[-1], shape[-1], 0.0F);
  return mask;
}

Tensor random_bias(const Shape& shape, std::uint64_t seed) {
  Tensor bias = random(shape, seed);
  const Tensor choice = Generator(seed + 1).rand(shape);
  for (std::size_t i = 0; i < bias.values().size(); ++i) {
    if (choice.values()[i] < 0.125F) bias.values()[i] = -std::numeric_limits<float>::infinity();
  }
  return bias;
}

std::vector<AttentionCase> attention_cases() {
  const std::vector<AttentionExtents> shapes = {
      {{}, 1, 1, 1, 1},    {{}, 3, 3, 4, 4},        {{}, 5, 7, 16, 8},    {{}, 33, 17, 5, 3},
      {{2}, 9, 31, 8, 13}, {{2, 3}, 5, 6, 7, 9},    {{}, 64, 65, 33, 17}, {{}, 3, 523, 20, 5},
      {{}, 2, 3, 601, 2},  {{3, 1}, 130, 2, 1, 64}, {{}, 40, 131, 3, 37}};
  std::vector<AttentionCase> cases;
  std::uint64_t seed = 1000;
  for (const AttentionExtents& extents : shapes) {
    const AttentionCase plain = plain_case(extents, ++seed);
    const Shape scores = plain.q.shape().with_matrix(extents.T, extents.S);
    const Shape shared{extents.T, extents.S};
    const auto add = [&](const char* kind, const auto& change) {
      AttentionCase changed = plain;
      changed.name += std::string(", ") + kind;
      change(changed);
      cases.push_back(std::move(changed));
    };
    add("plain", [](AttentionCase&) {});
    add("causal", [](AttentionCase& c) { c.causal = true; });
    add("causal, lower right", [](AttentionCase& c) {
      c.causal = true;
      c.alignment = CausalAlignment::lower_right;
    });
    add("mask", [&](AttentionCase& c) { c.mask = random_mask(scores, ++seed, true); });
    add("bias", [&](AttentionCase& c) { c.bias = random_bias(shared, ++seed); });
    add("everything", [&](AttentionCase& c) {
      c.causal = true;
      c.mask = random_mask(shared, ++seed, false);
      c.bias = random_bias(scores, ++seed);
      c.scale = 1.7;
    });
    add("scale 0", [](AttentionCase& c) { c.scale = 0.0; });
    add("scale -0.3", [](AttentionCase& c) { c.scale = -0.3; });
  }
  return cases;
}

}  // namespace qkv::test
