#include <limits>

#include "qkv/ops/heads.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"

namespace qkv::test {
namespace {

TEST_CASE("split_heads: head h takes its columns of every row", "[heads]") {
  const Tensor x({2, 6}, {0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15});
  CHECK(difference(split_heads(x, 3),
                   Tensor({3, 2, 2}, {0, 1, 10, 11, 2, 3, 12, 13, 4, 5, 14, 15})) == "");
  CHECK(difference(split_heads(x, 2),
                   Tensor({2, 2, 3}, {0, 1, 2, 10, 11, 12, 3, 4, 5, 13, 14, 15})) == "");
  CHECK(difference(split_heads(x, 1), Tensor({1, 2, 6}, x.values())) == "");
  for (const Index heads : {1, 2, 3, 6}) CHECK(head_width(6, heads) == 6 / heads);
}

TEST_CASE("merge_heads: gives back what split_heads took, bit for bit", "[heads]") {
  for (const Index rows : {0, 1, 2, 3, 17}) {
    for (const Index heads : {1, 2, 3, 8, 31}) {
      for (const Index width : {0, 1, 2, 5, 16}) {
        Tensor x = random({rows, heads * width}, 51);
        if (x.size() > 0) x.data()[x.size() / 2] = std::numeric_limits<float>::quiet_NaN();
        if (x.size() > 1) x.data()[0] = -0.0F;
        CAPTURE(rows, heads, width);
        const Tensor stack = split_heads(x, heads);
        CHECK(stack.shape() == Shape{heads, rows, width});
        CHECK(difference(merge_heads(stack), x) == "");
        CHECK(difference(split_heads(merge_heads(stack), heads), stack) == "");
      }
    }
  }
}

TEST_CASE("merge_heads: no heads give no columns", "[heads]") {
  CHECK(merge_heads(Tensor(Shape{0, 3, 4})).shape() == Shape{3, 0});
}

TEST_CASE("reshape_without_transpose: keeps the order of the memory, so it mixes tokens",
          "[heads]") {
  const Tensor x({2, 4}, {0, 1, 2, 3, 10, 11, 12, 13});
  CHECK(difference(reshape_without_transpose(x, 2),
                   Tensor({2, 2, 2}, {0, 1, 2, 3, 10, 11, 12, 13})) == "");
  CHECK(difference(split_heads(x, 2), Tensor({2, 2, 2}, {0, 1, 10, 11, 2, 3, 12, 13})) == "");
  // One head or one token: nothing to get wrong.
  CHECK(difference(reshape_without_transpose(x, 1), split_heads(x, 1)) == "");
  const Tensor row({1, 4}, {0, 1, 2, 3});
  CHECK(difference(reshape_without_transpose(row, 2), split_heads(row, 2)) == "");
  CHECK(reshape_without_transpose(Tensor(Shape{0, 4}), 2).shape() == Shape{2, 0, 2});
}

}  // namespace
}  // namespace qkv::test
