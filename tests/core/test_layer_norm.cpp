#include <algorithm>
#include <cmath>

#include "qkv/ops/layer_norm.hpp"
#include "qkv/random.hpp"
#include "support/cases.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/doubles.hpp"
#include "support/golden.hpp"
#include "support/reference.hpp"

namespace qkv::test {
namespace {

Tensor filled(const Shape& shape, float value) {
  Tensor result(shape);
  std::ranges::fill(result.values(), value);
  return result;
}

TEST_CASE("layer_norm: the golden rows", "[layer_norm]") {
  const Json& g = golden("ops");
  const Tensor x = tensor(g["x"]);
  const Tensor gamma = tensor(g["ln_weight"]);
  const Tensor beta = tensor(g["ln_bias"]);
  Bounded want = layer_norm_reference(x, gamma, beta, 1e-5);
  CHECK(beyond(layer_norm(x, gamma, beta), want) == "");
  // PyTorch rounds as well: both are within the bound of the exact value.
  want.value = data(g["layer_norm_eps1e-5"]["y"]);
  for (double& bound : want.bound) bound *= 2;
  CHECK(beyond(layer_norm(x, gamma, beta), want) == "");
}

TEST_CASE("layer_norm: the golden special rows", "[layer_norm]") {
  const Json& functions = golden("edge")["functions"];
  const auto is = [&](const char* key, const Tensor& x) {
    const Index n = x.shape()[-1];
    CAPTURE(key);
    CHECK(beyond(layer_norm(x, filled({n}, 1), Tensor(Shape{n})), data(functions[key]), 0.0) == "");
  };
  is("layer_norm_constant_row", filled({1, 4}, 3.0F));
  // The variance overflows, and 1/∞ makes every component 0.
  is("layer_norm_1e20", Tensor({1, 4}, {1e20F, -1e20F, 1e20F, -1e20F}));
  is("layer_norm_single", Tensor({1, 1}, {5}));
}

TEST_CASE("layer_norm: within the bound of the exact value", "[layer_norm]") {
  for (const Index n : awkward_sizes) {
    if (n == 0) continue;
    Generator generator(static_cast<std::uint64_t>(n));
    const Tensor x = generator.normal({3, n}, 1.0, 2.0);
    const Tensor gamma = generator.uniform({n}, -2.0, 2.0);
    const Tensor beta = generator.randn({n});
    for (const double eps : {1e-12, 1e-5, 0.5}) {
      CAPTURE(n, eps);
      CHECK(beyond(layer_norm(x, gamma, beta, eps), layer_norm_reference(x, gamma, beta, eps)) ==
            "");
    }
  }
}

TEST_CASE("layer_norm: mean 0 and variance 1, whatever came in", "[layer_norm]") {
  const Index n = 64;
  const Tensor x = Generator(51).normal({5, n}, 10.0, 3.0);
  const Tensor y = layer_norm(x, filled({n}, 1), Tensor(Shape{n}), 0.0);
  for (Index i = 0; i < 5; ++i) {
    double sum = 0.0;
    double squares = 0.0;
    for (Index j = 0; j < n; ++j) {
      sum += static_cast<double>(y(i, j));
      squares += static_cast<double>(y(i, j)) * static_cast<double>(y(i, j));
    }
    // The mean near 10 is off by at most n roundings of 10, a third of that after scaling.
    CHECK(std::abs(sum / n) < n * 0x1p-24 * 10.0 / 3.0 * 1.5);
    CHECK(std::abs(squares / n - 1.0) < n * 0x1p-24 * 4);
  }
}

TEST_CASE("layer_norm: rows are independent, leading axes are kept", "[layer_norm]") {
  const Tensor gamma = random({7}, 52);
  const Tensor beta = random({7}, 53);
  const Tensor x = random({2, 3, 2, 7}, 54);
  const Tensor y = layer_norm(x, gamma, beta);
  CHECK(y.shape() == x.shape());
  for (std::size_t row = 0; row < 12; ++row) {
    const Tensor one = layer_norm(Tensor({7}, x.values().subspan(row * 7, 7)), gamma, beta);
    CHECK(one.shape() == Shape{7});
    CHECK(difference(one.values(), y.values().subspan(row * 7, 7)) == "");
  }
  CHECK(layer_norm(Tensor(Shape{0, 7}), gamma, beta).shape() == Shape{0, 7});
}

TEST_CASE("layer_norm_backward: the golden rows", "[layer_norm]") {
  const Json& g = golden("ops");
  const Json& want = g["layer_norm_eps1e-5"];
  const LayerNormGradients got =
      layer_norm_backward(tensor(g["x"]), tensor(g["ln_weight"]), tensor(g["g"]));
  CHECK(beyond(got.x, data(want["dx"]), 2e-6) == "");
  CHECK(beyond(got.gamma, data(want["dweight"]), 2e-6) == "");
  CHECK(beyond(got.beta, data(want["dbias"]), 2e-6) == "");
}

TEST_CASE("layer_norm and rms_norm: back, the slopes of the formulas", "[layer_norm]") {
  for (const auto& [N, D] : std::initializer_list<std::pair<Index, Index>>{
           {1, 1}, {3, 2}, {5, 3}, {1, 5}, {3, 17}, {17, 8}, {2, 33}, {0, 3}}) {
    for (const double eps : {1e-5, 0.5}) {
      CAPTURE(N, D, eps);
      const Tensor x = Generator(55).normal({N, D}, 1.0, 2.0);
      const Tensor gamma = random({D}, 56);
      const Tensor dy = random({N, D}, 57);
      Numbers inputs = doubles(x);
      Numbers gammas = doubles(gamma);
      Numbers betas(static_cast<std::size_t>(D));
      const auto of = [&](bool centred) {
        return [&, centred] {
          return along(dy, plainly::normalise(inputs, gammas, betas, {N, D, eps, centred}));
        };
      };
      // A row of two or three that lie close together is stretched, with what it is off.
      const double tolerance = D < 5 ? 20 * slope_tolerance : slope_tolerance;
      const LayerNormGradients layer = layer_norm_backward(x, gamma, dy, eps);
      CHECK(slopes_differ(layer.x, inputs, of(true), tolerance) == "");
      CHECK(slopes_differ(layer.gamma, gammas, of(true)) == "");
      CHECK(slopes_differ(layer.beta, betas, of(true)) == "");
      CHECK(beyond(rms_norm(x, gamma, eps),
                   plainly::normalise(inputs, gammas, {}, {N, D, eps, false}), 3e-6) == "");
      const RmsNormGradients rms = rms_norm_backward(x, gamma, dy, eps);
      CHECK(slopes_differ(rms.x, inputs, of(false)) == "");
      CHECK(slopes_differ(rms.gamma, gammas, of(false)) == "");
    }
  }
}

TEST_CASE("layer_norm: leading axes are rows on the way back, gradients add up", "[layer_norm]") {
  const Tensor x = random({2, 3, 2, 7}, 58);
  const Tensor gamma = random({7}, 59);
  const Tensor dy = random({2, 3, 2, 7}, 60);
  const LayerNormGradients got = layer_norm_backward(x, gamma, dy);
  const LayerNormGradients flat =
      layer_norm_backward(reshaped(x, {12, 7}), gamma, reshaped(dy, {12, 7}));
  CHECK(difference(got.x, reshaped(flat.x, x.shape())) == "");
  CHECK(difference(got.gamma, flat.gamma) == "");
  const NormExtents extents{1, 2, 0.0, true};
  const Tensor n({2}, {-1, 1});
  const Tensor one({1}, {1});
  Tensor dx(Shape{2});
  Tensor dgamma({2}, {10, 20});
  Tensor dbeta({2}, {30, 40});
  normalise_backward(n.data(), one.data(), n.data(), n.data(), extents, dx.data(), dgamma.data(),
                     dbeta.data());
  CHECK(difference(dgamma, Tensor({2}, {11, 21})) == "");
  CHECK(difference(dbeta, Tensor({2}, {29, 41})) == "");
}

}  // namespace
}  // namespace qkv::test
