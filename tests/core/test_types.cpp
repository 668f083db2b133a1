#include <array>
#include <limits>
#include <vector>

#include "qkv/error.hpp"
#include "qkv/types.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"

namespace qkv::test {
namespace {

TEST_CASE("Shape: extents from the front and from the back", "[types]") {
  const Shape shape{2, 3, 5, 7};
  CHECK(shape.rank() == 4);
  CHECK(shape.size() == 210);
  CHECK(shape[0] == 2);
  CHECK(shape[3] == 7);
  CHECK(shape[-1] == 7);
  CHECK(shape[-4] == 2);
  CHECK(shape.matrices() == 6);
  CHECK(std::vector<Index>(shape.extents().begin(), shape.extents().end()) ==
        std::vector<Index>{2, 3, 5, 7});
  const std::array<Index, 2> extents{4, 6};
  CHECK(Shape(extents) == Shape{4, 6});
}

TEST_CASE("Shape: rank 0 is one number, an extent of 0 is none", "[types]") {
  CHECK(Shape().rank() == 0);
  CHECK(Shape().size() == 1);
  CHECK(Shape{}.extents().empty());
  CHECK(Shape{0}.size() == 0);
  CHECK(Shape{3, 0, 5}.size() == 0);
  CHECK(Shape{3, 0, 5}.matrices() == 0);
  CHECK(Shape{0, 3, 5}.matrices() == 0);
}

TEST_CASE("Shape: equal where rank and all extents are", "[types]") {
  CHECK(Shape{2, 3} == Shape{2, 3});
  CHECK_FALSE(Shape{2, 3} == Shape{3, 2});
  CHECK_FALSE(Shape{2, 3} == Shape{1, 2, 3});
  CHECK_FALSE(Shape{2, 3} == Shape{2, 3, 1});
  CHECK_FALSE(Shape{} == Shape{0});
}

TEST_CASE("Shape: with_matrix replaces the last two extents", "[types]") {
  CHECK(Shape{2, 3, 5, 7}.with_matrix(11, 13) == Shape{2, 3, 11, 13});
  CHECK(Shape{5, 7}.with_matrix(0, 1) == Shape{0, 1});
  CHECK(Shape{5, 7}.with_matrix(2, 9).size() == 18);
}

TEST_CASE("Shape: holds up to max_elements and refuses one more", "[types]") {
  CHECK(Shape{max_elements}.size() == max_elements);
  CHECK(Shape{Index{1} << 14, Index{1} << 14}.size() == max_elements);
  CHECK_THROWS_AS((Shape{max_elements + 1}), Error);
  CHECK_THROWS_AS((Shape{2, max_elements}), Error);
  CHECK_THROWS_AS((Shape{max_elements / 2 + 1, 2}), Error);
}

// Products that wrap around to something small must not slip through.
TEST_CASE("Shape: extents whose product overflows are refused", "[types]") {
  constexpr Index half = Index{1} << (std::numeric_limits<Index>::digits / 2 + 1);
  CHECK_THROWS_AS((Shape{half, half}), Error);
  CHECK_THROWS_AS((Shape{half, half, half, half}), Error);
  CHECK_THROWS_AS((Shape{std::numeric_limits<Index>::max(), 2}), Error);
}

// Where an extent is 0 the others are not bounded, so that loops over matrices must not count them.
TEST_CASE("Shape: an empty one has no matrices, whatever the other extents", "[types]") {
  constexpr Index half = Index{1} << (std::numeric_limits<Index>::digits / 2 + 1);
  const Shape shape{half, half, 0, 3};
  CHECK(shape.size() == 0);
  CHECK(shape.matrices() == 0);
}

TEST_CASE("Tensor: zeros, values, elements of a matrix", "[types]") {
  const Tensor zeros(Shape{2, 3});
  CHECK(difference(zeros, Tensor(Shape{2, 3}, {0, 0, 0, 0, 0, 0})) == "");
  Tensor x(Shape{2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(x.size() == 6);
  CHECK(x(0, 2) == 3.0F);
  CHECK(x(1, 0) == 4.0F);
  x.data()[5] = 9.0F;
  CHECK(x(1, 2) == 9.0F);
  CHECK(x.values().size() == 6);
  CHECK(Tensor().shape() == Shape{0});
  CHECK(Tensor(Shape()).size() == 1);
  const std::vector<float> values{7, 8};
  CHECK(difference(Tensor(Shape{2}, values), Tensor(Shape{2}, {7, 8})) == "");
}

TEST_CASE("Tensor: copies are its own, views are not", "[types]") {
  Tensor x(Shape{2}, {1, 2});
  const Tensor copy = x;
  const TensorView view = x;
  x.data()[0] = 5.0F;
  CHECK(copy.data()[0] == 1.0F);
  CHECK(view.data == x.data());
  CHECK(view.data[0] == 5.0F);
  CHECK(view.shape == Shape{2});
}

}  // namespace
}  // namespace qkv::test
