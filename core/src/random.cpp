#include "qkv/random.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <string>
#include <utility>

#include "check.hpp"

namespace qkv {
namespace {

constexpr Index block = 16;  // PyTorch's vectorised normals come in blocks of this size

// a · b + c in one rounding. The product of two floats is exact in double; the second rounding to
// float32 gave the bits of a fused multiply-add in every one of millions of trials, and needs no
// instruction that a target may lack.
float fused(float a, float b, float c) {
  return static_cast<float>(static_cast<double>(a) * static_cast<double>(b) +
                            static_cast<double>(c));
}

// ln x for x in (0, 1], Cephes logf: x = m · 2^e with m in [sqrt(1/2), sqrt(2)).
float natural_log(float x) {
  constexpr std::array<float, 9> p{7.0376836292e-2F,  -1.1514610310e-1F, 1.1676998740e-1F,
                                   -1.2420140846e-1F, 1.4249322787e-1F,  -1.6668057665e-1F,
                                   2.0000714765e-1F,  -2.4999993993e-1F, 3.3333331174e-1F};
  const auto bits = std::bit_cast<std::uint32_t>(x);
  auto e = static_cast<float>(static_cast<int>(bits >> 23U) - 126);
  const auto m = std::bit_cast<float>((bits & 0x007fffffU) | 0x3f000000U);
  float t = m - 1.0F;
  if (m < 0.707106781186547524F) {
    e -= 1.0F;
    t = t + m;
  }
  const float z = t * t;
  float y = p[0];
  for (std::size_t i = 1; i < p.size(); ++i) {
    y = fused(y, t, p.at(i));
  }
  y = y * t;
  y = fused(y, z, e * -2.12194440e-4F);
  y = fused(-z, 0.5F, y);
  return fused(e, 0.693359375F, t + y);
}

struct SineCosine {
  float sine;
  float cosine;
};

// For x >= 0, Cephes sinf and cosf: reduced to [−π/4, π/4] by octants.
SineCosine sine_cosine(float x) {
  const int octant = (static_cast<int>(x * 1.27323954473516F) + 1) & ~1;
  const auto f = static_cast<float>(octant);
  x = fused(f, -0.78515625F, x);
  x = fused(f, -2.4187564849853515625e-4F, x);
  x = fused(f, -3.77489497744594108e-8F, x);
  const float z = x * x;
  float c = fused(2.443315711809948e-5F, z, -1.388731625493765e-3F);
  c = fused(c, z, 4.166664568298827e-2F);
  c = c * z;
  c = fused(c, z, -(z * 0.5F));
  c = c + 1.0F;
  float s = fused(-1.9515295891e-4F, z, 8.3321608736e-3F);
  s = fused(s, z, -1.6666654611e-1F);
  s = s * z;
  s = fused(s, x, x);
  if ((octant & 2) != 0) {
    std::swap(s, c);
  }
  if ((octant & 4) != 0) {
    s = -s;
  }
  if (((octant - 2) & 4) == 0) {
    c = -c;
  }
  return {s, c};
}

// Box-Muller over 16 uniforms in place: cosines to the first eight, sines to the last.
void transform_block(std::span<float, block> d, float mean, float deviation) {
  for (std::size_t k = 0; k < block / 2; ++k) {
    const float u1 = 1.0F - d[k];
    const float radius = std::sqrt(-2.0F * natural_log(u1));
    const auto [sine, cosine] = sine_cosine(6.2831854820251465F * d[k + block / 2]);
    d[k] = fused(radius * cosine, deviation, mean);
    d[k + block / 2] = fused(radius * sine, deviation, mean);
  }
}

void finite(const char* argument, double value) {
  if (!std::isfinite(static_cast<float>(value))) {
    check::refuse(
        ErrorCode::bad_range,
        std::string(argument) + " is " + std::to_string(value) + ": expected a finite float32",
        argument, {}, {value});
  }
}

}  // namespace

Generator::Generator(std::uint64_t seed) { this->seed(seed); }

// MT19937 (Matsumoto, Nishimura 1998), seeded by Knuth's recurrence. Written here and not taken
// from the standard library, whose engine shows its state as text alone.
void Generator::seed(std::uint64_t seed) {
  constexpr std::uint32_t multiplier = 1812433253U;
  auto& word = state_.word;
  word[0] = static_cast<std::uint32_t>(seed);
  for (std::uint32_t i = 1; i < State::words; ++i) {
    const std::uint32_t before = word[i - 1];
    word[i] = multiplier * (before ^ (before >> 30U)) + i;
  }
  state_.used = State::words;
  state_.cached_normal.reset();
}

void Generator::refill() {
  constexpr std::size_t n = State::words;
  constexpr std::size_t middle = 397;
  auto& word = state_.word;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t next = i + 1 < n ? i + 1 : 0;
    const std::size_t far = i + middle < n ? i + middle : i + middle - n;
    const std::uint32_t joined = (word[i] & 0x80000000U) | (word[next] & 0x7fffffffU);
    word[i] = word[far] ^ (joined >> 1U) ^ ((joined & 1U) * 0x9908b0dfU);
  }
  state_.used = 0;
}

std::uint32_t Generator::next_u32() {
  if (state_.used == State::words) {
    refill();
  }
  std::uint32_t y = state_.word[state_.used++];
  y ^= y >> 11U;
  y ^= (y << 7U) & 0x9d2c5680U;
  y ^= (y << 15U) & 0xefc60000U;
  return y ^ (y >> 18U);
}

void Generator::skip(std::uint64_t count) {
  for (; count > 0; --count) {
    if (state_.used == State::words) {
      refill();
    }
    ++state_.used;
  }
}

void Generator::restore(const State& state) {
  if (state.used > State::words) {
    check::refuse(
        ErrorCode::bad_range,
        "used is " + std::to_string(state.used) + ": at most " + std::to_string(State::words),
        "used", {static_cast<double>(State::words)}, {static_cast<double>(state.used)});
  }
  state_ = state;
}

std::uint64_t Generator::next_u64() {
  const std::uint64_t high = next_u32();
  return high << 32U | next_u32();
}

float Generator::uniform_f32() { return static_cast<float>(next_u32() & 0xffffffU) * 0x1p-24F; }

double Generator::uniform_f64() {
  return static_cast<double>(next_u64() & ((std::uint64_t{1} << 53U) - 1)) * 0x1p-53;
}

double Generator::normal_f64() {
  if (state_.cached_normal) {
    const double cached = *state_.cached_normal;
    state_.cached_normal.reset();
    return cached;
  }
  const double u1 = uniform_f64();
  const double u2 = uniform_f64();
  const double radius = std::sqrt(-2.0 * std::log1p(-u2));
  const double angle = 2.0 * std::numbers::pi * u1;
  state_.cached_normal = radius * std::sin(angle);
  return radius * std::cos(angle);
}

Tensor Generator::rand(const Shape& shape) {
  Tensor result(shape);
  for (float& value : result.values()) {
    value = uniform_f32();
  }
  return result;
}

Tensor Generator::uniform(const Shape& shape, double low, double high) {
  finite("low", low);
  finite("high", high);
  if (low > high) {
    check::refuse(ErrorCode::bad_range,
                  "low is " + std::to_string(low) + ", high is " + std::to_string(high) +
                      ": expected low <= high",
                  "low", {high}, {low});
  }
  const auto start = static_cast<float>(low);
  const float width = static_cast<float>(high) - start;
  Tensor result(shape);
  for (float& value : result.values()) {
    value = fused(uniform_f32(), width, start);
  }
  return result;
}

Tensor Generator::randn(const Shape& shape) { return normal(shape, 0.0, 1.0); }

Tensor Generator::normal(const Shape& shape, double mean, double deviation) {
  finite("mean", mean);
  finite("deviation", deviation);
  if (deviation < 0.0) {
    check::refuse(ErrorCode::bad_range,
                  "deviation is " + std::to_string(deviation) + ": expected at least 0",
                  "deviation", {0}, {deviation});
  }
  Tensor result(shape);
  const std::span<float> data = result.values();
  if (result.size() < block) {
    for (float& value : data) {
      value = static_cast<float>(normal_f64() * deviation + mean);
    }
    return result;
  }
  const auto m = static_cast<float>(mean);
  const auto d = static_cast<float>(deviation);
  for (float& value : data) {
    value = uniform_f32();
  }
  constexpr auto width = static_cast<std::size_t>(block);
  std::size_t done = 0;
  for (; done + width <= data.size(); done += width) {
    transform_block(data.subspan(done).first<width>(), m, d);
  }
  if (done < data.size()) {
    // The last block overlaps the one before: 16 new uniforms replace what stood there.
    const auto last = data.last<width>();
    for (float& value : last) {
      value = uniform_f32();
    }
    transform_block(last, m, d);
  }
  return result;
}

std::vector<std::int64_t> Generator::randint(std::int64_t low, std::int64_t high, Index count) {
  if (low >= high) {
    check::refuse(ErrorCode::bad_range,
                  "low is " + std::to_string(low) + ", high is " + std::to_string(high) +
                      ": expected low < high",
                  "low", {static_cast<double>(high)}, {static_cast<double>(low)});
  }
  // Unsigned, so that the widest interval does not overflow.
  const std::uint64_t range = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  const bool narrow = range <= std::numeric_limits<std::uint32_t>::max();
  auto result = check::room<std::int64_t>(Shape{count}.size());
  for (std::int64_t& value : result) {
    const std::uint64_t draw = narrow ? next_u32() : next_u64();
    value = static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + draw % range);
  }
  return result;
}

std::vector<std::int64_t> Generator::randperm(Index n) {
  constexpr Index limit = std::numeric_limits<std::uint32_t>::max() / 20;
  if (n < 0) {
    check::refuse(ErrorCode::bad_range, "n is " + std::to_string(n) + ": expected at least 0", "n",
                  {0}, {check::number(n)});
  }
  if (n >= limit) {
    check::refuse(ErrorCode::too_large,
                  "n is " + std::to_string(n) + ": expected less than " + std::to_string(limit),
                  "n", {check::number(limit)}, {check::number(n)});
  }
  auto order = check::room<std::int64_t>(n);
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = static_cast<std::int64_t>(i);
  }
  for (std::size_t i = 0; i + 1 < order.size(); ++i) {
    const std::size_t skip = next_u32() % static_cast<std::uint32_t>(order.size() - i);
    std::swap(order[i], order[i + skip]);
  }
  return order;
}

void Generator::dropout_mask(double p, std::span<float> mask) {
  if (!(p >= 0.0 && p < 1.0)) {
    check::refuse(ErrorCode::bad_range, "p is " + std::to_string(p) + ": at least 0, less than 1",
                  "p", {0, 1}, {p});
  }
  const float kept = 1.0F / static_cast<float>(1.0 - p);
  for (float& each : mask) {
    each = uniform_f64() < 1.0 - p ? kept : 0.0F;
  }
}

}  // namespace qkv
