#pragma once

#include "support/doubles.hpp"

// The ways back once more, in double: central differences leave no digits to count roundings by.
namespace qkv::test::plainly {

struct LinearSlopes {
  Numbers x, w, b;
};
[[nodiscard]] LinearSlopes linear_backward(const Numbers& x, const Numbers& w, const Numbers& dy,
                                           const LinearExtents& extents);

// y = softmax(x) in rows of n.
[[nodiscard]] Numbers softmax_backward(const Numbers& y, const Numbers& dy, Index n);

struct NormSlopes {
  Numbers x, gamma, beta;
};
[[nodiscard]] NormSlopes normalise_backward(const Numbers& x, const Numbers& gamma,
                                            const Numbers& dy, const NormExtents& extents);

[[nodiscard]] Numbers activate_backward(Activation activation, const Numbers& x, const Numbers& dy);

[[nodiscard]] Numbers cross_entropy_backward(const Numbers& logits,
                                             std::span<const std::int32_t> targets, Index V,
                                             const CrossEntropyOptions& options);

struct AttentionSlopes {
  Numbers q, k, v;
};
// One matrix, nothing skipped.
[[nodiscard]] AttentionSlopes attention_backward(const Numbers& q, const Numbers& k,
                                                 const Numbers& v, const Numbers& dy,
                                                 const AttentionShape& shape, double scale);

// An LSTM forwards from zeros; b is that of either bias. dy is of its output.
struct LstmSlopes {
  Numbers x, ih, hh, b;
};
[[nodiscard]] LstmSlopes lstm_backward(const RecurrentExtents& extents, const Recurrence& inputs,
                                       const Numbers& dy);

// Nothing skipped.
[[nodiscard]] Additive additive_attention_backward(const AdditiveExtents& extents,
                                                   const Additive& inputs, const Numbers& dcontext);

}  // namespace qkv::test::plainly
