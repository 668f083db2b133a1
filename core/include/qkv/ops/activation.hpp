#pragma once

#include <string_view>

#include "qkv/types.hpp"

namespace qkv {

// Functions of one number that a network bends its lines with.
enum class Activation : int {
  relu,       // max(x, 0), slope 0 at 0
  gelu,       // x · Φ(x) with Φ(x) = (1 + erf(x / √2)) / 2 (Hendrycks, Gimpel 2016)
  gelu_tanh,  // x · (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2, its approximation
  silu,       // x · σ(x)
  tanh,
  sigmoid,  // σ(x) = 1 / (1 + e^−x)
};

inline constexpr int activation_count = static_cast<int>(Activation::sigmoid) + 1;

[[nodiscard]] std::string_view name(Activation activation);

// y = f(x), any shape.
[[nodiscard]] Tensor activate(Activation activation, TensorView x);
// dx = dy · f'(x). Throws shape_mismatch.
[[nodiscard]] Tensor activate_backward(Activation activation, TensorView x, TensorView dy);

// y = silu(a) · b (Shazeer 2020), a gate and what it lets through, of one shape (shape_mismatch).
[[nodiscard]] Tensor swiglu(TensorView a, TensorView b);
struct SwigluGradients {
  Tensor a;
  Tensor b;
};
[[nodiscard]] SwigluGradients swiglu_backward(TensorView a, TensorView b, TensorView dy);

// The same without checks, for n numbers and a caller that made room. y and x, dx and dy may be the
// same numbers.
void activate(Activation activation, const float* x, Index n, float* y);
void activate_backward(Activation activation, const float* x, const float* dy, Index n, float* dx);
void swiglu(const float* a, const float* b, Index n, float* y);
void swiglu_backward(const float* a, const float* b, const float* dy, Index n, float* da,
                     float* db);

}  // namespace qkv
