#pragma once

#include <cstddef>
#include <utility>

// Independent chains x = x · a + b in vector registers: no memory, nothing to wait for but the
// arithmetic itself. What no program on this machine does better is the best of several counts of
// chains: too few wait for each other, too many do not fit into the registers.
namespace qkv::bench {

// A vector of QKV_CHAIN_BYTES, in the extension that gcc and clang share.
using Vector __attribute__((vector_size(QKV_CHAIN_BYTES))) = float;
inline constexpr std::size_t lanes = QKV_CHAIN_BYTES / sizeof(float);

inline Vector step(Vector x, Vector a, Vector b);

template <std::size_t... chain>
[[gnu::always_inline]] inline float run_chains(long steps, float factor, float term,
                                               std::index_sequence<chain...> /*chains*/) {
  const Vector a = Vector{} + factor;
  const Vector b = Vector{} + term;
  Vector x[] = {(Vector{} + static_cast<float>(chain))...};
  for (long i = 0; i < steps; ++i) ((x[chain] = step(x[chain], a, b)), ...);
  const Vector sum = (x[chain] + ...);
  return sum[0];
}

}  // namespace qkv::bench
