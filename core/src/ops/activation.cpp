#include "qkv/ops/activation.hpp"

#include <algorithm>
#include <array>

#include "check.hpp"
#include "ops/plain.hpp"
#include "simd/curves.hpp"
#include "simd/rows.hpp"

namespace qkv {
namespace {

using simd::Curve;

constexpr Index block = 256;  // numbers at a time, with room on the stack
using Block = std::array<float, block>;

constexpr float root_half = 0.707106781F;         // 1/√2
constexpr float density_at_0 = 0.398942280F;      // 1/√(2π)
constexpr float root_two_over_pi = 0.797884561F;  // √(2/π)
constexpr float cubic = 0.044715F;

// What a curve is taken of, for n numbers.
template <class Of>
void curve_of(Curve curve, const float* x, Index n, float* y, Of of) {
  for (Index i = 0; i < n; ++i) {
    y[i] = of(x[i]);
  }
  simd::apply(curve, y, y, n);
}

float inner(float x) { return root_two_over_pi * (x + cubic * (x * x * x)); }

// y = f(x) for at most a block. x and y may be the same, so the curve goes to room of its own.
void forward(Activation activation, const float* x, Index n, float* y) {
  Block curve{};
  float* const c = curve.data();
  switch (activation) {
    case Activation::relu:
      for (Index i = 0; i < n; ++i) {
        // NaN stays NaN.
        y[i] = x[i] < 0.0F ? 0.0F : x[i];
      }
      return;
    case Activation::gelu:
      curve_of(Curve::erf, x, n, c, [](float v) { return v * root_half; });
      for (Index i = 0; i < n; ++i) {
        y[i] = x[i] * 0.5F * (1.0F + c[i]);
      }
      return;
    case Activation::gelu_tanh:
      curve_of(Curve::tanh, x, n, c, inner);
      for (Index i = 0; i < n; ++i) {
        y[i] = x[i] * 0.5F * (1.0F + c[i]);
      }
      return;
    case Activation::silu:
      simd::apply(Curve::sigmoid, x, c, n);
      plain::multiply(x, c, n, y);
      return;
    case Activation::tanh:
      return simd::apply(Curve::tanh, x, y, n);
    case Activation::sigmoid:
      return simd::apply(Curve::sigmoid, x, y, n);
  }
}

// slope = f'(x) for at most a block.
void slopes(Activation activation, const float* x, Index n, float* slope) {
  Block curve{};
  float* const c = curve.data();
  switch (activation) {
    case Activation::relu:
      for (Index i = 0; i < n; ++i) {
        slope[i] = x[i] > 0.0F ? 1.0F : 0.0F;
      }
      return;
    case Activation::gelu:
      // Φ(x) + x · φ(x)
      curve_of(Curve::erf, x, n, c, [](float v) { return v * root_half; });
      for (Index i = 0; i < n; ++i) {
        slope[i] = x[i] * x[i] * -0.5F;
      }
      simd::exp_shifted(slope, 0.0F, slope, n);
      for (Index i = 0; i < n; ++i) {
        slope[i] = 0.5F * (1.0F + c[i]) + x[i] * density_at_0 * slope[i];
      }
      return;
    case Activation::gelu_tanh:
      // (1 + t) / 2 + x (1 − t²) / 2 · d inner / dx
      curve_of(Curve::tanh, x, n, c, inner);
      for (Index i = 0; i < n; ++i) {
        const float steep = root_two_over_pi * (1.0F + 3.0F * cubic * (x[i] * x[i]));
        slope[i] = 0.5F * (1.0F + c[i]) + 0.5F * x[i] * (1.0F - c[i] * c[i]) * steep;
      }
      return;
    case Activation::silu:
      simd::apply(Curve::sigmoid, x, c, n);
      for (Index i = 0; i < n; ++i) {
        slope[i] = c[i] * (1.0F + x[i] * (1.0F - c[i]));
      }
      return;
    case Activation::tanh:
      simd::apply(Curve::tanh, x, c, n);
      for (Index i = 0; i < n; ++i) {
        slope[i] = 1.0F - c[i] * c[i];
      }
      return;
    case Activation::sigmoid:
      simd::apply(Curve::sigmoid, x, c, n);
      for (Index i = 0; i < n; ++i) {
        slope[i] = c[i] * (1.0F - c[i]);
      }
      return;
  }
}

template <class F>
void by_blocks(Index n, F f) {
  for (Index start = 0; start < n; start += block) {
    f(start, std::min(block, n - start));
  }
}

}  // namespace

std::string_view name(Activation activation) {
  constexpr std::array<std::string_view, activation_count> names{"relu", "gelu", "gelu_tanh",
                                                                 "silu", "tanh", "sigmoid"};
  return names.at(static_cast<std::size_t>(activation));
}

void activate(Activation activation, const float* x, Index n, float* y) {
  by_blocks(n, [&](Index start, Index count) { forward(activation, x + start, count, y + start); });
}

void activate_backward(Activation activation, const float* x, const float* dy, Index n, float* dx) {
  by_blocks(n, [&](Index start, Index count) {
    Block slope{};
    slopes(activation, x + start, count, slope.data());
    plain::multiply(dy + start, slope.data(), count, dx + start);
  });
}

void swiglu(const float* a, const float* b, Index n, float* y) {
  by_blocks(n, [&](Index start, Index count) {
    Block gate{};
    forward(Activation::silu, a + start, count, gate.data());
    plain::multiply(gate.data(), b + start, count, y + start);
  });
}

void swiglu_backward(const float* a, const float* b, const float* dy, Index n, float* da,
                     float* db) {
  by_blocks(n, [&](Index start, Index count) {
    Block gate{};
    Block slope{};
    forward(Activation::silu, a + start, count, gate.data());
    slopes(Activation::silu, a + start, count, slope.data());
    for (Index i = 0; i < count; ++i) {
      const float change = dy[start + i];
      const auto at = static_cast<std::size_t>(i);
      da[start + i] = change * b[start + i] * slope[at];
      db[start + i] = change * gate[at];
    }
  });
}

Tensor activate(Activation activation, TensorView x) {
  Tensor y(x.shape);
  activate(activation, x.data, x.shape.size(), y.data());
  return y;
}

Tensor activate_backward(Activation activation, TensorView x, TensorView dy) {
  check::same_shape("dy", dy.shape, x.shape, "dy has the shape of x");
  Tensor dx(x.shape);
  activate_backward(activation, x.data, dy.data, x.shape.size(), dx.data());
  return dx;
}

Tensor swiglu(TensorView a, TensorView b) {
  check::same_shape("b", b.shape, a.shape, "b has the shape of a");
  Tensor y(a.shape);
  swiglu(a.data, b.data, a.shape.size(), y.data());
  return y;
}

SwigluGradients swiglu_backward(TensorView a, TensorView b, TensorView dy) {
  check::same_shape("b", b.shape, a.shape, "b has the shape of a");
  check::same_shape("dy", dy.shape, a.shape, "dy has the shape of a");
  SwigluGradients gradients{Tensor(a.shape), Tensor(a.shape)};
  swiglu_backward(a.data, b.data, dy.data, a.shape.size(), gradients.a.data(), gradients.b.data());
  return gradients;
}

}  // namespace qkv
