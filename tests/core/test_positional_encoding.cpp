#include <algorithm>
#include <cmath>
#include <vector>

#include "qkv/ops/positional_encoding.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/golden.hpp"
#include "support/reference.hpp"

namespace qkv::test {
namespace {

TEST_CASE("positional_encoding: the golden numbers, rounded once", "[positional_encoding]") {
  const Json& exact = golden("pe")["pe_f64"];
  CHECK(difference(positional_encoding(48, 32), tensor(exact)) == "");
}

TEST_CASE("positional_encoding: half a unit in the last place, far out too",
          "[positional_encoding]") {
  for (const auto& [positions, width] : std::vector<std::pair<Index, Index>>{
           {1, 1}, {1, 2}, {50, 3}, {50, 7}, {100, 64}, {2000, 10}, {65, 512}, {300000, 2}}) {
    CAPTURE(positions, width);
    CHECK(beyond(positional_encoding(positions, width),
                 positional_encoding_reference(positions, width)) == "");
  }
}

TEST_CASE("positional_encoding: position 0 is 0, 1, 0, 1 …", "[positional_encoding]") {
  const Tensor pe = positional_encoding(2, 9);
  for (Index j = 0; j < 9; ++j) CHECK(bits(pe(0, j)) == bits(j % 2 == 0 ? 0.0F : 1.0F));
}

TEST_CASE("positional_encoding: an odd width ends in a sine", "[positional_encoding]") {
  const Tensor odd = positional_encoding(40, 5);
  for (Index p = 0; p < 40; ++p) {
    const double angle = static_cast<double>(p) / std::pow(10000.0, 4.0 / 5.0);
    CHECK(ulps(odd(p, 4), std::sin(angle)) <= 0.51);
  }
}

TEST_CASE("positional_encoding: fewer positions are the first rows", "[positional_encoding]") {
  const Tensor many = positional_encoding(100, 12);
  CHECK(difference(positional_encoding(37, 12), rows(many, 0, 37)) == "");
}

TEST_CASE("positional_encoding: a product depends on the distance alone", "[positional_encoding]") {
  const Tensor pe = positional_encoding(48, 32);
  const Json& g = golden("pe");
  const std::vector<double> distances = numbers(g["k"]);
  const std::vector<double> analytic = numbers(g["analytic_f64"]);
  for (std::size_t at = 0; at < distances.size(); ++at) {
    const auto k = static_cast<Index>(distances[at]);
    for (Index p = std::max<Index>(0, -k); p < std::min<Index>(48, 48 - k); ++p) {
      double dot = 0.0;
      for (Index j = 0; j < 32; ++j) {
        dot += static_cast<double>(pe(p, j)) * static_cast<double>(pe(p + k, j));
      }
      // 32 products of two factors, each off by half an ulp of at most 1.
      REQUIRE(std::abs(dot / 16.0 - analytic[at]) < 32 * 2 * 0x1p-25 / 16.0);
    }
  }
}

TEST_CASE("positional_encoding: no positions", "[positional_encoding]") {
  CHECK(positional_encoding(0, 6).shape() == Shape{0, 6});
}

}  // namespace
}  // namespace qkv::test
