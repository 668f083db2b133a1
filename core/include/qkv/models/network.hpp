#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "qkv/nn/parameters.hpp"
#include "qkv/nn/pass.hpp"
#include "qkv/random.hpp"

namespace qkv {

// A network that turns sequences of ids into logits for each place.
class Network {
 public:
  Network() = default;
  virtual ~Network() = default;
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  [[nodiscard]] Parameters& parameters() { return parameters_; }
  [[nodiscard]] const Parameters& parameters() const { return parameters_; }

  // Draws all parameters anew, as PyTorch does after torch.manual_seed.
  virtual void initialise(Generator& generator) = 0;
  // ids (N, T), every one of them in [0, V) → logits (N·T, V), row n · T + t for place t of
  // sequence n. They live in the arena of the pass, with what backward needs.
  [[nodiscard]] virtual const float* forward(const Pass& pass, std::span<const std::int32_t> ids,
                                             Index sequences) = 0;
  // After forward of the same pass: adds to the gradients of the parameters.
  virtual void backward(const Pass& pass, const float* dlogits) = 0;
  // Attention weights (N, H, T, T) of each layer in the last forward, as long as its pass lasts;
  // none where the network has no attention.
  [[nodiscard]] virtual std::vector<TensorView> attention() const { return {}; }

 protected:
  // A member, not a base: layers add to it while the network is built.
  Parameters parameters_;  // NOLINT(cppcoreguidelines-non-private-member-variables-in-classes)
};

}  // namespace qkv
