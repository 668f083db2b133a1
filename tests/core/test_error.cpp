#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "qkv/error.hpp"
#include "qkv/nn/explain.hpp"
#include "qkv/nn/explain_multi_head.hpp"
#include "qkv/nn/multi_head.hpp"
#include "qkv/ops/attention.hpp"
#include "qkv/ops/heads.hpp"
#include "qkv/ops/layer_norm.hpp"
#include "qkv/ops/linear.hpp"
#include "qkv/ops/mask.hpp"
#include "qkv/ops/positional_encoding.hpp"
#include "qkv/ops/reduce.hpp"
#include "qkv/ops/softmax.hpp"
#include "qkv/random.hpp"
#include "support/allocation.hpp"
#include "support/cases.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/golden.hpp"
#include "support/multi_head_cases.hpp"
#include "support/numbers.hpp"
#include "support/refusals.hpp"

namespace qkv::test {
namespace {

void attention(const Tensor& q, const Tensor& k, const Tensor& v, const AttentionOptions& o = {}) {
  drop(scaled_dot_product_attention(q, k, v, o));
}

AttentionOptions scaled(double scale) {
  AttentionOptions options;
  options.scale = scale;
  return options;
}

void masked(const Tensor& mask, const Tensor& q = of({2, 4}), const Tensor& k = of({3, 4})) {
  AttentionOptions options;
  options.mask = mask;
  attention(q, k, k, options);
}

void biased(const Tensor& bias) {
  AttentionOptions options;
  options.bias = bias;
  drop(attend(of({2, 4}), of({3, 4}), of({3, 4}), options));
}

void explained(Tap tap, Index row, Index column, Index matrix = 0) {
  drop(explain(of({2, 4}), of({3, 4}), of({3, 5}), {}, tap, row, column, matrix));
}

// T 2, S 3, D 4, Dc 5, D' 6, Dout 7, two heads, but for what change does.
template <typename Change>
MultiHeadCase heads(const Change& change) {
  MultiHeadCase c = plain_multi_head({2, 3, 4, 5, 6, 7, 2, true}, 125);
  change(c);
  return c;
}

template <typename Change>
void multi_head(const Change& change) {
  drop(heads(change).steps());
}

void explained_heads(Tap tap, Index row, Index column, Index head = 0) {
  const MultiHeadCase c = heads([](MultiHeadCase&) {});
  drop(explain(c.x, c.weights(), c.options(), tap, row, column, head));
}

void normalised(const Tensor& x, const Tensor& gamma, const Tensor& beta, double eps = 1e-5) {
  drop(layer_norm(x, gamma, beta, eps));
}

const auto refusals = std::to_array<Refusal>({
    {"five axes", ErrorCode::bad_rank, "shape", [] { drop(Shape{1, 1, 1, 1, 1}); }},
    {"negative extent", ErrorCode::bad_range, "shape", [] { drop(Shape{2, -1}); }},
    {"2^29 elements", ErrorCode::too_large, "shape", [] { drop(Shape{max_elements, 2}); }},
    {"three values for two", ErrorCode::shape_mismatch, "values",
     [] { drop(Tensor(Shape{2}, {1, 2, 3})); }},

    {"linear: x of rank 0", ErrorCode::bad_rank, "x", [] { drop(linear(of({}), of({2, 3}))); }},
    {"linear: w of rank 1", ErrorCode::bad_rank, "w", [] { drop(linear(of({2, 3}), of({3}))); }},
    {"linear: w of rank 3", ErrorCode::bad_rank, "w",
     [] { drop(linear(of({2, 3}), of({1, 2, 3}))); }},
    {"linear: widths", ErrorCode::shape_mismatch, "w",
     [] { drop(linear(of({2, 3}), of({5, 4}))); }},
    {"linear: no inputs", ErrorCode::empty_dimension, "x",
     [] { drop(linear(of({2, 0}), of({5, 0}))); }},
    {"linear: b of rank 2", ErrorCode::bad_rank, "b",
     [] { drop(linear(of({2, 3}), of({5, 3}), of({1, 5}))); }},
    {"linear: length of b", ErrorCode::shape_mismatch, "b",
     [] { drop(linear(of({2, 3}), of({5, 3}), of({3}))); }},

    {"softmax: rank 0", ErrorCode::bad_rank, "x", [] { drop(softmax(of({}))); }},
    {"softmax_steps: rank 2", ErrorCode::bad_rank, "row", [] { drop(softmax_steps(of({1, 3}))); }},
    {"sum_rows: rank 0", ErrorCode::bad_rank, "x", [] { drop(sum_rows(of({}))); }},

    {"layer_norm: rank 0", ErrorCode::bad_rank, "x", [] { normalised(of({}), of({3}), of({3})); }},
    {"layer_norm: gamma of rank 2", ErrorCode::bad_rank, "gamma",
     [] { normalised(of({2, 3}), of({1, 3}), of({3})); }},
    {"layer_norm: beta of rank 2", ErrorCode::bad_rank, "beta",
     [] { normalised(of({2, 3}), of({3}), of({1, 3})); }},
    {"layer_norm: length of gamma", ErrorCode::shape_mismatch, "gamma",
     [] { normalised(of({2, 3}), of({2}), of({3})); }},
    {"layer_norm: length of beta", ErrorCode::shape_mismatch, "beta",
     [] { normalised(of({2, 3}), of({3}), of({4})); }},
    {"layer_norm: no components", ErrorCode::empty_dimension, "x",
     [] { normalised(of({2, 0}), of({0}), of({0})); }},
    {"layer_norm: negative eps", ErrorCode::bad_range, "eps",
     [] { normalised(of({2, 3}), of({3}), of({3}), -1e-9); }},
    {"layer_norm: infinite eps", ErrorCode::bad_range, "eps",
     [] { normalised(of({2, 3}), of({3}), of({3}), inf); }},
    {"layer_norm: NaN as eps", ErrorCode::bad_range, "eps",
     [] { normalised(of({2, 3}), of({3}), of({3}), nan); }},

    {"positional_encoding: T", ErrorCode::bad_range, "shape",
     [] { drop(positional_encoding(-1, 4)); }},
    {"positional_encoding: D", ErrorCode::bad_range, "shape",
     [] { drop(positional_encoding(4, -1)); }},
    {"positional_encoding: no width", ErrorCode::empty_dimension, "width",
     [] { drop(positional_encoding(4, 0)); }},
    {"positional_encoding: size", ErrorCode::too_large, "shape",
     [] { drop(positional_encoding(1 << 20, 1 << 10)); }},

    {"attention: q of rank 1", ErrorCode::bad_rank, "q",
     [] { attention(of({4}), of({3, 4}), of({3, 4})); }},
    {"attention: k of rank 1", ErrorCode::bad_rank, "k",
     [] { attention(of({2, 4}), of({4}), of({3, 4})); }},
    {"attention: v of rank 1", ErrorCode::bad_rank, "v",
     [] { attention(of({2, 4}), of({3, 4}), of({3})); }},
    {"attention: k of another rank", ErrorCode::shape_mismatch, "k",
     [] { attention(of({2, 2, 4}), of({3, 4}), of({2, 3, 4})); }},
    {"attention: heads of v", ErrorCode::shape_mismatch, "v",
     [] { attention(of({2, 2, 4}), of({2, 3, 4}), of({1, 3, 4})); }},
    {"attention: batches of k", ErrorCode::shape_mismatch, "k",
     [] { attention(of({2, 1, 2, 4}), of({3, 1, 3, 4}), of({2, 1, 3, 4})); }},
    {"attention: columns of k", ErrorCode::shape_mismatch, "k",
     [] { attention(of({2, 4}), of({3, 3}), of({3, 4})); }},
    {"attention: rows of v", ErrorCode::shape_mismatch, "v",
     [] { attention(of({2, 4}), of({3, 4}), of({2, 4})); }},
    {"attention: Dk = 0", ErrorCode::empty_dimension, "q",
     [] { attention(of({2, 0}), of({3, 0}), of({3, 4})); }},
    {"attention: 2^30 scores", ErrorCode::too_large, "shape",
     [] { attention(of({1 << 15, 1}), of({1 << 15, 1}), of({1 << 15, 1})); }},
    {"attend: columns of k", ErrorCode::shape_mismatch, "k",
     [] { drop(attend(of({2, 4}), of({3, 3}), of({3, 4}))); }},
    {"scale: NaN", ErrorCode::bad_scale, "scale",
     [] { attention(of({2, 4}), of({3, 4}), of({3, 4}), scaled(nan)); }},
    {"scale: infinite", ErrorCode::bad_scale, "scale",
     [] { drop(attend(of({2, 4}), of({3, 4}), of({3, 4}), scaled(-inf))); }},
    {"scale: beyond float32", ErrorCode::bad_scale, "scale",
     [] { drop(resolve_scale(scaled(1e39), 4)); }},
    {"mask: NaN", ErrorCode::bad_mask, "mask",
     [] { masked(Tensor({2, 3}, {1, 1, 0, 1, std::nanf(""), 1})); }},
    {"mask: rank 1", ErrorCode::bad_rank, "mask", [] { masked(of({3})); }},
    {"mask: T", ErrorCode::shape_mismatch, "mask", [] { masked(of({1, 3})); }},
    {"mask: S", ErrorCode::shape_mismatch, "mask", [] { masked(of({2, 1})); }},
    {"mask: heads without heads", ErrorCode::shape_mismatch, "mask", [] { masked(of({2, 2, 3})); }},
    {"mask: other heads", ErrorCode::shape_mismatch, "mask",
     [] { masked(of({2, 2, 3}), of({3, 2, 4}), of({3, 3, 4})); }},
    {"bias: rank 1", ErrorCode::bad_rank, "bias", [] { biased(of({3})); }},
    {"bias: transposed", ErrorCode::shape_mismatch, "bias", [] { biased(of({3, 2})); }},
    {"MaskRule: scores of rank 1", ErrorCode::bad_rank, "scores",
     [] { drop(MaskRule({}, Shape{3})); }},
    {"causal_mask: negative", ErrorCode::bad_range, "shape", [] { drop(causal_mask(-1, 2)); }},
    {"mix_values: rows of v", ErrorCode::shape_mismatch, "v",
     [] { drop(mix_values(of({2, 3}), of({4, 5}), MaskRule({}, Shape{2, 3}))); }},

    {"multi-head: x of rank 3", ErrorCode::bad_rank, "x",
     [] { multi_head([](MultiHeadCase& c) { c.x = of({1, 2, 4}); }); }},
    {"multi-head: context of rank 1", ErrorCode::bad_rank, "context",
     [] { multi_head([](MultiHeadCase& c) { c.context = of({5}); }); }},
    {"multi-head: wq of rank 1", ErrorCode::bad_rank, "wq",
     [] { multi_head([](MultiHeadCase& c) { c.wq = of({4}); }); }},
    {"multi-head: wk of rank 1", ErrorCode::bad_rank, "wk",
     [] { multi_head([](MultiHeadCase& c) { c.wk = of({5}); }); }},
    {"multi-head: wv of rank 1", ErrorCode::bad_rank, "wv",
     [] { multi_head([](MultiHeadCase& c) { c.wv = of({5}); }); }},
    {"multi-head: wo of rank 1", ErrorCode::bad_rank, "wo",
     [] { multi_head([](MultiHeadCase& c) { c.wo = of({6}); }); }},
    {"multi-head: bq of rank 2", ErrorCode::bad_rank, "bq",
     [] { multi_head([](MultiHeadCase& c) { c.bq = of({1, 6}); }); }},
    {"multi-head: bk of rank 2", ErrorCode::bad_rank, "bk",
     [] { multi_head([](MultiHeadCase& c) { c.bk = of({1, 6}); }); }},
    {"multi-head: bv of rank 2", ErrorCode::bad_rank, "bv",
     [] { multi_head([](MultiHeadCase& c) { c.bv = of({1, 6}); }); }},
    {"multi-head: bo of rank 2", ErrorCode::bad_rank, "bo",
     [] { multi_head([](MultiHeadCase& c) { c.bo = of({1, 7}); }); }},
    {"multi-head: columns of wq", ErrorCode::shape_mismatch, "wq",
     [] { multi_head([](MultiHeadCase& c) { c.wq = of({6, 5}); }); }},
    {"multi-head: columns of wk", ErrorCode::shape_mismatch, "wk",
     [] { multi_head([](MultiHeadCase& c) { c.wk = of({6, 4}); }); }},
    {"multi-head: columns of wv", ErrorCode::shape_mismatch, "wv",
     [] { multi_head([](MultiHeadCase& c) { c.wv = of({6, 4}); }); }},
    {"multi-head: columns of wo", ErrorCode::shape_mismatch, "wo",
     [] { multi_head([](MultiHeadCase& c) { c.wo = of({7, 8}); }); }},
    {"multi-head: rows of wk", ErrorCode::shape_mismatch, "wk",
     [] { multi_head([](MultiHeadCase& c) { c.wk = of({8, 5}); }); }},
    {"multi-head: rows of wv", ErrorCode::shape_mismatch, "wv",
     [] { multi_head([](MultiHeadCase& c) { c.wv = of({8, 5}); }); }},
    {"multi-head: wk for x, not for the context", ErrorCode::shape_mismatch, "wk",
     [] { multi_head([](MultiHeadCase& c) { c.context = Tensor(); }); }},
    {"multi-head: length of bq", ErrorCode::shape_mismatch, "bq",
     [] { multi_head([](MultiHeadCase& c) { c.bq = of({7}); }); }},
    {"multi-head: length of bk", ErrorCode::shape_mismatch, "bk",
     [] { multi_head([](MultiHeadCase& c) { c.bk = of({7}); }); }},
    {"multi-head: length of bv", ErrorCode::shape_mismatch, "bv",
     [] { multi_head([](MultiHeadCase& c) { c.bv = of({7}); }); }},
    {"multi-head: length of bo", ErrorCode::shape_mismatch, "bo",
     [] { multi_head([](MultiHeadCase& c) { c.bo = of({6}); }); }},
    {"multi-head: D = 0", ErrorCode::empty_dimension, "x",
     [] { multi_head([](MultiHeadCase& c) { c.x = of({2, 0}); c.wq = of({6, 0}); }); }},
    {"multi-head: Dc = 0", ErrorCode::empty_dimension, "context",
     [] { multi_head([](MultiHeadCase& c) { c.context = of({3, 0}); c.wk = c.wv = of({6, 0}); }); }},
    {"multi-head: D' = 0", ErrorCode::empty_dimension, "wq",
     [] { multi_head([](MultiHeadCase& c) {
         c.wq = of({0, 4});
         c.wk = c.wv = of({0, 5});
         c.wo = of({7, 0});
         c.bq = c.bk = c.bv = of({0});
       }); }},
    {"multi-head: no heads", ErrorCode::bad_option, "heads",
     [] { multi_head([](MultiHeadCase& c) { c.heads = 0; }); }},
    {"multi-head: fewer heads than none", ErrorCode::bad_option, "heads",
     [] { multi_head([](MultiHeadCase& c) { c.heads = -2; }); }},
    {"multi-head: heads that do not divide", ErrorCode::heads_do_not_divide, "heads",
     [] { multi_head([](MultiHeadCase& c) { c.heads = 4; }); }},
    {"multi-head: more heads than columns", ErrorCode::heads_do_not_divide, "heads",
     [] { multi_head([](MultiHeadCase& c) { c.heads = 12; }); }},
    {"multi-head: scale", ErrorCode::bad_scale, "scale",
     [] { multi_head([](MultiHeadCase& c) { c.scale = nan; }); }},
    {"multi-head: mask of other heads", ErrorCode::shape_mismatch, "mask",
     [] { multi_head([](MultiHeadCase& c) { c.mask = of({3, 2, 3}); }); }},
    {"multi-head: mask of joined width", ErrorCode::shape_mismatch, "mask",
     [] { multi_head([](MultiHeadCase& c) { c.mask = of({2, 6}); }); }},
    {"multi-head: mask of rank 1", ErrorCode::bad_rank, "mask",
     [] { multi_head([](MultiHeadCase& c) { c.mask = of({3}); }); }},
    {"multi-head: mask with NaN", ErrorCode::bad_mask, "mask",
     [] { multi_head([](MultiHeadCase& c) { c.mask = Tensor({2, 3}, {1, 1, 0, 1, std::nanf(""), 1}); }); }},
    {"multi-head: bias transposed", ErrorCode::shape_mismatch, "bias",
     [] { multi_head([](MultiHeadCase& c) { c.bias = of({3, 2}); }); }},
    {"multi-head: bias of rank 1", ErrorCode::bad_rank, "bias",
     [] { multi_head([](MultiHeadCase& c) { c.bias = of({3}); }); }},
    {"multi-head: 2^29 scores", ErrorCode::too_large, "shape",
     [] { multi_head([](MultiHeadCase& c) {
         c.x = of({1 << 14, 4});
         c.context = of({1 << 14, 5});
       }); }},
    {"multi_head_cost: negative T", ErrorCode::bad_range, "T",
     [] { drop(multi_head_cost({-1, 1, 1, 1, 1, 1, 1, false})); }},
    {"multi_head_cost: negative Dout", ErrorCode::bad_range, "Dout",
     [] { drop(multi_head_cost({1, 1, 1, 1, 1, -2, 1, false})); }},
    {"multi_head_cost: no heads", ErrorCode::bad_option, "heads",
     [] { drop(multi_head_cost({1, 1, 1, 1, 1, 1, 0, false})); }},
    {"multi_head_cost: heads that do not divide", ErrorCode::heads_do_not_divide, "heads",
     [] { drop(multi_head_cost({1, 1, 1, 1, 4, 1, 3, false})); }},
    {"split_heads: rank 3", ErrorCode::bad_rank, "x",
     [] { drop(split_heads(of({1, 2, 4}), 2)); }},
    {"split_heads: no heads", ErrorCode::bad_option, "heads",
     [] { drop(split_heads(of({2, 4}), 0)); }},
    {"split_heads: heads that do not divide", ErrorCode::heads_do_not_divide, "heads",
     [] { drop(split_heads(of({2, 4}), 3)); }},
    {"merge_heads: rank 2", ErrorCode::bad_rank, "x",
     [] { drop(merge_heads(of({2, 4}))); }},
    {"merge_heads: 2^29 columns of no rows", ErrorCode::too_large, "x",
     [] { drop(merge_heads(of({1 << 15, 0, 1 << 14}))); }},
    {"reshape_without_transpose: rank 1", ErrorCode::bad_rank, "x",
     [] { drop(reshape_without_transpose(of({4}), 2)); }},
    {"reshape_without_transpose: heads that do not divide", ErrorCode::heads_do_not_divide, "heads",
     [] { drop(reshape_without_transpose(of({2, 4}), 3)); }},

    {"explain: an input", ErrorCode::bad_option, "tap", [] { explained(Tap::v, 0, 0); }},
    {"explain: row", ErrorCode::bad_range, "row", [] { explained(Tap::scores, 2, 0); }},
    {"explain: negative row", ErrorCode::bad_range, "row", [] { explained(Tap::scores, -1, 0); }},
    {"explain: key", ErrorCode::bad_range, "column", [] { explained(Tap::weights, 0, 3); }},
    {"explain: component", ErrorCode::bad_range, "column", [] { explained(Tap::output, 0, 5); }},
    {"explain: matrix", ErrorCode::bad_range, "matrix", [] { explained(Tap::scores, 0, 0, 1); }},

    {"explain: an input of multi-head attention", ErrorCode::bad_option, "tap",
     [] { explained_heads(Tap::x, 0, 0); }},
    {"explain: a weight", ErrorCode::bad_option, "tap",
     [] { explained_heads(Tap::w_o, 0, 0); }},
    {"explain: a tap of multi-head attention, of attention", ErrorCode::bad_option, "tap",
     [] { explained(Tap::concat, 0, 0); }},
    {"explain: head", ErrorCode::bad_range, "head",
     [] { explained_heads(Tap::scores, 0, 0, 2); }},
    {"explain: a head where there is none", ErrorCode::bad_range, "head",
     [] { explained_heads(Tap::concat, 0, 0, 1); }},
    {"explain: row of a projection", ErrorCode::bad_range, "row",
     [] { explained_heads(Tap::projected_q, 2, 0); }},
    {"explain: column of a head", ErrorCode::bad_range, "column",
     [] { explained_heads(Tap::q, 0, 3); }},
    {"explain: column of the result", ErrorCode::bad_range, "column",
     [] { explained_heads(Tap::result, 0, 7); }},

    {"uniform: order", ErrorCode::bad_range, "low", [] { drop(Generator(0).uniform({2}, 1, 0)); }},
    {"uniform: NaN", ErrorCode::bad_range, "high", [] { drop(Generator(0).uniform({2}, 0, nan)); }},
    {"uniform: infinite", ErrorCode::bad_range, "low",
     [] { drop(Generator(0).uniform({2}, -inf, 0)); }},
    {"normal: deviation", ErrorCode::bad_range, "deviation",
     [] { drop(Generator(0).normal({2}, 0, -1)); }},
    {"normal: NaN", ErrorCode::bad_range, "mean", [] { drop(Generator(0).normal({2}, nan, 1)); }},
    {"randint: empty interval", ErrorCode::bad_range, "low",
     [] { drop(Generator(0).randint(3, 3, 1)); }},
    {"randint: negative count", ErrorCode::bad_range, "shape",
     [] { drop(Generator(0).randint(0, 3, -1)); }},
    {"randperm: negative", ErrorCode::bad_range, "n", [] { drop(Generator(0).randperm(-1)); }},
    {"randperm: beyond 32-bit draws", ErrorCode::too_large, "n",
     [] { drop(Generator(0).randperm(0xffffffffU / 20)); }},
});

TEST_CASE("Error: every refusal has its code, says what was given, and harms nothing", "[error]") {
  check_refusals(refusals);
}

TEST_CASE("Error: messages say what was expected and given", "[error]") {
  try {
    attention(of({2, 4}), of({3, 3}), of({3, 4}));
    FAIL("was not refused");
  } catch (const Error& error) {
    CHECK(std::string(error.what()) == "k has 3 columns, q has 4: both are (…, Dk)");
    CHECK(error.detail().expected == std::vector<double>{4});
    CHECK(error.detail().given == std::vector<double>{3});
  }
}

// bad_seed is for those who take a seed from another language. out_of_memory has a test of its own
// below.
TEST_CASE("Error: every code that the core can give is reached", "[error]") {
  std::set<ErrorCode> reached{ErrorCode::bad_seed, ErrorCode::out_of_memory};
  for (const Refusal& refusal : refusals) reached.insert(refusal.code);
  CHECK(reached.size() == error_code_count);
}

TEST_CASE("Error: every code has a name and a sentence of its own", "[error]") {
  std::set<std::string_view> names;
  std::set<std::string_view> sentences;
  for (int i = 0; i < error_code_count; ++i) {
    const auto code = static_cast<ErrorCode>(i);
    CAPTURE(i);
    CHECK_FALSE(name(code).empty());
    CHECK(names.insert(name(code)).second);
    CHECK(describe(code).size() > 10);
    CHECK(describe(code).ends_with('.'));
    CHECK(sentences.insert(describe(code)).second);
    // The binding hands both out as C strings.
    CHECK(*(name(code).data() + name(code).size()) == '\0');
    CHECK(*(describe(code).data() + describe(code).size()) == '\0');
  }
  CHECK(name(ErrorCode::shape_mismatch) == "shape_mismatch");
}

TEST_CASE("Error: carries its code, message and detail", "[error]") {
  const Error error(ErrorCode::bad_mask, "text", {"mask", {0, 1}, {2}});
  const std::exception& base = error;
  CHECK(std::string(base.what()) == "text");
  CHECK(error.code() == ErrorCode::bad_mask);
  CHECK(error.detail().argument == "mask");
  CHECK(error.detail().expected == std::vector<double>{0, 1});
  CHECK(error.detail().given == std::vector<double>{2});
}

TEST_CASE("Error: memory that cannot be had is out_of_memory, whoever asks", "[error]") {
  const AttentionCase c = plain_case({{}, 64, 2000, 4, 4}, 122);
  AttentionOptions causal;
  causal.causal = true;
  const Tensor gamma(Shape{2000});
  const Tensor row(Shape{2000});
  const Tensor w(Shape{2000, 4});
  // One query that meets NaN, so that attend resorts to the passes.
  AttentionCase one = plain_case({{}, 1, 9000, 4, 1}, 124);
  one.causal = true;
  one.alignment = CausalAlignment::lower_right;
  one.v.data()[0] = std::nanf("");
  std::vector<float> room(4 * 9000 + 1);
  const AttentionShape shape(one.q.shape(), one.k.shape(), one.v.shape());
  const AttentionStepsOut out{room.data(), room.data() + 9000, room.data() + 18000,
                              room.data() + 27000, room.data() + 36000};
  const MultiHeadCase several = plain_multi_head({30, 40, 8, 6, 16, 60, 2, true}, 126);
  const std::vector<Call> calls{
      {"Tensor", [] { drop(Tensor(Shape{2000})); }},
      {"linear", [&] { drop(linear(c.q, w)); }},
      {"softmax", [&] { drop(softmax(row)); }},
      {"softmax_steps", [&] { drop(softmax_steps(row)); }},
      {"sum_rows", [&] { drop(sum_rows(w)); }},
      {"layer_norm", [&] { drop(layer_norm(row, gamma, gamma)); }},
      {"positional_encoding", [] { drop(positional_encoding(100, 20)); }},
      {"causal_mask", [] { drop(causal_mask(40, 50)); }},
      {"attention", [&] { drop(scaled_dot_product_attention(c.q, c.k, c.v, causal)); }},
      {"attention, to the caller's memory",
       [&] { scaled_dot_product_attention(shape, one.q, one.k, one.v, one.options(), out); }},
      {"attend", [&] { drop(attend(c.q, c.q, c.q, causal)); }},
      {"attend, not finite", [&] { drop(attend(one.q, one.k, one.v, one.options())); }},
      {"explain", [&] { drop(explain(c.q, c.k, c.v, causal, Tap::output, 63, 0)); }},
      {"split_heads", [&] { drop(split_heads(w, 2)); }},
      {"merge_heads", [&] { drop(merge_heads(split_heads(w, 4))); }},
      {"reshape_without_transpose", [&] { drop(reshape_without_transpose(w, 4)); }},
      {"multi_head_attention", [&] { drop(several.steps()); }},
      {"explain, multi-head",
       [&] { drop(explain(several.x, several.weights(), several.options(), Tap::result, 29, 0)); }},
      {"randn", [] { drop(Generator(0).randn({2000})); }},
      {"rand", [] { drop(Generator(0).rand({2000})); }},
      {"randint", [] { drop(Generator(0).randint(0, 9, 2000)); }},
      {"randperm", [] { drop(Generator(0).randperm(2000)); }},
  };
  check_out_of_memory(calls);
}

// Never T × S numbers: one block of keys and scores, and two numbers for each query.
TEST_CASE("attend: asks for little memory but that of its result", "[error]") {
  AttentionCase c = plain_case({{}, 300, 900, 8, 8}, 123);
  c.mask = random_mask({300, 900}, 124, true);
  c.causal = true;
  const AttentionOptions options = c.options();
  const Tensor want = attend(c.q, c.k, c.v, options);
  const AttentionShape shape(c.q.shape(), c.k.shape(), c.v.shape());
  std::vector<float> output(want.values().size());
  {
    const RefuseAllocations refuse(std::size_t{32} * 1024);  // of 1 MiB that the scores would take
    attend(shape, c.q, c.k, c.v, options, output.data());
  }
  CHECK(difference(output, want.values()) == "");
}

}  // namespace
}  // namespace qkv::test
