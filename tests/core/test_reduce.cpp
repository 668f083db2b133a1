#include <cmath>
#include <limits>

#include "qkv/ops/reduce.hpp"
#include "qkv/ops/softmax.hpp"
#include "support/cases.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/reference.hpp"

namespace qkv::test {
namespace {

TEST_CASE("sum_rows: within the bound of the exact sum", "[reduce]") {
  for (const Index n : awkward_sizes) {
    const Tensor x = random({2, 3, n}, 41);
    CAPTURE(n);
    CHECK(beyond(sum_rows(x), sum_reference(x)) == "");
  }
}

TEST_CASE("sum_rows: the last axis goes", "[reduce]") {
  CHECK(sum_rows(random({7}, 42)).shape() == Shape{});
  CHECK(sum_rows(random({2, 3, 4, 5}, 43)).shape() == Shape{2, 3, 4});
  CHECK(sum_rows(Tensor(Shape{0, 4})).shape() == Shape{0});
  CHECK(difference(sum_rows(Tensor(Shape{2, 0})), Tensor({2}, {0, 0})) == "");
}

TEST_CASE("sum_rows: up to four numbers add up as on paper", "[reduce]") {
  CHECK(difference(sum_rows(Tensor({1, 3}, {0.1F, 0.7F, 0.3F})),
                   Tensor({1}, {(0.1F + 0.7F) + 0.3F})) == "");
}

// The Σ that a lesson shows beside the weights is the one that the softmax divided by.
TEST_CASE("sum_rows: adds the exponentials as softmax does", "[reduce]") {
  for (const Index n : awkward_sizes) {
    const SoftmaxSteps steps = softmax_steps(random({n}, 44));
    CAPTURE(n);
    CHECK(bits(sum_rows(steps.exponentials).data()[0]) == bits(steps.sum));
  }
}

TEST_CASE("sum_rows: NaN and infinity come through", "[reduce]") {
  const float inf = std::numeric_limits<float>::infinity();
  const float nan = std::nanf("");
  const Tensor x({4, 3}, {1, nan, 2, 1, inf, 2, inf, -inf, 0, -inf, 3, 4});
  CHECK(difference(sum_rows(x), Tensor({4}, {nan, inf, nan, -inf})) == "");
}

}  // namespace
}  // namespace qkv::test
