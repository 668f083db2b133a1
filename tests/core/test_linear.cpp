#include "qkv/ops/linear.hpp"
#include "qkv/random.hpp"
#include "support/cases.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/doubles.hpp"
#include "support/golden.hpp"
#include "support/reference.hpp"

namespace qkv::test {
namespace {

TEST_CASE("linear: the golden layer", "[linear]") {
  const Json& g = golden("ops")["linear"];
  const Tensor x = tensor(g["x"]);
  const Tensor w = tensor(g["weight"]);
  const Tensor b = tensor(g["bias"]);
  Bounded want = linear_reference(x, w, b);
  CHECK(beyond(linear(x, w, b), want) == "");
  // PyTorch rounds as well: both are within the bound of the exact value.
  want.value = data(g["y"]);
  for (double& bound : want.bound) bound *= 2;
  CHECK(beyond(linear(x, w, b), want) == "");
}

TEST_CASE("linear: within the bound of the exact value", "[linear]") {
  for (const Index rows : {1, 2, 4, 7}) {
    for (const Index outputs : {1, 3, 8, 17, 40}) {
      for (const Index inputs : awkward_sizes) {
        if (inputs == 0) continue;
        const Tensor x = random({rows, inputs}, 31);
        const Tensor w = random({outputs, inputs}, 32);
        const Tensor b = random({outputs}, 33);
        CAPTURE(rows, outputs, inputs);
        CHECK(beyond(linear(x, w), linear_reference(x, w, {})) == "");
        CHECK(beyond(linear(x, w, b), linear_reference(x, w, b)) == "");
      }
    }
  }
}

TEST_CASE("linear: leading axes of x are kept", "[linear]") {
  const Tensor w = random({6, 5}, 34);
  const Tensor b = random({6}, 35);
  const Tensor x = random({2, 3, 4, 5}, 36);
  const Tensor y = linear(x, w, b);
  CHECK(y.shape() == Shape{2, 3, 4, 6});
  const Tensor flat = linear(Tensor({24, 5}, x.values()), w, b);
  CHECK(difference(y.values(), flat.values()) == "");
  const Tensor one = linear(Tensor({5}, x.values().first(5)), w, b);
  CHECK(one.shape() == Shape{6});
  CHECK(difference(one.values(), flat.values().first(6)) == "");
}

// A row of the result depends on nothing but its row of x, however many there are.
TEST_CASE("linear: rows are independent, bit for bit", "[linear]") {
  const Tensor w = random({37, 300}, 37);
  const Tensor x = random({9, 300}, 38);
  const Tensor y = linear(x, w);
  for (Index i = 0; i < 9; ++i) {
    CHECK(difference(linear(rows(x, i, 1), w), rows(y, i, 1)) == "");
  }
}

TEST_CASE("linear: the identity copies, doubling doubles", "[linear]") {
  Tensor identity(Shape{5, 5});
  for (Index i = 0; i < 5; ++i) identity.data()[i * 6] = 1.0F;
  const Tensor x = random({3, 5}, 39);
  CHECK(difference(linear(x, identity), x) == "");
  const Tensor w = random({4, 5}, 40);
  Tensor twice = x;
  for (float& value : twice.values()) value *= 2.0F;
  Tensor want = linear(x, w);
  for (float& value : want.values()) value *= 2.0F;
  CHECK(difference(linear(twice, w), want) == "");
}

TEST_CASE("linear: no rows and no outputs give empty results", "[linear]") {
  CHECK(linear(Tensor(Shape{0, 5}), Tensor(Shape{4, 5})).shape() == Shape{0, 4});
  CHECK(linear(Tensor(Shape{2, 5}), Tensor(Shape{0, 5})).shape() == Shape{2, 0});
  CHECK(linear(Tensor(Shape{2, 5}), Tensor(Shape{0, 5}), Tensor(Shape{0})).shape() == Shape{2, 0});
}

TEST_CASE("linear_backward: the golden layer", "[linear]") {
  const Json& g = golden("ops");
  const Json& want = g["linear"];
  const LinearGradients got =
      linear_backward(tensor(want["x"]), tensor(want["weight"]), tensor(g["g"]));
  CHECK(beyond(got.x, data(want["dx"]), 1e-6) == "");
  CHECK(beyond(got.w, data(want["dweight"]), 1e-6) == "");
  CHECK(beyond(got.b, data(want["dbias"]), 1e-6) == "");
}

TEST_CASE("linear_backward: the slopes of the formula", "[linear]") {
  for (const LinearExtents& extents : std::initializer_list<LinearExtents>{
           {1, 1, 1}, {3, 5, 17}, {17, 3, 5}, {5, 17, 3}, {2, 8, 16}, {0, 3, 2}, {2, 3, 0}}) {
    const auto [N, I, O] = extents;
    CAPTURE(N, I, O);
    const Tensor x = random({N, I}, 61);
    const Tensor w = random({O, I}, 62);
    const Tensor dy = random({N, O}, 63);
    Numbers inputs = doubles(x);
    Numbers weights = doubles(w);
    Numbers bias(static_cast<std::size_t>(O));
    const auto loss = [&] { return along(dy, plainly::linear(inputs, weights, bias, extents)); };
    const LinearGradients got = linear_backward(x, w, dy);
    CHECK(slopes_differ(got.x, inputs, loss) == "");
    CHECK(slopes_differ(got.w, weights, loss) == "");
    CHECK(slopes_differ(got.b, bias, loss) == "");
  }
}

TEST_CASE("linear_backward: leading axes are rows, parameters' gradients add up", "[linear]") {
  const Tensor x = random({2, 3, 4, 5}, 64);
  const Tensor w = random({6, 5}, 65);
  const Tensor dy = random({2, 3, 4, 6}, 66);
  const LinearGradients got = linear_backward(x, w, dy);
  const LinearGradients flat = linear_backward(reshaped(x, {24, 5}), w, reshaped(dy, {24, 6}));
  CHECK(difference(got.x, reshaped(flat.x, x.shape())) == "");
  CHECK(difference(got.w, flat.w) == "");
  CHECK(difference(got.b, flat.b) == "");
  Tensor dw = got.w;
  Tensor db = got.b;
  linear_backward(x.data(), w.data(), dy.data(), {24, 5, 6}, nullptr, dw.data(), db.data());
  for (Index i = 0; i < dw.size(); ++i) CHECK(dw.data()[i] == 2.0F * got.w.data()[i]);
  // The sums go on from what is there, so that they round otherwise.
  const Numbers once = doubles(got.b);
  for (std::size_t i = 0; i < once.size(); ++i) {
    CHECK(std::abs(static_cast<double>(db.values()[i]) - 2.0 * once[i]) < 1e-5);
  }
}

}  // namespace
}  // namespace qkv::test
