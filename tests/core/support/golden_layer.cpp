#include "support/compare.hpp"
#include "support/golden.hpp"
#include "support/multi_head_cases.hpp"

namespace qkv::test {

MultiHeadCase golden_layer(Index heads) {
  constexpr Index width = 8;
  const Json& g = golden("mha");
  // PyTorch keeps the rows of Q, of K and of V below each other.
  const Tensor in_weight = tensor(g["params"]["in_proj_weight"]);
  const Tensor in_bias = tensor(g["params"]["in_proj_bias"]);
  const auto part = [&](Index i) { return rows(in_weight, i * width, width); };
  const auto bias_part = [&](Index i) {
    return Tensor({width}, in_bias.values().subspan(static_cast<std::size_t>(i * width),
                                                    static_cast<std::size_t>(width)));
  };
  MultiHeadCase c;
  c.heads = heads;
  c.x = tensor(g["x"]);
  c.wq = part(0);
  c.wk = part(1);
  c.wv = part(2);
  c.wo = tensor(g["params"]["out_proj.weight"]);
  c.bq = bias_part(0);
  c.bk = bias_part(1);
  c.bv = bias_part(2);
  c.bo = tensor(g["params"]["out_proj.bias"]);
  return c;
}

}  // namespace qkv::test
