#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "qkv/models/network.hpp"
#include "qkv/random.hpp"
#include "qkv/train/optimizer.hpp"
#include "qkv/train/task.hpp"

namespace qkv {

enum class ModelKind : int {
  transformer,  // ReverseTransformer
  lstm,         // ReverseLstm
};

inline constexpr int model_kind_count = static_cast<int>(ModelKind::lstm) + 1;

[[nodiscard]] std::string_view name(ModelKind kind);

// By default the document's run of the Transformer.
struct TrainingOptions {
  ModelKind model = ModelKind::transformer;
  ReverseTask task;
  Index width = 32;
  Index heads = 1;                  // of the Transformer
  Index layers = 1;                 // of the Transformer
  Index hidden = 64;                // between the Transformer's linear layers, or the LSTM's state
  Index batch = 64;                 // sequences in a step
  std::uint64_t seed = 0;           // of the parameters, and of the batches
  std::uint64_t skipped_draws = 0;  // that somebody else took from the batches before
  Index test_sequences = 2000;
  std::uint64_t test_seed = 99;
  OptimizerOptions optimizer;
};

// Trains one network on the reversal of digits, a step at a time: whoever calls may pause between
// any two, and a trainer that was restored goes on to the same bits.
class Trainer {
 public:
  // Throws bad_option, heads_do_not_divide, too_large, out_of_memory.
  explicit Trainer(const TrainingOptions& options);
  ~Trainer();
  Trainer(const Trainer&) = delete;
  Trainer& operator=(const Trainer&) = delete;

  struct Step {
    Index step;              // steps done, this one included
    float loss;              // before the parameters moved
    double gradient_length;  // √Σ g² before any clipping
  };
  Step step();
  [[nodiscard]] Index steps() const { return optimizer_.state().steps; }

  // How much of the first sequences of the test set comes out right; all of them by default.
  struct Score {
    Index digits_right, digits;
    Index sequences_right, sequences;
  };
  [[nodiscard]] Score evaluate(Index sequences = -1);

  // Logits (N·T, V) for ids (N, T). Throws shape_mismatch, bad_range.
  [[nodiscard]] Tensor logits(std::span<const std::int32_t> ids);
  // The likeliest id of each place, the first of equals.
  [[nodiscard]] std::vector<std::int32_t> predict(std::span<const std::int32_t> ids);
  // Attention weights (layers, H, T, T) of one sequence (T); of shape (0, 0, 0, 0) where the
  // network has none.
  [[nodiscard]] Tensor attention(std::span<const std::int32_t> ids);

  [[nodiscard]] const TrainingOptions& options() const { return options_; }
  [[nodiscard]] const Batch& test() const { return test_; }
  [[nodiscard]] Network& network() { return *network_; }

  // All that training goes on from.
  struct State {
    std::vector<float> values;  // of the parameters
    Optimizer::State optimizer;
    Generator::State batches;
  };
  [[nodiscard]] State save() const;
  // Throws shape_mismatch, bad_range for the state of another network.
  void restore(const State& state);

 private:
  void check_ids(std::span<const std::int32_t> ids) const;

  TrainingOptions options_;
  std::unique_ptr<Network> network_;
  Optimizer optimizer_;
  Generator batches_;
  Batch batch_;
  Batch test_;
  std::unique_ptr<Arena> arena_;
};

}  // namespace qkv
