#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string>

#include "qkv/ops/attention.hpp"
#include "support/cases.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/golden.hpp"
#include "support/json.hpp"
#include "support/reference.hpp"

// The tests' own tools: what would make every other test pass by mistake.
namespace qkv::test {
namespace {

TEST_CASE("JSON: values of every kind are read", "[support]") {
  const Json json = Json::parse(
      R"( {"numbers": [0, -0.5, 1e3, 2.5E-2, 4294967295], "text": "a\n\"b\" \\ 我", "yes": true,
           "no": false, "special": ["nan", "inf", "-inf"], "empty": [[], {}]} )");
  CHECK(numbers(json["numbers"]) == std::vector<double>{0.0, -0.5, 1000.0, 0.025, 4294967295.0});
  CHECK(json["text"].string() == "a\n\"b\" \\ 我");
  CHECK(json["yes"].boolean());
  CHECK_FALSE(json["no"].boolean());
  CHECK(std::isnan(json["special"].list()[0].number()));
  CHECK(json["special"].list()[1].number() == std::numeric_limits<double>::infinity());
  CHECK(json["special"].list()[2].number() == -std::numeric_limits<double>::infinity());
  CHECK(json["empty"].list()[0].list().empty());
  CHECK(json["empty"].list()[1].object().empty());
  CHECK(json.has("no"));
  CHECK_FALSE(json.has("none"));
}

TEST_CASE("JSON: a float32 printed in full comes back exactly", "[support]") {
  for (const float x : {0.1F, 1.0F / 3.0F, 1.40129846e-45F, 3.40282347e+38F, -0.0F}) {
    std::array<char, 40> text{};
    REQUIRE(std::snprintf(text.data(), text.size(), "%.17g", static_cast<double>(x)) > 0);
    CHECK(bits(static_cast<float>(Json::parse(text.data()).number())) == bits(x));
  }
}

TEST_CASE("JSON: anything else than one complete value is refused", "[support]") {
  for (const char* text : {"",           " ",
                           "[1,]",       "[1 2]",
                           "[1",         "{\"a\" 1}",
                           "{\"a\":}",   "{a:1}",
                           "{\"a\":1,}", "{\"a\":1",
                           "\"open",     "\"\\u0041\"",
                           "\"\\x\"",    "\"line\nbreak\"",
                           "01",         "+1",
                           ".5",         "1.",
                           "1e",         "-",
                           "0x1",        "nan",
                           "infinity",   "null",
                           "tru",        "1 2",
                           "[]]",        "{\"a\":1,\"a\":2}"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(Json::parse(text), std::runtime_error);
  }
  const Json list = Json::parse("[1]");
  CHECK_THROWS_AS(list["a"], std::runtime_error);
  CHECK_THROWS_AS(list.number(), std::runtime_error);
  CHECK_THROWS_AS(list.string(), std::runtime_error);
  CHECK_THROWS_AS(Json::parse("{}")["a"], std::runtime_error);
  CHECK_THROWS_AS(golden("no_such_file"), std::runtime_error);
}

TEST_CASE("difference: one bit, one extent or one place is noticed", "[support]") {
  const Tensor x(Shape{2, 2}, {1.0F, -0.0F, 3.0F, std::nanf("")});
  CHECK(difference(x, x).empty());
  Tensor y = x;
  y.data()[3] = -std::nanf("7");
  CHECK(difference(y, x).empty());
  y.data()[1] = 0.0F;
  CHECK_FALSE(difference(y, x).empty());
  y = x;
  y.data()[2] = std::nextafter(3.0F, 4.0F);
  CHECK_FALSE(difference(y, x).empty());
  CHECK_FALSE(difference(Tensor(Shape{4}, x.values()), x).empty());
}

TEST_CASE("ulps: counted at the exact value, denormals included", "[support]") {
  CHECK(ulps(std::nextafter(1.0F, 2.0F), 1.0) == 1.0);
  CHECK(ulps(std::nextafter(1.0F, 0.0F), 1.0) == 0.5);
  CHECK(ulps(0x1p-149F, 0.0) == 1.0);
  CHECK(ulps(0.0F, 0x1p-150) == 0.5);
  CHECK(ulps(std::nanf(""), std::nan("")) == 0.0);
  CHECK(std::isinf(ulps(1.0F, std::nan(""))));
  CHECK(std::isinf(ulps(std::nanf(""), 1.0)));
  CHECK(std::isinf(ulps(std::numeric_limits<float>::infinity(), 3e38)));
}

TEST_CASE("beyond: only what exceeds its bound is described", "[support]") {
  const double nan = std::nan("");
  const Bounded want{Shape{3}, {1.0, nan, -std::numeric_limits<double>::infinity()}, {0.25, 0, 0}};
  const float inf = std::numeric_limits<float>::infinity();
  const float not_a_number = std::nanf("");
  CHECK(beyond(Tensor(Shape{3}, {1.25F, not_a_number, -inf}), want).empty());
  CHECK_FALSE(beyond(Tensor(Shape{3}, {1.3F, not_a_number, -inf}), want).empty());
  CHECK_FALSE(beyond(Tensor(Shape{3}, {not_a_number, not_a_number, -inf}), want).empty());
  CHECK_FALSE(beyond(Tensor(Shape{3}, {1.0F, 1.0F, -inf}), want).empty());
  CHECK_FALSE(beyond(Tensor(Shape{3}, {1.0F, not_a_number, inf}), want).empty());
  CHECK_FALSE(beyond(Tensor(Shape{3, 1}, {1.0F, not_a_number, -inf}), want).empty());
}

// The bounds are proven upper limits; were they loose, a wrong result could pass.
TEST_CASE("reference: its bounds notice an error of 1e-4", "[support]") {
  const AttentionCase c = plain_case({{}, 33, 40, 32, 16}, 5);
  const AttentionReference reference = attention_reference(c.q, c.k, c.v, c.options());
  for (const Bounded* bounded :
       {&reference.scores, &reference.weights, &reference.output, &reference.attended}) {
    CHECK(*std::ranges::max_element(bounded->bound) < 1e-4);
  }
}

}  // namespace
}  // namespace qkv::test
