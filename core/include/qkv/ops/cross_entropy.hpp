#pragma once

#include <cstdint>
#include <span>

#include "qkv/types.hpp"

namespace qkv {

struct CrossEntropyOptions {
  enum class Reduction : int { mean, sum };

  Reduction reduction = Reduction::mean;
  std::int32_t ignore_index = -100;  // rows with this target count for nothing
  // ε in [0, 1] (bad_option): the target is 1 − ε of its class and ε / V of every class
  // (Szegedy et al. 2016).
  double label_smoothing = 0.0;
};

struct CrossEntropy {
  float loss;            // NaN for a mean of no rows
  Tensor probabilities;  // (N, V) softmax of each row of the logits
  Index counted;         // rows that are not ignored
};

// −log softmax(logits)[target], of N rows (Shannon's cross-entropy in natural units), as
// torch.nn.functional.cross_entropy: logits (N, V), targets (N) in [0, V). Throws bad_rank,
// shape_mismatch, bad_range, bad_option, empty_dimension.
[[nodiscard]] CrossEntropy cross_entropy(TensorView logits, std::span<const std::int32_t> targets,
                                         const CrossEntropyOptions& options = {});
// dlogits (N, V) for dloss = 1: probabilities minus what the target asks for, divided by the rows
// that count where the loss is a mean; 0 in ignored rows.
[[nodiscard]] Tensor cross_entropy_backward(TensorView probabilities,
                                            std::span<const std::int32_t> targets,
                                            const CrossEntropyOptions& options = {});

// The same without checks, for a caller that made room. Returns the loss; a row's is summed in
// double, so that the mean of many keeps its digits.
[[nodiscard]] float cross_entropy(const float* logits, std::span<const std::int32_t> targets,
                                  Index V, const CrossEntropyOptions& options,
                                  float* probabilities);
// dlogits may be the probabilities.
void cross_entropy_backward(const float* probabilities, std::span<const std::int32_t> targets,
                            Index V, const CrossEntropyOptions& options, float* dlogits);

}  // namespace qkv
