#include "ops/attention_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "arena.hpp"
#include "ops/rows.hpp"
#include "simd/mix.hpp"
#include "simd/product.hpp"
#include "simd/rows.hpp"

namespace qkv {

void mask_row(const float* scaled, const MaskRule& rule, Index matrix, Index i, Index keys,
              float* masked) {
  const Index visible = rule.causal_end(i);
  if (masked != scaled) {
    std::copy_n(scaled, visible, masked);
  }
  if (!rule.only_causal()) {
    simd::scale_and_cover(masked, 1.0F, rule.mask_row(matrix, i), rule.bias_row(matrix, i),
                          visible);
  }
  std::fill_n(masked + visible, keys - visible, -std::numeric_limits<float>::infinity());
}

void masked_softmax_row(const float* masked, const MaskRule& rule, Index matrix, Index i,
                        Index keys, float* weights) {
  const float sum = softmax_row(masked, keys, weights);
  // In a row of finite scores the skipped places are 0 already. Else their quotient is NaN, and a
  // row with nothing left is 0 / 0 throughout.
  if (!(std::isfinite(sum) && sum > 0.0F)) {
    for (Index j = 0; j < keys; ++j) {
      weights[j] = rule.skips(matrix, i, j) ? 0.0F : weights[j];
    }
  }
}

const unsigned char* mark_uses(const MaskRule& rule, Index matrix, Index i, Index first,
                               std::span<unsigned char> uses) {
  if (rule.trivial()) {
    return nullptr;
  }
  for (std::size_t s = 0; s < uses.size(); ++s) {
    uses[s] = rule.skips(matrix, i, first + static_cast<Index>(s)) ? 0 : 1;
  }
  return uses.data();
}

void mix_row(const float* weights, const float* v, const MaskRule& rule, Index matrix, Index i,
             Index keys, Index width, float* output) {
  const ArenaScope scope(scratch());
  // Rows of the length that lessons show need no heap, not even once.
  std::array<unsigned char, 64> few;  // NOLINT(cppcoreguidelines-pro-type-member-init): hot
  std::span<unsigned char> uses(few);
  const auto count = static_cast<std::size_t>(keys);
  if (count > few.size() && !rule.trivial()) {
    constexpr Index marks = sizeof(float);
    // Any memory may be seen as bytes.
    uses = {reinterpret_cast<unsigned char*>(scratch().take((keys + marks - 1) / marks)), count};
  }
  const unsigned char* used =
      mark_uses(rule, matrix, i, 0, uses.first(std::min(count, uses.size())));
  simd::mix_rows(weights, used, v, keys, width, output);
}

void mix_matrix(const float* weights, const float* v, const MaskRule& rule, Index matrix,
                const AttentionShape& shape, float* output) {
  // A weight of 0 leaves nothing of a finite value: only beside others is each row to be mixed on
  // its own.
  if (rule.trivial() || simd::all_finite(v, shape.S * shape.Dv)) {
    simd::multiply(weights, v, output, shape.T, shape.Dv, shape.S);
    return;
  }
  for (Index i = 0; i < shape.T; ++i) {
    mix_row(weights + i * shape.S, v, rule, matrix, i, shape.S, shape.Dv, output + i * shape.Dv);
  }
}

}  // namespace qkv
