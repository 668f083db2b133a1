#include "qkv/ops/recurrent.hpp"

#include <algorithm>
#include <array>

#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/golden.hpp"
#include "support/recurrent_cases.hpp"

namespace qkv::test {
namespace {

constexpr std::array<RecurrentCell, recurrent_cell_count> every_cell{
    RecurrentCell::rnn, RecurrentCell::gru, RecurrentCell::lstm};

Tensor doubled(const Tensor& y) {
  Tensor dy(y.shape());
  std::ranges::transform(y.values(), dy.values().begin(), [](float x) { return 2.0F * x; });
  return dy;
}

// The times of x (T, …) from the last to the first.
Tensor reversed(const Tensor& x) {
  Tensor result(x.shape());
  const Index T = x.shape()[0];
  const Index size = T == 0 ? 0 : x.size() / T;
  for (Index t = 0; t < T; ++t) {
    std::copy_n(x.data() + t * size, size, result.data() + (T - 1 - t) * size);
  }
  return result;
}

// PyTorch's encoders of width 8 over 5 words. It rounds as we do: some roundings of numbers near 1,
// and 2 · output makes more of them on the way back.
TEST_CASE("recurrent: the golden encoders, forward and back", "[recurrent]") {
  const Json& g = golden("bahdanau");
  const Tensor x = reshaped(tensor(g["x"]), {5, 1, 6});
  for (const RecurrentCell cell : every_cell) {
    CAPTURE(name(cell));
    const Json& want = g[name(cell)];
    const Json& parameters = want["encoder_params"];
    const Tensor ih = tensor(parameters["weight_ih_l0"]);
    const Tensor hh = tensor(parameters["weight_hh_l0"]);
    const Tensor b_ih = tensor(parameters["bias_ih_l0"]);
    const Tensor b_hh = tensor(parameters["bias_hh_l0"]);
    const RecurrentWeights weights{ih, hh, b_ih, b_hh};
    const RecurrentSteps steps = recurrent(cell, x, weights);
    CHECK(beyond(steps.output, data(want["encoder_output"]), 1e-6) == "");
    CHECK(beyond(steps.h, data(want["h_n"]), 1e-6) == "");
    if (cell == RecurrentCell::lstm) CHECK(beyond(steps.c, data(want["c_n"]), 1e-6) == "");
    const Tensor dy = doubled(steps.output);
    const RecurrentGradients gradients = recurrent_backward(cell, x, weights, steps, {dy, {}, {}});
    CHECK(beyond(gradients.x, data(want["grad_x"]), 2e-6) == "");
  }
}

TEST_CASE("recurrent: as the formulas in double", "[recurrent]") {
  for (const RecurrentCase& c : recurrent_cases()) {
    CAPTURE(c.name);
    const RecurrentSteps steps = c.steps();
    const plainly::Run want = plainly::recurrent(c.extents, c.doubles());
    CHECK(steps.output.shape() == Shape{c.extents.T, c.extents.B, c.extents.H});
    CHECK(steps.h.shape() == Shape{c.extents.B, c.extents.H});
    // Cells grow with the steps, everything else stays within ±1; a first h is some normals.
    CHECK(beyond(steps.output, want.output, 3e-6) == "");
    CHECK(beyond(steps.h, want.h, 3e-6) == "");
    if (c.extents.cell == RecurrentCell::lstm) CHECK(beyond(steps.c, want.c, 3e-6) == "");
  }
}

TEST_CASE("recurrent: back through time gives the slopes", "[recurrent]") {
  for (const RecurrentCase& c : recurrent_cases()) {
    CAPTURE(c.name);
    plainly::Recurrence inputs = c.doubles();
    const auto loss = [&] {
      const plainly::Run run = plainly::recurrent(c.extents, inputs);
      const double last = c.started ? along(c.dh, run.h) : 0.0;
      const bool cells = c.started && c.extents.cell == RecurrentCell::lstm;
      return along(c.dy, run.output) + last + (cells ? along(c.dc, run.c) : 0.0);
    };
    const RecurrentGradients got = c.gradients();
    CHECK(slopes_differ(got.x, inputs.x, loss) == "");
    CHECK(slopes_differ(got.ih, inputs.ih, loss) == "");
    CHECK(slopes_differ(got.hh, inputs.hh, loss) == "");
    CHECK(slopes_differ(got.b_ih, inputs.b_ih, loss) == "");
    CHECK(slopes_differ(got.b_hh, inputs.b_hh, loss) == "");
    CHECK(slopes_differ(got.h, inputs.h, loss) == "");
    if (c.extents.cell == RecurrentCell::lstm) CHECK(slopes_differ(got.c, inputs.c, loss) == "");
  }
}

TEST_CASE("recurrent: backwards is forwards on the reversed sequence, bit for bit", "[recurrent]") {
  for (RecurrentCase c : recurrent_cases()) {
    CAPTURE(c.name);
    const RecurrentSteps steps = c.steps();
    const RecurrentGradients gradients = c.gradients();
    c.extents.backwards = !c.extents.backwards;
    c.x = reversed(c.x);
    c.dy = reversed(c.dy);
    const RecurrentSteps turned = c.steps();
    CHECK(difference(reversed(turned.output), steps.output) == "");
    CHECK(difference(turned.h, steps.h) == "");
    CHECK(difference(turned.c, steps.c) == "");
    const RecurrentGradients back = c.gradients();
    CHECK(difference(reversed(back.x), gradients.x) == "");
    CHECK(difference(back.h, gradients.h) == "");
    CHECK(difference(back.c, gradients.c) == "");
  }
}

TEST_CASE("recurrent: sequences of a batch do not meet, bit for bit", "[recurrent]") {
  for (const RecurrentCell cell : every_cell) {
    CAPTURE(name(cell));
    const RecurrentCase all = recurrent_case({cell, 4, 5, 3, 7, false}, true, 3500);
    const RecurrentSteps steps = all.steps();
    const RecurrentGradients gradients = all.gradients();
    for (Index b = 0; b < 5; ++b) {
      const auto only = [b](const Tensor& x) {
        const Index width = x.shape()[-1];
        const Index times = x.size() / (5 * width);
        Tensor part(x.shape().rank() == 3 ? Shape{times, 1, width} : Shape{1, width});
        for (Index t = 0; t < times; ++t) {
          std::copy_n(x.data() + (t * 5 + b) * width, width, part.data() + t * width);
        }
        return part;
      };
      RecurrentCase one = all;
      one.extents.B = 1;
      for (Tensor* each : {&one.x, &one.h, &one.c, &one.dy, &one.dh, &one.dc}) *each = only(*each);
      CHECK(difference(one.steps().output, only(steps.output)) == "");
      CHECK(difference(one.gradients().x, only(gradients.x)) == "");
      CHECK(difference(one.gradients().h, only(gradients.h)) == "");
    }
  }
}

TEST_CASE("recurrent: a run in two halves is the whole run, bit for bit", "[recurrent]") {
  for (const RecurrentCell cell : every_cell) {
    CAPTURE(name(cell));
    const RecurrentCase c = recurrent_case({cell, 6, 3, 4, 5, false}, true, 3600);
    const RecurrentSteps whole = c.steps();
    const auto half = [](const Tensor& x, std::size_t which) {
      const std::size_t size = x.values().size() / 2;
      return Tensor({3, 3, x.shape()[2]}, x.values().subspan(which * size, size));
    };
    RecurrentCase first = c;
    first.x = half(c.x, 0);
    const RecurrentSteps before = first.steps();
    RecurrentCase second = c;
    second.x = half(c.x, 1);
    second.h = before.h;
    second.c = before.c;
    const RecurrentSteps after = second.steps();
    CHECK(difference(before.output, half(whole.output, 0)) == "");
    CHECK(difference(after.output, half(whole.output, 1)) == "");
    CHECK(difference(after.h, whole.h) == "");
    CHECK(difference(after.c, whole.c) == "");
  }
}

TEST_CASE("recurrent: no time leaves the state, no sequence leaves nothing", "[recurrent]") {
  for (const RecurrentCell cell : every_cell) {
    CAPTURE(name(cell));
    const bool cells = cell == RecurrentCell::lstm;
    for (const bool backwards : {false, true}) {
      const RecurrentCase none = recurrent_case({cell, 0, 2, 3, 4, backwards}, true, 3700);
      CHECK(difference(none.steps().h, none.h) == "");
      if (cells) CHECK(difference(none.steps().c, none.c) == "");
      CHECK(difference(none.gradients().h, none.dh) == "");
      if (cells) CHECK(difference(none.gradients().c, none.dc) == "");
      CHECK(difference(none.gradients().hh, Tensor(none.hh.shape())) == "");
      const RecurrentCase empty = recurrent_case({cell, 3, 0, 3, 4, backwards}, true, 3701);
      CHECK(empty.steps().output.shape() == Shape{3, 0, 4});
      CHECK(difference(empty.gradients().ih, Tensor(empty.ih.shape())) == "");
    }
  }
}

}  // namespace
}  // namespace qkv::test
