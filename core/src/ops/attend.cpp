#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "check.hpp"
#include "ops/attention_rows.hpp"
#include "qkv/ops/attention.hpp"
#include "simd/mix.hpp"
#include "simd/product.hpp"
#include "simd/rows.hpp"

namespace qkv {
namespace {

constexpr Index block = 64;  // queries and keys at a time: their scores stay in the first cache
constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

using Row = Eigen::Map<Eigen::ArrayXf>;

// One (T, Dk), (S, Dk), (S, Dv) → (T, Dv) of the stack.
struct Matrices {
  const float* q;
  const float* k;
  const float* v;
  float* output;
  Index index;
};

// What the online softmax remembers of a row: the largest score so far and the sum of the
// exponentials relative to it.
struct Running {
  float max;
  float sum;
};

// Row i again by the passes themselves. The online softmax divides last, so it can overflow where
// they do not, and it meets NaN and ∞ in another order: rows that are not finite come here.
void by_passes(const Matrices& m, const AttentionShape& shape, const MaskRule& rule, float scale,
               Index i) {
  auto row = check::room<float>(shape.S);
  simd::multiply_transposed(m.q + i * shape.Dk, m.k, row.data(), 1, shape.S, shape.Dk);
  Row(row.data(), shape.S) *= scale;
  mask_row(row.data(), rule, m.index, i, shape.S, row.data());
  auto weights = check::room<float>(shape.S);
  masked_softmax_row(row.data(), rule, m.index, i, shape.S, weights.data());
  mix_row(weights.data(), m.v, rule, m.index, i, shape.S, shape.Dv, m.output + i * shape.Dv);
}

// Folds the scores of row i against count keys from first on into its running softmax and output.
void fold(std::span<float> scores, Index first, const Matrices& m, const AttentionShape& shape,
          const MaskRule& rule, float scale, Index i, Running& running) {
  const auto count = static_cast<Index>(scores.size());
  std::array<unsigned char, block> uses;  // NOLINT(cppcoreguidelines-pro-type-member-init): hot
  Row(scores.data(), count) *= scale;
  const unsigned char* used = nullptr;
  if (!rule.trivial()) {
    used = mark_uses(rule, m.index, i, first, std::span(uses).first(scores.size()));
    const float* bias = rule.bias_row(m.index, i);
    for (Index s = 0; s < count; ++s) {
      const float moved = bias == nullptr ? scores[static_cast<std::size_t>(s)]
                                          : scores[static_cast<std::size_t>(s)] + bias[first + s];
      scores[static_cast<std::size_t>(s)] = used[s] == 0 ? minus_infinity : moved;
    }
    if (std::all_of(used, used + count, [](unsigned char use) { return use == 0; })) {
      return;
    }
  }
  const float max = std::max(running.max, simd::max_of(scores.data(), count));
  // What was summed relative to the old maximum, relative to the new one.
  float keep = 0.0F;
  if (running.max != minus_infinity || max == minus_infinity) {
    simd::exp_shifted(&running.max, max, &keep, 1);
  }
  simd::exp_shifted(scores.data(), max, scores.data(), count);
  running.sum = running.sum * keep + simd::sum_of(scores.data(), count);
  running.max = max;
  simd::add_mixed_rows(scores.data(), used, m.v + first * shape.Dv, count, shape.Dv, keep,
                       m.output + i * shape.Dv);
}

void attend_block(const Matrices& m, const AttentionShape& shape, const MaskRule& rule, float scale,
                  Index start) {
  const Index rows = std::min(block, shape.T - start);
  std::array<Running, block> running;       // NOLINT(cppcoreguidelines-pro-type-member-init)
  std::array<float, block * block> scores;  // NOLINT(cppcoreguidelines-pro-type-member-init): hot
  std::fill_n(running.begin(), rows, Running{minus_infinity, 0.0F});
  std::fill_n(m.output + start * shape.Dv, rows * shape.Dv, 0.0F);
  // The causal edge never moves left from row to row: beyond the last row's there is nothing.
  const Index end = rule.causal_end(start + rows - 1);
  for (Index first = 0; first < end; first += block) {
    const Index count = std::min(block, shape.S - first);
    simd::multiply_transposed(m.q + start * shape.Dk, m.k + first * shape.Dk, scores.data(), rows,
                              count, shape.Dk);
    for (Index r = 0; r < rows; ++r) {
      fold(std::span(scores).subspan(static_cast<std::size_t>(r * count),
                                     static_cast<std::size_t>(count)),
           first, m, shape, rule, scale, start + r, running[static_cast<std::size_t>(r)]);
    }
  }
  for (Index r = 0; r < rows; ++r) {
    const float sum = running[static_cast<std::size_t>(r)].sum;
    Row output(m.output + (start + r) * shape.Dv, shape.Dv);
    if (sum != 0.0F) {
      output /= sum;
    }
    if (!std::isfinite(sum) || !output.isFinite().all()) {
      by_passes(m, shape, rule, scale, start + r);
    }
  }
}

}  // namespace

void attend(const AttentionShape& shape, TensorView q, TensorView k, TensorView v,
            const AttentionOptions& options, float* output) {
  const float scale = resolve_scale(options, shape.Dk);
  const MaskRule rule(options, shape.scores);
  for (Index index = 0; index < shape.matrices; ++index) {
    const Matrices m{q.data + index * shape.T * shape.Dk, k.data + index * shape.S * shape.Dk,
                     v.data + index * shape.S * shape.Dv, output + index * shape.T * shape.Dv,
                     index};
    for (Index start = 0; start < shape.T; start += block) {
      attend_block(m, shape, rule, scale, start);
    }
  }
}

Tensor attend(TensorView q, TensorView k, TensorView v, const AttentionOptions& options) {
  const AttentionShape shape(q.shape, k.shape, v.shape);
  Tensor output(shape.output);
  attend(shape, q, k, v, options, output.data());
  return output;
}

}  // namespace qkv
