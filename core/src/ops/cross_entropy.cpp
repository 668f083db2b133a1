#include "qkv/ops/cross_entropy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "arena.hpp"
#include "check.hpp"
#include "ops/rows.hpp"
#include "simd/curves.hpp"
#include "simd/rows.hpp"

namespace qkv {
namespace {

Index count_rows(std::span<const std::int32_t> targets, const CrossEntropyOptions& options) {
  return static_cast<Index>(targets.size()) -
         static_cast<Index>(std::ranges::count(targets, options.ignore_index));
}

void check_call(const char* argument, const Shape& shape, std::span<const std::int32_t> targets,
                const CrossEntropyOptions& options) {
  check::rank(argument, shape, 2, 2, "(N, V)");
  check::extent(argument, shape[0], "targets", static_cast<Index>(targets.size()), "rows",
                "targets are (N), logits are (N, V)");
  check::positive(argument, shape[1], "logits are (N, V) with V at least 1");
  for (const std::int32_t target : targets) {
    if (target != options.ignore_index && (target < 0 || target >= shape[1])) {
      check::refuse(ErrorCode::bad_range,
                    "targets holds " + std::to_string(target) + ": classes are 0 to " +
                        std::to_string(shape[1] - 1),
                    "targets", {0, check::number(shape[1] - 1)}, {static_cast<double>(target)});
    }
  }
  if (!(options.label_smoothing >= 0.0 && options.label_smoothing <= 1.0)) {
    check::refuse(ErrorCode::bad_option,
                  "label_smoothing is " + std::to_string(options.label_smoothing) + ": 0 to 1",
                  "label_smoothing", {0, 1}, {options.label_smoothing});
  }
}

}  // namespace

float cross_entropy(const float* logits, std::span<const std::int32_t> targets, Index V,
                    const CrossEntropyOptions& options, float* probabilities) {
  const auto N = static_cast<Index>(targets.size());
  const ArenaScope scope(scratch());
  // 1. Probabilities, and of each row the sum of exponentials, of which all logarithms at once.
  float* const logs = scratch().take(N);
  float* const maxima = scratch().take(N);
  for (Index n = 0; n < N; ++n) {
    maxima[n] = simd::max_of(logits + n * V, V);
    logs[n] = softmax_row(logits + n * V, V, probabilities + n * V);
  }
  simd::apply(simd::Curve::log, logs, logs, N);
  // 2. −log p of a class = log Σ + max − its logit.
  const auto smoothing = static_cast<float>(options.label_smoothing);
  double sum = 0.0;
  for (Index n = 0; n < N; ++n) {
    const std::int32_t target = targets[static_cast<std::size_t>(n)];
    if (target == options.ignore_index) {
      continue;
    }
    const float* const row = logits + n * V;
    const float shift = maxima[n];
    float loss = logs[n] - (row[target] - shift);
    if (smoothing > 0.0F) {
      float all = 0.0F;
      for (Index v = 0; v < V; ++v) {
        all += logs[n] - (row[v] - shift);
      }
      loss = (1.0F - smoothing) * loss + smoothing / static_cast<float>(V) * all;
    }
    sum += static_cast<double>(loss);
  }
  if (options.reduction == CrossEntropyOptions::Reduction::sum) {
    return static_cast<float>(sum);
  }
  const Index counted = count_rows(targets, options);
  return counted == 0 ? std::numeric_limits<float>::quiet_NaN()
                      : static_cast<float>(sum / check::number(counted));
}

void cross_entropy_backward(const float* probabilities, std::span<const std::int32_t> targets,
                            Index V, const CrossEntropyOptions& options, float* dlogits) {
  const bool mean = options.reduction == CrossEntropyOptions::Reduction::mean;
  const auto count = static_cast<float>(mean ? count_rows(targets, options) : 1);
  const auto smoothing = static_cast<float>(options.label_smoothing);
  const float every = smoothing / static_cast<float>(V);
  for (const std::int32_t target : targets) {
    for (Index v = 0; v < V; ++v) {
      const float wanted = every + (v == target ? 1.0F - smoothing : 0.0F);
      dlogits[v] = target == options.ignore_index ? 0.0F : (probabilities[v] - wanted) / count;
    }
    probabilities += V;
    dlogits += V;
  }
}

CrossEntropy cross_entropy(TensorView logits, std::span<const std::int32_t> targets,
                           const CrossEntropyOptions& options) {
  check_call("logits", logits.shape, targets, options);
  CrossEntropy result{0.0F, Tensor(logits.shape), count_rows(targets, options)};
  result.loss =
      cross_entropy(logits.data, targets, logits.shape[1], options, result.probabilities.data());
  return result;
}

Tensor cross_entropy_backward(TensorView probabilities, std::span<const std::int32_t> targets,
                              const CrossEntropyOptions& options) {
  check_call("probabilities", probabilities.shape, targets, options);
  Tensor dlogits(probabilities.shape);
  cross_entropy_backward(probabilities.data, targets, probabilities.shape[1], options,
                         dlogits.data());
  return dlogits;
}

}  // namespace qkv
