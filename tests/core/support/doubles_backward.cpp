#include "support/doubles_backward.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace qkv::test::plainly {
namespace {

std::size_t place(Index i) { return static_cast<std::size_t>(i); }

double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

Numbers transposed(const Numbers& x, Index columns) {
  const Index rows = static_cast<Index>(x.size()) / columns;
  Numbers y(x.size());
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) y[place(j * rows + i)] = x[place(i * columns + j)];
  }
  return y;
}

// a (M, K) · b (K, N)
Numbers product(const Numbers& a, const Numbers& b, Index N) {
  const Index K = static_cast<Index>(b.size()) / N;
  return linear(a, transposed(b, N), {}, {static_cast<Index>(a.size()) / K, K, N});
}

// aᵀ · b, of a (K, M) and b (K, N)
Numbers product_of_transposed(const Numbers& a, Index M, const Numbers& b, Index N) {
  return product(transposed(a, M), b, N);
}

Numbers sum_of_rows(const Numbers& x, Index columns) {
  Numbers sum(place(columns));
  for (std::size_t i = 0; i < x.size(); ++i) sum[i % sum.size()] += x[i];
  return sum;
}

}  // namespace

LinearSlopes linear_backward(const Numbers& x, const Numbers& w, const Numbers& dy,
                             const LinearExtents& extents) {
  return {product(dy, w, extents.I), product_of_transposed(dy, extents.O, x, extents.I),
          sum_of_rows(dy, extents.O)};
}

Numbers softmax_backward(const Numbers& y, const Numbers& dy, Index n) {
  Numbers dx(y.size());
  for (std::size_t first = 0; first < y.size(); first += place(n)) {
    double sum = 0.0;
    for (std::size_t i = first; i < first + place(n); ++i) sum += dy[i] * y[i];
    for (std::size_t i = first; i < first + place(n); ++i) dx[i] = y[i] * (dy[i] - sum);
  }
  return dx;
}

NormSlopes normalise_backward(const Numbers& x, const Numbers& gamma, const Numbers& dy,
                              const NormExtents& extents) {
  const auto [N, D, eps, centred] = extents;
  const auto count = static_cast<double>(D);
  const Numbers n = normalise(x, Numbers(gamma.size(), 1.0), {}, extents);
  NormSlopes slopes{Numbers(x.size()), Numbers(gamma.size()), sum_of_rows(dy, D)};
  for (Index row = 0; row < N; ++row) {
    double mean = 0.0;
    double squares = 0.0;
    double g_mean = 0.0;
    double gn_mean = 0.0;
    for (Index d = 0; d < D; ++d) {
      const std::size_t i = place(row * D + d);
      const double g = dy[i] * gamma[place(d)];
      mean += x[i] / count;
      g_mean += g / count;
      gn_mean += g * n[i] / count;
      slopes.gamma[place(d)] += dy[i] * n[i];
    }
    if (!centred) mean = g_mean = 0.0;
    for (Index d = 0; d < D; ++d) {
      const double off = x[place(row * D + d)] - mean;
      squares += off * off / count;
    }
    for (Index d = 0; d < D; ++d) {
      const std::size_t i = place(row * D + d);
      slopes.x[i] = (dy[i] * gamma[place(d)] - g_mean - n[i] * gn_mean) / std::sqrt(squares + eps);
    }
  }
  return slopes;
}

Numbers activate_backward(Activation activation, const Numbers& x, const Numbers& dy) {
  const auto slope = [activation](double v) {
    const double root = std::sqrt(2.0 / std::numbers::pi);
    switch (activation) {
      case Activation::relu:
        return v > 0.0 ? 1.0 : 0.0;
      case Activation::gelu:
        return 0.5 * (1.0 + std::erf(v / std::numbers::sqrt2)) +
               v * std::exp(-0.5 * v * v) * 0.5 * root;
      case Activation::gelu_tanh: {
        const double t = std::tanh(root * (v + 0.044715 * v * v * v));
        return 0.5 * (1.0 + t) + 0.5 * v * (1.0 - t * t) * root * (1.0 + 3.0 * 0.044715 * v * v);
      }
      case Activation::silu:
        return sigmoid(v) * (1.0 + v * (1.0 - sigmoid(v)));
      case Activation::tanh:
        return 1.0 - std::tanh(v) * std::tanh(v);
      case Activation::sigmoid:
        return sigmoid(v) * (1.0 - sigmoid(v));
    }
    return std::nan("");
  };
  Numbers dx(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) dx[i] = dy[i] * slope(x[i]);
  return dx;
}

Numbers cross_entropy_backward(const Numbers& logits, std::span<const std::int32_t> targets,
                               Index V, const CrossEntropyOptions& options) {
  Numbers dx = softmax(logits, V);
  const auto counted = static_cast<double>(
      std::ranges::count_if(targets, [&](auto each) { return each != options.ignore_index; }));
  for (std::size_t i = 0; i < dx.size(); ++i) {
    const std::int32_t target = targets[i / place(V)];
    const bool hit = static_cast<std::int32_t>(i % place(V)) == target;
    dx[i] -= options.label_smoothing / static_cast<double>(V) +
             (hit ? 1.0 - options.label_smoothing : 0.0);
    if (target == options.ignore_index) dx[i] = 0.0;
    if (options.reduction == CrossEntropyOptions::Reduction::mean) dx[i] /= counted;
  }
  return dx;
}

AttentionSlopes attention_backward(const Numbers& q, const Numbers& k, const Numbers& v,
                                   const Numbers& dy, const AttentionShape& shape, double scale) {
  const auto scaled = [scale](Numbers x) {
    for (double& each : x) each *= scale;
    return x;
  };
  const Numbers a = softmax(scaled(linear(q, k, {}, {shape.T, shape.Dk, shape.S})), shape.S);
  const Numbers da = linear(dy, v, {}, {shape.T, shape.Dv, shape.S});
  const Numbers ds = scaled(softmax_backward(a, da, shape.S));
  return {product(ds, k, shape.Dk), product_of_transposed(ds, shape.S, q, shape.Dk),
          product_of_transposed(a, shape.S, dy, shape.Dv)};
}

Additive additive_attention_backward(const AdditiveExtents& extents, const Additive& inputs,
                                     const Numbers& dcontext) {
  const auto [T, S, Ds, Dh, A] = extents;
  const Numbers weights = additive_attention(extents, inputs, nullptr).weights;
  const Numbers q = linear(inputs.s, inputs.w, {}, {T, Ds, A});
  const Numbers k = linear(inputs.h, inputs.u, {}, {S, Dh, A});
  const Numbers de = softmax_backward(weights, linear(dcontext, inputs.h, {}, {T, Dh, S}), S);
  Numbers dq(q.size());
  Numbers dk(k.size());
  Numbers dv(inputs.v.size());
  for (Index i = 0; i < T; ++i) {
    for (Index j = 0; j < S; ++j) {
      for (Index a = 0; a < A; ++a) {
        const double hidden = std::tanh(q[place(i * A + a)] + k[place(j * A + a)]);
        const double change = de[place(i * S + j)];
        const double before = change * inputs.v[place(a)] * (1.0 - hidden * hidden);
        dv[place(a)] += change * hidden;
        dq[place(i * A + a)] += before;
        dk[place(j * A + a)] += before;
      }
    }
  }
  // As values, and as keys.
  Numbers dh = product_of_transposed(weights, S, dcontext, Dh);
  const Numbers as_keys = product(dk, inputs.u, Dh);
  for (std::size_t i = 0; i < dh.size(); ++i) dh[i] += as_keys[i];
  return {product(dq, inputs.w, Ds), dh, product_of_transposed(dq, A, inputs.s, Ds),
          product_of_transposed(dk, A, inputs.h, Dh), dv};
}

LstmSlopes lstm_backward(const RecurrentExtents& extents, const Recurrence& inputs,
                         const Numbers& dy) {
  const Index T = extents.T;
  const Index B = extents.B;
  const Index I = extents.I;
  const Index H = extents.H;
  const Numbers by_x = linear(inputs.x, inputs.ih, inputs.b_ih, {T * B, I, 4 * H});
  Numbers gates(by_x.size());  // i, f, g, o
  Numbers before(dy.size());   // h
  Numbers carried(dy.size());  // c before the step
  Numbers cells(dy.size());    // c after it
  Numbers h(place(B * H));
  Numbers c(place(B * H));
  // Element i of h, in the rows of all gates.
  const auto gate = [H](Index row, Index g, Index i) { return place((row * 4 + g) * H + i); };
  for (Index t = 0; t < T; ++t) {
    const Numbers by_h = linear(h, inputs.hh, inputs.b_hh, {B, H, 4 * H});
    for (Index b = 0; b < B; ++b) {
      for (Index i = 0; i < H; ++i) {
        const Index row = t * B + b;
        const std::size_t at = place(row * H + i);
        const std::size_t own = place(b * H + i);
        for (Index g = 0; g < 4; ++g) {
          const double sum = by_x[gate(row, g, i)] + by_h[gate(b, g, i)];
          gates[gate(row, g, i)] = g == 2 ? std::tanh(sum) : sigmoid(sum);
        }
        before[at] = h[own];
        carried[at] = c[own];
        c[own] = gates[gate(row, 1, i)] * c[own] + gates[gate(row, 0, i)] * gates[gate(row, 2, i)];
        cells[at] = c[own];
      }
    }
    for (Index b = 0; b < B; ++b) {
      for (Index i = 0; i < H; ++i) {
        h[place(b * H + i)] = gates[gate(t * B + b, 3, i)] * std::tanh(c[place(b * H + i)]);
      }
    }
  }
  Numbers dgates(gates.size());
  Numbers dh(h.size());
  Numbers dc(c.size());
  for (Index t = T - 1; t >= 0; --t) {
    for (Index b = 0; b < B; ++b) {
      for (Index i = 0; i < H; ++i) {
        const Index row = t * B + b;
        const std::size_t at = place(row * H + i);
        const std::size_t own = place(b * H + i);
        const double in = gates[gate(row, 0, i)];
        const double keep = gates[gate(row, 1, i)];
        const double candidate = gates[gate(row, 2, i)];
        const double out = gates[gate(row, 3, i)];
        const double shown = std::tanh(cells[at]);
        const double change = dy[at] + dh[own];
        const double inner = dc[own] + change * out * (1.0 - shown * shown);
        dgates[gate(row, 0, i)] = inner * candidate * in * (1.0 - in);
        dgates[gate(row, 1, i)] = inner * carried[at] * keep * (1.0 - keep);
        dgates[gate(row, 2, i)] = inner * in * (1.0 - candidate * candidate);
        dgates[gate(row, 3, i)] = change * shown * out * (1.0 - out);
        dc[own] = inner * keep;
      }
    }
    const auto first = dgates.begin() + t * B * 4 * H;
    dh = product({first, first + B * 4 * H}, inputs.hh, H);
  }
  return {product(dgates, inputs.ih, I), product_of_transposed(dgates, 4 * H, inputs.x, I),
          product_of_transposed(dgates, 4 * H, before, H), sum_of_rows(dgates, 4 * H)};
}

}  // namespace qkv::test::plainly
