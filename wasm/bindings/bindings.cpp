#include <emscripten/bind.h>
#include <malloc.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "calls.hpp"
#include "exchange.hpp"
#include "qkv/error.hpp"
#include "qkv/info.hpp"
#include "qkv/ops/mask.hpp"
#include "qkv/trace.hpp"
#include "qkv/types.hpp"
#include "register.hpp"

namespace qkv::bindings {
namespace {

template <class T>
std::int32_t address(const T* place) {
  return static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(place));
}

// Bytes in use on the heap, as opposed to its size, which never shrinks.
double live_bytes() { return static_cast<double>(mallinfo().uordblks); }

double error_number(const std::vector<double>& numbers, std::int32_t index) {
  return numbers[static_cast<std::size_t>(index)];
}

}  // namespace

EMSCRIPTEN_BINDINGS(qkv) {
  using emscripten::function;

  register_enum<Tap>("Tap", tap_count);
  register_enum<Axis>("Axis", axis_count);
  register_enum<SkipReason>("SkipReason", skip_reason_count);
  register_enum<CausalAlignment>("CausalAlignment", causal_alignment_count);
  register_enum<ErrorCode>("ErrorCode", error_code_count);
  function("rowAxis(tap)", +[](Tap tap) { return axes(tap)[0]; });
  function("columnAxis(tap)", +[](Tap tap) { return axes(tap)[1]; });

  function("version", +[] { return std::string(version()); });
  function("lanes", +[] { return static_cast<std::int32_t>(vector_lanes()); });
  function("fastBuild", &fast_build);
  function("maxElements", +[] { return static_cast<double>(max_elements); });
  function("liveBytes", &live_bytes);

  // The scratch area; addresses are in bytes, capacities in 32-bit words.
  function("reserve(words)", &reserve);
  function("capacity", &capacity);
  function("requestAddress", +[] { return address(request()); });
  function("replyAddress", +[] { return address(reply()); });
  function("release", &release);

  // Calls: 0, or 1 + ErrorCode.
  function("attention", &attention);
  function("attend", &attend);
  function("multiHead", &multi_head);
  function("explain", &explain_cell);
  function("explainMultiHead", &explain_multi_head_cell);
  function("explainSoftmax", &explain_softmax);
  function("softmax", &softmax_rows);
  function("layerNorm", &layer_norm_rows);
  function("linear", &linear_layer);
  function("sumRows", &sum_of_rows);
  function("splitHeads", &split_into_heads);
  function("mergeHeads", &merge_the_heads);
  function("reshapeWithoutTranspose", &reshape_into_heads);
  function(
      "multiHeadCost(queries, keys, width, contextWidth, joinedWidth, outputWidth, heads, biases)",
      &cost_of_multi_head);
  function("causalMask", &make_causal_mask);
  function("positionalEncoding", &make_positional_encoding);
  function("createGenerator", &create_generator);
  function("destroyGenerator(handle)", &destroy_generator);
  function("liveGenerators", &live_generators);
  function("rand", &generator_rand);
  function("randn", &generator_randn);
  function("uniform", &generator_uniform);
  function("randint", &generator_randint);
  function("randperm", &generator_randperm);

  // The error record of the last refused call.
  function("errorMessage", +[] { return std::string(last_error().what()); });
  function("errorArgument", +[] { return last_error().detail().argument; });
  function(
      "errorExpectedCount",
      +[] { return static_cast<std::int32_t>(last_error().detail().expected.size()); });
  function(
      "errorExpected(index)",
      +[](std::int32_t index) { return error_number(last_error().detail().expected, index); });
  function(
      "errorGivenCount",
      +[] { return static_cast<std::int32_t>(last_error().detail().given.size()); });
  function(
      "errorGiven(index)",
      +[](std::int32_t index) { return error_number(last_error().detail().given, index); });
}

}  // namespace qkv::bindings
