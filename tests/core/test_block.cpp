#include "qkv/nn/block.hpp"

#include <cmath>
#include <string>

#include "arena.hpp"
#include "qkv/ops/mask.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/golden.hpp"

namespace qkv::test {
namespace {

// Parameters by their names in a golden file.
void load(Parameters& parameters, const Json& from) {
  for (std::size_t id = 0; id < parameters.named().size(); ++id) {
    const Tensor values = tensor(from[parameters.named()[id].name]);
    parameters.set(id, values.values());
  }
}

Tensor doubled(TensorView y) {
  Tensor dy(y.shape);
  for (Index i = 0; i < dy.size(); ++i) dy.data()[i] = 2.0F * y.data[i];
  return dy;
}

// Sum, sum of squares, largest magnitude and first five: {"sum", "sumsq", "absmax", "first5"}.
void check_summary(std::span<const float> got, const Json& want, double bound) {
  double sum = 0.0;
  double squares = 0.0;
  double largest = 0.0;
  for (const float x : got) {
    sum += static_cast<double>(x);
    squares += static_cast<double>(x) * static_cast<double>(x);
    largest = std::max(largest, std::abs(static_cast<double>(x)));
  }
  const double scale = std::max(1.0, largest);
  CHECK(std::abs(sum - want["sum"].number()) <= bound * scale * static_cast<double>(got.size()));
  CHECK(std::abs(squares - want["sumsq"].number()) <= 4 * bound * (1 + want["sumsq"].number()));
  CHECK(std::abs(largest - want["absmax"].number()) <= bound * scale);
  const std::vector<double> first = numbers(want["first5"]);
  for (std::size_t i = 0; i < first.size(); ++i) {
    CHECK(std::abs(static_cast<double>(got[i]) - first[i]) <= bound * scale);
  }
}

TEST_CASE("Block: the golden layer, pre- and post-norm, ReLU and GELU", "[block]") {
  const Json& g = golden("block");
  const Tensor x = tensor(g["x"]);
  const Sequences sequences{2, 6, 6};
  for (const bool norm_first : {false, true}) {
    for (const Activation activation : {Activation::relu, Activation::gelu}) {
      const std::string variant = std::string("norm_first=") + (norm_first ? "True" : "False") +
                                  ",activation=" + std::string(name(activation));
      CAPTURE(variant);
      const Json& want = g["variants"][variant];
      Parameters parameters;
      BlockOptions options;
      options.heads = 4;
      options.norm_first = norm_first;
      options.feed_forward.activation = activation;
      const Block block(parameters, Block::torch_names(""), options);
      load(parameters, g["params"]);
      Arena arena;
      const Pass pass{parameters, arena};
      const Block::Kept kept = block.forward(pass, x.data(), sequences);
      const TensorView y{kept.y, x.shape()};
      // PyTorch is itself up to 9e-7 from float64 here, and ours as much.
      CHECK(beyond(y, data(want["output"]), 2e-6) == "");
      parameters.zero_gradients();
      const Tensor dy = doubled(y);
      const float* const dx = block.backward(pass, kept, dy.data(), sequences);
      CHECK(beyond({dx, x.shape()}, data(want["grad_x"]), 5e-6) == "");
      for (std::size_t id = 0; id < parameters.named().size(); ++id) {
        const auto& [name, shape, offset] = parameters.named()[id];
        CAPTURE(name);
        check_summary({parameters.gradient(id), static_cast<std::size_t>(shape.size())},
                      want["grad_params"][name], 5e-6);
      }
      MaskOptions causal;
      causal.causal = true;
      const Block::Kept masked = block.forward(pass, x.data(), sequences, causal);
      CHECK(beyond({masked.y, x.shape()}, data(want["output_causal"]), 2e-6) == "");
    }
  }
}

TEST_CASE("MultiHeadAttention: the golden layer, self and cross, with its gradients", "[block]") {
  const Json& g = golden("mha");
  const Tensor x = tensor(g["x"]);
  for (const int heads : {1, 2, 4}) {
    const Json& of_heads = g["heads" + std::to_string(heads)];
    Parameters parameters;
    const MultiHeadAttention layer(parameters, "", 8, heads);
    for (std::size_t id = 0; id < parameters.named().size(); ++id) {
      const std::string name = parameters.named()[id].name.substr(1);
      const Tensor values = tensor(g["params"][name]);
      parameters.set(id, values.values());
    }
    Arena arena;
    const Pass pass{parameters, arena};
    for (const bool causal : {false, true}) {
      CAPTURE(heads, causal);
      const Json& want = of_heads[causal ? "causal" : "full"];
      MaskOptions mask;
      mask.causal = causal;
      const Sequences sequences{1, 3, 3};
      const auto kept = layer.forward(pass, x.data(), x.data(), sequences, mask);
      const TensorView y{kept.y, x.shape()};
      CHECK(beyond(y, data(want["output"]), 1e-6) == "");
      CHECK(beyond({kept.weights, {heads, 3, 3}}, data(want["weights"]), 1e-6) == "");
      parameters.zero_gradients();
      const Tensor dy = doubled(y);
      const auto gradients = layer.backward(pass, kept, dy.data(), sequences, mask);
      CHECK(gradients.context == nullptr);
      CHECK(beyond({gradients.x, x.shape()}, data(want["grad_x"]), 4e-6) == "");
      for (std::size_t id = 0; id < parameters.named().size(); ++id) {
        const auto& [name, shape, offset] = parameters.named()[id];
        CAPTURE(name);
        CHECK(beyond({parameters.gradient(id), shape}, data(want["grad_params"][name.substr(1)]),
                     4e-6) == "");
      }
    }
    const Tensor query = tensor(of_heads["cross"]["query"]);
    const auto kept = layer.forward(pass, query.data(), x.data(), {1, 2, 3});
    CHECK(beyond({kept.y, query.shape()}, data(of_heads["cross"]["output"]), 1e-6) == "");
  }
}

TEST_CASE("MultiHeadAttention: what looks elsewhere has the gradients of looking at itself",
          "[block]") {
  Parameters parameters;
  const MultiHeadAttention layer(parameters, "att", 12, 3);
  Generator generator(3);
  layer.initialise(parameters, generator);
  const Tensor x = random({10, 12}, 4);
  const Tensor same = random({10, 12}, 4);
  const Tensor dy = random({10, 12}, 5);
  const Sequences sequences{2, 5, 5};
  Arena arena;
  const Pass pass{parameters, arena};
  const auto self = layer.forward(pass, x.data(), x.data(), sequences);
  const auto from_self = layer.backward(pass, self, dy.data(), sequences);
  const std::vector<float> own(parameters.gradients().begin(), parameters.gradients().end());
  parameters.zero_gradients();
  const auto cross = layer.forward(pass, x.data(), same.data(), sequences);
  const auto from_cross = layer.backward(pass, cross, dy.data(), sequences);
  CHECK(difference(TensorView{cross.y, x.shape()}, TensorView{self.y, x.shape()}) == "");
  CHECK(difference(parameters.gradients(), own) == "");
  std::vector<double> sum;
  sum.reserve(x.values().size());
  for (Index i = 0; i < x.size(); ++i) {
    sum.push_back(static_cast<double>(from_cross.x[i]) +
                  static_cast<double>(from_cross.context[i]));
  }
  // One product of 36 terms against two of 12 and 24 that are then added.
  CHECK(beyond({from_self.x, x.shape()}, sum, 1e-6) == "");
}

}  // namespace
}  // namespace qkv::test
