#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "qkv/nn/pass.hpp"
#include "qkv/random.hpp"

// Layers: which parameters they have, how PyTorch draws them, and their way forward and back. Rows
// lie in one run, x (N, D): element (n, d) is x[n · D + d]. What forward returns lives in the arena
// of the pass; backward takes the same x and what forward left, adds to the gradients of the
// parameters, and returns that of x.
namespace qkv {

// torch.nn.Linear: y = x · Wᵀ + b, x (N, I) → (N, O).
struct Linear {
  // Adds name.weight (O, I) and name.bias (O).
  Linear(Parameters& parameters, const std::string& name, Index from, Index to);
  // weight and bias uniform in ±1/√I, in that order.
  void initialise(Parameters& parameters, Generator& generator) const;

  [[nodiscard]] float* forward(const Pass& pass, const float* x, Index rows) const;
  [[nodiscard]] float* backward(const Pass& pass, const float* x, const float* dy,
                                Index rows) const;

  Index inputs;
  Index outputs;
  Parameters::Id weight;
  Parameters::Id bias;
};

// torch.nn.Embedding: ids (N) → (N, D).
struct Embedding {
  // Adds name.weight (V, D).
  Embedding(Parameters& parameters, const std::string& name, Index ids, Index components);
  // Standard normal.
  void initialise(Parameters& parameters, Generator& generator) const;

  [[nodiscard]] float* forward(const Pass& pass, std::span<const std::int32_t> ids) const;
  void backward(const Pass& pass, std::span<const std::int32_t> ids, const float* dy) const;

  Index vocabulary;
  Index width;
  Parameters::Id weight;
};

// torch.nn.LayerNorm, or RMS norm (no bias) where not centred: x (N, D) → (N, D).
struct Norm {
  // Adds name.weight (D) of ones and, centred, name.bias (D) of zeros, neither of them drawn.
  Norm(Parameters& parameters, const std::string& name, Index components, bool centre = true);
  void initialise(Parameters& parameters) const;

  struct Kept {
    float* y;           // (N, D)
    float* normalised;  // (N, D)
    float* deviation;   // (N)
  };
  [[nodiscard]] Kept forward(const Pass& pass, const float* x, Index rows) const;
  [[nodiscard]] float* backward(const Pass& pass, const Kept& kept, const float* dy,
                                Index rows) const;

  Index width;
  bool centred;
  double eps = 1e-5;
  Parameters::Id weight;
  Parameters::Id bias;  // of no parameter where not centred
};

}  // namespace qkv
