#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "qkv/error.hpp"
#include "qkv/ops/mask.hpp"
#include "support/cases.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/numbers.hpp"
#include "support/reference.hpp"

namespace qkv::test {
namespace {

TEST_CASE("causal_mask: upper left and lower right", "[mask]") {
  CHECK(difference(causal_mask(3, 3), Tensor({3, 3}, {1, 0, 0, 1, 1, 0, 1, 1, 1})) == "");
  CHECK(difference(causal_mask(2, 4), Tensor({2, 4}, {1, 0, 0, 0, 1, 1, 0, 0})) == "");
  CHECK(difference(causal_mask(4, 2), Tensor({4, 2}, {1, 0, 1, 1, 1, 1, 1, 1})) == "");
  constexpr auto lower = CausalAlignment::lower_right;
  CHECK(difference(causal_mask(3, 3, lower), causal_mask(3, 3)) == "");
  CHECK(difference(causal_mask(2, 4, lower), Tensor({2, 4}, {1, 1, 1, 0, 1, 1, 1, 1})) == "");
  CHECK(difference(causal_mask(4, 2, lower), Tensor({4, 2}, {0, 0, 0, 0, 1, 0, 1, 1})) == "");
  CHECK(causal_mask(0, 4).shape() == Shape{0, 4});
  CHECK(causal_mask(4, 0, lower).shape() == Shape{4, 0});
}

TEST_CASE("MaskRule: the causal edge of each row, within the keys", "[mask]") {
  for (const auto alignment : {CausalAlignment::upper_left, CausalAlignment::lower_right}) {
    for (const auto& [queries, keys] :
         std::vector<std::pair<Index, Index>>{{3, 3}, {2, 5}, {5, 2}, {1, 4}, {4, 1}}) {
      MaskOptions options;
      options.causal = true;
      options.alignment = alignment;
      const MaskRule rule(options, Shape{queries, keys});
      const Tensor mask = causal_mask(queries, keys, alignment);
      CHECK_FALSE(rule.trivial());
      for (Index i = 0; i < queries; ++i) {
        for (Index j = 0; j < keys; ++j) {
          CHECK((j < rule.causal_end(i)) == (mask(i, j) == 1.0F));
          CHECK(rule.skips(0, i, j) == (mask(i, j) == 0.0F));
        }
      }
    }
  }
  const MaskRule none({}, Shape{2, 3});
  CHECK(none.trivial());
  CHECK(none.causal_end(0) == 3);
  CHECK(none.mask_row(0, 1) == nullptr);
  CHECK(none.bias_row(0, 1) == nullptr);
}

TEST_CASE("MaskRule: the first reason that applies is given", "[mask]") {
  const Tensor mask({2, 3}, {1, 0, 0, 1, 0, 1});
  const Tensor bias({2, 3}, {0, -inf, -inf, -inf, -inf, 2});
  MaskOptions options;
  options.causal = true;
  options.mask = mask;
  options.bias = bias;
  const MaskRule rule(options, Shape{2, 3});
  CHECK(rule.reason(0, 0, 0) == SkipReason::none);
  CHECK(rule.reason(0, 0, 1) == SkipReason::causal);
  CHECK(rule.reason(0, 1, 0) == SkipReason::bias);
  CHECK(rule.reason(0, 1, 1) == SkipReason::mask);
  CHECK(rule.reason(0, 1, 2) == SkipReason::causal);
}

TEST_CASE("MaskRule: nonzero may attend, only exactly −∞ skips", "[mask]") {
  const Tensor mask({1, 6}, {1, -1, 0x1p-149F, inf, 0.0F, -0.0F});
  MaskOptions options;
  options.mask = mask;
  const MaskRule rule(options, Shape{1, 6});
  for (Index j = 0; j < 6; ++j) CHECK(rule.skips(0, 0, j) == (j >= 4));
  const Tensor bias({1, 5}, {-std::numeric_limits<float>::max(), inf, std::nanf(""), 0, -inf});
  MaskOptions added;
  added.bias = bias;
  const MaskRule adding(added, Shape{1, 5});
  for (Index j = 0; j < 5; ++j) CHECK(adding.skips(0, 0, j) == (j == 4));
}

TEST_CASE("MaskRule: leading extents that are 1 or absent repeat", "[mask]") {
  const Shape scores{2, 3, 4, 5};
  for (const Shape& shape : {Shape{4, 5}, Shape{1, 4, 5}, Shape{3, 4, 5}, Shape{1, 1, 4, 5},
                             Shape{1, 3, 4, 5}, Shape{2, 1, 4, 5}, Shape{2, 3, 4, 5}}) {
    const Tensor mask = random_mask(shape, 61, false);
    const Tensor bias = random_bias(shape, 62);
    MaskOptions options;
    options.mask = mask;
    options.bias = bias;
    const MaskRule rule(options, scores);
    CAPTURE(shape.rank(), shape[0], shape.size());
    for (Index m = 0; m < 6; ++m) {
      for (Index i = 0; i < 4; ++i) {
        for (Index j = 0; j < 5; ++j) {
          REQUIRE(rule.skips(m, i, j) != allowed(options, scores, m, i, j));
        }
      }
    }
  }
  const Tensor one = random_mask({1, 1, 4, 5}, 63, false);
  MaskOptions options;
  options.mask = one;
  CHECK_NOTHROW(MaskRule(options, Shape{4, 5}));
  CHECK_NOTHROW(MaskRule(options, Shape{3, 4, 5}));
}

TEST_CASE("MaskRule: rows of the mask and the bias as they lie", "[mask]") {
  const Tensor mask = random_mask({3, 2, 4}, 64, false);
  const Tensor bias = random_bias({2, 4}, 65);
  MaskOptions options;
  options.mask = mask;
  options.bias = bias;
  const MaskRule rule(options, Shape{2, 3, 2, 4});
  CHECK(rule.mask_row(0, 0) == mask.data());
  CHECK(rule.mask_row(5, 1) == mask.data() + Index{20});
  CHECK(rule.bias_row(5, 1) == bias.data() + 4);
}

TEST_CASE("names of alignments and reasons", "[mask]") {
  std::set<std::string_view> names;
  for (int i = 0; i < causal_alignment_count; ++i) {
    CHECK(names.insert(name(static_cast<CausalAlignment>(i))).second);
  }
  for (int i = 0; i < skip_reason_count; ++i) {
    CHECK(names.insert(name(static_cast<SkipReason>(i))).second);
  }
  for (const std::string_view text : names) {
    CHECK_FALSE(text.empty());
    CHECK(*(text.data() + text.size()) == '\0');
  }
}

}  // namespace
}  // namespace qkv::test
