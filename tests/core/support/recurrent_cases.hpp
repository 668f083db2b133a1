#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "qkv/ops/additive_attention.hpp"
#include "qkv/ops/recurrent.hpp"
#include "support/doubles.hpp"

namespace qkv::test {

// One run with all that it refers to, and changes to take back through it.
struct RecurrentCase {
  std::string name;
  RecurrentExtents extents;
  Tensor x, ih, hh, b_ih, b_hh;
  Tensor h, c;        // before the first step, where given
  Tensor dy, dh, dc;  // changes of the output and of what is left after the last step
  bool biased = true;
  bool started = false;  // from h and c

  // All refer to this case's tensors.
  [[nodiscard]] RecurrentWeights weights() const;
  [[nodiscard]] RecurrentOptions options() const;
  [[nodiscard]] RecurrentChange change() const;
  [[nodiscard]] RecurrentSteps steps() const;
  [[nodiscard]] RecurrentGradients gradients() const;
  // The inputs in double; zeros for biases that are not given.
  [[nodiscard]] plainly::Recurrence doubles() const;
};

// Weights as a fresh layer has them, all else standard normal.
[[nodiscard]] RecurrentCase recurrent_case(const RecurrentExtents& extents, bool started,
                                           std::uint64_t seed);
// Every cell, both ways, with and without a first state and biases, at extents of 1, of a
// register's lanes and one beside, and primes.
[[nodiscard]] std::vector<RecurrentCase> recurrent_cases();

// The same for additive attention. Without a mask where that is a vector of nothing.
struct AdditiveCase {
  std::string name;
  AdditiveExtents extents;
  Tensor s, h, w, u, v, mask, dcontext;

  [[nodiscard]] AdditiveWeights weights() const;
  [[nodiscard]] std::optional<TensorView> allowed() const;
  [[nodiscard]] const float* allowed_data() const;
  [[nodiscard]] AdditiveSteps steps() const;
  [[nodiscard]] AdditiveGradients gradients() const;
  [[nodiscard]] plainly::Additive doubles() const;
};
// With a mask one row of two or more is masked to the last place.
[[nodiscard]] AdditiveCase additive_case(const AdditiveExtents& extents, bool masked,
                                         std::uint64_t seed);
[[nodiscard]] std::vector<AdditiveCase> additive_cases();

}  // namespace qkv::test
