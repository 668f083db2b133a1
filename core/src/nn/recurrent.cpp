#include "qkv/nn/recurrent.hpp"

#include <algorithm>
#include <cmath>

#include "arena.hpp"
#include "nn/initialise.hpp"
#include "ops/plain.hpp"

namespace qkv {
namespace {

Recurrent::Weights add_run(Parameters& parameters, const std::string& name, const char* suffix,
                           Index rows, Index inputs, Index width) {
  return {parameters.add(name + ".weight_ih_l0" + suffix, {rows, inputs}),
          parameters.add(name + ".weight_hh_l0" + suffix, {rows, width}),
          parameters.add(name + ".bias_ih_l0" + suffix, {rows}),
          parameters.add(name + ".bias_hh_l0" + suffix, {rows})};
}

RecurrentInputs inputs_of(const Pass& pass, const Recurrent::Weights& weights, const float* x,
                          const RecurrentState& first) {
  Parameters& parameters = pass.parameters;
  return {x,
          parameters.value(weights.ih),
          parameters.value(weights.hh),
          parameters.value(weights.b_ih),
          parameters.value(weights.b_hh),
          first.h,
          first.c};
}

// Columns of y (rows, stride) from and to a run of their own, (rows, width).
void put_columns(const float* run, Index rows, Index width, Index stride, float* y) {
  for (Index row = 0; row < rows; ++row) {
    std::copy_n(run + row * width, width, y + row * stride);
  }
}
void take_columns(const float* y, Index rows, Index width, Index stride, float* run) {
  for (Index row = 0; row < rows; ++row) {
    std::copy_n(y + row * stride, width, run + row * width);
  }
}

}  // namespace

Recurrent::Recurrent(Parameters& parameters, const std::string& name, RecurrentCell kind,
                     Index input_width, Index hidden_width, bool bidirectional)
    : cell(kind), inputs(input_width), width(hidden_width), both_ways(bidirectional), weights{} {
  weights[0] = add_run(parameters, name, "", gates_of(cell) * width, inputs, width);
  if (both_ways) {
    weights[1] = add_run(parameters, name, "_reverse", gates_of(cell) * width, inputs, width);
  }
}

void Recurrent::initialise(Parameters& parameters, Generator& generator) const {
  const double bound = 1.0 / std::sqrt(static_cast<double>(width));
  for (Index run = 0; run < runs(); ++run) {
    const auto [ih, hh, b_ih, b_hh] = weights.at(static_cast<std::size_t>(run));
    for (const Parameters::Id id : {ih, hh, b_ih, b_hh}) {
      fill_uniform(parameters, id, generator, bound);
    }
  }
}

Recurrent::Kept Recurrent::forward(const Pass& pass, const float* x, Index T, Index B,
                                   const States& first) const {
  Kept kept{nullptr, {}, first, {}, T, B};
  const Index rows = T * B;
  kept.y = both_ways ? pass.arena.take(rows * 2 * width) : nullptr;
  for (std::size_t run = 0; run < static_cast<std::size_t>(runs()); ++run) {
    RecurrentKept& own = kept.runs.at(run);
    own.output = pass.arena.take(rows * width);
    if (cell != RecurrentCell::rnn) {
      own.gates = pass.arena.take(rows * gates_of(cell) * width);
      own.carried = pass.arena.take(rows * width);
    }
    if (cell == RecurrentCell::lstm) {
      own.cells = pass.arena.take(rows * width);
    }
    const bool backwards = run == 1;
    recurrent({cell, T, B, inputs, width, backwards},
              inputs_of(pass, weights.at(run), x, first.at(run)), own);
    if (T > 0) {
      const Index last = (backwards ? 0 : T - 1) * B * width;
      kept.last.at(run) = {own.output + last, own.cells == nullptr ? nullptr : own.cells + last};
    } else {
      kept.last.at(run) = first.at(run);
    }
    if (both_ways) {
      put_columns(own.output, rows, width, 2 * width, kept.y + (backwards ? width : 0));
    } else {
      kept.y = own.output;
    }
  }
  return kept;
}

Recurrent::Gradients Recurrent::backward(const Pass& pass, const float* x, const Kept& kept,
                                         const float* dy, const States& dlast) const {
  const Index rows = kept.T * kept.B;
  Parameters& parameters = pass.parameters;
  Gradients gradients{pass.arena.take(rows * inputs), {}};
  for (std::size_t run = 0; run < static_cast<std::size_t>(runs()); ++run) {
    const RecurrentKept& own = kept.runs.at(run);
    const Weights& ids = weights.at(run);
    RecurrentState& dfirst = gradients.first.at(run);
    const RecurrentState& first = kept.first.at(run);
    dfirst.h = first.h == nullptr ? nullptr : pass.arena.take(kept.B * width);
    dfirst.c = first.c == nullptr ? nullptr : pass.arena.take(kept.B * width);
    const ArenaScope scope(scratch());
    const bool backwards = run == 1;
    const float* change = dy;
    if (both_ways) {
      float* const columns = scratch().take(rows * width);
      take_columns(dy + (backwards ? width : 0), rows, width, 2 * width, columns);
      change = columns;
    }
    float* const dx = backwards ? scratch().take(rows * inputs) : gradients.x;
    recurrent_backward(
        {cell, kept.T, kept.B, inputs, width, backwards}, inputs_of(pass, ids, x, first),
        {own.output, own.gates, own.cells, own.carried}, {change, dlast.at(run).h, dlast.at(run).c},
        {dx, parameters.gradient(ids.ih), parameters.gradient(ids.hh),
         parameters.gradient(ids.b_ih), parameters.gradient(ids.b_hh), dfirst.h, dfirst.c});
    if (backwards) {
      plain::add(dx, rows * inputs, gradients.x);
    }
  }
  return gradients;
}

AdditiveAttention::AdditiveAttention(Parameters& parameters, const std::string& name,
                                     Index query_width, Index key_width, Index hidden_width)
    : queries(query_width),
      keys(key_width),
      width(hidden_width),
      w(parameters.add(name + ".W.weight", {hidden_width, query_width})),
      u(parameters.add(name + ".U.weight", {hidden_width, key_width})),
      v(parameters.add(name + ".v.weight", {1, hidden_width})) {}

void AdditiveAttention::initialise(Parameters& parameters, Generator& generator) const {
  fill_uniform(parameters, w, generator, linear_bound(queries));
  fill_uniform(parameters, u, generator, linear_bound(keys));
  fill_uniform(parameters, v, generator, linear_bound(width));
}

AdditiveAttention::Kept AdditiveAttention::forward(const Pass& pass, const float* s, const float* h,
                                                   Index T, Index S, const float* mask) const {
  Arena& arena = pass.arena;
  float* const scores = arena.take(T * S);
  const Kept kept{{arena.take(T * width), arena.take(S * width), arena.take(T * S * width), scores,
                   scores, arena.take(T * S), arena.take(T * keys)},
                  mask,
                  T,
                  S};
  additive_attention(
      {T, S, queries, keys, width},
      {s, h, pass.parameters.value(w), pass.parameters.value(u), pass.parameters.value(v), mask},
      kept.steps);
  return kept;
}

AdditiveAttention::Gradients AdditiveAttention::backward(const Pass& pass, const float* s,
                                                         const float* h, const Kept& kept,
                                                         const float* dcontext) const {
  Parameters& parameters = pass.parameters;
  const Gradients gradients{pass.arena.take(kept.T * queries), pass.arena.take(kept.S * keys)};
  additive_attention_backward(
      {kept.T, kept.S, queries, keys, width},
      {s, h, parameters.value(w), parameters.value(u), parameters.value(v), kept.mask},
      kept.steps.hidden, kept.steps.weights, dcontext,
      {gradients.s, gradients.h, parameters.gradient(w), parameters.gradient(u),
       parameters.gradient(v)});
  return gradients;
}

}  // namespace qkv
