#include "qkv/ops/embedding.hpp"

#include <algorithm>
#include <vector>

#include "support/catch.hpp"
#include "support/compare.hpp"

namespace qkv::test {
namespace {

using Ids = std::vector<std::int32_t>;

TEST_CASE("embedding: rows of the table by their numbers", "[embedding]") {
  for (const Index width : {1, 3, 5, 17}) {
    CAPTURE(width);
    const Tensor table = random({7, width}, 85);
    const Ids ids{6, 0, 3, 3, 6, 1};
    const Tensor y = embedding(ids, table);
    CHECK(y.shape() == Shape{6, width});
    for (std::size_t n = 0; n < ids.size(); ++n) {
      CHECK(difference(rows(y, static_cast<Index>(n), 1), rows(table, ids[n], 1)) == "");
    }
  }
  CHECK(embedding({}, random({7, 3}, 85)).shape() == Shape{0, 3});
}

// The slope of Σ dy · table[ids] by a row is the sum of what its uses ask for, in their order.
TEST_CASE("embedding: back, each use of a row adds to it", "[embedding]") {
  for (const Index width : {1, 3, 5, 17}) {
    CAPTURE(width);
    const Ids ids{6, 0, 3, 3, 6, 3};
    const Tensor dy = random({6, width}, 86);
    const Tensor dtable = embedding_backward(ids, dy, 7);
    CHECK(dtable.shape() == Shape{7, width});
    Tensor want(Shape{7, width});
    for (Index d = 0; d < width; ++d) {
      want.data()[6 * width + d] = dy(0, d) + dy(4, d);
      want.data()[d] = dy(1, d);
      want.data()[3 * width + d] = dy(2, d) + dy(3, d) + dy(5, d);
    }
    CHECK(difference(dtable, want) == "");
  }
  CHECK(difference(embedding_backward({}, Tensor(Shape{0, 3}), 2), Tensor(Shape{2, 3})) == "");
}

TEST_CASE("embedding: back, without checks it adds to what is there", "[embedding]") {
  const Ids ids{1, 1};
  const Tensor dy({2, 2}, {1, 2, 10, 20});
  Tensor dtable({2, 2}, {100, 100, 100, 100});
  embedding_backward(ids, dy.data(), 2, dtable.data());
  CHECK(difference(dtable, Tensor({2, 2}, {100, 100, 111, 122})) == "");
}

}  // namespace
}  // namespace qkv::test
