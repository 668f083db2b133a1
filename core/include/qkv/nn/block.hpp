#pragma once

#include <optional>
#include <string>

#include "qkv/nn/attention_layer.hpp"
#include "qkv/nn/layers.hpp"
#include "qkv/ops/activation.hpp"

namespace qkv {

// torch.nn.Dropout: where the pass has a generator every number is left out with probability p, the
// others grow by 1 / (1 − p).
struct Dropout {
  double p = 0.0;  // 0 <= p < 1 (bad_range)

  struct Kept {
    const float* y;     // x itself where nothing is dropped
    const float* mask;  // nullptr where nothing is dropped
  };
  [[nodiscard]] Kept forward(const Pass& pass, const float* x, Index count) const;
  // dy itself where nothing was dropped.
  [[nodiscard]] const float* backward(const Pass& pass, const Kept& kept, const float* dy,
                                      Index count) const;
};

// What stands between the two linear layers of a feed-forward network.
struct FeedForwardOptions {
  Index hidden = 64;
  Activation activation = Activation::relu;
  bool swiglu = false;  // silu(gate(x)) · up(x) in place of activation(up(x)), with a third layer
  double dropout = 0.0;
};

// FFN(x) = W2 f(W1 x + b1) + b2, each token on its own: x (N, D) → (N, D).
struct FeedForward {
  struct Names {
    std::string up, down, gate;
  };
  FeedForward(Parameters& parameters, const Names& names, Index width,
              const FeedForwardOptions& chosen);
  void initialise(Parameters& parameters, Generator& generator) const;

  struct Kept {
    const float* x;
    float* up;      // (N, F)
    float* gate;    // (N, F) or nullptr
    float* hidden;  // (N, F) after the activation
    Dropout::Kept dropped;
    float* y;  // (N, D)
  };
  [[nodiscard]] Kept forward(const Pass& pass, const float* x, Index rows) const;
  [[nodiscard]] float* backward(const Pass& pass, const Kept& kept, const float* dy,
                                Index rows) const;

  FeedForwardOptions options;
  Linear up;
  Linear down;
  std::optional<Linear> gate;
};

struct BlockOptions {
  Index width = 32;
  Index heads = 1;
  FeedForwardOptions feed_forward;
  bool norm_first = false;  // pre-norm: each branch normalises what it reads, not the sum
  bool rms_norm = false;
  double dropout = 0.0;  // of what each branch adds
};

// One block of a Transformer (Vaswani et al. 2017, section 3.1), as
// torch.nn.TransformerEncoderLayer but for dropout of attention weights, which it has not: x (B·T,
// D) → (B·T, D).
//   post-norm: h = norm1(x + attention(x)), y = norm2(h + feed_forward(h))
//   pre-norm:  h = x + attention(norm1(x)), y = h + feed_forward(norm2(h))
struct Block {
  // Prefixes of the names of the parameters, in the order in which they are added.
  struct Names {
    std::string attention;
    FeedForward::Names feed_forward;
    std::string norm1, norm2;
  };
  // As TransformerEncoderLayer calls them.
  static Names torch_names(const std::string& prefix);

  Block(Parameters& parameters, const Names& names, const BlockOptions& chosen);
  void initialise(Parameters& parameters, Generator& generator) const;

  struct Kept {
    MultiHeadAttention::Kept attention;
    Dropout::Kept attended;
    FeedForward::Kept feed_forward;
    Dropout::Kept fed;
    Norm::Kept norm1, norm2;
    const float* y;
  };
  [[nodiscard]] Kept forward(const Pass& pass, const float* x, const Sequences& sequences,
                             const MaskOptions& mask = {}) const;
  [[nodiscard]] float* backward(const Pass& pass, const Kept& kept, const float* dy,
                                const Sequences& sequences, const MaskOptions& mask = {}) const;

  BlockOptions options;
  MultiHeadAttention attention;
  FeedForward feed_forward;
  Norm norm1, norm2;
};

}  // namespace qkv
