#include "qkv/train/optimizer.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "check.hpp"

namespace qkv {
namespace {

void in_range(const char* argument, double value, double least, double below) {
  if (!(value >= least && value < below)) {
    check::refuse(ErrorCode::bad_option,
                  std::string(argument) + " is " + std::to_string(value) + ": at least " +
                      std::to_string(least) + ", less than " + std::to_string(below),
                  argument, {least, below}, {value});
  }
}

constexpr double any = 1e30;

// base^n by squaring, so that no library's pow has a say in the last bit.
double power(double base, Index n) {
  double result = 1.0;
  while (n > 0) {
    if (n % 2 == 1) {
      result *= base;
    }
    base *= base;
    n /= 2;
  }
  return result;
}

}  // namespace

std::string_view name(OptimizerKind kind) {
  constexpr std::array<std::string_view, optimizer_kind_count> names{"adam", "adamw", "sgd"};
  return names.at(static_cast<std::size_t>(kind));
}

double Schedule::factor(Index step) const {
  if (step < warm_up) {
    return static_cast<double>(step + 1) / static_cast<double>(warm_up);
  }
  if (cosine_end <= warm_up) {
    return 1.0;
  }
  const double part =
      static_cast<double>(step - warm_up) / static_cast<double>(cosine_end - warm_up);
  if (part >= 1.0) {
    return final_part;
  }
  // The library's cosine in double: what it may differ by is lost when the rate becomes a float32.
  return final_part + (1.0 - final_part) * 0.5 * (1.0 + std::cos(std::numbers::pi * part));
}

double length_of(std::span<const float> x) {
  // Four sums side by side, which the compiler keeps in registers.
  std::array<double, 4> sums{};
  for (std::size_t i = 0; i < x.size(); ++i) {
    sums[i % sums.size()] += static_cast<double>(x[i]) * static_cast<double>(x[i]);
  }
  return std::sqrt((sums[0] + sums[1]) + (sums[2] + sums[3]));
}

Optimizer::Optimizer(const OptimizerOptions& options, Index count) : options_(options) {
  in_range("learning_rate", options.learning_rate, 0.0, any);
  in_range("beta1", options.beta1, 0.0, 1.0);
  in_range("beta2", options.beta2, 0.0, 1.0);
  in_range("epsilon", options.epsilon, 0.0, any);
  in_range("weight_decay", options.weight_decay, 0.0, any);
  in_range("momentum", options.momentum, 0.0, any);
  in_range("clip_norm", options.clip_norm, 0.0, any);
  in_range("final_part", options.schedule.final_part, 0.0, any);
  in_range("warm_up", check::number(options.schedule.warm_up), 0.0, any);
  in_range("cosine_end", check::number(options.schedule.cosine_end), 0.0, any);
  state_.m = check::room<float>(count);
  state_.v = check::room<float>(options.kind == OptimizerKind::sgd ? 0 : count);
}

void Optimizer::restore(State state) {
  check::extent("m", static_cast<Index>(state.m.size()), "the optimizer",
                static_cast<Index>(state_.m.size()), "numbers", "one for each parameter");
  check::extent("v", static_cast<Index>(state.v.size()), "the optimizer",
                static_cast<Index>(state_.v.size()), "numbers", "one for each parameter");
  state_ = std::move(state);
}

double Optimizer::step(std::span<float> values, std::span<float> gradients) {
  const double length = length_of(gradients);
  if (options_.clip_norm > 0.0) {
    const double part = options_.clip_norm / (length + 1e-6);
    if (part < 1.0) {
      for (float& gradient : gradients) {
        gradient *= static_cast<float>(part);
      }
    }
  }
  const double rate = options_.learning_rate * options_.schedule.factor(state_.steps);
  ++state_.steps;
  if (options_.kind == OptimizerKind::sgd) {
    sgd(values, gradients, rate);
  } else {
    adam(values, gradients, rate);
  }
  return length;
}

void Optimizer::adam(std::span<float> values, std::span<const float> gradients, double rate) {
  const bool decoupled = options_.kind == OptimizerKind::adamw;
  const auto shrink = decoupled ? static_cast<float>(1.0 - rate * options_.weight_decay) : 1.0F;
  const auto decay = decoupled ? 0.0F : static_cast<float>(options_.weight_decay);
  const double correction1 = 1.0 - power(options_.beta1, state_.steps);
  const double correction2 = 1.0 - power(options_.beta2, state_.steps);
  const auto stride = static_cast<float>(-rate / correction1);
  const auto root = static_cast<float>(std::sqrt(correction2));
  const auto beta1 = static_cast<float>(options_.beta1);
  const auto new1 = static_cast<float>(1.0 - options_.beta1);
  const auto beta2 = static_cast<float>(options_.beta2);
  const auto new2 = static_cast<float>(1.0 - options_.beta2);
  const auto epsilon = static_cast<float>(options_.epsilon);
  float* const p = values.data();
  const float* const gradient = gradients.data();
  float* const m = state_.m.data();
  float* const v = state_.v.data();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const float before = p[i] * shrink;
    const float g = gradient[i] + before * decay;
    m[i] = m[i] * beta1 + g * new1;
    v[i] = v[i] * beta2 + g * new2 * g;
    p[i] = before + m[i] / (std::sqrt(v[i]) / root + epsilon) * stride;
  }
}

void Optimizer::sgd(std::span<float> values, std::span<const float> gradients, double rate) {
  const auto decay = static_cast<float>(options_.weight_decay);
  const auto momentum = static_cast<float>(options_.momentum);
  const auto stride = static_cast<float>(rate);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const float g = gradients[i] + values[i] * decay;
    float& velocity = state_.m[i];
    velocity = state_.steps == 1 ? g : velocity * momentum + g;
    values[i] -= velocity * stride;
  }
}

}  // namespace qkv
