#include <array>
#include <string>
#include <utility>
#include <vector>

#include "errors_table.hpp"
#include "qkv/ops/activation.hpp"
#include "qkv/ops/attention_backward.hpp"
#include "qkv/ops/cross_entropy.hpp"
#include "qkv/ops/layer_norm.hpp"
#include "qkv/ops/linear.hpp"
#include "qkv/ops/recurrent.hpp"
#include "qkv/ops/softmax.hpp"
#include "qkv/random.hpp"
#include "simd/curves.hpp"
#include "support/cases.hpp"
#include "support/curves.hpp"
#include "support/doubles_backward.hpp"
#include "support/recurrent_cases.hpp"

namespace qkv::test {
namespace {

using Targets = std::vector<std::int32_t>;
using simd::Curve;

constexpr std::array<Index, 6> extents{1, 4, 17, 64, 257, 1024};

std::string curve_row(const char* name, Curve curve, const char* sizes) {
  Errors errors;
  for (const double width : {0.1, 1.0, 4.0}) {
    Generator generator(1);
    const Tensor x = generator.uniform({4096}, curve == Curve::log ? 1e-3 : -width, width);
    Tensor y(x.shape());
    simd::apply(curve, x.data(), y.data(), x.size());
    Numbers want = doubles(x);
    for (double& each : want) each = exact(curve, each);
    errors.add(y, want);
  }
  return row(name, sizes, errors);
}

std::string activation_rows() {
  std::string rows;
  for (const Activation activation : {Activation::gelu, Activation::gelu_tanh, Activation::silu}) {
    Errors errors;
    Errors back;
    const Tensor x = Generator(2).normal({4096}, 0.0, 2.0);
    const Tensor dy = random({4096}, 3);
    errors.add(activate(activation, x), plainly::activate(activation, doubles(x)));
    back.add(activate_backward(activation, x, dy),
             plainly::activate_backward(activation, doubles(x), doubles(dy)));
    const std::string title = "`" + std::string(name(activation)) + "`";
    rows += row(title.c_str(), "normals, σ = 2", errors) +
            row((title + ", back").c_str(), "normals, σ = 2", back);
  }
  const Tensor a = random({4096}, 4);
  const Tensor b = random({4096}, 5);
  Numbers want = plainly::activate(Activation::silu, doubles(a));
  for (std::size_t i = 0; i < want.size(); ++i) want[i] *= static_cast<double>(b.values()[i]);
  Errors gated;
  gated.add(swiglu(a, b), want);
  return rows + row("`swiglu`", "normals", gated);
}

std::string loss_rows() {
  Errors losses;
  Errors back;
  for (const auto& [N, V] : std::initializer_list<std::pair<Index, Index>>{
           {1, 2}, {10, 10}, {640, 10}, {1000, 3}, {32, 1024}}) {
    const Tensor x = Generator(static_cast<std::uint64_t>(N)).normal({N, V}, 0.0, 2.0);
    Targets targets;
    for (Index n = 0; n < N; ++n) targets.push_back(static_cast<std::int32_t>((n * 7 + 1) % V));
    const CrossEntropy got = cross_entropy(x, targets);
    losses.add(std::span(&got.loss, 1),
               Numbers{plainly::cross_entropy(doubles(x), targets, V, {})});
    back.add(cross_entropy_backward(got.probabilities, targets),
             plainly::cross_entropy_backward(doubles(x), targets, V, {}));
  }
  return row("`cross_entropy`: loss", "1 … 1000 rows of 2 … 1024", losses) +
         row("`cross_entropy`, back", "1 … 1000 rows of 2 … 1024", back);
}

std::string linear_and_norm_rows() {
  Errors linears;
  Errors softmaxes;
  Errors norms;
  Errors rms;
  Errors rms_back;
  for (const Index n : extents) {
    const auto seed = static_cast<std::uint64_t>(n) + 20;
    const Tensor x = random({32, n}, seed);
    const Tensor w = random({24, n}, seed + 1);
    const Tensor dy = random({32, 24}, seed + 2);
    const Tensor dx = random({32, n}, seed + 3);
    const Numbers input = doubles(x);
    const Numbers change = doubles(dx);
    const LinearGradients got = linear_backward(x, w, dy);
    const auto want = plainly::linear_backward(input, doubles(w), doubles(dy), {32, n, 24});
    linears.add(got.x, want.x);
    linears.add(got.w, want.w);
    linears.add(got.b, want.b);
    if (n == 1) continue;  // nothing but 0 goes back
    softmaxes.add(softmax_backward(softmax(x), dx),
                  plainly::softmax_backward(plainly::softmax(input, n), change, n));
    const Tensor gamma = random({n}, seed + 4);
    const Numbers scales = doubles(gamma);
    const LayerNormGradients layer = layer_norm_backward(x, gamma, dx);
    const auto layers = plainly::normalise_backward(input, scales, change, {32, n, 1e-5, true});
    norms.add(layer.x, layers.x);
    norms.add(layer.gamma, layers.gamma);
    norms.add(layer.beta, layers.beta);
    rms.add(rms_norm(x, gamma), plainly::normalise(input, scales, {}, {32, n, 1e-5, false}));
    const RmsNormGradients root = rms_norm_backward(x, gamma, dx);
    const auto roots = plainly::normalise_backward(input, scales, change, {32, n, 1e-5, false});
    rms_back.add(root.x, roots.x);
    rms_back.add(root.gamma, roots.gamma);
  }
  return row("`rms_norm`", "4 … 1024 numbers", rms) +
         row("`linear`, back", "1 … 1024 columns, 32 rows", linears) +
         row("`softmax`, back", "4 … 1024 numbers", softmaxes) +
         row("`layer_norm`, back", "4 … 1024 numbers, 32 rows", norms) +
         row("`rms_norm`, back", "4 … 1024 numbers, 32 rows", rms_back);
}

std::string attention_rows() {
  Errors errors;
  for (const Index T : {3, 16, 64, 257}) {
    for (const Index D : {1, 4, 64, 96}) {
      const AttentionCase c = plain_case({{}, T, T, D, D}, static_cast<std::uint64_t>(100 * T + D));
      const AttentionShape shape(c.q.shape(), c.k.shape(), c.v.shape());
      const Tensor dy = random(shape.output, 6);
      const auto scale = static_cast<double>(resolve_scale(c.options(), D));
      const Tensor weights = scaled_dot_product_attention(c.q, c.k, c.v, c.options()).weights;
      const AttentionGradients got = attention_backward(c.q, c.k, c.v, weights, dy, c.options());
      const auto want = plainly::attention_backward(doubles(c.q), doubles(c.k), doubles(c.v),
                                                    doubles(dy), shape, scale);
      errors.add(got.q, want.q);
      errors.add(got.k, want.k);
      errors.add(got.v, want.v);
    }
  }
  return row("`attention`, back", "T = S = 3 … 257, D = 1 … 96", errors);
}

std::string recurrent_rows() {
  Errors output;
  Errors back;
  for (const Index T : {1, 10, 50}) {
    for (const Index H : {1, 4, 17, 48}) {
      const RecurrentCase c = recurrent_case({RecurrentCell::lstm, T, 4, 32, H, false}, false,
                                             static_cast<std::uint64_t>(100 * T + H));
      const plainly::Recurrence inputs = c.doubles();
      output.add(c.steps().output, plainly::recurrent(c.extents, inputs).output);
      const RecurrentGradients got = c.gradients();
      const auto want = plainly::lstm_backward(c.extents, inputs, doubles(c.dy));
      back.add(got.x, want.x);
      back.add(got.ih, want.ih);
      back.add(got.hh, want.hh);
      back.add(got.b_ih, want.b);
    }
  }
  return row("`recurrent`, LSTM: output", "T = 1 … 50, H = 1 … 48", output) +
         row("`recurrent`, LSTM, back", "T = 1 … 50, H = 1 … 48", back);
}

std::string additive_rows() {
  Errors context;
  Errors back;
  for (const Index T : {3, 16, 64}) {
    for (const Index D : {1, 4, 33, 64}) {
      AdditiveCase c =
          additive_case({T, T, D, D, D}, false, static_cast<std::uint64_t>(100 * T + D));
      // As a fresh layer has them: of larger ones the softmax leaves but one weight.
      const auto scale = static_cast<float>(1.0 / std::sqrt(static_cast<double>(D)));
      for (Tensor* const weights : {&c.w, &c.u, &c.v}) {
        for (float& each : weights->values()) each *= scale;
      }
      const plainly::Additive inputs = c.doubles();
      context.add(c.steps().context,
                  plainly::additive_attention(c.extents, inputs, nullptr).context);
      const AdditiveGradients got = c.gradients();
      const auto want =
          plainly::additive_attention_backward(c.extents, inputs, doubles(c.dcontext));
      back.add(got.s, want.s);
      back.add(got.h, want.h);
      back.add(got.w, want.w);
      back.add(got.u, want.u);
      back.add(got.v, want.v);
    }
  }
  return row("`additive_attention`: context", "T = S = 3 … 64, widths 1 … 64", context) +
         row("`additive_attention`, back", "T = S = 3 … 64, widths 1 … 64", back);
}

}  // namespace

std::string learning_rows() {
  return curve_row("tanh", Curve::tanh, "−4 … 4") + curve_row("sigmoid", Curve::sigmoid, "−4 … 4") +
         curve_row("erf", Curve::erf, "−4 … 4") + curve_row("logarithm", Curve::log, "0.001 … 4") +
         activation_rows() + loss_rows() + linear_and_norm_rows() + attention_rows() +
         recurrent_rows() + additive_rows();
}

}  // namespace qkv::test
