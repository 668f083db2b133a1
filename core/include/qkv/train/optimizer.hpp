#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "qkv/types.hpp"

namespace qkv {

enum class OptimizerKind : int {
  adam,   // Kingma, Ba 2015; weight decay is added to the gradient
  adamw,  // Loshchilov, Hutter 2019; weight decay shrinks the parameter itself
  sgd,    // with momentum as in PyTorch: the first step's gradient enters whole
};

inline constexpr int optimizer_kind_count = static_cast<int>(OptimizerKind::sgd) + 1;

[[nodiscard]] std::string_view name(OptimizerKind kind);

// How the learning rate goes: a straight rise over the first steps, then half a cosine down to a
// part of it at the last step; constant without either.
struct Schedule {
  Index warm_up = 0;      // steps
  Index cosine_end = 0;   // steps; 0: no cosine
  double final_part = 0;  // of the learning rate, at cosine_end and after

  // What step (from 0 on) multiplies the learning rate by.
  [[nodiscard]] double factor(Index step) const;
};

struct OptimizerOptions {
  OptimizerKind kind = OptimizerKind::adam;
  double learning_rate = 3e-3;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0.0;
  double momentum = 0.0;   // of sgd
  double clip_norm = 0.0;  // gradients longer than this together are shortened to it; 0: never
  Schedule schedule;
};

// Moves parameters against their gradients, in the order of operations of PyTorch 1.13:
//   m = β1 m + (1 − β1) g,  v = β2 v + (1 − β2) g²,
//   p −= lr / (1 − β1^t) · m / (√v / √(1 − β2^t) + ε)
class Optimizer {
 public:
  // Throws bad_option for a rate or a number outside its range.
  Optimizer(const OptimizerOptions& options, Index count);

  // Returns the length of the gradients before any was shortened.
  double step(std::span<float> values, std::span<float> gradients);

  // What it goes on from: steps done, and for each parameter m and v (adam) or the velocity in m.
  struct State {
    Index steps = 0;
    std::vector<float> m;
    std::vector<float> v;
  };
  [[nodiscard]] const State& state() const { return state_; }
  // Throws shape_mismatch unless it is of as many parameters.
  void restore(State state);

 private:
  void adam(std::span<float> values, std::span<const float> gradients, double rate);
  void sgd(std::span<float> values, std::span<const float> gradients, double rate);

  OptimizerOptions options_;
  State state_;
};

// √Σ x², summed in double.
[[nodiscard]] double length_of(std::span<const float> x);

}  // namespace qkv
