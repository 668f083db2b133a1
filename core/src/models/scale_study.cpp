#include "qkv/models/scale_study.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "check.hpp"
#include "qkv/ops/softmax.hpp"

namespace qkv {
namespace {

constexpr Index normal_block = 16;  // normals are made in blocks of so many

void multiple(const char* argument, Index value, Index of) {
  if (value < 1 || value % of != 0) {
    check::refuse(ErrorCode::bad_option,
                  std::string(argument) + " is " + std::to_string(value) + ": a multiple of " +
                      std::to_string(of),
                  argument, {check::number(of)}, {check::number(value)});
  }
}

const ScaleStudyOptions& checked(const ScaleStudyOptions& options) {
  multiple("pairs", options.pairs, normal_block);
  multiple("groups", options.groups, 2);
  multiple("keys", options.keys, normal_block / 2);
  for (const Index width : options.widths) {
    check::at_least_one("widths", width);
  }
  return options;
}

Index bin_of(double part, Index bins) {
  return std::clamp<Index>(static_cast<Index>(std::floor(part * static_cast<double>(bins))), 0,
                           bins - 1);
}

// Adds what softmax makes of scores (…, n).
void add_rows(const Tensor& scores, SoftmaxStatistics& statistics) {
  const Tensor weights = softmax(scores);
  const Tensor logarithms = log_softmax(scores);
  const Index n = scores.shape()[-1];
  for (Index start = 0; start < scores.size(); start += n) {
    double largest = 0.0;
    double entropy = 0.0;
    double second = 0.0;
    double third = 0.0;
    for (Index i = start; i < start + n; ++i) {
      const auto a = static_cast<double>(weights.data()[i]);
      largest = std::max(largest, a);
      entropy -= a * static_cast<double>(logarithms.data()[i]);
      second += a * a;
      third += a * a * a;
    }
    statistics.largest += largest;
    statistics.entropy += entropy;
    // Σ_ij (a_i (δ_ij − a_j))² = Σ a² − 2 Σ a³ + (Σ a²)²
    statistics.gradient += std::sqrt(std::max(0.0, second - 2.0 * third + second * second));
    ++statistics
          .largest_counts[static_cast<std::size_t>(bin_of(largest, ScaleStudy::largest_bins))];
  }
}

void divide(SoftmaxStatistics& statistics, double rows) {
  statistics.largest /= rows;
  statistics.entropy /= rows;
  statistics.gradient /= rows;
}

}  // namespace

ScaleStudy::ScaleStudy(const ScaleStudyOptions& options)
    : options_(checked(options)),
      first_(options.seed),
      second_(options.seed),
      // By the logarithm that the rows have theirs from.
      even_entropy_(-static_cast<double>(log_softmax(Tensor(Shape{options.keys})).data()[0])) {
  const auto& [seed, skipped, widths, pairs, groups, keys] = options_;
  first_.skip(skipped);
  for (const Index width : widths) {
    draws_ += static_cast<std::uint64_t>(2 * width * (pairs + groups * keys));
  }
  begin();
}

void ScaleStudy::begin() {
  phase_ = Phase::dots;
  done_ = 0;
  if (rows_.size() == options_.widths.size()) {
    return;
  }
  const Index width = options_.widths[rows_.size()];
  row_ = {};
  row_.width = width;
  row_.root = std::sqrt(static_cast<double>(width));
  row_.dot_counts.assign(static_cast<std::size_t>(dot_bins), 0);
  row_.unscaled.largest_counts.assign(static_cast<std::size_t>(largest_bins), 0);
  row_.scaled.largest_counts = row_.unscaled.largest_counts;
  sum_ = 0.0;
  squares_ = 0.0;
  second_ = first_;
  second_.skip(static_cast<std::uint64_t>(options_.pairs * width));
}

void ScaleStudy::dots(Index count) {
  const Index width = row_.width;
  const Tensor q = first_.randn({count, width});
  const Tensor k = second_.randn({count, width});
  for (Index pair = 0; pair < count; ++pair) {
    double dot = 0.0;
    for (Index i = pair * width; i < (pair + 1) * width; ++i) {
      dot += static_cast<double>(q.data()[i]) * static_cast<double>(k.data()[i]);
    }
    sum_ += dot;
    squares_ += dot * dot;
    ++row_.dot_counts[static_cast<std::size_t>(bin_of((dot / row_.root + 4.0) / 8.0, dot_bins))];
  }
}

void ScaleStudy::weights(Index count) {
  const Index width = row_.width;
  const Index n = options_.keys;
  const Tensor left = first_.randn({count, n, width});
  const Tensor right = second_.randn({count, width, n});
  Tensor scores(Shape{count, n, n});
  for (Index group = 0; group < count; ++group) {
    for (Index i = 0; i < n; ++i) {
      float* const row = scores.data() + (group * n + i) * n;
      for (Index d = 0; d < width; ++d) {
        const float factor = left.data()[(group * n + i) * width + d];
        const float* const keys = right.data() + (group * width + d) * n;
        for (Index j = 0; j < n; ++j) {
          row[j] += factor * keys[j];
        }
      }
    }
  }
  add_rows(scores, row_.unscaled);
  const auto root = static_cast<float>(row_.root);
  for (float& score : scores.values()) {
    score /= root;
  }
  add_rows(scores, row_.scaled);
}

bool ScaleStudy::advance(std::uint64_t draws) {
  const auto& [seed, skipped, widths, pairs, groups, keys] = options_;
  const std::uint64_t until = std::min(draws_, drawn_ + draws);
  while (drawn_ < until) {
    const Index width = row_.width;
    // About a thousand numbers of each run at a time, in whole blocks.
    const bool in_pairs = phase_ == Phase::dots;
    const Index whole = in_pairs ? pairs : groups;
    const Index least = in_pairs ? normal_block : 2;
    const Index each = in_pairs ? width : keys * width;
    const Index wanted = std::max<Index>(1, 1024 / (least * each)) * least;
    const Index count = std::min(wanted, whole - done_);
    if (in_pairs) {
      dots(count);
    } else {
      weights(count);
    }
    done_ += count;
    drawn_ += static_cast<std::uint64_t>(2 * count * each);
    if (done_ < whole) {
      continue;
    }
    // The stream goes on where the second run ended.
    first_ = second_;
    done_ = 0;
    if (in_pairs) {
      phase_ = Phase::groups;
      const auto count_of_pairs = static_cast<double>(pairs);
      row_.variance = (squares_ - sum_ * sum_ / count_of_pairs) / (count_of_pairs - 1.0);
      row_.scaled_variance = row_.variance / static_cast<double>(row_.width);
      second_.skip(static_cast<std::uint64_t>(groups * keys * width));
    } else {
      const auto rows = static_cast<double>(groups * keys);
      divide(row_.unscaled, rows);
      divide(row_.scaled, rows);
      rows_.push_back(row_);
      begin();
    }
  }
  return drawn_ < draws_;
}

}  // namespace qkv
