#include "simd/rows.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "simd/batch.hpp"
#include "simd/exp.hpp"

namespace qkv::simd {
namespace {

constexpr Index columns = 16;  // sums that run side by side, as many as the widest register holds
constexpr Index batches = columns / lanes;
static_assert(columns % lanes == 0);

}  // namespace

float max_of(const float* x, Index n) {
  float max = -std::numeric_limits<float>::infinity();
  Index i = 0;
  if (n >= lanes) {
    Batch best(max);
    for (; i + lanes <= n; i += lanes) {
      const Batch next = Batch::load_unaligned(x + i);
      best = xsimd::select(next > best, next, best);
    }
    std::array<float, static_cast<std::size_t>(lanes)> lane{};
    best.store_unaligned(lane.data());
    for (const float candidate : lane) {
      max = candidate > max ? candidate : max;
    }
  }
  for (; i < n; ++i) {
    max = x[i] > max ? x[i] : max;
  }
  // Which zero of −0 and +0 wins would depend on the width.
  return max + 0.0F;
}

float sum_of(const float* x, Index n) {
  std::array<float, static_cast<std::size_t>(columns)> sums{};
  Index i = 0;
  if (n >= columns) {
    std::array<Batch, static_cast<std::size_t>(batches)> running;
    running.fill(Batch(0.0F));
    for (; i + columns <= n; i += columns) {
      for (Index b = 0; b < batches; ++b) {
        auto& sum = running[static_cast<std::size_t>(b)];
        sum = sum + Batch::load_unaligned(x + i + b * lanes);
      }
    }
    for (Index b = 0; b < batches; ++b) {
      running[static_cast<std::size_t>(b)].store_unaligned(sums.data() + b * lanes);
    }
  }
  for (std::size_t column = 0; i < n; ++i, ++column) {
    sums[column] += x[i];
  }
  // Sums that nothing went to are 0 and change nothing: short rows leave them out.
  const std::size_t used = n >= columns ? sums.size() : std::bit_ceil(static_cast<std::size_t>(n));
  for (std::size_t apart = 1; apart < used; apart *= 2) {
    for (std::size_t column = 0; column < used; column += 2 * apart) {
      sums[column] += sums[column + apart];
    }
  }
  return sums[0];
}

void exp_shifted(const float* x, float shift, float* y, Index n) {
  const Batch s(shift);
  Index i = 0;
  for (; i + lanes <= n; i += lanes) {
    exp(Batch::load_unaligned(x + i) - s).store_unaligned(y + i);
  }
  if (i < n) {
    std::array<float, static_cast<std::size_t>(lanes)> rest{};
    // By hand: of a copy of so few numbers the compiler would make a call.
    for (Index l = 0; l < lanes; ++l) {
      rest[static_cast<std::size_t>(l)] = i + l < n ? x[i + l] : 0.0F;
    }
    exp(Batch::load_unaligned(rest.data()) - s).store_unaligned(rest.data());
    for (Index l = 0; i + l < n; ++l) {
      y[i + l] = rest[static_cast<std::size_t>(l)];
    }
  }
}

}  // namespace qkv::simd
