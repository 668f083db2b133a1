#include <algorithm>
#include <cmath>
#include <numeric>

#include "qkv/error.hpp"
#include "qkv/ops/softmax.hpp"
#include "qkv/random.hpp"
#include "support/cases.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/doubles.hpp"
#include "support/golden.hpp"
#include "support/numbers.hpp"
#include "support/reference.hpp"

namespace qkv::test {
namespace {

// PyTorch's own exponential and sum are rounded too: both sides stay within the proven bound of the
// exact value, so they differ by no more than twice that.
TEST_CASE("softmax: the golden rows", "[softmax]") {
  const Tensor x = tensor(golden("ops")["x"]);
  Bounded want = softmax_reference(x);
  CHECK(beyond(softmax(x), want) == "");
  want.value = data(golden("ops")["softmax_last_dim"]["y"]);
  for (double& bound : want.bound) bound *= 2;
  CHECK(beyond(softmax(x), want) == "");
}

TEST_CASE("softmax: the golden special rows, as PyTorch has them", "[softmax]") {
  const Json& functions = golden("edge")["functions"];
  const float nan = std::nanf("");
  const auto is = [&](const char* key, const Tensor& x) {
    CAPTURE(key);
    // One rounding of a weight below 1 on each side, and the 4 u of each exponential.
    CHECK(beyond(softmax(x), data(functions[key]), 8 * 0x1p-24) == "");
  };
  is("softmax_all_-inf", Tensor({3}, {-inf, -inf, -inf}));
  is("softmax_with_inf", Tensor({3}, {0, inf, 1}));
  is("softmax_with_nan", Tensor({3}, {0, nan, 1}));
  is("softmax_1e4", Tensor({3}, {1e4F, -1e4F, 9999.5F}));
}

TEST_CASE("softmax: within the bound of the exact value at awkward lengths", "[softmax]") {
  for (const Index n : awkward_sizes) {
    for (const double spread : {1e-3, 1.0, 40.0}) {
      const Tensor x = Generator(static_cast<std::uint64_t>(n)).normal({3, n}, -1.0, spread);
      CAPTURE(n, spread);
      CHECK(beyond(softmax(x), softmax_reference(x)) == "");
    }
  }
}

TEST_CASE("softmax: rows sum to 1", "[softmax]") {
  for (const Index n : awkward_sizes) {
    if (n == 0) continue;
    const Tensor y = softmax(random({4, n}, 21));
    for (Index i = 0; i < 4; ++i) {
      double sum = 0.0;
      for (Index j = 0; j < n; ++j) sum += static_cast<double>(y(i, j));
      CAPTURE(n, i);
      // Each weight is off by at most one rounding of itself, its sum by n - 1 more.
      CHECK(std::abs(sum - 1.0) <= static_cast<double>(n) * 0x1p-24);
    }
  }
}

TEST_CASE("softmax: a row of one number is 1, equal numbers share equally", "[softmax]") {
  CHECK(difference(softmax(Tensor({2, 1}, {-5e30F, 7})), Tensor({2, 1}, {1, 1})) == "");
  for (const Index n : {2, 3, 5, 16, 33}) {
    Tensor x(Shape{n});
    std::ranges::fill(x.values(), 123.25F);
    Tensor want(Shape{n});
    std::ranges::fill(want.values(), 1.0F / static_cast<float>(n));
    CHECK(difference(softmax(x), want) == "");
  }
}

// Where adding the constant is itself exact, not a bit moves: the maximum is subtracted first.
TEST_CASE("softmax: a constant added to a row changes nothing", "[softmax]") {
  Tensor x(Shape{1, 37});
  const std::vector<std::int64_t> whole = Generator(22).randint(-40, 41, 37);
  std::ranges::transform(whole, x.values().begin(),
                         [](std::int64_t i) { return static_cast<float>(i) * 0.125F; });
  for (const float constant : {1.0F, -77.5F, 4096.0F, -1e5F}) {
    Tensor moved = x;
    for (float& value : moved.values()) value += constant;
    CAPTURE(constant);
    CHECK(difference(softmax(moved), softmax(x)) == "");
  }
}

TEST_CASE("softmax: every rank up to 4, row by row", "[softmax]") {
  const Tensor x = random({2, 3, 4, 5}, 23);
  const Tensor y = softmax(x);
  CHECK(y.shape() == x.shape());
  for (Index row = 0; row < 24; ++row) {
    const Tensor one(Shape{5}, x.values().subspan(static_cast<std::size_t>(row * 5), 5));
    const Tensor weights = softmax(one);
    CHECK(difference(weights.values(), y.values().subspan(static_cast<std::size_t>(row * 5), 5)) ==
          "");
  }
  CHECK(softmax(Tensor(Shape{3, 0})).shape() == Shape{3, 0});
  CHECK(softmax(Tensor(Shape{0, 3})).shape() == Shape{0, 3});
}

TEST_CASE("softmax_steps: the same arithmetic, step by step", "[softmax]") {
  for (const Index n : awkward_sizes) {
    const Tensor x = random({n}, 24);
    const SoftmaxSteps steps = softmax_steps(x);
    CAPTURE(n);
    const float max = n == 0 ? -inf : std::ranges::max(x.values());
    CHECK(bits(steps.max) == bits(max));
    for (std::size_t i = 0; i < x.values().size(); ++i) {
      const float shifted = x.values()[i] - max;
      REQUIRE(bits(steps.shifted.values()[i]) == bits(shifted));
      REQUIRE(ulps(steps.exponentials.values()[i], std::exp(static_cast<double>(shifted))) <= 2.0);
      REQUIRE(bits(steps.weights.values()[i]) == bits(steps.exponentials.values()[i] / steps.sum));
    }
    double sum = 0.0;
    for (const float e : steps.exponentials.values()) sum += static_cast<double>(e);
    CHECK(std::abs(static_cast<double>(steps.sum) - sum) <= static_cast<double>(n) * 0x1p-24 * sum);
    CHECK(difference(steps.weights, softmax(x)) == "");
  }
}

TEST_CASE("softmax_backward: the golden rows", "[softmax]") {
  const Json& g = golden("ops");
  const Tensor y = softmax(tensor(g["x"]));
  const Tensor dx = softmax_backward(y, tensor(g["g"]));
  CHECK(beyond(dx, data(g["softmax_last_dim"]["dx"]), 3e-7) == "");
}

TEST_CASE("softmax_backward: the slopes of the formula", "[softmax]") {
  for (const Index n : {1, 2, 3, 5, 17, 33}) {
    CAPTURE(n);
    const Tensor x = random({2, 2, n}, 23);
    const Tensor dy = random({2, 2, n}, 24);
    Numbers input = doubles(x);
    const auto loss = [&] { return along(dy, plainly::softmax(input, n)); };
    CHECK(slopes_differ(softmax_backward(softmax(x), dy), input, loss) == "");
  }
  CHECK(softmax_backward(Tensor(Shape{2, 0}), Tensor(Shape{2, 0})).shape() == Shape{2, 0});
}

// All weights move together: what a row gains at one place it loses at others.
TEST_CASE("softmax_backward: a row's slopes add up to 0, a change of all alike is none",
          "[softmax]") {
  const Tensor y = softmax(random({1, 17}, 25));
  Tensor alike(Shape{1, 17});
  for (float& value : alike.values()) value = 3.0F;
  const std::vector<double> zero(17);
  CHECK(beyond(softmax_backward(y, alike), zero, 1e-6) == "");
  double sum = 0.0;
  const Tensor dx = softmax_backward(y, random({1, 17}, 26));
  for (const float value : dx.values()) sum += static_cast<double>(value);
  CHECK(std::abs(sum) < 1e-6);
}

TEST_CASE("log_softmax: the golden rows and their way back", "[softmax]") {
  const Json& g = golden("ops")["log_softmax_last_dim"];
  const Tensor x = tensor(golden("ops")["x"]);
  const Tensor y = log_softmax(x);
  CHECK(beyond(y, data(g["y"]), 1e-6) == "");
  CHECK(beyond(log_softmax_backward(y, tensor(golden("ops")["g"])), data(g["dx"]), 2e-6) == "");
  // Far below what a weight can be: the weight is 0, its logarithm is not −∞.
  const Tensor far({2}, {0, -500});
  CHECK(softmax(far).data()[1] == 0.0F);
  CHECK(log_softmax(far).data()[1] == -500.0F);
  CHECK_THROWS_AS(log_softmax(Tensor(Shape{})), Error);
  CHECK_THROWS_AS(log_softmax_backward(y, Tensor(Shape{3, 7})), Error);
}

}  // namespace
}  // namespace qkv::test
