#include "qkv/ops/activation.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <utility>

#include "support/cases.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/doubles.hpp"
#include "support/golden.hpp"
#include "support/numbers.hpp"

namespace qkv::test {
namespace {

constexpr std::array<Activation, activation_count> every_activation{
    Activation::relu, Activation::gelu, Activation::gelu_tanh,
    Activation::silu, Activation::tanh, Activation::sigmoid};

TEST_CASE("activate: the golden numbers, forward and back", "[activation]") {
  const Json& g = golden("ops");
  const Tensor x = tensor(g["x"]);
  const Tensor dy = tensor(g["g"]);
  for (const Activation activation : every_activation) {
    CAPTURE(name(activation));
    const bool gelu = activation == Activation::gelu;
    const Json& want = g[gelu ? "gelu_erf" : std::string(name(activation))];
    // Both within some roundings of numbers of size 3.
    CHECK(beyond(activate(activation, x), data(want["y"]), 5e-7) == "");
    CHECK(beyond(activate_backward(activation, x, dy), data(want["dx"]), 1e-6) == "");
  }
}

TEST_CASE("activate: PyTorch's table of both GELUs, far out as well", "[activation]") {
  const Json& table = golden("ops")["gelu_table"];
  const Tensor x = tensor(table["x"]);
  Tensor one(x.shape());
  for (float& value : one.values()) value = 1.0F;
  for (const auto& [activation, key] :
       {std::pair{Activation::gelu, "erf"}, std::pair{Activation::gelu_tanh, "tanh"}}) {
    CAPTURE(key);
    CHECK(beyond(activate(activation, x), data(table[key]), 1e-6) == "");
    const Tensor slope = activate_backward(activation, x, one);
    CHECK(beyond(slope, data(table[std::string(key) + "_grad"]), 1e-6) == "");
  }
}

TEST_CASE("activate: as the formulas in double, and back their slopes", "[activation]") {
  for (const Activation activation : every_activation) {
    for (const Index n : {0, 1, 3, 17, 255, 256, 257, 600}) {
      CAPTURE(name(activation), n);
      const Tensor x = random({n}, static_cast<std::uint64_t>(n) + 70);
      const Tensor dy = random({n}, static_cast<std::uint64_t>(n) + 71);
      Numbers input = doubles(x);
      CHECK(beyond(activate(activation, x), plainly::activate(activation, input), 1e-6) == "");
      // Every number on its own: the slope of one of them at a time.
      const Tensor dx = activate_backward(activation, x, dy);
      Numbers want(input.size());
      for (std::size_t i = 0; i < input.size(); ++i) {
        const double above = plainly::activate(activation, {input[i] + 1e-5})[0];
        const double below = plainly::activate(activation, {input[i] - 1e-5})[0];
        want[i] = static_cast<double>(dy.values()[i]) * (above - below) / 2e-5;
      }
      CHECK(beyond(dx, want, slope_tolerance) == "");
    }
  }
}

TEST_CASE("activate: far out and at 0", "[activation]") {
  const Tensor x({5}, {-inf, -100, 0, 100, inf});
  const Tensor one({5}, {1, 1, 1, 1, 1});
  CHECK(difference(activate(Activation::relu, x), Tensor({5}, {0, 0, 0, 100, inf})) == "");
  CHECK(difference(activate_backward(Activation::relu, x, one), Tensor({5}, {0, 0, 0, 1, 1})) ==
        "");
  CHECK(difference(activate(Activation::tanh, x), Tensor({5}, {-1, -1, 0, 1, 1})) == "");
  CHECK(difference(activate_backward(Activation::tanh, x, one), Tensor({5}, {0, 0, 1, 0, 0})) ==
        "");
  for (const Activation activation : every_activation) {
    CAPTURE(name(activation));
    const Tensor nan({1}, {std::numeric_limits<float>::quiet_NaN()});
    CHECK(std::isnan(activate(activation, nan).data()[0]));
  }
}

TEST_CASE("activate: in place, any shape, a name for each", "[activation]") {
  std::set<std::string_view> names;
  for (const Activation activation : every_activation) {
    CAPTURE(name(activation));
    CHECK(names.insert(name(activation)).second);
    const Tensor x = random({2, 3, 5, 20}, 72);
    const Tensor dy = random({2, 3, 5, 20}, 73);
    const Tensor y = activate(activation, x);
    const Tensor dx = activate_backward(activation, x, dy);
    CHECK(y.shape() == x.shape());
    CHECK(dx.shape() == x.shape());
    Tensor place = x;
    activate(activation, place.data(), place.size(), place.data());
    CHECK(difference(place, y) == "");
    place = dy;
    activate_backward(activation, x.data(), place.data(), place.size(), place.data());
    CHECK(difference(place, dx) == "");
  }
}

TEST_CASE("swiglu: silu of one times the other, and back its slopes", "[activation]") {
  for (const Index n : {0, 1, 5, 256, 300}) {
    CAPTURE(n);
    const Tensor a = random({n}, 74);
    const Tensor b = random({n}, 75);
    const Tensor dy = random({n}, 76);
    Numbers gate = doubles(a);
    Numbers through = doubles(b);
    const auto forward = [&] {
      Numbers y = plainly::activate(Activation::silu, gate);
      for (std::size_t i = 0; i < y.size(); ++i) y[i] *= through[i];
      return y;
    };
    CHECK(beyond(swiglu(a, b), forward(), 2e-6) == "");
    const auto loss = [&] { return along(dy, forward()); };
    const SwigluGradients got = swiglu_backward(a, b, dy);
    CHECK(slopes_differ(got.a, gate, loss) == "");
    CHECK(slopes_differ(got.b, through, loss) == "");
  }
}

}  // namespace
}  // namespace qkv::test
