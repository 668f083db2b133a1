#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "arena.hpp"
#include "ops/attention_rows.hpp"
#include "qkv/ops/attention.hpp"
#include "simd/mix.hpp"
#include "simd/product.hpp"
#include "simd/rows.hpp"

namespace qkv {
namespace {

// Queries and keys at a time: the scores of a block stay in the first cache beside what they are
// made of, and few queries waste little where the causal edge cuts a block.
constexpr Index query_block = 48;
constexpr Index key_block = 128;
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

// Row i again by the passes themselves. The online softmax divides last, so it can overflow where
// they do not, and it meets NaN and ∞ in another order: rows that are not finite come here.
void by_passes(const Matrices& m, const AttentionShape& shape, const MaskRule& rule, float scale,
               Index i) {
  const ArenaScope scope(scratch());
  float* const row = scratch().take(shape.S);
  simd::multiply_transposed(m.q + i * shape.Dk, m.k, row, 1, shape.S, shape.Dk);
  Row(row, shape.S) *= scale;
  mask_row(row, rule, m.index, i, shape.S, row);
  float* const weights = scratch().take(shape.S);
  masked_softmax_row(row, rule, m.index, i, shape.S, weights);
  mix_row(weights, m.v, rule, m.index, i, shape.S, shape.Dv, m.output + i * shape.Dv);
}

// What a row has of a block: the largest score, and how many keys there are to look at before those
// that are all skipped.
struct Visible {
  float max;
  Index count;
};

// Scales the scores of row i against count keys from first on, and covers what it may not look at.
Visible cover(float* scores, Index first, Index count, const Matrices& m, const MaskRule& rule,
              float scale, Index i) {
  const Index visible = std::clamp<Index>(rule.causal_end(i) - first, 0, count);
  if (rule.only_causal()) {
    return {simd::scale_and_max(scores, scale, visible), visible};
  }
  const float* const mask = rule.mask_row(m.index, i);
  const float* const bias = rule.bias_row(m.index, i);
  const auto [max, any] =
      simd::scale_and_cover(scores, scale, mask == nullptr ? nullptr : mask + first,
                            bias == nullptr ? nullptr : bias + first, visible);
  return {max, any ? visible : 0};
}

// The online softmax of every query: the largest score so far, and the sum of the exponentials
// relative to it.
struct Running {
  float* max;
  float* sum;
};

// A block of queries against a block of keys, and what is known of it.
struct Scores {
  [[nodiscard]] float* row(Index r) const { return numbers + r * count; }

  float* numbers;  // (rows, count)
  Index start;     // the first query
  Index rows;
  Index first;  // the first key
  Index count;
};

// Turns the scores of the block into weights relative to the new maxima. keep: what is left of all
// that was summed before in each row, relative to the old ones.
void fold(const Scores& block, const Matrices& m, const MaskRule& rule, float scale,
          const Running& running, float* keep) {
  std::array<Index, query_block> seen;  // NOLINT(cppcoreguidelines-pro-type-member-init): hot
  for (Index r = 0; r < block.rows; ++r) {
    const Index i = block.start + r;
    float* const scores = block.row(r);
    const Visible visible = cover(scores, block.first, block.count, m, rule, scale, i);
    std::fill_n(scores + visible.count, block.count - visible.count, 0.0F);
    seen[static_cast<std::size_t>(r)] = visible.count;
    const float before = running.max[i];
    const float max = visible.count == 0 ? before : std::max(before, visible.max);
    keep[r] = visible.count == 0 ? 0.0F : before - max;
    running.max[i] = max;
  }
  // All rows at once: a single exponential takes as long as a register of them.
  simd::exp_shifted(keep, 0.0F, keep, block.rows);
  for (Index r = 0; r < block.rows; ++r) {
    const Index i = block.start + r;
    const Index count = seen[static_cast<std::size_t>(r)];
    if (count > 0) {
      running.sum[i] =
          running.sum[i] * keep[r] + simd::exp_and_sum(block.row(r), running.max[i], count);
    }
  }
}

// What a call needs besides its result, the same for all matrices of the stack: O(T) numbers.
struct Room {
  float* packed;  // a block of keys as the product reads it
  float* scores;  // of a block of queries against it
  Running running;
};

// Every query meets every key, block by block: sums and outputs relative to the largest scores.
// A weight of 0 leaves nothing of a finite value; of others it makes NaN, and only those that a row
// may look at are to reach it. `finite`: what is skipped needs no care.
void mix_blocks(const Matrices& m, const AttentionShape& shape, const MaskRule& rule, float scale,
                const Room& room, bool finite) {
  const auto [packed, scores, running] = room;
  std::fill_n(running.max, shape.T, minus_infinity);
  std::fill_n(running.sum, shape.T, 0.0F);
  std::fill_n(m.output, shape.T * shape.Dv, 0.0F);
  for (Index first = 0; first < shape.S; first += key_block) {
    const Index keys = std::min(key_block, shape.S - first);
    simd::pack_transposed(m.k + first * shape.Dk, keys, shape.Dk, packed);
    const bool plain = finite || simd::all_finite(m.v + first * shape.Dv, keys * shape.Dv);
    for (Index start = 0; start < shape.T; start += query_block) {
      const Index rows = std::min(query_block, shape.T - start);
      // The causal edge never moves left from row to row: beyond the last row's there is nothing.
      const Index count = std::min(keys, rule.causal_end(start + rows - 1) - first);
      if (count <= 0) {
        continue;
      }
      simd::multiply_packed(m.q + start * shape.Dk, packed, scores, count, rows, keys, shape.Dk,
                            count);
      std::array<float, query_block> keep;  // NOLINT(cppcoreguidelines-pro-type-member-init): hot
      fold({scores, start, rows, first, count}, m, rule, scale, running, keep.data());
      float* const output = m.output + start * shape.Dv;
      const float* const values = m.v + first * shape.Dv;
      if (plain) {
        simd::add_mixed_tiles(scores, count, values, rows, count, shape.Dv, keep.data(), output);
        continue;
      }
      std::array<unsigned char, key_block> uses;  // NOLINT(cppcoreguidelines-pro-type-member-init)
      for (Index r = 0; r < rows; ++r) {
        const unsigned char* used =
            mark_uses(rule, m.index, start + r, first,
                      std::span(uses).first(static_cast<std::size_t>(count)));
        simd::add_mixed_rows(scores + r * count, used, values, count, shape.Dv,
                             keep[static_cast<std::size_t>(r)], output + r * shape.Dv);
      }
    }
  }
}

// Divides each row by the sum of its exponentials; whether all is finite.
bool share_out(const Matrices& m, const AttentionShape& shape, const float* sums) {
  bool finite = true;
  for (Index i = 0; i < shape.T; ++i) {
    // A row that may look at nothing is 0 already.
    const float sum = sums[i] == 0.0F ? 1.0F : sums[i];
    finite = simd::divide(m.output + i * shape.Dv, sum, shape.Dv) && std::isfinite(sum) && finite;
  }
  return finite;
}

void attend_matrix(const Matrices& m, const AttentionShape& shape, const MaskRule& rule,
                   float scale, const Room& room) {
  // As if all values were finite: of one that is not, every row that met it tells at the end, where
  // it costs least to look.
  mix_blocks(m, shape, rule, scale, room, true);
  if (share_out(m, shape, room.running.sum)) {
    return;
  }
  if (!rule.trivial() && !simd::all_finite(m.v, shape.S * shape.Dv)) {
    mix_blocks(m, shape, rule, scale, room, false);
    share_out(m, shape, room.running.sum);
  }
  for (Index i = 0; i < shape.T; ++i) {
    if (!std::isfinite(room.running.sum[i]) ||
        !simd::all_finite(m.output + i * shape.Dv, shape.Dv)) {
      by_passes(m, shape, rule, scale, i);
    }
  }
}

}  // namespace

void attend(const AttentionShape& shape, TensorView q, TensorView k, TensorView v,
            const AttentionOptions& options, float* output) {
  const float scale = resolve_scale(options, shape.Dk);
  const MaskRule rule(options, shape.scores);
  const Index keys = std::min(key_block, shape.S);
  const Index packed = simd::packed_size(keys, shape.Dk);
  const Index scores = std::min(query_block, shape.T) * keys;
  const ArenaScope scope(scratch());
  // What lessons show needs no heap, not even once.
  std::array<float, 1024> few;  // NOLINT(cppcoreguidelines-pro-type-member-init): hot
  const Index needed = packed + scores + 2 * shape.T;
  float* const from =
      needed <= static_cast<Index>(few.size()) ? few.data() : scratch().take(needed);
  float* const sums = from + packed + scores;
  const Room room{from, from + packed, {sums, sums + shape.T}};
  for (Index index = 0; index < shape.matrices; ++index) {
    const Matrices m{q.data + index * shape.T * shape.Dk, k.data + index * shape.S * shape.Dk,
                     v.data + index * shape.S * shape.Dv, output + index * shape.T * shape.Dv,
                     index};
    attend_matrix(m, shape, rule, scale, room);
  }
}

Tensor attend(TensorView q, TensorView k, TensorView v, const AttentionOptions& options) {
  const AttentionShape shape(q.shape, k.shape, v.shape);
  Tensor output(shape.output);
  attend(shape, q, k, v, options, output.data());
  return output;
}

}  // namespace qkv
