#pragma once

#include <vector>

#include "qkv/models/network.hpp"
#include "qkv/nn/layers.hpp"
#include "qkv/nn/recurrent.hpp"

namespace qkv {

struct ReverseLstmOptions {
  Index vocabulary = 10;
  Index length = 10;
  Index width = 32;
  Index hidden = 48;
};

// The document's TinyLSTM: embedding, an LSTM in both directions, so that every place sees the
// whole sequence, and a linear layer to the logits; 32,778 numbers by default.
class ReverseLstm final : public Network {
 public:
  // Throws bad_option unless every option is at least 1; too_large.
  explicit ReverseLstm(const ReverseLstmOptions& options = {});

  void initialise(Generator& generator) override;
  [[nodiscard]] const float* forward(const Pass& pass, std::span<const std::int32_t> ids,
                                     Index sequences) override;
  void backward(const Pass& pass, const float* dlogits) override;

 private:
  ReverseLstmOptions options_;
  Embedding embedding_;
  Recurrent lstm_;
  Linear out_;

  // Of the last forward. The LSTM has times first: its rows are t · N + n.
  std::vector<std::int32_t> by_time_;
  const float* x_ = nullptr;
  Recurrent::Kept kept_{};
};

}  // namespace qkv
