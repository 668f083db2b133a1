#include "qkv/ops/cross_entropy.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/doubles.hpp"
#include "support/golden.hpp"
#include "support/numbers.hpp"

namespace qkv::test {
namespace {

using Reduction = CrossEntropyOptions::Reduction;
using Targets = std::vector<std::int32_t>;

TEST_CASE("cross_entropy: the golden losses, forward and back", "[cross_entropy]") {
  const Json& g = golden("ops");
  const Tensor x = tensor(g["x"]);
  const std::vector<double> classes = numbers(g["targets"]);
  const Targets targets(classes.begin(), classes.end());
  Targets ignoring = targets;
  ignoring[1] = -100;
  const auto is = [&](const char* key, const Targets& of, const CrossEntropyOptions& options) {
    CAPTURE(key);
    const CrossEntropy got = cross_entropy(x, of, options);
    CHECK(beyond(Tensor({1}, {got.loss}), Numbers{g[key]["loss"].number()}, 1e-6) == "");
    const Tensor dx = cross_entropy_backward(got.probabilities, of, options);
    CHECK(beyond(dx, data(g[key]["dx"]), 1e-7) == "");
  };
  is("cross_entropy_mean", targets, {});
  is("cross_entropy_sum", targets, {.reduction = Reduction::sum});
  is("cross_entropy_label_smoothing_0.1", targets, {.label_smoothing = 0.1});
  is("cross_entropy_ignore_index_-100_row1", ignoring, {});
}

TEST_CASE("cross_entropy: as the formulas in double, and back their slopes", "[cross_entropy]") {
  for (const auto& [N, V] : std::initializer_list<std::pair<Index, Index>>{
           {1, 1}, {1, 2}, {3, 5}, {5, 17}, {17, 3}, {4, 33}}) {
    const Tensor x = random({N, V}, static_cast<std::uint64_t>(100 * N + V));
    Targets targets(static_cast<std::size_t>(N));
    for (Index n = 0; n < N; ++n) {
      targets[static_cast<std::size_t>(n)] =
          n % 4 == 3 ? 7777 : static_cast<std::int32_t>((n * 5 + 1) % V);
    }
    for (const Reduction reduction : {Reduction::mean, Reduction::sum}) {
      for (const double smoothing : {0.0, 0.1, 1.0}) {
        CAPTURE(N, V, static_cast<int>(reduction), smoothing);
        const CrossEntropyOptions options{reduction, 7777, smoothing};
        Numbers input = doubles(x);
        const auto loss = [&] { return plainly::cross_entropy(input, targets, V, options); };
        const CrossEntropy got = cross_entropy(x, targets, options);
        CHECK(got.counted == N - N / 4);
        CHECK(std::abs(static_cast<double>(got.loss) - loss()) <= 1e-6 * (1.0 + std::abs(loss())));
        CHECK(beyond(got.probabilities, plainly::softmax(input, V), 1e-6) == "");
        const Tensor dx = cross_entropy_backward(got.probabilities, targets, options);
        CHECK(slopes_differ(dx, input, loss) == "");
      }
    }
  }
}

TEST_CASE("cross_entropy: sure of the target it is 0, sure of another as large as the gap",
          "[cross_entropy]") {
  const Tensor x({2, 3}, {1000, 0, -1000, 1000, 0, -1000});
  const Targets targets{0, 2};
  const CrossEntropy got = cross_entropy(x, targets, {.reduction = Reduction::sum});
  CHECK(got.loss == 2000.0F);
  const Tensor dx = cross_entropy_backward(got.probabilities, targets);
  CHECK(difference(dx, Tensor({2, 3}, {0, 0, 0, 0.5F, 0, -0.5F})) == "");
}

TEST_CASE("cross_entropy: ignored rows reach nothing, whatever they hold", "[cross_entropy]") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Tensor x({3, 2}, {0.5F, 1, nan, inf, -2, 3});
  const Targets targets{1, -100, 0};
  const CrossEntropy got = cross_entropy(x, targets);
  CHECK(got.counted == 2);
  const Tensor two({2, 2}, {0.5F, 1, -2, 3});
  const Targets kept{1, 0};
  const CrossEntropy want = cross_entropy(two, kept);
  CHECK(got.loss == want.loss);
  const Tensor dx = cross_entropy_backward(got.probabilities, targets);
  const Tensor kept_dx = cross_entropy_backward(want.probabilities, kept);
  CHECK(difference(rows(dx, 0, 1), rows(kept_dx, 0, 1)) == "");
  CHECK(difference(rows(dx, 1, 1), Tensor(Shape{1, 2})) == "");
  CHECK(difference(rows(dx, 2, 1), rows(kept_dx, 1, 1)) == "");
}

TEST_CASE("cross_entropy: the mean of no rows is NaN, the sum 0, the gradient 0",
          "[cross_entropy]") {
  const Tensor x = random({2, 3}, 80);
  const Targets none{-100, -100};
  CHECK(std::isnan(cross_entropy(x, none).loss));
  CHECK(cross_entropy(x, none, {.reduction = Reduction::sum}).loss == 0.0F);
  const CrossEntropy got = cross_entropy(x, none);
  CHECK(difference(cross_entropy_backward(got.probabilities, none), Tensor(Shape{2, 3})) == "");
  CHECK(std::isnan(cross_entropy(Tensor(Shape{0, 3}), {}).loss));
}

}  // namespace
}  // namespace qkv::test
