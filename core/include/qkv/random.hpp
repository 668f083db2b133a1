#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "qkv/types.hpp"

namespace qkv {

// Gives, bit for bit, the streams of PyTorch's CPU generator (torch.manual_seed, torch.Generator):
// MT19937, consumed strictly in element order. Two normals algorithms are PyTorch's own: fewer than
// 16 numbers come from a scalar Box-Muller transform in double that caches its second value, 16 or
// more from blocks of 16 in float32. The cache is part of the state.
//
// The logarithm, sine and cosine of the blocks are Stephen Moshier's Cephes polynomials for single
// precision in the arrangement of Julien Pommier's sse_mathfun and Giovanni Garberoglio's
// avx_mathfun (zlib licence), evaluated as PyTorch's build does: with multiply-add in one rounding.
// The scalar transform is defined through double-precision libm; rounding to float32 hides the
// libraries' differences.
class Generator {
 public:
  // Only the low 32 bits of the seed count, as in PyTorch.
  explicit Generator(std::uint64_t seed);
  // Starts the stream anew and forgets a cached normal.
  void seed(std::uint64_t seed);

  // The next tempered output.
  [[nodiscard]] std::uint32_t next_u32();
  // Two outputs, the first one is the high word.
  [[nodiscard]] std::uint64_t next_u64();

  // Uniform in [0, 1), multiples of 2^-24: torch.rand.
  [[nodiscard]] Tensor rand(const Shape& shape);
  // Uniform in [low, high): Tensor.uniform_. Throws bad_range unless both are finite and low <=
  // high.
  [[nodiscard]] Tensor uniform(const Shape& shape, double low, double high);
  // Standard normal: torch.randn.
  [[nodiscard]] Tensor randn(const Shape& shape);
  // Normal: Tensor.normal_. Throws bad_range unless both are finite and deviation >= 0.
  [[nodiscard]] Tensor normal(const Shape& shape, double mean, double deviation);
  // Whole numbers in [low, high): torch.randint. Throws bad_range unless low < high.
  [[nodiscard]] std::vector<std::int64_t> randint(std::int64_t low, std::int64_t high, Index count);
  // A permutation of 0 … n-1: torch.randperm. Throws bad_range for n < 0, too_large from where
  // PyTorch leaves 32-bit draws (n >= (2^32 - 1) / 20).
  [[nodiscard]] std::vector<std::int64_t> randperm(Index n);
  // What torch.nn.functional.dropout multiplies by: 0 with probability p, else 1 / (1 − p). Throws
  // bad_range unless 0 <= p < 1.
  void dropout_mask(double p, std::span<float> mask);

  // Leaves count outputs of 32 bits out, as if they had been drawn.
  void skip(std::uint64_t count);

  // All that the stream goes on from: the words of MT19937, how many of them are used, and the
  // cached normal.
  struct State {
    static constexpr std::size_t words = 624;
    std::array<std::uint32_t, words> word;
    std::size_t used;
    std::optional<double> cached_normal;
    friend bool operator==(const State&, const State&) = default;
  };
  [[nodiscard]] const State& state() const { return state_; }
  // Throws bad_range if more words are used than there are.
  void restore(const State& state);

 private:
  [[nodiscard]] float uniform_f32();
  [[nodiscard]] double uniform_f64();
  [[nodiscard]] double normal_f64();
  void fill_normal(float* data, Index count, float mean, float deviation);

  void refill();

  State state_;
};

}  // namespace qkv
