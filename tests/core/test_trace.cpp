#include <set>
#include <string_view>

#include "qkv/trace.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"

namespace qkv::test {
namespace {

TEST_CASE("taps: each has a name of its own and two axes", "[trace]") {
  std::set<std::string_view> names;
  for (int i = 0; i < tap_count; ++i) {
    const auto tap = static_cast<Tap>(i);
    CAPTURE(i);
    CHECK_FALSE(name(tap).empty());
    CHECK(names.insert(name(tap)).second);
    // The binding hands names out as C strings.
    CHECK(*(name(tap).data() + name(tap).size()) == '\0');
    for (const Axis axis : axes(tap)) {
      CHECK(static_cast<int>(axis) >= 0);
      CHECK(static_cast<int>(axis) < axis_count);
    }
  }
  CHECK(name(Tap::q) == "q");
  CHECK(name(Tap::output) == "output");
  CHECK(name(Tap::result) == "result");
}

TEST_CASE("axes: each has a name of its own", "[trace]") {
  std::set<std::string_view> names;
  for (int i = 0; i < axis_count; ++i) {
    CAPTURE(i);
    CHECK_FALSE(name(static_cast<Axis>(i)).empty());
    CHECK(names.insert(name(static_cast<Axis>(i))).second);
  }
}

TEST_CASE("taps: the axes are those of attention", "[trace]") {
  const auto are = [](Tap tap, Axis rows, Axis columns) {
    return axes(tap)[0] == rows && axes(tap)[1] == columns;
  };
  CHECK(are(Tap::q, Axis::query, Axis::key_width));
  CHECK(are(Tap::k, Axis::key, Axis::key_width));
  CHECK(are(Tap::v, Axis::key, Axis::value_width));
  for (const Tap tap : {Tap::scores, Tap::scaled, Tap::masked, Tap::weights}) {
    CHECK(are(tap, Axis::query, Axis::key));
  }
  CHECK(are(Tap::output, Axis::query, Axis::value_width));
}

TEST_CASE("taps: the axes are those of multi-head attention", "[trace]") {
  const auto are = [](Tap tap, Axis rows, Axis columns) {
    return axes(tap)[0] == rows && axes(tap)[1] == columns;
  };
  CHECK(are(Tap::x, Axis::query, Axis::model_width));
  CHECK(are(Tap::context, Axis::key, Axis::context_width));
  CHECK(are(Tap::w_q, Axis::joined_width, Axis::model_width));
  CHECK(are(Tap::w_k, Axis::joined_width, Axis::context_width));
  CHECK(are(Tap::w_v, Axis::joined_width, Axis::context_width));
  CHECK(are(Tap::w_o, Axis::output_width, Axis::joined_width));
  CHECK(are(Tap::projected_q, Axis::query, Axis::joined_width));
  CHECK(are(Tap::projected_k, Axis::key, Axis::joined_width));
  CHECK(are(Tap::projected_v, Axis::key, Axis::joined_width));
  CHECK(are(Tap::concat, Axis::query, Axis::joined_width));
  CHECK(are(Tap::result, Axis::query, Axis::output_width));
}

// They are part of the boundary: what is new comes last.
TEST_CASE("taps: those of plain attention keep their numbers", "[trace]") {
  CHECK(static_cast<int>(Tap::q) == 0);
  CHECK(static_cast<int>(Tap::output) == 7);
  CHECK(static_cast<int>(Tap::x) == 8);
  CHECK(static_cast<int>(Axis::value_width) == 5);
}

TEST_CASE("Trace: keeps the order, finds the last of a tap", "[trace]") {
  Trace trace;
  CHECK(trace.entries().empty());
  CHECK(trace.find(Tap::scores) == nullptr);
  trace.record(Tap::scores, Tensor(Shape{1}, {1}));
  trace.record(Tap::weights, Tensor(Shape{1}, {2}));
  trace.record(Tap::scores, Tensor(Shape{1}, {3}));
  REQUIRE(trace.entries().size() == 3);
  CHECK(trace.entries()[0].tap == Tap::scores);
  CHECK(trace.entries()[1].tap == Tap::weights);
  REQUIRE(trace.find(Tap::scores) != nullptr);
  CHECK(trace.find(Tap::scores)->data()[0] == 3.0F);
  CHECK(trace.find(Tap::weights)->data()[0] == 2.0F);
  CHECK(trace.find(Tap::output) == nullptr);
}

}  // namespace
}  // namespace qkv::test
