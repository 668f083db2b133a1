#include "qkv/ops/attention_backward.hpp"

#include <algorithm>

#include "arena.hpp"
#include "check.hpp"
#include "ops/attention_rows.hpp"
#include "ops/plain.hpp"
#include "ops/rows.hpp"
#include "simd/product.hpp"
#include "simd/rows.hpp"

namespace qkv {
namespace {

// c (m, n) = Σ_p a (i, p) · b (p, j) over the p that use(i, p) says, in the order of the products;
// for rows that hold what is not finite.
template <class A, class Use>
void mix_used(Index m, Index n, Index k, A a, const float* b, Use use, float* c) {
  const ArenaScope scope(scratch());
  float* const sums = scratch().take(n);
  std::fill_n(c, m * n, 0.0F);
  for (Index i = 0; i < m; ++i) {
    for (Index start = 0; start < k; start += simd::sum_block) {
      std::fill_n(sums, n, 0.0F);
      for (Index p = start; p < std::min(k, start + simd::sum_block); ++p) {
        if (use(i, p)) {
          for (Index j = 0; j < n; ++j) {
            sums[j] += a(i, p) * b[p * n + j];
          }
        }
      }
      plain::add(sums, n, c + i * n);
    }
  }
}

}  // namespace

void attention_forward(const AttentionShape& shape, const float* q, const float* k, const float* v,
                       const MaskRule& rule, float scale, float* weights, float* output) {
  const auto [matrices, T, S, Dk, Dv, scores, outputs] = shape;
  for (Index m = 0; m < matrices; ++m) {
    simd::multiply_transposed(q, k, weights, T, S, Dk);
    for (Index i = 0; i < T; ++i) {
      float* const row = weights + i * S;
      for (Index j = 0; j < S; ++j) {
        row[j] *= scale;
      }
      if (!rule.trivial()) {
        mask_row(row, rule, m, i, S, row);
      }
      masked_softmax_row(row, rule, m, i, S, row);
    }
    mix_matrix(weights, v, rule, m, shape, output);
    q += T * Dk;
    k += S * Dk;
    v += S * Dv;
    weights += T * S;
    output += T * Dv;
  }
}

void attention_backward(const AttentionShape& shape, const AttentionInputs& inputs, const float* dy,
                        const MaskRule& rule, float scale, const AttentionGradientsOut& out) {
  const auto [matrices, T, S, Dk, Dv, scores, outputs] = shape;
  const ArenaScope scope(scratch());
  float* const dweights = scratch().take(T * S);
  float* const dscores = scratch().take(T * S);
  auto [q, k, v, weights] = inputs;
  auto [dq, dk, dv] = out;
  for (Index m = 0; m < matrices; ++m) {
    // Where everything is finite a weight of 0 lets nothing through by itself.
    const bool plain =
        rule.trivial() || (simd::all_finite(q, T * Dk) && simd::all_finite(k, S * Dk) &&
                           simd::all_finite(v, S * Dv) && simd::all_finite(dy, T * Dv));
    const auto used = [&, m](Index i, Index j) { return !rule.skips(m, i, j); };
    const auto used_by = [&](Index j, Index i) { return used(i, j); };
    // 1. dA = dy · Vᵀ, nothing where skipped.
    simd::multiply_transposed(dy, v, dweights, T, S, Dv);
    for (Index i = 0; i < T; ++i) {
      float* const row = dweights + i * S;
      if (!plain) {
        for (Index j = 0; j < S; ++j) {
          row[j] = used(i, j) ? row[j] : 0.0F;
        }
      }
      // 2. Back through the softmax, then through the scale.
      softmax_row_backward(weights + i * S, row, S, dscores + i * S);
      for (Index j = 0; j < S; ++j) {
        dscores[i * S + j] *= scale;
      }
    }
    // 3. To what the scores and the output are made of.
    if (plain) {
      simd::multiply_left_transposed(weights, dy, dv, S, Dv, T);
      simd::multiply(dscores, k, dq, T, Dk, S);
      simd::multiply_left_transposed(dscores, q, dk, S, Dk, T);
    } else {
      const auto transposed = [keys = S](const float* a) {
        return [a, keys](Index j, Index i) { return a[i * keys + j]; };
      };
      mix_used(S, Dv, T, transposed(weights), dy, used_by, dv);
      mix_used(T, Dk, S, [&](Index i, Index j) { return dscores[i * S + j]; }, k, used, dq);
      mix_used(S, Dk, T, transposed(dscores), q, used_by, dk);
    }
    q += T * Dk;
    dq += T * Dk;
    k += S * Dk;
    dk += S * Dk;
    v += S * Dv;
    dv += S * Dv;
    weights += T * S;
    dy += T * Dv;
  }
}

AttentionGradients attention_backward(TensorView q, TensorView k, TensorView v, TensorView weights,
                                      TensorView dy, const AttentionOptions& options) {
  const AttentionShape shape(q.shape, k.shape, v.shape);
  check::same_shape("weights", weights.shape, shape.scores, "weights are (…, T, S)");
  check::same_shape("dy", dy.shape, shape.output, "dy is (…, T, Dv)");
  AttentionGradients gradients{Tensor(q.shape), Tensor(k.shape), Tensor(v.shape)};
  attention_backward(shape, {q.data, k.data, v.data, weights.data}, dy.data,
                     MaskRule(options, shape.scores), resolve_scale(options, shape.Dk),
                     {gradients.q.data(), gradients.k.data(), gradients.v.data()});
  return gradients;
}

}  // namespace qkv
