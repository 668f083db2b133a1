#include <emscripten/bind.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "exchange.hpp"
#include "qkv/models/scale_study.hpp"

// One study per module, as there is one trainer.
namespace qkv::bindings {
namespace {

std::unique_ptr<ScaleStudy> current;

ScaleStudy& study() {
  if (!current) throw Error(ErrorCode::bad_option, "there is no study yet");
  return *current;
}

// How far it is: the numbers drawn, all of them, and the rows that are done; and ln n.
void answer_progress() {
  reply()->scalars[0] = static_cast<double>(study().drawn());
  reply()->scalars[1] = static_cast<double>(study().draws());
  reply()->scalars[2] = static_cast<double>(study().rows().size());
  reply()->scalars[3] = study().even_entropy();
}

// widths as float32; seed and skipped draws as scalars; pairs, groups and keys as row, column,
// heads.
int create_study() {
  return guarded([] {
    const Request& from = *request();
    ScaleStudyOptions options;
    options.seed = static_cast<std::uint64_t>(from.scalars[0]);
    options.skipped_draws = static_cast<std::uint64_t>(from.scalars[1]);
    options.pairs = from.row;
    options.groups = from.column;
    options.keys = from.heads;
    const TensorView widths = argument(0);
    options.widths.assign(widths.data, widths.data + widths.shape.size());
    current = std::make_unique<ScaleStudy>(options);
    answer_progress();
  });
}

// Thousands of numbers: row of the request.
int advance_study() {
  return guarded([] {
    study().advance(static_cast<std::uint64_t>(request()->row) * 1000);
    answer_progress();
  });
}

void answer_counts(int i, const std::vector<Index>& counts) {
  Tensor words(Shape{static_cast<Index>(counts.size())});
  auto* const integers = reinterpret_cast<std::int32_t*>(words.data());
  for (std::size_t bin = 0; bin < counts.size(); ++bin) {
    integers[bin] = static_cast<std::int32_t>(counts[bin]);
  }
  answer(i, std::move(words));
}

// The scores as they are, and divided by √d where column of the request is 1.
int study_row() {
  return guarded([] {
    const auto index = static_cast<std::size_t>(request()->row);
    if (index >= study().rows().size()) throw Error(ErrorCode::bad_range, "no such row yet");
    const ScaleRow& row = study().rows()[index];
    const bool divided = request()->column == 1;
    const SoftmaxStatistics& statistics = divided ? row.scaled : row.unscaled;
    double* const out = reply()->scalars;
    out[0] = row.root;
    out[1] = divided ? row.scaled_variance : row.variance;
    out[2] = statistics.largest;
    out[3] = statistics.entropy;
    out[4] = statistics.gradient;
    answer_counts(0, row.dot_counts);
    answer_counts(1, statistics.largest_counts);
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(qkv_study) {
  using emscripten::function;

  function("createStudy", &create_study);
  function("advanceStudy", &advance_study);
  function("studyRow", &study_row);
}

}  // namespace qkv::bindings
