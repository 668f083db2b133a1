#include "qkv/trace.hpp"

#include <algorithm>
#include <array>
#include <ranges>

namespace qkv {
namespace {

struct TapRow {
  std::string_view name;
  std::array<Axis, 2> axes;
};

constexpr std::array<TapRow, tap_count> taps{{
    {"q", {Axis::query, Axis::key_width}},
    {"k", {Axis::key, Axis::key_width}},
    {"v", {Axis::key, Axis::value_width}},
    {"scores", {Axis::query, Axis::key}},
    {"scaled", {Axis::query, Axis::key}},
    {"masked", {Axis::query, Axis::key}},
    {"weights", {Axis::query, Axis::key}},
    {"output", {Axis::query, Axis::value_width}},
    {"x", {Axis::query, Axis::model_width}},
    {"context", {Axis::key, Axis::context_width}},
    {"w_q", {Axis::joined_width, Axis::model_width}},
    {"w_k", {Axis::joined_width, Axis::context_width}},
    {"w_v", {Axis::joined_width, Axis::context_width}},
    {"w_o", {Axis::output_width, Axis::joined_width}},
    {"projected_q", {Axis::query, Axis::joined_width}},
    {"projected_k", {Axis::key, Axis::joined_width}},
    {"projected_v", {Axis::key, Axis::joined_width}},
    {"concat", {Axis::query, Axis::joined_width}},
    {"result", {Axis::query, Axis::output_width}},
}};

constexpr std::array<std::string_view, axis_count> axis_names{
    "batch",       "head",        "query",         "key",          "key_width",
    "value_width", "model_width", "context_width", "joined_width", "output_width"};

}  // namespace

std::string_view name(Tap tap) { return taps.at(static_cast<std::size_t>(tap)).name; }
std::string_view name(Axis axis) { return axis_names.at(static_cast<std::size_t>(axis)); }
std::span<const Axis, 2> axes(Tap tap) { return taps.at(static_cast<std::size_t>(tap)).axes; }

const Tensor* Trace::find(Tap tap) const {
  const auto newest_first = entries_ | std::views::reverse;
  const auto newest = std::ranges::find(newest_first, tap, &Entry::tap);
  return newest == newest_first.end() ? nullptr : &newest->value;
}

}  // namespace qkv
