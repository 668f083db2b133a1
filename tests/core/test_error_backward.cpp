#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "qkv/nn/parameters.hpp"
#include "qkv/ops/activation.hpp"
#include "qkv/ops/attention_backward.hpp"
#include "qkv/ops/cross_entropy.hpp"
#include "qkv/ops/embedding.hpp"
#include "qkv/ops/layer_norm.hpp"
#include "qkv/ops/linear.hpp"
#include "qkv/ops/softmax.hpp"
#include "support/cases.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/numbers.hpp"
#include "support/recurrent_cases.hpp"
#include "support/refusals.hpp"

// What operations that learning needs refuse, forward and back.
namespace qkv::test {
namespace {

using Ids = std::vector<std::int32_t>;

void lost(const Tensor& logits, const Ids& targets, double smoothing = 0.0) {
  drop(cross_entropy(logits, targets, {.label_smoothing = smoothing}));
}
void lost_backward(const Tensor& probabilities, const Ids& targets, double smoothing = 0.0) {
  drop(cross_entropy_backward(probabilities, targets, {.label_smoothing = smoothing}));
}

// T 2, S 3, Dk 4, Dv 5.
void attended(const Tensor& weights, const Tensor& dy, const AttentionOptions& options = {}) {
  drop(attention_backward(of({2, 4}), of({3, 4}), of({3, 5}), weights, dy, options));
}
AttentionOptions scaled(double scale) {
  AttentionOptions options;
  options.scale = scale;
  return options;
}

// T 2, B 3, I 4, H 5 but for what change does, forward or back.
template <class Change>
void run(const Change& change, RecurrentCell cell = RecurrentCell::lstm) {
  RecurrentCase c = recurrent_case({cell, 2, 3, 4, 5, false}, true, 130);
  change(c);
  drop(c.steps());
}
template <class Change>
void run_back(const Change& change) {
  RecurrentCase c = recurrent_case({RecurrentCell::lstm, 2, 3, 4, 5, false}, true, 130);
  RecurrentSteps steps = c.steps();
  change(c, steps);
  drop(recurrent_backward(c.extents.cell, c.x, c.weights(), steps, c.change(), c.options()));
}
using Run = RecurrentCase;
using Left = RecurrentSteps;

// T 2, S 3, Ds 4, Dh 5, A 6 but for what change does, forward or back.
template <class Change>
void added(const Change& change) {
  AdditiveCase c = additive_case({2, 3, 4, 5, 6}, true, 131);
  change(c);
  drop(c.steps());
}
template <class Change>
void added_back(const Change& change) {
  AdditiveCase c = additive_case({2, 3, 4, 5, 6}, true, 131);
  AdditiveSteps steps = c.steps();
  change(c, steps);
  drop(additive_attention_backward(c.s, c.h, c.weights(), steps, c.dcontext, c.allowed()));
}
using Sum = AdditiveCase;

constexpr auto bad_rank = ErrorCode::bad_rank;
constexpr auto mismatch = ErrorCode::shape_mismatch;
constexpr auto empty = ErrorCode::empty_dimension;
constexpr auto bad_range = ErrorCode::bad_range;
constexpr auto bad_option = ErrorCode::bad_option;

const auto refusals = std::to_array<Refusal>({
    {"linear_backward: x of rank 0", bad_rank, "x",
     [] { drop(linear_backward(of({}), of({2, 3}), of({2}))); }},
    {"linear_backward: w of rank 1", bad_rank, "w",
     [] { drop(linear_backward(of({2, 3}), of({3}), of({2, 3}))); }},
    {"linear_backward: widths", mismatch, "w",
     [] { drop(linear_backward(of({2, 3}), of({5, 4}), of({2, 5}))); }},
    {"linear_backward: no inputs", empty, "x",
     [] { drop(linear_backward(of({2, 0}), of({5, 0}), of({2, 5}))); }},
    {"linear_backward: rank of dy", bad_rank, "dy",
     [] { drop(linear_backward(of({2, 3}), of({5, 3}), of({5}))); }},
    {"linear_backward: width of dy", mismatch, "dy",
     [] { drop(linear_backward(of({2, 3}), of({5, 3}), of({2, 3}))); }},

    {"softmax_backward: rank 0", bad_rank, "y", [] { drop(softmax_backward(of({}), of({}))); }},
    {"softmax_backward: rank of dy", bad_rank, "dy",
     [] { drop(softmax_backward(of({2, 3}), of({6}))); }},
    {"softmax_backward: shape of dy", mismatch, "dy",
     [] { drop(softmax_backward(of({2, 3}), of({3, 2}))); }},

    {"layer_norm_backward: rank of x", bad_rank, "x",
     [] { drop(layer_norm_backward(of({}), of({3}), of({}))); }},
    {"layer_norm_backward: rank of gamma", bad_rank, "gamma",
     [] { drop(layer_norm_backward(of({2, 3}), of({1, 3}), of({2, 3}))); }},
    {"layer_norm_backward: length of gamma", mismatch, "gamma",
     [] { drop(layer_norm_backward(of({2, 3}), of({2}), of({2, 3}))); }},
    {"layer_norm_backward: no components", empty, "x",
     [] { drop(layer_norm_backward(of({2, 0}), of({0}), of({2, 0}))); }},
    {"layer_norm_backward: negative eps", bad_range, "eps",
     [] { drop(layer_norm_backward(of({2, 3}), of({3}), of({2, 3}), -1.0)); }},
    {"layer_norm_backward: shape of dy", mismatch, "dy",
     [] { drop(layer_norm_backward(of({2, 3}), of({3}), of({3, 3}))); }},
    {"rms_norm: rank of x", bad_rank, "x", [] { drop(rms_norm(of({}), of({3}))); }},
    {"rms_norm: length of gamma", mismatch, "gamma",
     [] { drop(rms_norm(of({2, 3}), of({2}))); }},
    {"rms_norm: no components", empty, "x", [] { drop(rms_norm(of({2, 0}), of({0}))); }},
    {"rms_norm: eps NaN", bad_range, "eps", [] { drop(rms_norm(of({2, 3}), of({3}), nan)); }},
    {"rms_norm_backward: infinite eps", bad_range, "eps",
     [] { drop(rms_norm_backward(of({2, 3}), of({3}), of({2, 3}), inf)); }},
    {"rms_norm_backward: shape of dy", mismatch, "dy",
     [] { drop(rms_norm_backward(of({2, 3}), of({3}), of({2, 4}))); }},

    {"activate_backward: shape of dy", mismatch, "dy",
     [] { drop(activate_backward(Activation::relu, of({2, 3}), of({3, 2}))); }},
    {"activate_backward: rank of dy", bad_rank, "dy",
     [] { drop(activate_backward(Activation::gelu, of({2, 3}), of({6}))); }},
    {"swiglu: shape of b", mismatch, "b", [] { drop(swiglu(of({2, 3}), of({2, 4}))); }},
    {"swiglu_backward: shape of b", mismatch, "b",
     [] { drop(swiglu_backward(of({2, 3}), of({2, 4}), of({2, 3}))); }},
    {"swiglu_backward: shape of dy", mismatch, "dy",
     [] { drop(swiglu_backward(of({2, 3}), of({2, 3}), of({2, 4}))); }},

    {"embedding: rank of the table", bad_rank, "table",
     [] { drop(embedding(Ids{0}, of({3}))); }},
    {"embedding: an id past the end", bad_range, "ids",
     [] { drop(embedding(Ids{0, 3}, of({3, 2}))); }},
    {"embedding: a negative id", bad_range, "ids",
     [] { drop(embedding(Ids{-1}, of({3, 2}))); }},
    {"embedding_backward: rank of dy", bad_rank, "dy",
     [] { drop(embedding_backward(Ids{0}, of({2}), 3)); }},
    {"embedding_backward: rows of dy", mismatch, "dy",
     [] { drop(embedding_backward(Ids{0, 1}, of({3, 2}), 3)); }},
    {"embedding_backward: an id past the end", bad_range, "ids",
     [] { drop(embedding_backward(Ids{3}, of({1, 2}), 3)); }},

    {"cross_entropy: rank", bad_rank, "logits", [] { lost(of({3}), {0, 0, 0}); }},
    {"cross_entropy: rows", mismatch, "logits", [] { lost(of({3, 2}), {0, 0}); }},
    {"cross_entropy: no classes", empty, "logits", [] { lost(of({1, 0}), {0}); }},
    {"cross_entropy: a class past the end", bad_range, "targets",
     [] { lost(of({2, 3}), {0, 3}); }},
    {"cross_entropy: a negative class", bad_range, "targets", [] { lost(of({2, 3}), {0, -1}); }},
    {"cross_entropy: smoothing above 1", bad_option, "label_smoothing",
     [] { lost(of({1, 3}), {0}, 1.5); }},
    {"cross_entropy: smoothing NaN", bad_option, "label_smoothing",
     [] { lost(of({1, 3}), {0}, nan); }},
    {"cross_entropy_backward: rank", bad_rank, "probabilities",
     [] { lost_backward(of({3}), {0, 0, 0}); }},
    {"cross_entropy_backward: rows", mismatch, "probabilities",
     [] { lost_backward(of({3, 2}), {0, 0}); }},
    {"cross_entropy_backward: no classes", empty, "probabilities",
     [] { lost_backward(of({1, 0}), {0}); }},
    {"cross_entropy_backward: a class past the end", bad_range, "targets",
     [] { lost_backward(of({1, 3}), {5}); }},
    {"cross_entropy_backward: negative smoothing", bad_option, "label_smoothing",
     [] { lost_backward(of({1, 3}), {0}, -0.5); }},

    {"attention_backward: rank of q", bad_rank, "q",
     [] { drop(attention_backward(of({4}), of({3, 4}), of({3, 5}), of({2, 3}), of({2, 5}))); }},
    {"attention_backward: widths", mismatch, "k",
     [] { drop(attention_backward(of({2, 4}), of({3, 3}), of({3, 5}), of({2, 3}), of({2, 5}))); }},
    {"attention_backward: shape of the weights", mismatch, "weights",
     [] { attended(of({3, 2}), of({2, 5})); }},
    {"attention_backward: rank of the weights", bad_rank, "weights",
     [] { attended(of({1, 2, 3}), of({2, 5})); }},
    {"attention_backward: shape of dy", mismatch, "dy",
     [] { attended(of({2, 3}), of({2, 4})); }},
    {"attention_backward: scale", ErrorCode::bad_scale, "scale",
     [] { attended(of({2, 3}), of({2, 5}), scaled(nan)); }},
    {"attention_backward: mask", ErrorCode::bad_mask, "mask",
     [] {
       const Tensor mask({2, 3}, {1, 1, std::numeric_limits<float>::quiet_NaN(), 1, 1, 1});
       AttentionOptions options;
       options.mask = mask;
       attended(of({2, 3}), of({2, 5}), options);
     }},

    {"recurrent: no such cell", bad_option, "cell",
     [] { run([](Run& c) { c.extents.cell = static_cast<RecurrentCell>(3); }); }},
    {"recurrent: rank of x", bad_rank, "x", [] { run([](Run& c) { c.x = of({2, 4}); }); }},
    {"recurrent: rank of ih", bad_rank, "ih", [] { run([](Run& c) { c.ih = of({20}); }); }},
    {"recurrent: rank of hh", bad_rank, "hh", [] { run([](Run& c) { c.hh = of({20}); }); }},
    {"recurrent: no inputs", empty, "x", [] { run([](Run& c) { c.x = of({2, 3, 0}); }); }},
    {"recurrent: no width", empty, "hh", [] { run([](Run& c) { c.hh = of({0, 0}); }); }},
    {"recurrent: gates of another cell", mismatch, "hh",
     [] { run([](Run& c) { c.hh = of({15, 5}); }); }},
    {"recurrent: rows of ih", mismatch, "ih", [] { run([](Run& c) { c.ih = of({15, 4}); }); }},
    {"recurrent: columns of ih", mismatch, "ih", [] { run([](Run& c) { c.ih = of({20, 3}); }); }},
    {"recurrent: rank of a bias", bad_rank, "b_ih",
     [] { run([](Run& c) { c.b_ih = of({1, 20}); }); }},
    {"recurrent: length of a bias", mismatch, "b_hh",
     [] { run([](Run& c) { c.b_hh = of({5}); }); }},
    {"recurrent: h", mismatch, "h", [] { run([](Run& c) { c.h = of({3, 4}); }); }},
    {"recurrent: rank of h", bad_rank, "h", [] { run([](Run& c) { c.h = of({5}); }); }},
    {"recurrent: c", mismatch, "c", [] { run([](Run& c) { c.c = of({2, 5}); }); }},
    {"recurrent: cells of an RNN", bad_option, "c",
     [] {
       const RecurrentCase c = recurrent_case({RecurrentCell::rnn, 2, 3, 4, 5, false}, true, 130);
       RecurrentOptions options = c.options();
       options.c = c.c;
       drop(recurrent(RecurrentCell::rnn, c.x, c.weights(), options));
     }},
    {"recurrent_backward: x", bad_rank, "x",
     [] { run_back([](Run& c, Left&) { c.x = of({2, 4}); }); }},
    {"recurrent_backward: output", mismatch, "steps.output",
     [] { run_back([](Run&, Left& s) { s.output = of({2, 3, 4}); }); }},
    {"recurrent_backward: gates", mismatch, "steps.gates",
     [] { run_back([](Run&, Left& s) { s.gates = of({2, 3, 15}); }); }},
    {"recurrent_backward: cells", bad_rank, "steps.cells",
     [] { run_back([](Run&, Left& s) { s.cells = of({0}); }); }},
    {"recurrent_backward: carried", mismatch, "steps.carried",
     [] { run_back([](Run&, Left& s) { s.carried = of({2, 2, 5}); }); }},
    {"recurrent_backward: dy", mismatch, "change.output",
     [] { run_back([](Run& c, Left&) { c.dy = of({3, 3, 5}); }); }},
    {"recurrent_backward: dh", mismatch, "change.h",
     [] { run_back([](Run& c, Left&) { c.dh = of({3, 4}); }); }},
    {"recurrent_backward: dc", mismatch, "change.c",
     [] { run_back([](Run& c, Left&) { c.dc = of({2, 5}); }); }},

    {"additive_attention: rank of s", bad_rank, "s",
     [] { added([](Sum& c) { c.s = of({1, 2, 4}); }); }},
    {"additive_attention: rank of h", bad_rank, "h", [] { added([](Sum& c) { c.h = of({5}); }); }},
    {"additive_attention: rank of w", bad_rank, "w", [] { added([](Sum& c) { c.w = of({6}); }); }},
    {"additive_attention: rank of u", bad_rank, "u", [] { added([](Sum& c) { c.u = of({6}); }); }},
    {"additive_attention: rank of v", bad_rank, "v",
     [] { added([](Sum& c) { c.v = of({1, 6}); }); }},
    {"additive_attention: columns of w", mismatch, "w",
     [] { added([](Sum& c) { c.w = of({6, 5}); }); }},
    {"additive_attention: columns of u", mismatch, "u",
     [] { added([](Sum& c) { c.u = of({6, 4}); }); }},
    {"additive_attention: rows of w", mismatch, "w",
     [] { added([](Sum& c) { c.w = of({5, 4}); }); }},
    {"additive_attention: rows of u", mismatch, "u",
     [] { added([](Sum& c) { c.u = of({5, 5}); }); }},
    {"additive_attention: queries of no width", empty, "s",
     [] {
       added([](Sum& c) {
         c.s = of({2, 0});
         c.w = of({6, 0});
       });
     }},
    {"additive_attention: keys of no width", empty, "h",
     [] {
       added([](Sum& c) {
         c.h = of({3, 0});
         c.u = of({6, 0});
       });
     }},
    {"additive_attention: a hidden layer of no width", empty, "v",
     [] {
       added([](Sum& c) {
         c.w = of({0, 4});
         c.u = of({0, 5});
         c.v = of({0});
       });
     }},
    {"additive_attention: shape of the mask", mismatch, "mask",
     [] { added([](Sum& c) { c.mask = of({3, 2}); }); }},
    {"additive_attention: NaN in the mask", ErrorCode::bad_mask, "mask",
     [] {
       added([](Sum& c) { c.mask.data()[2] = std::numeric_limits<float>::quiet_NaN(); });
     }},
    {"additive_attention_backward: s", bad_rank, "s",
     [] { added_back([](Sum& c, AdditiveSteps&) { c.s = of({1, 2, 4}); }); }},
    {"additive_attention_backward: hidden", mismatch, "steps.hidden",
     [] { added_back([](Sum&, AdditiveSteps& s) { s.hidden = of({2, 3, 5}); }); }},
    {"additive_attention_backward: weights", mismatch, "steps.weights",
     [] { added_back([](Sum&, AdditiveSteps& s) { s.weights = of({3, 2}); }); }},
    {"additive_attention_backward: dcontext", mismatch, "dcontext",
     [] { added_back([](Sum& c, AdditiveSteps&) { c.dcontext = of({2, 4}); }); }},

    {"Parameters: a name twice", bad_option, "name",
     [] {
       Parameters parameters;
       drop(parameters.add("w", {2}));
       drop(parameters.add("w", {3}));
     }},
    {"Parameters: too few numbers", mismatch, "w",
     [] {
       Parameters parameters;
       const Parameters::Id w = parameters.add("w", {2, 3});
       parameters.set(w, std::vector<float>(5));
     }},
});

TEST_CASE("Error: what learning needs refuses as well, and harms nothing", "[error]") {
  check_refusals(refusals);
}

TEST_CASE("Error: what learning needs gives out_of_memory as well", "[error]") {
  const Tensor x = random({64, 40}, 132);
  const Tensor w = random({40, 40}, 133);
  const Tensor gamma = random({40}, 134);
  const Ids ids(64, 3);
  const AttentionCase c = plain_case({{}, 64, 50, 40, 40}, 135);
  const Tensor weights = scaled_dot_product_attention(c.q, c.k, c.v).weights;
  const RecurrentCase r = recurrent_case({RecurrentCell::lstm, 5, 10, 8, 12, false}, true, 136);
  const AdditiveCase a = additive_case({10, 20, 30, 30, 20}, true, 137);
  const std::vector<Call> calls{
      {"linear_backward", [&] { drop(linear_backward(x, w, x)); }},
      {"softmax_backward", [&] { drop(softmax_backward(x, x)); }},
      {"layer_norm_backward", [&] { drop(layer_norm_backward(x, gamma, x)); }},
      {"rms_norm", [&] { drop(rms_norm(x, gamma)); }},
      {"activate", [&] { drop(activate(Activation::gelu, x)); }},
      {"activate_backward", [&] { drop(activate_backward(Activation::gelu, x, x)); }},
      {"swiglu_backward", [&] { drop(swiglu_backward(x, x, x)); }},
      {"embedding", [&] { drop(embedding(ids, w)); }},
      {"embedding_backward", [&] { drop(embedding_backward(ids, x, 50)); }},
      {"cross_entropy", [&] { drop(cross_entropy(x, ids)); }},
      {"cross_entropy_backward", [&] { drop(cross_entropy_backward(x, ids)); }},
      {"attention_backward", [&] { drop(attention_backward(c.q, c.k, c.v, weights, x)); }},
      {"recurrent", [&] { drop(r.steps()); }},
      {"recurrent_backward", [&] { drop(r.gradients()); }},
      {"additive_attention", [&] { drop(a.steps()); }},
      {"additive_attention_backward", [&] { drop(a.gradients()); }},
  };
  check_out_of_memory(calls);
}

}  // namespace
}  // namespace qkv::test
