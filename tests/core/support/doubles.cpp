#include "support/doubles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "support/reference.hpp"

namespace qkv::test::plainly {
namespace {

std::size_t place(Index i) { return static_cast<std::size_t>(i); }

double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

// softmax of count scores; −∞ is skipped, and where all are there is nothing.
void softmax_row(double* row, Index count) {
  const double largest = std::accumulate(row, row + count, -std::numeric_limits<double>::infinity(),
                                         [](double a, double b) { return std::max(a, b); });
  double sum = 0.0;
  for (Index j = 0; j < count; ++j) {
    row[j] = std::isinf(row[j]) ? 0.0 : std::exp(row[j] - largest);
    sum += row[j];
  }
  for (Index j = 0; j < count; ++j) row[j] = sum == 0.0 ? 0.0 : row[j] / sum;
}

}  // namespace

Numbers linear(const Numbers& x, const Numbers& w, const Numbers& b, const LinearExtents& extents) {
  const auto [N, I, O] = extents;
  Numbers y(place(N * O));
  for (Index n = 0; n < N; ++n) {
    for (Index o = 0; o < O; ++o) {
      double sum = b.empty() ? 0.0 : b[place(o)];
      for (Index i = 0; i < I; ++i) sum += x[place(n * I + i)] * w[place(o * I + i)];
      y[place(n * O + o)] = sum;
    }
  }
  return y;
}

Numbers normalise(const Numbers& x, const Numbers& gamma, const Numbers& beta,
                  const NormExtents& extents) {
  const auto [N, D, eps, centred] = extents;
  Numbers y(x.size());
  for (Index n = 0; n < N; ++n) {
    const double* const row = x.data() + n * D;
    const double mean = centred ? std::accumulate(row, row + D, 0.0) / static_cast<double>(D) : 0.0;
    double variance = 0.0;
    for (Index d = 0; d < D; ++d) {
      variance += (row[d] - mean) * (row[d] - mean) / static_cast<double>(D);
    }
    for (Index d = 0; d < D; ++d) {
      y[place(n * D + d)] = (row[d] - mean) / std::sqrt(variance + eps) * gamma[place(d)] +
                            (beta.empty() ? 0.0 : beta[place(d)]);
    }
  }
  return y;
}

Numbers activate(Activation activation, const Numbers& x) {
  const auto f = [activation](double v) {
    switch (activation) {
      case Activation::relu:
        return std::max(v, 0.0);
      case Activation::gelu:
        return v * 0.5 * (1.0 + std::erf(v / std::numbers::sqrt2));
      case Activation::gelu_tanh:
        return v * 0.5 *
               (1.0 + std::tanh(std::sqrt(2.0 / std::numbers::pi) * (v + 0.044715 * v * v * v)));
      case Activation::silu:
        return v * sigmoid(v);
      case Activation::tanh:
        return std::tanh(v);
      case Activation::sigmoid:
        return sigmoid(v);
    }
    return std::nan("");
  };
  Numbers y(x.size());
  std::ranges::transform(x, y.begin(), f);
  return y;
}

Numbers softmax(const Numbers& x, Index n) {
  Numbers y = x;
  for (Index start = 0; start < static_cast<Index>(x.size()); start += n) {
    softmax_row(y.data() + start, n);
  }
  return y;
}

double cross_entropy(const Numbers& logits, std::span<const std::int32_t> targets, Index V,
                     const CrossEntropyOptions& options) {
  const Numbers p = softmax(logits, V);
  double sum = 0.0;
  double counted = 0.0;
  for (std::size_t n = 0; n < targets.size(); ++n) {
    if (targets[n] == options.ignore_index) continue;
    counted += 1.0;
    for (Index v = 0; v < V; ++v) {
      const double wanted = options.label_smoothing / static_cast<double>(V) +
                            (v == targets[n] ? 1.0 - options.label_smoothing : 0.0);
      sum -= wanted * std::log(p[n * place(V) + place(v)]);
    }
  }
  return options.reduction == CrossEntropyOptions::Reduction::sum ? sum : sum / counted;
}

Numbers attention(const Numbers& q, const Numbers& k, const Numbers& v, const AttentionShape& shape,
                  const AttentionOptions& options, double scale) {
  Numbers output(place(shape.output.size()));
  const MaskRule rule(options, shape.scores);
  for (Index m = 0; m < shape.matrices; ++m) {
    for (Index i = 0; i < shape.T; ++i) {
      Numbers row(place(shape.S), -std::numeric_limits<double>::infinity());
      const float* const bias = rule.bias_row(m, i);
      const auto used = [&](Index j) { return allowed(options, shape.scores, m, i, j); };
      for (Index j = 0; j < shape.S; ++j) {
        if (!used(j)) continue;
        double sum = 0.0;
        for (Index d = 0; d < shape.Dk; ++d) {
          sum += q[place((m * shape.T + i) * shape.Dk + d)] *
                 k[place((m * shape.S + j) * shape.Dk + d)];
        }
        row[place(j)] = sum * scale + (bias == nullptr ? 0.0 : static_cast<double>(bias[j]));
      }
      softmax_row(row.data(), shape.S);
      for (Index j = 0; j < shape.S; ++j) {
        if (!used(j)) continue;
        for (Index d = 0; d < shape.Dv; ++d) {
          output[place((m * shape.T + i) * shape.Dv + d)] +=
              row[place(j)] * v[place((m * shape.S + j) * shape.Dv + d)];
        }
      }
    }
  }
  return output;
}

AdditiveRun additive_attention(const AdditiveExtents& extents, const Additive& inputs,
                               const float* mask) {
  const auto [T, S, Ds, Dh, A] = extents;
  const Numbers q = linear(inputs.s, inputs.w, {}, {T, Ds, A});
  const Numbers k = linear(inputs.h, inputs.u, {}, {S, Dh, A});
  AdditiveRun run{Numbers(place(T * S)), Numbers(place(T * S)), Numbers(place(T * Dh))};
  for (Index i = 0; i < T; ++i) {
    const auto used = [&](Index j) { return mask == nullptr || mask[i * S + j] != 0.0F; };
    for (Index j = 0; j < S; ++j) {
      double& score = run.scores[place(i * S + j)];
      for (Index a = 0; a < A; ++a) {
        score += inputs.v[place(a)] * std::tanh(q[place(i * A + a)] + k[place(j * A + a)]);
      }
      run.weights[place(i * S + j)] = used(j) ? score : -std::numeric_limits<double>::infinity();
    }
    softmax_row(run.weights.data() + i * S, S);
    for (Index j = 0; j < S; ++j) {
      if (!used(j)) continue;
      for (Index d = 0; d < Dh; ++d) {
        run.context[place(i * Dh + d)] +=
            run.weights[place(i * S + j)] * inputs.h[place(j * Dh + d)];
      }
    }
  }
  return run;
}

}  // namespace qkv::test::plainly
