#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "qkv/ops/activation.hpp"
#include "qkv/ops/additive_attention.hpp"
#include "qkv/ops/attention.hpp"
#include "qkv/ops/cross_entropy.hpp"
#include "qkv/ops/layer_norm.hpp"
#include "qkv/ops/linear.hpp"
#include "qkv/ops/recurrent.hpp"
#include "support/slopes.hpp"

// Forward once more, in double and as plainly as the formulas: what slopes are taken of.
namespace qkv::test::plainly {

// b may be empty.
[[nodiscard]] Numbers linear(const Numbers& x, const Numbers& w, const Numbers& b,
                             const LinearExtents& extents);
// beta may be empty.
[[nodiscard]] Numbers normalise(const Numbers& x, const Numbers& gamma, const Numbers& beta,
                                const NormExtents& extents);
[[nodiscard]] Numbers activate(Activation activation, const Numbers& x);
// Rows of n.
[[nodiscard]] Numbers softmax(const Numbers& x, Index n);
[[nodiscard]] double cross_entropy(const Numbers& logits, std::span<const std::int32_t> targets,
                                   Index V, const CrossEntropyOptions& options);

// Rows are skipped by options alone, whatever stands there; scale is resolved.
[[nodiscard]] Numbers attention(const Numbers& q, const Numbers& k, const Numbers& v,
                                const AttentionShape& shape, const AttentionOptions& options,
                                double scale);

// Biases are given; h and c may be empty.
struct Recurrence {
  Numbers x, ih, hh, b_ih, b_hh, h, c;
};
struct Run {
  Numbers output;  // (T, B, H)
  Numbers h, c;    // (B, H) after the last step
};
[[nodiscard]] Run recurrent(const RecurrentExtents& extents, const Recurrence& inputs);

struct Additive {
  Numbers s, h, w, u, v;
};
struct AdditiveRun {
  Numbers scores, weights, context;
};
// mask may be nullptr.
[[nodiscard]] AdditiveRun additive_attention(const AdditiveExtents& extents, const Additive& inputs,
                                             const float* mask);

}  // namespace qkv::test::plainly
