#include <algorithm>
#include <cmath>

#include "support/doubles.hpp"

namespace qkv::test::plainly {
namespace {

double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

std::size_t place(Index i) { return static_cast<std::size_t>(i); }

// One sequence's h and c, moved on by one step, number by number.
struct State {
  Numbers h, c;
};

State moved(const RecurrentExtents& extents, const Recurrence& p, const double* x,
            const State& before) {
  const Index H = extents.H;
  // What gate g of element i gets from x, and what it gets from h.
  const auto by_x = [&](Index g, Index i) {
    const Index row = g * H + i;
    double sum = p.b_ih[place(row)];
    for (Index d = 0; d < extents.I; ++d) sum += p.ih[place(row * extents.I + d)] * x[d];
    return sum;
  };
  const auto by_h = [&](Index g, Index i) {
    const Index row = g * H + i;
    double sum = p.b_hh[place(row)];
    for (Index d = 0; d < H; ++d) sum += p.hh[place(row * H + d)] * before.h[place(d)];
    return sum;
  };
  const auto both = [&](Index g, Index i) { return by_x(g, i) + by_h(g, i); };
  State after = before;
  for (Index i = 0; i < H; ++i) {
    double& h = after.h[place(i)];
    double& c = after.c[place(i)];
    switch (extents.cell) {
      case RecurrentCell::rnn:
        h = std::tanh(both(0, i));
        break;
      case RecurrentCell::gru: {
        const double r = sigmoid(both(0, i));
        const double z = sigmoid(both(1, i));
        const double n = std::tanh(by_x(2, i) + r * by_h(2, i));
        h = (1.0 - z) * n + z * before.h[place(i)];
        break;
      }
      case RecurrentCell::lstm:
        c = sigmoid(both(1, i)) * before.c[place(i)] + sigmoid(both(0, i)) * std::tanh(both(2, i));
        h = sigmoid(both(3, i)) * std::tanh(c);
        break;
    }
  }
  return after;
}

Numbers part(const Numbers& all, Index b, Index H) {
  if (all.empty()) return Numbers(place(H));
  return {all.begin() + b * H, all.begin() + (b + 1) * H};
}

}  // namespace

Run recurrent(const RecurrentExtents& extents, const Recurrence& inputs) {
  const auto [cell, T, B, I, H, backwards] = extents;
  Run run{Numbers(place(T * B * H)), Numbers(place(B * H)), Numbers(place(B * H))};
  for (Index b = 0; b < B; ++b) {
    State state{part(inputs.h, b, H), part(inputs.c, b, H)};
    for (Index step = 0; step < T; ++step) {
      const Index row = (backwards ? T - 1 - step : step) * B + b;
      state = moved(extents, inputs, inputs.x.data() + row * I, state);
      std::ranges::copy(state.h, run.output.begin() + row * H);
    }
    std::ranges::copy(state.h, run.h.begin() + b * H);
    std::ranges::copy(state.c, run.c.begin() + b * H);
  }
  return run;
}

}  // namespace qkv::test::plainly
