#include "qkv/nn/layers.hpp"

#include <algorithm>
#include <cmath>

#include "arena.hpp"
#include "nn/initialise.hpp"
#include "qkv/ops/embedding.hpp"
#include "qkv/ops/layer_norm.hpp"
#include "qkv/ops/linear.hpp"

namespace qkv {

void fill_uniform(Parameters& parameters, Parameters::Id id, Generator& generator, double bound) {
  const Tensor drawn = generator.uniform(parameters.view(id).shape, -bound, bound);
  parameters.set(id, drawn.values());
}

double linear_bound(Index inputs) {
  // kaiming_uniform_ with a = √5, in the order in which PyTorch rounds: gain, deviation, bound.
  const double gain = std::sqrt(2.0 / (1.0 + 5.0));
  return std::sqrt(3.0) * (gain / std::sqrt(static_cast<double>(inputs)));
}

Linear::Linear(Parameters& parameters, const std::string& name, Index from, Index to)
    : inputs(from),
      outputs(to),
      weight(parameters.add(name + ".weight", {to, from})),
      bias(parameters.add(name + ".bias", {to})) {}

void Linear::initialise(Parameters& parameters, Generator& generator) const {
  fill_uniform(parameters, weight, generator, linear_bound(inputs));
  fill_uniform(parameters, bias, generator, 1.0 / std::sqrt(static_cast<double>(inputs)));
}

float* Linear::forward(const Pass& pass, const float* x, Index rows) const {
  float* const y = pass.arena.take(rows * outputs);
  linear(x, pass.parameters.value(weight), pass.parameters.value(bias), {rows, inputs, outputs}, y);
  return y;
}

float* Linear::backward(const Pass& pass, const float* x, const float* dy, Index rows) const {
  float* const dx = pass.arena.take(rows * inputs);
  linear_backward(x, pass.parameters.value(weight), dy, {rows, inputs, outputs}, dx,
                  pass.parameters.gradient(weight), pass.parameters.gradient(bias));
  return dx;
}

Embedding::Embedding(Parameters& parameters, const std::string& name, Index ids, Index components)
    : vocabulary(ids),
      width(components),
      weight(parameters.add(name + ".weight", {ids, components})) {}

void Embedding::initialise(Parameters& parameters, Generator& generator) const {
  const Tensor drawn = generator.randn({vocabulary, width});
  parameters.set(weight, drawn.values());
}

float* Embedding::forward(const Pass& pass, std::span<const std::int32_t> ids) const {
  float* const y = pass.arena.take(static_cast<Index>(ids.size()) * width);
  embedding(ids, pass.parameters.value(weight), width, y);
  return y;
}

void Embedding::backward(const Pass& pass, std::span<const std::int32_t> ids,
                         const float* dy) const {
  embedding_backward(ids, dy, width, pass.parameters.gradient(weight));
}

Norm::Norm(Parameters& parameters, const std::string& name, Index components, bool centre)
    : width(components),
      centred(centre),
      weight(parameters.add(name + ".weight", {components})),
      bias(centre ? parameters.add(name + ".bias", {components}) : 0) {
  initialise(parameters);
}

void Norm::initialise(Parameters& parameters) const {
  std::fill_n(parameters.value(weight), width, 1.0F);
  if (centred) {
    std::fill_n(parameters.value(bias), width, 0.0F);
  }
}

Norm::Kept Norm::forward(const Pass& pass, const float* x, Index rows) const {
  const Kept kept{pass.arena.take(rows * width), pass.arena.take(rows * width),
                  pass.arena.take(rows)};
  normalise(x, pass.parameters.value(weight), centred ? pass.parameters.value(bias) : nullptr,
            {rows, width, eps, centred}, kept.normalised, kept.deviation, kept.y);
  return kept;
}

float* Norm::backward(const Pass& pass, const Kept& kept, const float* dy, Index rows) const {
  float* const dx = pass.arena.take(rows * width);
  normalise_backward(kept.normalised, kept.deviation, pass.parameters.value(weight), dy,
                     {rows, width, eps, centred}, dx, pass.parameters.gradient(weight),
                     centred ? pass.parameters.gradient(bias) : nullptr);
  return dx;
}

}  // namespace qkv
