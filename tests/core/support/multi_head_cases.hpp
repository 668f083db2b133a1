#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "qkv/nn/multi_head.hpp"
#include "qkv/trace.hpp"
#include "qkv/types.hpp"
#include "support/reference.hpp"

namespace qkv::test {

// One call of multi-head attention with all that its weights and options refer to. A context or
// bias that is a vector of nothing is not given.
struct MultiHeadCase {
  std::string name;
  Tensor x, context;
  Tensor wq, wk, wv, wo;
  Tensor bq, bk, bv, bo;
  std::optional<Tensor> mask, bias;
  std::optional<double> scale;
  Index heads = 1;
  bool causal = false;
  CausalAlignment alignment = CausalAlignment::upper_left;

  // Both refer to this case's tensors.
  [[nodiscard]] MultiHeadWeights weights() const;
  [[nodiscard]] MultiHeadOptions options() const;
  [[nodiscard]] MultiHeadSteps steps() const;
  // What is attended to: the context, or x.
  [[nodiscard]] const Tensor& others() const;
};

// Standard normal tokens, weights as a fresh layer has them. Self-attention where S = T and
// Dc = D, else with a context.
[[nodiscard]] MultiHeadCase plain_multi_head(const MultiHeadExtents& extents, std::uint64_t seed);

// Extents of 1, of a register's lanes and one beside, and primes; each plain and with every option.
[[nodiscard]] std::vector<MultiHeadCase> multi_head_cases();

// torch.nn.MultiheadAttention(8, heads) of mha.json with its tokens.
[[nodiscard]] MultiHeadCase golden_layer(Index heads);

// The taps of a call, in order.
[[nodiscard]] std::vector<std::pair<Tap, const Tensor*>> taps_of(const MultiHeadSteps& steps);
[[nodiscard]] std::vector<std::pair<Tap, const Bounded*>> taps_of(
    const MultiHeadReference& reference);

}  // namespace qkv::test
