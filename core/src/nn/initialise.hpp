#pragma once

#include "qkv/nn/parameters.hpp"
#include "qkv/random.hpp"

// How PyTorch draws the first values of parameters.
namespace qkv {

// Uniform in ±bound.
void fill_uniform(Parameters& parameters, Parameters::Id id, Generator& generator, double bound);

// The bound of torch.nn.Linear's weight, 1/√I but for the order of its roundings.
[[nodiscard]] double linear_bound(Index inputs);

}  // namespace qkv
