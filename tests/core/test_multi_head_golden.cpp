#include <string>
#include <vector>

#include "qkv/nn/multi_head.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/golden.hpp"
#include "support/multi_head_cases.hpp"
#include "support/reference.hpp"

// Numbers of torch.nn.MultiheadAttention(8, heads). PyTorch rounds as we do, so both sides lie
// within the proven bound of the exact value and differ by no more than twice the bound, which is
// below 8e-6 for every number here. A bound takes every rounding at its worst and of one sign; as
// they fall, the numbers, all below 1, agree to a few units in the last place.
namespace qkv::test {
namespace {

constexpr double as_they_fall = 1e-6;

Bounded around(const Json& golden, const Bounded& bounds) {
  Bounded want{bounds.shape, data(golden), bounds.bound};
  for (double& bound : want.bound) {
    bound *= 2;
    CHECK(bound < 8e-6);
  }
  return want;
}

void check_as_torch(const MultiHeadCase& c, const Json& want) {
  const MultiHeadSteps steps = c.steps();
  const MultiHeadReference exact = multi_head_reference(c.x, c.weights(), c.options());
  CHECK(beyond(steps.weights, around(want["weights"], exact.heads.weights)) == "");
  CHECK(beyond(steps.output, around(want["output"], exact.output)) == "");
  CHECK(beyond(steps.weights, data(want["weights"]), as_they_fall) == "");
  CHECK(beyond(steps.output, data(want["output"]), as_they_fall) == "");
  if (want.has("weights_mean_over_heads")) {
    // What need_weights=True shows: heads averaged, which loses which head looked where.
    std::vector<double> mean(data(want["weights_mean_over_heads"]).size());
    for (std::size_t i = 0; i < steps.weights.values().size(); ++i) {
      mean[i % mean.size()] +=
          static_cast<double>(steps.weights.values()[i]) / static_cast<double>(c.heads);
    }
    std::vector<float> rounded(mean.begin(), mean.end());
    const Tensor means(Shape{c.x.shape()[0], steps.weights.shape()[-1]}, rounded);
    CHECK(beyond(means, data(want["weights_mean_over_heads"]), as_they_fall) == "");
  }
}

const std::vector<Index> all_heads{1, 2, 4};

TEST_CASE("multi-head: PyTorch's layer, full and causal", "[multi_head]") {
  for (const Index heads : all_heads) {
    for (const char* variant : {"full", "causal"}) {
      CAPTURE(heads, variant);
      MultiHeadCase c = golden_layer(heads);
      c.causal = variant == std::string("causal");
      check_as_torch(c, golden("mha")["heads" + std::to_string(heads)][variant]);
    }
  }
}

TEST_CASE("multi-head: PyTorch's layer across two sequences", "[multi_head]") {
  for (const Index heads : all_heads) {
    CAPTURE(heads);
    const Json& want = golden("mha")["heads" + std::to_string(heads)]["cross"];
    MultiHeadCase c = golden_layer(heads);
    c.context = c.x;
    c.x = tensor(want["query"]);
    check_as_torch(c, want);
  }
}

TEST_CASE("multi-head: PyTorch's layer with the last key padded", "[multi_head]") {
  for (const Index heads : all_heads) {
    CAPTURE(heads);
    MultiHeadCase c = golden_layer(heads);
    c.mask = Tensor({3, 3}, {1, 1, 0, 1, 1, 0, 1, 1, 0});
    check_as_torch(c, golden("mha")["heads" + std::to_string(heads)]["key_padding_last"]);
  }
}

}  // namespace
}  // namespace qkv::test
