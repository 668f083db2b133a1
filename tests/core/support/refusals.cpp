#include "support/refusals.hpp"

#include <cmath>
#include <cstdint>
#include <new>
#include <string>

#include "qkv/ops/attention.hpp"
#include "support/allocation.hpp"
#include "support/cases.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"

namespace qkv::test {
namespace {

// Whether a message holds a number; one that is not whole may be written in many ways.
bool mentions(const std::string& message, double number) {
  if (std::isnan(number)) {
    return message.find("NaN") != std::string::npos || message.find("nan") != std::string::npos;
  }
  if (std::isinf(number)) return message.find("inf") != std::string::npos;
  if (number != std::floor(number) || std::abs(number) > 0x1p53) return true;
  return message.find(std::to_string(static_cast<std::int64_t>(number))) != std::string::npos;
}

}  // namespace

void check_refusals(std::span<const Refusal> refusals) {
  const AttentionCase c = plain_case({{}, 3, 3, 4, 4}, 121);
  const Tensor before = attend(c.q, c.k, c.v);
  for (const Refusal& refusal : refusals) {
    CAPTURE(refusal.what);
    try {
      refusal.call();
      FAIL_CHECK("was not refused");
    } catch (const Error& error) {
      const std::string message = error.what();
      CAPTURE(message);
      CHECK(name(error.code()) == name(refusal.code));
      CHECK(error.detail().argument == refusal.argument);
      CHECK_FALSE(message.empty());
      // An option has a name instead of a number, a missing component is said in words.
      if (refusal.code != ErrorCode::bad_option) CHECK_FALSE(error.detail().given.empty());
      if (refusal.code != ErrorCode::empty_dimension) {
        for (const double given : error.detail().given) CHECK(mentions(message, given));
      }
    }
    CHECK(difference(attend(c.q, c.k, c.v), before) == "");
  }
}

void check_out_of_memory(std::span<const Call> calls) {
  for (const auto& [what, call] : calls) {
    CAPTURE(what);
    CHECK_NOTHROW(call());
    for (const std::size_t bytes : {1000U, 2000U, 8000U, 9000U, 36000U}) {
      CAPTURE(bytes);
      drop(largest_allocation());
      CHECK_NOTHROW(call());
      const bool asks = largest_allocation() >= bytes;
      try {
        const RefuseAllocations refuse(bytes);
        call();
        CHECK_FALSE(asks);
      } catch (const Error& error) {
        CHECK(name(error.code()) == "out_of_memory");
      } catch (const std::bad_alloc&) {
        FAIL_CHECK("std::bad_alloc came through");
      }
    }
    CHECK_NOTHROW(call());
  }
}

}  // namespace qkv::test
