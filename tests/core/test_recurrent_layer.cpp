#include <algorithm>
#include <array>
#include <string>

#include "arena.hpp"
#include "qkv/nn/recurrent.hpp"
#include "qkv/random.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/golden.hpp"
#include "support/recurrent_cases.hpp"

namespace qkv::test {
namespace {

// (A, B, D) as (B, A, D): between PyTorch's batch_first and times first.
Tensor exchanged(const Tensor& x) {
  const Index A = x.shape()[0];
  const Index B = x.shape()[1];
  const Index D = x.shape()[2];
  Tensor result(Shape{B, A, D});
  for (Index a = 0; a < A; ++a) {
    for (Index b = 0; b < B; ++b) {
      std::copy_n(x.data() + (a * B + b) * D, D, result.data() + (b * A + a) * D);
    }
  }
  return result;
}

TensorView gradient(Parameters& parameters, Parameters::Id id) {
  return {parameters.gradient(id), parameters.named()[id].shape};
}

TEST_CASE("Recurrent: the golden BiLSTM, forward and back", "[recurrent]") {
  const Json& g = golden("bahdanau")["bilstm"];
  Parameters parameters;
  const Recurrent layer(parameters, "lstm", RecurrentCell::lstm, 6, 8, true);
  const auto golden_name = [](const Parameters::Named& named) { return named.name.substr(5); };
  for (std::size_t id = 0; id < parameters.named().size(); ++id) {
    const Tensor values = tensor(g["params"][golden_name(parameters.named()[id])]);
    parameters.set(id, values.values());
  }
  const Tensor x = exchanged(tensor(g["x"]));
  Arena arena;
  const Pass pass{parameters, arena};
  const Recurrent::Kept kept = layer.forward(pass, x.data(), 5, 2);
  const Tensor y = reshaped({kept.y, {5, 2, 16}}, {5, 2, 16});
  CHECK(beyond(exchanged(y), data(g["output"]), 1e-6) == "");
  const std::vector<double> h = data(g["h_n"]);
  const std::vector<double> c = data(g["c_n"]);
  for (const std::size_t run : {0U, 1U}) {
    const Shape state{2, 8};
    CHECK(beyond({kept.last.at(run).h, state}, std::span(h).subspan(run * 16, 16), 1e-6) == "");
    CHECK(beyond({kept.last.at(run).c, state}, std::span(c).subspan(run * 16, 16), 1e-6) == "");
  }
  Tensor dy(y.shape());
  std::ranges::transform(y.values(), dy.values().begin(), [](float v) { return 2.0F * v; });
  const Recurrent::Gradients gradients = layer.backward(pass, x.data(), kept, dy.data());
  CHECK(beyond(exchanged(reshaped({gradients.x, x.shape()}, x.shape())), data(g["grad_x"]), 3e-6) ==
        "");
  for (std::size_t id = 0; id < parameters.named().size(); ++id) {
    const Parameters::Named& named = parameters.named()[id];
    CAPTURE(named.name);
    CHECK(beyond(gradient(parameters, id), data(g["grad_params"][golden_name(named)]), 5e-6) == "");
  }
}

TEST_CASE("Recurrent: parameters have PyTorch's names and order, and are drawn in it",
          "[recurrent]") {
  Parameters parameters;
  const Recurrent layer(parameters, "rnn", RecurrentCell::gru, 3, 4, true);
  constexpr std::array<const char*, 8> names{"rnn.weight_ih_l0",         "rnn.weight_hh_l0",
                                             "rnn.bias_ih_l0",           "rnn.bias_hh_l0",
                                             "rnn.weight_ih_l0_reverse", "rnn.weight_hh_l0_reverse",
                                             "rnn.bias_ih_l0_reverse",   "rnn.bias_hh_l0_reverse"};
  REQUIRE(parameters.named().size() == names.size());
  for (std::size_t id = 0; id < names.size(); ++id) {
    CHECK(parameters.named()[id].name == names.at(id));
  }
  CHECK(parameters.named()[4].shape == Shape{12, 3});
  CHECK(parameters.named()[5].shape == Shape{12, 4});
  CHECK(parameters.named()[7].shape == Shape{12});
  Generator generator(7);
  layer.initialise(parameters, generator);
  // One after the other in PyTorch's order, all within ±1/√4.
  const Tensor drawn =
      Generator(7).uniform({static_cast<Index>(parameters.values().size())}, -0.5, 0.5);
  CHECK(difference(parameters.values(), drawn.values()) == "");
}

// The layer against the operation: the runs side by side, states in and out, gradients added up.
TEST_CASE("Recurrent: every cell, one way and both, from a state and back to it", "[recurrent]") {
  const Index T = 4;
  const Index B = 3;
  const Index I = 5;
  const Index H = 6;
  for (int number = 0; number < recurrent_cell_count; ++number) {
    const auto cell = static_cast<RecurrentCell>(number);
    for (const bool both : {false, true}) {
      CAPTURE(name(cell), both);
      const bool cells = cell == RecurrentCell::lstm;
      std::array<RecurrentCase, 2> runs{recurrent_case({cell, T, B, I, H, false}, true, 5001),
                                        recurrent_case({cell, T, B, I, H, true}, true, 5002)};
      runs[1].x = runs[0].x;
      Parameters parameters;
      const Recurrent layer(parameters, "r", cell, I, H, both);
      const auto count = static_cast<std::size_t>(layer.runs());
      Tensor dy(Shape{T, B, layer.runs() * H});
      Recurrent::States first;
      Recurrent::States dlast;
      for (std::size_t run = 0; run < count; ++run) {
        RecurrentCase& c = runs.at(run);
        const auto [ih, hh, b_ih, b_hh] = layer.weights.at(run);
        parameters.set(ih, c.ih.values());
        parameters.set(hh, c.hh.values());
        parameters.set(b_ih, c.b_ih.values());
        parameters.set(b_hh, c.b_hh.values());
        first.at(run) = {c.h.data(), cells ? c.c.data() : nullptr};
        dlast.at(run) = {c.dh.data(), cells ? c.dc.data() : nullptr};
        for (Index row = 0; row < T * B; ++row) {
          std::copy_n(c.dy.data() + row * H, H,
                      dy.data() + row * layer.runs() * H + static_cast<Index>(run) * H);
        }
      }
      Arena arena;
      const Pass pass{parameters, arena};
      const Recurrent::Kept kept = layer.forward(pass, runs[0].x.data(), T, B, first);
      const Recurrent::Gradients got =
          layer.backward(pass, runs[0].x.data(), kept, dy.data(), dlast);
      Tensor dx(runs[0].x.shape());
      for (std::size_t run = 0; run < count; ++run) {
        const RecurrentSteps steps = runs.at(run).steps();
        const RecurrentGradients want = runs.at(run).gradients();
        const Shape state{B, H};
        CHECK(difference({kept.last.at(run).h, state}, steps.h) == "");
        CHECK(difference({got.first.at(run).h, state}, want.h) == "");
        if (cells) CHECK(difference({kept.last.at(run).c, state}, steps.c) == "");
        if (cells) CHECK(difference({got.first.at(run).c, state}, want.c) == "");
        const auto [ih, hh, b_ih, b_hh] = layer.weights.at(run);
        CHECK(difference(gradient(parameters, ih), want.ih) == "");
        CHECK(difference(gradient(parameters, hh), want.hh) == "");
        CHECK(difference(gradient(parameters, b_ih), want.b_ih) == "");
        CHECK(difference(gradient(parameters, b_hh), want.b_hh) == "");
        Index wrong = 0;
        for (Index row = 0; row < T * B; ++row) {
          const float* const part = kept.y + row * layer.runs() * H + static_cast<Index>(run) * H;
          wrong += std::equal(part, part + H, steps.output.data() + row * H) ? 0 : 1;
        }
        CHECK(wrong == 0);
        std::ranges::transform(dx.values(), want.x.values(), dx.values().begin(), std::plus<>());
      }
      CHECK(difference({got.x, dx.shape()}, dx) == "");
    }
  }
}

TEST_CASE("Recurrent: gradients of parameters add up, and a second step asks for no memory",
          "[recurrent]") {
  Parameters parameters;
  const Recurrent layer(parameters, "r", RecurrentCell::lstm, 3, 4, true);
  Generator generator(8);
  layer.initialise(parameters, generator);
  const Tensor x = generator.randn({5, 2, 3});
  const Tensor dy = generator.randn({5, 2, 8});
  Arena arena;
  const Pass pass{parameters, arena};
  const auto step = [&] {
    const ArenaScope scope(arena);
    const Recurrent::Kept kept = layer.forward(pass, x.data(), 5, 2);
    static_cast<void>(layer.backward(pass, x.data(), kept, dy.data()));
  };
  step();
  const std::vector<float> once(parameters.gradients().begin(), parameters.gradients().end());
  const Index held = arena.capacity();
  const Index scratch_held = scratch().capacity();
  step();
  CHECK(arena.capacity() == held);
  CHECK(scratch().capacity() == scratch_held);
  std::vector<float> twice(once.size());
  std::ranges::transform(once, twice.begin(), [](float g) { return g + g; });
  CHECK(difference(parameters.gradients(), twice) == "");
}

TEST_CASE("AdditiveAttention: the layer is the operation", "[additive_attention]") {
  AdditiveCase c = additive_case({3, 5, 4, 6, 7}, true, 5100);
  Parameters parameters;
  const AdditiveAttention layer(parameters, "attention", 4, 6, 7);
  CHECK(parameters.named()[0].name == "attention.W.weight");
  CHECK(parameters.named()[1].name == "attention.U.weight");
  CHECK(parameters.named()[2].name == "attention.v.weight");
  Generator generator(9);
  layer.initialise(parameters, generator);
  c.w = reshaped(parameters.view(layer.w), {7, 4});
  c.u = reshaped(parameters.view(layer.u), {7, 6});
  c.v = reshaped(parameters.view(layer.v), {7});
  Arena arena;
  const Pass pass{parameters, arena};
  const AdditiveAttention::Kept kept =
      layer.forward(pass, c.s.data(), c.h.data(), 3, 5, c.mask.data());
  CHECK(difference({kept.steps.context, {3, 6}}, c.steps().context) == "");
  CHECK(difference({kept.steps.weights, {3, 5}}, c.steps().weights) == "");
  const AdditiveAttention::Gradients got =
      layer.backward(pass, c.s.data(), c.h.data(), kept, c.dcontext.data());
  const AdditiveGradients want = c.gradients();
  CHECK(difference({got.s, {3, 4}}, want.s) == "");
  CHECK(difference({got.h, {5, 6}}, want.h) == "");
  CHECK(difference(gradient(parameters, layer.w), want.w) == "");
  CHECK(difference(gradient(parameters, layer.u), want.u) == "");
  CHECK(difference(reshaped(gradient(parameters, layer.v), {7}), want.v) == "");
}

}  // namespace
}  // namespace qkv::test
