#include "qkv/models/scale_study.hpp"

#include <cmath>
#include <numeric>
#include <string>

#include "qkv/error.hpp"
#include "support/catch.hpp"
#include "support/golden.hpp"

namespace qkv::test {
namespace {

TEST_CASE("ScaleStudy: the document's table, from its 20,880,240 numbers", "[study]") {
  const auto& table = golden("attention_check")["table"].list();
  ScaleStudy study({});
  CHECK(study.draws() + 240 == 20'880'240);
  while (study.advance(1'000'000)) {
  }
  CHECK(study.drawn() == study.draws());
  CHECK_FALSE(study.advance(1));
  REQUIRE(study.rows().size() == table.size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Json& want = table[i];
    const ScaleRow& row = study.rows()[i];
    CAPTURE(row.width);
    CHECK(static_cast<double>(row.width) == want["d"].number());
    // PyTorch sums in float32; its own float64 differs by as much.
    const double variance = want["var_qk"].number();
    CHECK(std::abs(row.variance - variance) <= 1e-6 * variance);
    CHECK(row.root == std::sqrt(want["d"].number()));
    CHECK(row.scaled_variance == row.variance / want["d"].number());
    CHECK(std::abs(row.unscaled.largest - want["max_weight_unscaled"].number()) <= 1e-6);
    CHECK(std::abs(row.scaled.largest - want["max_weight_scaled"].number()) <= 1e-6);
    const auto total = [](const std::vector<Index>& counts) {
      return std::accumulate(counts.begin(), counts.end(), Index{0});
    };
    CHECK(total(row.dot_counts) == 10'000);
    CHECK(total(row.unscaled.largest_counts) == 8000);
    CHECK(total(row.scaled.largest_counts) == 8000);
    // Divided, the weights stay as soft as they were, and there is something left to learn by.
    CHECK(row.scaled.entropy > row.unscaled.entropy);
    CHECK(row.scaled.entropy < std::log(8.0));
    CHECK(row.scaled.gradient > row.unscaled.gradient);
  }
  CHECK(std::abs(study.even_entropy() - std::log(8.0)) <= 1e-6);
  CHECK(study.rows()[2].unscaled.gradient < 0.3 * study.rows()[0].unscaled.gradient);
}

TEST_CASE("ScaleStudy: pieces of any size give the same", "[study]") {
  ScaleStudyOptions options;
  options.widths = {1, 3, 70};
  options.pairs = 48;
  options.groups = 6;
  const auto run = [&](std::uint64_t piece) {
    ScaleStudy study(options);
    while (study.advance(piece)) {
    }
    return study.rows();
  };
  const std::vector<ScaleRow> whole = run(1'000'000'000);
  for (const std::uint64_t piece : {1U, 100U, 5000U}) {
    const std::vector<ScaleRow> pieces = run(piece);
    REQUIRE(pieces.size() == whole.size());
    for (std::size_t i = 0; i < whole.size(); ++i) {
      CHECK(pieces[i].variance == whole[i].variance);
      CHECK(pieces[i].dot_counts == whole[i].dot_counts);
      CHECK(pieces[i].unscaled.largest == whole[i].unscaled.largest);
      CHECK(pieces[i].scaled.entropy == whole[i].scaled.entropy);
      CHECK(pieces[i].scaled.gradient == whole[i].scaled.gradient);
      CHECK(pieces[i].unscaled.largest_counts == whole[i].unscaled.largest_counts);
    }
  }
}

TEST_CASE("ScaleStudy: refuses sizes that its blocks cannot have", "[study]") {
  const auto refused = [](auto change) {
    ScaleStudyOptions options;
    change(options);
    try {
      const ScaleStudy study(options);
    } catch (const Error& error) {
      return error.code() == ErrorCode::bad_option;
    }
    return false;
  };
  CHECK(refused([](auto& o) { o.pairs = 0; }));
  CHECK(refused([](auto& o) { o.pairs = 17; }));
  CHECK(refused([](auto& o) { o.groups = 3; }));
  CHECK(refused([](auto& o) { o.keys = 4; }));
  CHECK(refused([](auto& o) { o.widths = {4, 0}; }));
  CHECK_FALSE(refused([](auto& o) { o.widths = {}; }));
}

}  // namespace
}  // namespace qkv::test
