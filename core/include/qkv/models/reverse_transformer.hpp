#pragma once

#include <vector>

#include "qkv/models/network.hpp"
#include "qkv/nn/block.hpp"
#include "qkv/nn/layers.hpp"

namespace qkv {

struct ReverseTransformerOptions {
  Index vocabulary = 10;
  Index length = 10;
  Index width = 32;
  Index heads = 1;
  Index layers = 1;
  Index hidden = 64;
};

// The document's TinyTransformer: embedding plus sinusoidal positions, post-norm blocks with ReLU,
// a linear layer to the logits. With one block its parameters have the document's names and, by
// default, its 9,194 numbers; with more the blocks are called blocks.0, blocks.1, …
class ReverseTransformer final : public Network {
 public:
  // Throws bad_option unless every option is at least 1; heads_do_not_divide; too_large.
  explicit ReverseTransformer(const ReverseTransformerOptions& options = {});

  void initialise(Generator& generator) override;
  [[nodiscard]] const float* forward(const Pass& pass, std::span<const std::int32_t> ids,
                                     Index sequences) override;
  void backward(const Pass& pass, const float* dlogits) override;
  [[nodiscard]] std::vector<TensorView> attention() const override;

 private:
  ReverseTransformerOptions options_;
  Tensor positions_;  // (T, D)
  Embedding embedding_;
  std::vector<Block> blocks_;
  Linear out_;

  // Of the last forward.
  std::span<const std::int32_t> ids_;
  Index sequences_ = 0;
  std::vector<Block::Kept> kept_;
};

}  // namespace qkv
