#include "qkv/ops/additive_attention.hpp"

#include <algorithm>
#include <cmath>

#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/golden.hpp"
#include "support/numbers.hpp"
#include "support/recurrent_cases.hpp"

namespace qkv::test {
namespace {

Tensor joined(const Tensor& a, const Tensor& b) {
  Tensor both(Shape{1, 1, a.size() + b.size()});
  std::ranges::copy(b.values(), std::ranges::copy(a.values(), both.values().begin()).out);
  return both;
}

// Two steps of PyTorch's decoders: each asks with its state, and reads what it asked for beside the
// word before.
TEST_CASE("additive_attention: the golden decoders", "[additive_attention]") {
  const Json& g = golden("bahdanau");
  const Tensor w = tensor(g["W"]);
  const Tensor u = tensor(g["U"]);
  const Tensor v = tensor(g["v"]);
  for (const RecurrentCell cell : {RecurrentCell::rnn, RecurrentCell::gru, RecurrentCell::lstm}) {
    CAPTURE(name(cell));
    const Json& want = g[name(cell)];
    const bool cells = cell == RecurrentCell::lstm;
    const Json& parameters = want["decoder_params"];
    const Tensor ih = tensor(parameters["weight_ih"]);
    const Tensor hh = tensor(parameters["weight_hh"]);
    const Tensor b_ih = tensor(parameters["bias_ih"]);
    const Tensor b_hh = tensor(parameters["bias_hh"]);
    const Tensor h = tensor(want["encoder_output"]);
    Tensor s = reshaped(tensor(want["h_n"]), {1, 8});
    Tensor c = cells ? reshaped(tensor(want["c_n"]), {1, 8}) : Tensor();
    for (const std::size_t step : {0U, 1U}) {
      CAPTURE(step);
      const Json& golden_step = want["additive"].list()[step];
      const AdditiveSteps got = additive_attention(s, h, {w, u, v});
      CHECK(beyond(got.scores, data(golden_step["e"]), 2e-6) == "");
      CHECK(beyond(got.weights, data(golden_step["a"]), 1e-6) == "");
      CHECK(beyond(got.context, data(golden_step["context"]), 1e-6) == "");
      const Tensor x = joined(tensor(g[step == 0 ? "y0" : "y1"]), got.context);
      RecurrentOptions options;
      options.h = s;
      if (cells) options.c = c;
      const RecurrentSteps moved = recurrent(cell, x, {ih, hh, b_ih, b_hh}, options);
      CHECK(beyond(moved.h, data(golden_step["s"]), 1e-6) == "");
      if (cells) CHECK(beyond(moved.c, data(golden_step["c"]), 1e-6) == "");
      s = moved.h;
      c = moved.c;
    }
  }
}

TEST_CASE("additive_attention: as the formulas in double, and back their slopes",
          "[additive_attention]") {
  for (const AdditiveCase& c : additive_cases()) {
    CAPTURE(c.name);
    plainly::Additive inputs = c.doubles();
    const auto run = [&] {
      return plainly::additive_attention(c.extents, inputs, c.allowed_data());
    };
    const AdditiveSteps steps = c.steps();
    const plainly::AdditiveRun want = run();
    CHECK(steps.hidden.shape() == Shape{c.extents.T, c.extents.S, c.extents.A});
    CHECK(beyond(steps.scores, want.scores, 1e-5) == "");
    CHECK(beyond(steps.weights, want.weights, 1e-5) == "");
    CHECK(beyond(steps.context, want.context, 1e-5) == "");
    const auto loss = [&] { return along(c.dcontext, run().context); };
    const AdditiveGradients got = c.gradients();
    CHECK(slopes_differ(got.s, inputs.s, loss) == "");
    CHECK(slopes_differ(got.h, inputs.h, loss) == "");
    CHECK(slopes_differ(got.w, inputs.w, loss) == "");
    CHECK(slopes_differ(got.u, inputs.u, loss) == "");
    CHECK(slopes_differ(got.v, inputs.v, loss) == "");
  }
}

TEST_CASE("additive_attention: one query as a vector", "[additive_attention]") {
  const AdditiveCase c = additive_case({1, 5, 4, 3, 7}, false, 4100);
  const Tensor alone = reshaped(c.s, {4});
  const AdditiveSteps steps = additive_attention(alone, c.h, c.weights());
  CHECK(difference(steps.context, c.steps().context) == "");
  const AdditiveGradients got =
      additive_attention_backward(alone, c.h, c.weights(), steps, c.dcontext);
  CHECK(got.s.shape() == Shape{4});
  CHECK(difference(reshaped(got.s, {1, 4}), c.gradients().s) == "");
}

TEST_CASE("additive_attention: skipped places count for nothing, NaN included",
          "[additive_attention]") {
  AdditiveCase c = additive_case({4, 6, 3, 5, 7}, false, 4200);
  c.mask = Tensor(Shape{4, 6});
  std::ranges::fill(c.mask.values(), 1.0F);
  // Nobody looks at key 2; query 1 looks at nothing.
  for (Index i = 0; i < 4; ++i) c.mask.data()[i * 6 + 2] = 0.0F;
  std::fill_n(c.mask.data() + 6, 6, 0.0F);
  const AdditiveSteps clean = c.steps();
  const AdditiveGradients clean_back = c.gradients();
  CHECK(difference(rows(clean.context, 1, 1), Tensor(Shape{1, 5})) == "");
  CHECK(difference(rows(clean.weights, 1, 1), Tensor(Shape{1, 6})) == "");
  CHECK(difference(rows(clean_back.s, 1, 1), Tensor(Shape{1, 3})) == "");
  CHECK(difference(rows(clean_back.h, 2, 1), Tensor(Shape{1, 5})) == "");
  for (Index i = 0; i < 4; ++i) {
    CHECK(clean.weights(i, 2) == 0.0F);
    CHECK(std::isinf(clean.masked(i, 2)));
  }
  std::fill_n(c.h.data() + Index{2} * 5, 5, nan);
  std::fill_n(c.s.data() + 3, 3, nan);
  std::fill_n(c.dcontext.data() + 5, 5, nan);
  CHECK(difference(c.steps().weights, clean.weights) == "");
  CHECK(difference(c.steps().context, clean.context) == "");
  const AdditiveGradients back = c.gradients();
  CHECK(difference(back.s, clean_back.s) == "");
  CHECK(difference(back.h, clean_back.h) == "");
  CHECK(difference(back.w, clean_back.w) == "");
  CHECK(difference(back.u, clean_back.u) == "");
  CHECK(difference(back.v, clean_back.v) == "");
}

}  // namespace
}  // namespace qkv::test
