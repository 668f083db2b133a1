#include <algorithm>
#include <array>
#include <vector>

#include "arena.hpp"
#include "qkv/ops/attention.hpp"
#include "qkv/ops/layer_norm.hpp"
#include "support/allocation.hpp"
#include "support/cases.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/numbers.hpp"

// What operations need for no longer than a call: taken once, kept and taken again.
namespace qkv::test {
namespace {

// Below and above what the stack has room for, with one block of keys and with several, and rows
// that go by the passes.
std::vector<AttentionCase> mixed_cases() {
  std::vector<AttentionCase> cases;
  for (const auto& [T, S, D] : std::initializer_list<std::array<Index, 3>>{
           {1, 1, 1}, {3, 3, 4}, {16, 16, 64}, {50, 140, 8}, {200, 300, 16}, {7, 70, 200}}) {
    AttentionCase c = plain_case({{2}, T, S, D, D}, 1);
    cases.push_back(c);
    c.causal = true;
    cases.push_back(c);
    c.mask = random_mask({T, S}, 2, true);
    cases.push_back(c);
    c.v.data()[0] = nan;
    c.k.data()[0] = nan;
    cases.push_back(c);
  }
  return cases;
}

// Once in the order given and once backwards, to memory of the caller's.
void attend_all(const std::vector<AttentionCase>& cases, std::vector<float>& output) {
  const auto call = [&](const AttentionCase& c) {
    attend(AttentionShape(c.q.shape(), c.k.shape(), c.v.shape()), c.q, c.k, c.v, c.options(),
           output.data());
  };
  std::for_each(cases.begin(), cases.end(), call);
  std::for_each(cases.rbegin(), cases.rend(), call);
}

TEST_CASE("attend: after the first calls, nothing is asked for but the result", "[scratch]") {
  const std::vector<AttentionCase> cases = mixed_cases();
  std::vector<float> output(2 * 300 * 200);
  attend_all(cases, output);
  static_cast<void>(count_allocations());
  attend_all(cases, output);
  CHECK(count_allocations() == 0);
  for (const AttentionCase& c : cases) {
    static_cast<void>(count_allocations());
    const Tensor result = attend(c.q, c.k, c.v, c.options());
    const std::size_t count = count_allocations();
    CAPTURE(c.name);
    CHECK(count == 1);
  }
}

// More than is kept: then nothing is.
void empty_scratch() {
  const ArenaScope scope(scratch());
  static_cast<void>(scratch().take(Index{1} << 23));
}

TEST_CASE("attend: calls of the size that lessons show ask for nothing, not even once",
          "[scratch]") {
  AttentionCase c = plain_case({{}, 3, 3, 4, 4}, 1);
  c.causal = true;
  const AttentionShape shape(c.q.shape(), c.k.shape(), c.v.shape());
  std::array<float, 12> output{};
  empty_scratch();
  REQUIRE(scratch().capacity() == 0);
  static_cast<void>(count_allocations());
  attend(shape, c.q, c.k, c.v, c.options(), output.data());
  CHECK(count_allocations() == 0);
}

TEST_CASE("passes and layer_norm: nothing is asked for but the results", "[scratch]") {
  AttentionCase c = plain_case({{2}, 20, 300, 8, 8}, 3);
  c.causal = true;
  const AttentionOptions options = c.options();
  const Tensor x = random({40, 300}, 4);
  const Tensor gamma = random({300}, 5);
  for (const std::size_t wanted : {0U, 6U}) {
    static_cast<void>(count_allocations());
    const AttentionSteps steps = scaled_dot_product_attention(c.q, c.k, c.v, options);
    const Tensor y = layer_norm(x, gamma, gamma);
    // Of the first turn nothing is known: it may be the first of this thread.
    CHECK((wanted == 0 || count_allocations() == wanted));
  }
}

TEST_CASE("scratch: what is held does not grow over many calls of mixed sizes", "[scratch]") {
  // A block of keys and of scores, two numbers for each query, and less than as much again.
  const std::vector<AttentionCase> cases = mixed_cases();
  std::vector<float> output(2 * 300 * 200);
  attend_all(cases, output);
  const Index held = scratch().capacity();
  for (int i = 0; i < 20; ++i) attend_all(cases, output);
  CHECK(scratch().capacity() == held);
  const AttentionCase small = plain_case({{}, 20, 30, 8, 8}, 6);
  const AttentionShape shape(small.q.shape(), small.k.shape(), small.v.shape());
  for (int i = 0; i < 2000; ++i) {
    attend(shape, small.q, small.k, small.v, {}, output.data());
  }
  CHECK(scratch().capacity() == held);
}

TEST_CASE("scratch: O(T) numbers, and nothing of a huge call is kept", "[scratch]") {
  const AttentionCase tall = plain_case({{}, 100'000, 3, 2, 1}, 7);
  std::vector<float> output(100'000);
  empty_scratch();
  attend(AttentionShape(tall.q.shape(), tall.k.shape(), tall.v.shape()), tall.q, tall.k, tall.v, {},
         output.data());
  CHECK(scratch().capacity() >= 200'000);
  CHECK(scratch().capacity() < 200'000 + 128 * 48 + 128 * 2);
  const Tensor wide({128, 40'000});
  const Tensor v({128, 1});
  attend(AttentionShape(wide.shape(), wide.shape(), v.shape()), wide, wide, v, {}, output.data());
  CHECK(scratch().capacity() == 0);
}

}  // namespace
}  // namespace qkv::test
