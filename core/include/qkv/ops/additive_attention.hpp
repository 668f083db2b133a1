#pragma once

#include <optional>

#include "qkv/types.hpp"

namespace qkv {

// Additive attention (Bahdanau, Cho, Bengio 2015): a small network with one hidden layer scores
// each pair of a query and a key, so that their widths may differ.
struct AdditiveWeights {
  TensorView w;  // (A, Ds) of the queries
  TensorView u;  // (A, Dh) of the keys
  TensorView v;  // (A)
};

// The passes, each result under its own name.
struct AdditiveSteps {
  Tensor projected_q;  // (T, A) 1. W s_i
  Tensor projected_k;  // (S, A)    U h_j
  Tensor hidden;       // (T, S, A) 2. tanh(W s_i + U h_j)
  Tensor scores;       // (T, S) 3. e_ij = v · hidden_ij
  Tensor masked;       // (T, S) 4. −∞ where skipped
  Tensor weights;  // (T, S) 5. softmax of each row; 0 where skipped, and throughout where all is
  Tensor context;  // (T, Dh) 6. Σ_j a_ij h_j
};

// s (T, Ds), or one query (Ds) with T = 1 in the results; h (S, Dh), which are keys and values in
// one. mask (T, S): nonzero = may attend. What stands at a skipped place, NaN included, reaches no
// weight and no context. Throws bad_rank, shape_mismatch, bad_mask; empty_dimension for Ds, Dh or
// A = 0.
[[nodiscard]] AdditiveSteps additive_attention(TensorView s, TensorView h,
                                               const AdditiveWeights& weights,
                                               std::optional<TensorView> mask = {});

struct AdditiveGradients {
  Tensor s;  // as s
  Tensor h;  // (S, Dh) as keys and as values
  Tensor w;  // (A, Ds)
  Tensor u;  // (A, Dh)
  Tensor v;  // (A)
};

// For a change dcontext (T, Dh); steps are those of the forward call with the same mask. Skipped
// places pass nothing on. Throws as it does, and shape_mismatch for steps or dcontext.
[[nodiscard]] AdditiveGradients additive_attention_backward(TensorView s, TensorView h,
                                                            const AdditiveWeights& weights,
                                                            const AdditiveSteps& steps,
                                                            TensorView dcontext,
                                                            std::optional<TensorView> mask = {});

// The same without checks, for a caller that made room.
struct AdditiveExtents {
  Index T, S, Ds, Dh, A;
};
// mask may be nullptr.
struct AdditiveInputs {
  const float* s;
  const float* h;
  const float* w;
  const float* u;
  const float* v;
  const float* mask;
};
// As in AdditiveSteps. masked may be the scores, where they are not wanted themselves.
struct AdditiveKept {
  float* projected_q;
  float* projected_k;
  float* hidden;
  float* scores;
  float* masked;
  float* weights;
  float* context;
};
void additive_attention(const AdditiveExtents& extents, const AdditiveInputs& inputs,
                        const AdditiveKept& kept);

// s and h are overwritten, w, u and v added to.
struct AdditiveGradientsOut {
  float* s;
  float* h;
  float* w;
  float* u;
  float* v;
};
// hidden and weights are what forward left.
void additive_attention_backward(const AdditiveExtents& extents, const AdditiveInputs& inputs,
                                 const float* hidden, const float* weights, const float* dcontext,
                                 const AdditiveGradientsOut& out);

}  // namespace qkv
