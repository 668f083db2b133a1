#include "qkv/models/reverse_transformer.hpp"

#include <string>

#include "arena.hpp"
#include "check.hpp"
#include "ops/plain.hpp"
#include "qkv/ops/positional_encoding.hpp"

namespace qkv {
namespace {

ReverseTransformerOptions checked(const ReverseTransformerOptions& options) {
  check::at_least_one("vocabulary", options.vocabulary);
  check::at_least_one("length", options.length);
  check::at_least_one("width", options.width);
  check::at_least_one("heads", options.heads);
  check::at_least_one("layers", options.layers);
  check::at_least_one("hidden", options.hidden);
  return options;
}

std::vector<Block> make_blocks(Parameters& parameters, const ReverseTransformerOptions& options) {
  std::vector<Block> blocks;
  for (Index layer = 0; layer < options.layers; ++layer) {
    const std::string prefix = options.layers == 1 ? "" : "blocks." + std::to_string(layer) + ".";
    BlockOptions block;
    block.width = options.width;
    block.heads = options.heads;
    block.feed_forward.hidden = options.hidden;
    blocks.emplace_back(
        parameters,
        Block::Names{
            prefix + "att", {prefix + "ff.0", prefix + "ff.2", ""}, prefix + "n1", prefix + "n2"},
        block);
  }
  return blocks;
}

}  // namespace

ReverseTransformer::ReverseTransformer(const ReverseTransformerOptions& options)
    : options_(checked(options)),
      positions_(positional_encoding(options.length, options.width)),
      embedding_(parameters_, "emb", options.vocabulary, options.width),
      blocks_(make_blocks(parameters_, options)),
      out_(parameters_, "out", options.width, options.vocabulary) {}

void ReverseTransformer::initialise(Generator& generator) {
  embedding_.initialise(parameters_, generator);
  for (const Block& block : blocks_) {
    block.initialise(parameters_, generator);
  }
  out_.initialise(parameters_, generator);
}

const float* ReverseTransformer::forward(const Pass& pass, std::span<const std::int32_t> ids,
                                         Index sequences) {
  ids_ = ids;
  sequences_ = sequences;
  kept_.clear();
  const Index T = options_.length;
  // 1. What the digit is, plus where it stands.
  float* const x = embedding_.forward(pass, ids);
  for (Index n = 0; n < sequences; ++n) {
    plain::add(positions_.data(), positions_.size(), x + n * positions_.size());
  }
  // 2. Every place looks at every other. 3. Which digit belongs here.
  const float* y = x;
  for (const Block& block : blocks_) {
    kept_.push_back(block.forward(pass, y, {sequences, T, T}));
    y = kept_.back().y;
  }
  return out_.forward(pass, y, sequences * T);
}

void ReverseTransformer::backward(const Pass& pass, const float* dlogits) {
  const Index T = options_.length;
  const float* dy = out_.backward(pass, kept_.back().y, dlogits, sequences_ * T);
  for (std::size_t layer = blocks_.size(); layer-- > 0;) {
    dy = blocks_[layer].backward(pass, kept_[layer], dy, {sequences_, T, T});
  }
  embedding_.backward(pass, ids_, dy);
}

std::vector<TensorView> ReverseTransformer::attention() const {
  std::vector<TensorView> maps;
  maps.reserve(kept_.size());
  for (const Block::Kept& kept : kept_) {
    maps.push_back(
        {kept.attention.weights, {sequences_, options_.heads, options_.length, options_.length}});
  }
  return maps;
}

}  // namespace qkv
