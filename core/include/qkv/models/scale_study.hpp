#pragma once

#include <cstdint>
#include <vector>

#include "qkv/random.hpp"

namespace qkv {

// Why scores are divided by √d: the document's experiment. Of each width d the same generator
// draws, in this order, q and k (pairs, d), left (groups, n, d) and right (groups, d, n), all
// standard normal; q·k has variance d, and the scores left · right (groups, n, n) go through
// softmax as they are and divided by √d.
struct ScaleStudyOptions {
  std::uint64_t seed = 0;
  // Numbers that were drawn before: in the document Q, K and V of (5, 16).
  std::uint64_t skipped_draws = 240;
  std::vector<Index> widths{4, 64, 512};  // each at least 1 (bad_option)
  Index pairs = 10'000;                   // a multiple of 16 (bad_option), as blocks of normals are
  Index groups = 1000;                    // even (bad_option)
  Index keys = 8;                         // n, a multiple of 8 (bad_option)
};

// What softmax makes of the scores of all rows.
struct SoftmaxStatistics {
  double largest;   // mean of the largest weight of a row; 1 / n where nothing is preferred
  double entropy;   // mean of −Σ a ln a; ln n where nothing is preferred, 0 for one key alone
  double gradient;  // mean of the root of Σ (∂a_i / ∂s_j)², what is left to learn by
  std::vector<Index> largest_counts;  // of the largest weights, in bins of [0, 1]
};

struct ScaleRow {
  Index width;
  double root;                    // √d
  double variance;                // of q·k, with n − 1
  double scaled_variance;         // of q·k / √d
  std::vector<Index> dot_counts;  // of q·k / √d, in bins of [−4, 4]; those beyond in the outermost
  SoftmaxStatistics unscaled;
  SoftmaxStatistics scaled;
};

// The experiment in pieces, so that whoever runs it can say how far it is.
class ScaleStudy {
 public:
  static constexpr Index dot_bins = 40;
  static constexpr Index largest_bins = 40;

  explicit ScaleStudy(const ScaleStudyOptions& options);

  // Draws some more numbers, about as many as asked for; whether there is more to do.
  bool advance(std::uint64_t draws);
  [[nodiscard]] std::uint64_t drawn() const { return drawn_; }
  // Of the whole experiment, without those that were skipped.
  [[nodiscard]] std::uint64_t draws() const { return draws_; }
  // Of the widths that are done, in order.
  [[nodiscard]] const std::vector<ScaleRow>& rows() const { return rows_; }
  // ln n: of a row in which nothing is preferred.
  [[nodiscard]] double even_entropy() const { return even_entropy_; }

 private:
  enum class Phase : unsigned char { dots, groups };

  void begin();
  void dots(Index count);
  void weights(Index count);

  ScaleStudyOptions options_;
  // Of two runs of numbers that follow each other: the second one's generator goes ahead.
  Generator first_;
  Generator second_;
  std::uint64_t draws_ = 0;
  std::uint64_t drawn_ = 0;
  double even_entropy_;
  Phase phase_ = Phase::dots;
  Index done_ = 0;  // pairs or groups
  std::vector<ScaleRow> rows_;
  ScaleRow row_{};
  double sum_ = 0.0;
  double squares_ = 0.0;
};

}  // namespace qkv
