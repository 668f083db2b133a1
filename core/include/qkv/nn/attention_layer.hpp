#pragma once

#include <string>

#include "qkv/nn/pass.hpp"
#include "qkv/ops/mask.hpp"
#include "qkv/random.hpp"

namespace qkv {

// How many sequences a layer works on at once: B of T tokens each, which look at S tokens each.
struct Sequences {
  Index B, T, S;
};

// torch.nn.MultiheadAttention with batch_first: x (B·T, D), context (B·S, D), y (B·T, D). See
// multi_head.hpp for what it computes.
struct MultiHeadAttention {
  // Adds name.in_proj_weight (3D, D), of whose rows the first third is W_Q, then W_K, W_V;
  // name.in_proj_bias (3D), name.out_proj.weight (D, D), name.out_proj.bias (D). Throws
  // heads_do_not_divide, bad_option.
  MultiHeadAttention(Parameters& parameters, const std::string& name, Index D, Index H);
  // As PyTorch: out_proj first, with a bias that is thrown away, then in_proj_weight by
  // xavier_uniform_ as one matrix; biases of zero.
  void initialise(Parameters& parameters, Generator& generator) const;

  struct Kept {
    const float* x;
    const float* context;  // x itself in self-attention
    float* q;              // (B, H, T, Dh)
    float* k;              // (B, H, S, Dh)
    float* v;              // (B, H, S, Dh)
    float* weights;        // (B, H, T, S)
    float* concat;         // (B·T, D)
    float* y;              // (B·T, D)
  };
  // In self-attention context is x itself, and S = T. A mask (T, S) serves all sequences.
  [[nodiscard]] Kept forward(const Pass& pass, const float* x, const float* context,
                             const Sequences& sequences, const MaskOptions& options = {}) const;
  struct Gradients {
    float* x;        // (B·T, D)
    float* context;  // (B·S, D); nullptr in self-attention, where all is in x
  };
  [[nodiscard]] Gradients backward(const Pass& pass, const Kept& kept, const float* dy,
                                   const Sequences& sequences,
                                   const MaskOptions& options = {}) const;

  Index width;
  Index heads;
  Parameters::Id in_weight;
  Parameters::Id in_bias;
  Parameters::Id out_weight;
  Parameters::Id out_bias;
};

}  // namespace qkv
