#include "qkv/ops/additive_attention.hpp"

#include <algorithm>

#include "arena.hpp"
#include "check.hpp"
#include "ops/attention_rows.hpp"
#include "ops/plain.hpp"
#include "ops/rows.hpp"
#include "qkv/ops/linear.hpp"
#include "qkv/ops/mask.hpp"
#include "simd/curves.hpp"
#include "simd/product.hpp"

namespace qkv {
namespace {

MaskRule rule_of(const AdditiveExtents& extents, const float* mask) {
  const Shape scores{extents.T, extents.S};
  MaskOptions options;
  if (mask != nullptr) {
    options.mask = TensorView{mask, scores};
  }
  return {options, scores};
}

// One pair's way back through its hidden layer t (A), whose score changes. The arguments are
// promised to be apart: else a compiler that sees so many of them takes one number at a time.
void pair_backward(Index A, float change, const float* __restrict t, const float* __restrict v,
                   float* __restrict dv, float* __restrict dq, float* __restrict dk) {
  for (Index a = 0; a < A; ++a) {
    dv[a] += change * t[a];
    const float d = change * v[a] * (1.0F - t[a] * t[a]);
    dq[a] += d;
    dk[a] += d;
  }
}

// x (rows, n) with zeros in rows that nobody uses: 0 · NaN would be NaN in a sum over all rows.
template <class Used>
const float* only_used(const float* x, Index rows, Index n, Used used) {
  float* const kept = scratch().take(rows * n);
  for (Index row = 0; row < rows; ++row) {
    if (used(row)) {
      std::copy_n(x + row * n, n, kept + row * n);
    } else {
      std::fill_n(kept + row * n, n, 0.0F);
    }
  }
  return kept;
}

}  // namespace

void additive_attention(const AdditiveExtents& extents, const AdditiveInputs& inputs,
                        const AdditiveKept& kept) {
  const auto [T, S, Ds, Dh, A] = extents;
  const MaskRule rule = rule_of(extents, inputs.mask);
  // 1. Queries and keys come to one width, so that they can be added.
  linear(inputs.s, inputs.w, nullptr, {T, Ds, A}, kept.projected_q);
  linear(inputs.h, inputs.u, nullptr, {S, Dh, A}, kept.projected_k);
  for (Index i = 0; i < T; ++i) {
    // 2. What a pair has in common. 3. How much that counts.
    float* const hidden = kept.hidden + i * S * A;
    for (Index j = 0; j < S; ++j) {
      plain::sum(kept.projected_q + i * A, kept.projected_k + j * A, A, hidden + j * A);
    }
    simd::apply(simd::Curve::tanh, hidden, hidden, S * A);
    float* const scores = kept.scores + i * S;
    simd::multiply_transposed(hidden, inputs.v, scores, S, 1, A);
    // 4 to 6. As in every attention.
    mask_row(scores, rule, 0, i, S, kept.masked + i * S);
    masked_softmax_row(kept.masked + i * S, rule, 0, i, S, kept.weights + i * S);
    mix_row(kept.weights + i * S, inputs.h, rule, 0, i, S, Dh, kept.context + i * Dh);
  }
}

void additive_attention_backward(const AdditiveExtents& extents, const AdditiveInputs& inputs,
                                 const float* hidden, const float* weights, const float* dcontext,
                                 const AdditiveGradientsOut& out) {
  const auto [T, S, Ds, Dh, A] = extents;
  const MaskRule rule = rule_of(extents, inputs.mask);
  const ArenaScope scope(scratch());
  float* const dweights = scratch().take(S);
  float* const dscores = scratch().take(S);
  float* const dq = scratch().take(T * A);
  float* const dk = scratch().take(S * A);
  float* const dvalues = scratch().take(S * Dh);
  std::fill_n(dq, T * A, 0.0F);
  std::fill_n(dk, S * A, 0.0F);
  std::fill_n(dvalues, S * Dh, 0.0F);
  for (Index i = 0; i < T; ++i) {
    const float* const dy = dcontext + i * Dh;
    // 1. Back through the mix and the softmax, nothing where skipped.
    simd::multiply_transposed(dy, inputs.h, dweights, 1, S, Dh);
    for (Index j = 0; j < S; ++j) {
      dweights[j] = rule.skips(0, i, j) ? 0.0F : dweights[j];
    }
    softmax_row_backward(weights + i * S, dweights, S, dscores);
    // 2. Each pair through its hidden layer, to its query and to its key.
    for (Index j = 0; j < S; ++j) {
      if (rule.skips(0, i, j)) {
        continue;
      }
      const float weight = weights[i * S + j];
      for (Index d = 0; d < Dh; ++d) {
        dvalues[j * Dh + d] += weight * dy[d];
      }
      pair_backward(A, dscores[j], hidden + (i * S + j) * A, inputs.v, out.v, dq + i * A,
                    dk + j * A);
    }
  }
  // 3. To what was projected.
  const auto pair = [&rule](Index i, Index j) { return !rule.skips(0, i, j); };
  const float* s = inputs.s;
  const float* h = inputs.h;
  if (!rule.trivial()) {
    const Index queries = T;
    const Index keys = S;
    s = only_used(s, T, Ds, [&pair, keys](Index i) {
      Index j = 0;
      while (j < keys && !pair(i, j)) ++j;
      return j < keys;
    });
    h = only_used(h, S, Dh, [&pair, queries](Index j) {
      Index i = 0;
      while (i < queries && !pair(i, j)) ++i;
      return i < queries;
    });
  }
  linear_backward(s, inputs.w, dq, {T, Ds, A}, out.s, out.w, nullptr);
  linear_backward(h, inputs.u, dk, {S, Dh, A}, out.h, out.u, nullptr);
  plain::add(dvalues, S * Dh, out.h);
}

namespace {

AdditiveExtents checked(TensorView s, TensorView h, const AdditiveWeights& weights,
                        const std::optional<TensorView>& mask) {
  check::rank("s", s.shape, 1, 2, "(T, Ds) or (Ds)");
  check::rank("h", h.shape, 2, 2, "(S, Dh)");
  check::rank("w", weights.w.shape, 2, 2, "(A, Ds)");
  check::rank("u", weights.u.shape, 2, 2, "(A, Dh)");
  check::rank("v", weights.v.shape, 1, 1, "(A)");
  const Index T = s.shape.rank() == 2 ? s.shape[0] : 1;
  const AdditiveExtents extents{T, h.shape[0], s.shape[-1], h.shape[1], weights.v.shape[0]};
  check::extent("w", weights.w.shape[1], "s", extents.Ds, "columns", "w is (A, Ds), s is (T, Ds)");
  check::extent("u", weights.u.shape[1], "h", extents.Dh, "columns", "u is (A, Dh), h is (S, Dh)");
  check::extent("w", weights.w.shape[0], "v", extents.A, "rows", "w is (A, Ds), v is (A)");
  check::extent("u", weights.u.shape[0], "v", extents.A, "rows", "u is (A, Dh), v is (A)");
  check::positive("s", extents.Ds, "s is (T, Ds) with Ds at least 1");
  check::positive("h", extents.Dh, "h is (S, Dh) with Dh at least 1");
  check::positive("v", extents.A, "v is (A) with A at least 1");
  if (mask) {
    check::same_shape("mask", mask->shape, Shape{T, extents.S}, "(T, S)");
    static_cast<void>(rule_of(extents, mask->data));  // refuses NaN
  }
  return extents;
}

AdditiveInputs inputs_of(TensorView s, TensorView h, const AdditiveWeights& weights,
                         const std::optional<TensorView>& mask) {
  return {s.data,         h.data,         weights.w.data,
          weights.u.data, weights.v.data, mask ? mask->data : nullptr};
}

}  // namespace

AdditiveSteps additive_attention(TensorView s, TensorView h, const AdditiveWeights& weights,
                                 std::optional<TensorView> mask) {
  const AdditiveExtents extents = checked(s, h, weights, mask);
  const auto [T, S, Ds, Dh, A] = extents;
  AdditiveSteps steps{Tensor(Shape{T, A}), Tensor(Shape{S, A}), Tensor(Shape{T, S, A}),
                      Tensor(Shape{T, S}), Tensor(Shape{T, S}), Tensor(Shape{T, S}),
                      Tensor(Shape{T, Dh})};
  additive_attention(
      extents, inputs_of(s, h, weights, mask),
      {steps.projected_q.data(), steps.projected_k.data(), steps.hidden.data(), steps.scores.data(),
       steps.masked.data(), steps.weights.data(), steps.context.data()});
  return steps;
}

AdditiveGradients additive_attention_backward(TensorView s, TensorView h,
                                              const AdditiveWeights& weights,
                                              const AdditiveSteps& steps, TensorView dcontext,
                                              std::optional<TensorView> mask) {
  const AdditiveExtents extents = checked(s, h, weights, mask);
  const auto [T, S, Ds, Dh, A] = extents;
  check::same_shape("steps.hidden", steps.hidden.shape(), Shape{T, S, A}, "(T, S, A)");
  check::same_shape("steps.weights", steps.weights.shape(), Shape{T, S}, "(T, S)");
  check::same_shape("dcontext", dcontext.shape, Shape{T, Dh}, "(T, Dh)");
  AdditiveGradients gradients{Tensor(s.shape), Tensor(h.shape), Tensor(weights.w.shape),
                              Tensor(weights.u.shape), Tensor(weights.v.shape)};
  additive_attention_backward(extents, inputs_of(s, h, weights, mask), steps.hidden.data(),
                              steps.weights.data(), dcontext.data,
                              {gradients.s.data(), gradients.h.data(), gradients.w.data(),
                               gradients.u.data(), gradients.v.data()});
  return gradients;
}

}  // namespace qkv
