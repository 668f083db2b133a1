#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "qkv/random.hpp"
#include "simd/mix.hpp"
#include "simd/product.hpp"
#include "simd/rows.hpp"
#include "support/cases.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/numbers.hpp"

// Every kernel against the plain loop that it promises to equal bit for bit, at sizes around the
// widths of registers and tiles, at addresses that no vector likes, with numbers around that must
// neither be read nor be written.
namespace qkv::test {
namespace {

// How far from the start of an allocation, which is aligned, the numbers of a test begin.
Index offset_for(Index n) {
  return std::array<Index, 3>{0, 1, 3}.at(static_cast<std::size_t>(n % 3));
}

// n numbers, `offset` places into an allocation. With a margin, NaNs follow them, which would
// poison any result that reads on; without one, the allocation ends with them, for sanitizers.
class Input {
 public:
  Input(std::span<const float> values, Index offset, bool margin)
      : offset_(static_cast<std::size_t>(offset)),
        buffer_(offset_ + values.size() + (margin ? 19 : 0), nan) {
    std::ranges::copy(values, buffer_.begin() + offset);
  }
  [[nodiscard]] const float* data() const { return buffer_.data() + offset_; }

 private:
  std::size_t offset_;
  std::vector<float> buffer_;
};

// Room for n numbers between canaries.
class Output {
 public:
  Output(Index n, Index offset) : first_(margin + offset), n_(n) {
    buffer_.assign(static_cast<std::size_t>(first_ + n + margin), canary);
  }
  Output(std::span<const float> start, Index offset)
      : Output(static_cast<Index>(start.size()), offset) {
    std::ranges::copy(start, data());
  }
  [[nodiscard]] float* data() { return buffer_.data() + first_; }
  [[nodiscard]] std::span<const float> values() const {
    return std::span(buffer_).subspan(static_cast<std::size_t>(first_),
                                      static_cast<std::size_t>(n_));
  }
  [[nodiscard]] bool canaries_live() const {
    const auto live = [](float x) { return bits(x) == bits(canary); };
    return std::all_of(buffer_.begin(), buffer_.begin() + first_, live) &&
           std::all_of(buffer_.begin() + first_ + n_, buffer_.end(), live);
  }

 private:
  static constexpr Index margin = 20;
  static constexpr float canary = -1234.5F;
  Index first_;
  Index n_;
  std::vector<float> buffer_;
};

std::vector<float> normals(Index n, std::uint64_t seed) {
  const Tensor x = random(Shape{n}, seed);
  return {x.values().begin(), x.values().end()};
}

// Σ terms(p) for p < count in the order of the kernels: blocks of sum_block, each on its own.
template <typename F>
float blocked_sum(float start, Index count, F term) {
  float total = start;
  for (Index first = 0; first < count; first += simd::sum_block) {
    float sum = 0.0F;
    for (Index p = first; p < std::min(count, first + simd::sum_block); ++p) sum += term(p);
    total += sum;
  }
  return total;
}

// The three products, and where the numbers of a (i, p) and b (p, j) lie in each.
struct Product {
  const char* name;
  void (*multiply)(const float* a, const float* b, float* c, Index m, Index n, Index k);
  bool left_transposed;
  bool right_transposed;
};

constexpr std::array<Product, 3> products{
    {{"multiply", simd::multiply, false, false},
     {"multiply_transposed", simd::multiply_transposed, false, true},
     {"multiply_left_transposed", simd::multiply_left_transposed, true, false}}};

TEST_CASE("products: the bits of the plain loop", "[simd]") {
  for (const Product& product : products) {
    for (const Index m : {0, 1, 2, 3, 4, 5, 7, 8, 9}) {
      for (const Index n : {0, 1, 3, 4, 5, 7, 8, 9, 10, 15, 16, 17, 25, 31, 32, 33, 37, 65}) {
        for (const Index k : {0, 1, 2, 3, 6, 8, 17, 64, 255, 256, 257, 521}) {
          const Index offset = offset_for(m + n + k);
          const bool margin = (m + n) % 2 == 0;
          const std::vector<float> a = normals(m * k, 1);
          const std::vector<float> b = normals(n * k, 2);
          const Input left(a, offset, margin);
          const Input right(b, (offset + 1) % 4, margin);
          Output c(m * n, offset);
          product.multiply(left.data(), right.data(), c.data(), m, n, k);
          std::vector<float> want;
          for (Index i = 0; i < m; ++i) {
            for (Index j = 0; j < n; ++j) {
              want.push_back(blocked_sum(0.0F, k, [&](Index p) {
                return left.data()[product.left_transposed ? p * m + i : i * k + p] *
                       right.data()[product.right_transposed ? j * k + p : p * n + j];
              }));
            }
          }
          CAPTURE(product.name, m, n, k);
          REQUIRE(difference(c.values(), want) == "");
          REQUIRE(c.canaries_live());
        }
      }
    }
  }
}

TEST_CASE("products: NaN and infinity stay in their rows and columns", "[simd]") {
  for (const Product& product : products) {
    const Index m = 5;
    const Index n = 19;
    const Index k = 7;
    std::vector<float> a = normals(m * k, 3);
    std::vector<float> b = normals(n * k, 4);
    a[static_cast<std::size_t>(product.left_transposed ? 3 * m + 2 : 2 * k + 3)] = nan;
    b[static_cast<std::size_t>(product.right_transposed ? 17 * k : 17)] = inf;
    Output c(m * n, 0);
    product.multiply(a.data(), b.data(), c.data(), m, n, k);
    for (Index i = 0; i < m; ++i) {
      for (Index j = 0; j < n; ++j) {
        const float x = c.data()[i * n + j];
        CAPTURE(product.name, i, j);
        CHECK(std::isnan(x) == (i == 2));
        CHECK(std::isinf(x) == (i != 2 && j == 17));
      }
    }
  }
}

// b (k, n) or bᵀ (n, k), packed once.
struct Packing {
  void (*multiply)(const float* a, const float* b, float* c, Index m, Index n, Index k);
  void (*pack)(const float* b, Index n, Index k, float* packed);
};

void check_packed(const Packing& packing) {
  for (const Index m : {0, 1, 3, 4, 6, 9}) {
    for (const Index n : {0, 1, 3, 4, 5, 8, 9, 16, 17, 32, 37, 65}) {
      for (const Index k : {1, 3, 17, 256, 257}) {
        const Input a(normals(m * k, 11), offset_for(m), m % 2 == 0);
        const Input b(normals(n * k, 12), offset_for(n), n % 2 == 0);
        std::vector<float> whole(static_cast<std::size_t>(m * n));
        packing.multiply(a.data(), b.data(), whole.data(), m, n, k);
        Output packed(simd::packed_size(n, k), offset_for(k));
        packing.pack(b.data(), n, k, packed.data());
        REQUIRE(packed.canaries_live());
        for (const Index columns : {Index{0}, n / 3, n}) {
          const Index stride = columns + 2;
          Output c(m * stride, offset_for(m + n));
          const std::vector<float> before(c.values().begin(), c.values().end());
          simd::multiply_packed(a.data(), packed.data(), c.data(), stride, m, n, k, columns);
          std::vector<float> want = before;
          for (Index i = 0; i < m; ++i) {
            std::copy_n(whole.begin() + i * n, columns, want.begin() + i * stride);
          }
          CAPTURE(m, n, k, columns);
          REQUIRE(difference(c.values(), want) == "");
          REQUIRE(c.canaries_live());
        }
      }
    }
  }
}

TEST_CASE("multiply_packed: the bits of the whole product, in its first columns", "[simd]") {
  check_packed({simd::multiply, simd::pack});
  check_packed({simd::multiply_transposed, simd::pack_transposed});
}

// keep: none for mix_rows, which does not look at what the output holds.
void check_mix(Index count, Index n, std::optional<float> keep, bool masked) {
  const Index offset = offset_for(count + n);
  const bool margin = n % 2 == 0;
  std::vector<float> w = normals(count, 5);
  std::vector<float> v = normals(count * n, 6);
  std::vector<unsigned char> uses(static_cast<std::size_t>(count), 1);
  if (masked) {
    // What is passed over may hold anything, in weights and values alike.
    for (Index s = count % 3; s < count; s += 3) {
      uses[static_cast<std::size_t>(s)] = 0;
      w[static_cast<std::size_t>(s)] = s % 2 == 0 ? nan : inf;
      std::fill_n(v.begin() + s * n, n, s % 2 == 0 ? -inf : nan);
    }
  }
  std::vector<float> before = normals(n, 7);
  if (!keep) std::ranges::fill(before, nan);
  // 0 · ∞ is NaN: keeping nothing of it is not forgetting it.
  if (keep && n > 0) before[static_cast<std::size_t>(n / 2)] = inf;
  const Input weights(w, offset, margin);
  const Input values(v, (offset + 2) % 4, margin);
  Output out(before, offset);
  const unsigned char* marks = masked ? uses.data() : nullptr;
  if (keep) {
    simd::add_mixed_rows(weights.data(), marks, values.data(), count, n, *keep, out.data());
  } else {
    simd::mix_rows(weights.data(), marks, values.data(), count, n, out.data());
  }
  std::vector<float> want;
  for (Index j = 0; j < n; ++j) {
    const float start = keep ? before[static_cast<std::size_t>(j)] * *keep : 0.0F;
    want.push_back(blocked_sum(start, count, [&](Index s) {
      return uses[static_cast<std::size_t>(s)] == 0 ? 0.0F
                                                    : weights.data()[s] * values.data()[s * n + j];
    }));
  }
  CAPTURE(count, n, keep.value_or(nan), masked);
  REQUIRE(difference(out.values(), want) == "");
  REQUIRE(out.canaries_live());
}

TEST_CASE("mix_rows: the bits of the plain loop, over what is used", "[simd]") {
  for (const Index count : {0, 1, 2, 7, 64, 255, 256, 257, 523}) {
    for (const Index n : awkward_sizes) {
      for (const bool masked : {false, true}) check_mix(count, n, {}, masked);
      check_mix(count, n, 0.0F, false);
      check_mix(count, n, 1.0F, false);
      check_mix(count, n, 0.75F, true);
    }
  }
}

TEST_CASE("add_mixed_tiles: the bits of the plain loop in every row", "[simd]") {
  for (const Index m : {0, 1, 2, 3, 4, 5, 7, 9}) {
    for (const Index count : {1, 2, 7, 64, 256, 257}) {
      for (const Index n : awkward_sizes) {
        const Index offset = offset_for(m + count + n);
        const Index stride = count + (m + n) % 3;
        const bool margin = n % 2 == 0;
        const Input weights(normals(m * stride, 5), offset, margin);
        const Input values(normals(count * n, 6), (offset + 2) % 4, margin);
        std::vector<float> before = normals(m * n, 7);
        const std::vector<float> keep = normals(m, 13);
        // 0 · ∞ is NaN: keeping nothing of it is not forgetting it.
        if (!before.empty()) before[before.size() / 2] = inf;
        Output out(before, offset);
        simd::add_mixed_tiles(weights.data(), stride, values.data(), m, count, n, keep.data(),
                              out.data());
        std::vector<float> want;
        for (Index i = 0; i < m; ++i) {
          for (Index j = 0; j < n; ++j) {
            const float start =
                before[static_cast<std::size_t>(i * n + j)] * keep[static_cast<std::size_t>(i)];
            want.push_back(blocked_sum(start, count, [&](Index s) {
              return weights.data()[i * stride + s] * values.data()[s * n + j];
            }));
          }
        }
        CAPTURE(m, count, n);
        REQUIRE(difference(out.values(), want) == "");
        REQUIRE(out.canaries_live());
      }
    }
  }
}

TEST_CASE("max_of: the largest number, NaN passed over", "[simd]") {
  for (const Index n : awkward_sizes) {
    const std::vector<float> x = normals(n, 8);
    for (const bool margin : {false, true}) {
      CAPTURE(n, margin);
      const Input input(x, offset_for(n), margin);
      const float want = x.empty() ? -inf : *std::ranges::max_element(x);
      CHECK(bits(simd::max_of(input.data(), n)) == bits(want));
    }
    // The largest at each place in turn, all others NaN.
    for (std::size_t at = 0; at < x.size(); ++at) {
      std::vector<float> alone(x.size(), nan);
      alone[at] = -3.5F;
      REQUIRE(bits(simd::max_of(alone.data(), n)) == bits(-3.5F));
    }
    const std::vector<float> nothing(x.size(), nan);
    CHECK(bits(simd::max_of(nothing.data(), n)) == bits(-inf));
    // Which zero wins must not depend on the width: it is +0.
    const std::vector<float> zeros(x.size(), -0.0F);
    CHECK(bits(simd::max_of(zeros.data(), n)) == bits(n == 0 ? -inf : 0.0F));
  }
}

TEST_CASE("sum_of: sixteen sums side by side, added pairwise", "[simd]") {
  for (const Index n : awkward_sizes) {
    const std::vector<float> x = normals(n, 9);
    std::array<float, 16> sums{};
    for (std::size_t i = 0; i < x.size(); ++i) sums.at(i % 16) += x[i];
    for (std::size_t width = 16; width > 1; width /= 2) {
      for (std::size_t i = 0; i < width / 2; ++i) sums.at(i) = sums.at(2 * i) + sums.at(2 * i + 1);
    }
    CAPTURE(n);
    for (const bool margin : {false, true}) {
      const Input input(x, offset_for(n), margin);
      CHECK(bits(simd::sum_of(input.data(), n)) == bits(sums[0]));
    }
    // Zeros at the end change nothing.
    std::vector<float> longer = x;
    longer.resize(x.size() + 21);
    CHECK(bits(simd::sum_of(longer.data(), n + 21)) == bits(sums[0]));
  }
  const std::vector<float> four{0.1F, 0.7F, 0.3F, 0.4F};
  CHECK(bits(simd::sum_of(four.data(), 3)) == bits((0.1F + 0.7F) + 0.3F));
  CHECK(bits(simd::sum_of(four.data(), 4)) == bits((0.1F + 0.7F) + (0.3F + 0.4F)));
}

float exp_of(float x) {
  float y = nan;
  simd::exp_shifted(&x, 0.0F, &y, 1);
  return y;
}

TEST_CASE("exp_shifted: each place on its own, in place or not", "[simd]") {
  for (const Index n : awkward_sizes) {
    std::vector<float> x = normals(n, 10);
    for (float& value : x) value = 20.0F * value;
    std::vector<float> want(x.size());
    std::ranges::transform(x, want.begin(), [](float value) { return exp_of(value - 1.25F); });
    CAPTURE(n);
    for (const bool margin : {false, true}) {
      const Input input(x, offset_for(n), margin);
      Output y(n, offset_for(n + 1));
      simd::exp_shifted(input.data(), 1.25F, y.data(), n);
      REQUIRE(difference(y.values(), want) == "");
      REQUIRE(y.canaries_live());
    }
    Output same(x, 1);
    simd::exp_shifted(same.data(), 1.25F, same.data(), n);
    REQUIRE(difference(same.values(), want) == "");
    REQUIRE(same.canaries_live());
  }
}

TEST_CASE("scale_and_max, exp_and_sum: the two kernels that each is made of", "[simd]") {
  for (const Index n : awkward_sizes) {
    std::vector<float> x = normals(n, 14);
    for (float& value : x) value = 20.0F * value;
    std::vector<float> scaled(x.size());
    std::ranges::transform(x, scaled.begin(), [](float value) { return value * 0.37F; });
    const float max = simd::max_of(scaled.data(), n);
    std::vector<float> exponentials(x.size());
    simd::exp_shifted(scaled.data(), max, exponentials.data(), n);
    const float sum = simd::sum_of(exponentials.data(), n);
    CAPTURE(n);
    Output y(x, offset_for(n));
    CHECK(bits(simd::scale_and_max(y.data(), 0.37F, n)) == bits(max));
    REQUIRE(difference(y.values(), scaled) == "");
    CHECK(bits(simd::exp_and_sum(y.data(), max, n)) == bits(sum));
    REQUIRE(difference(y.values(), exponentials) == "");
    REQUIRE(y.canaries_live());
  }
}

TEST_CASE("scale_and_cover: the plain loop, whatever stands in covered places", "[simd]") {
  for (const Index n : awkward_sizes) {
    for (const bool masks : {false, true}) {
      for (const bool adds : {false, true}) {
        for (const bool all : {false, true}) {
          std::vector<float> x = normals(n, 21);
          std::vector<float> mask(x.size(), 1.0F);
          std::vector<float> bias = normals(n, 22);
          for (std::size_t i = 0; i < x.size(); ++i) {
            if (all || i % 3 == 1) mask[i] = i % 2 == 0 ? 0.0F : -0.0F;
            if (all || i % 5 == 2) bias[i] = -inf;
            if (i % 7 == 1) x[i] = i % 2 == 0 ? nan : inf;
          }
          const bool margin = n % 2 == 0;
          const Input marks(mask, offset_for(n + 1), margin);
          const Input moves(bias, offset_for(n + 2), margin);
          Output y(x, offset_for(n));
          const simd::Covered got = simd::scale_and_cover(
              y.data(), 0.37F, masks ? marks.data() : nullptr, adds ? moves.data() : nullptr, n);
          bool any = false;
          std::vector<float> want;
          for (std::size_t i = 0; i < x.size(); ++i) {
            const bool covered = (masks && mask[i] == 0.0F) || (adds && bias[i] == -inf);
            const float scaled = x[i] * 0.37F;
            any = any || !covered;
            want.push_back(covered ? -inf : adds ? scaled + bias[i] : scaled);
          }
          CAPTURE(n, masks, adds, all);
          CHECK(difference(y.values(), want) == "");
          CHECK(bits(got.max) == bits(simd::max_of(want.data(), n)));
          CHECK(got.any == any);
          REQUIRE(y.canaries_live());
        }
      }
    }
  }
}

TEST_CASE("divide: the plain quotients, and whether all are finite", "[simd]") {
  for (const Index n : awkward_sizes) {
    const std::vector<float> x = normals(n, 23);
    for (const float divisor : {0.37F, 1.0F, -3.0F, 1e-39F, 0.0F, inf, nan}) {
      std::vector<float> want(x.size());
      std::ranges::transform(x, want.begin(), [&](float each) { return each / divisor; });
      Output y(x, offset_for(n));
      const bool finite = simd::divide(y.data(), divisor, n);
      CAPTURE(n, divisor);
      CHECK(difference(y.values(), want) == "");
      CHECK(finite == std::ranges::all_of(want, [](float each) { return std::isfinite(each); }));
      REQUIRE(y.canaries_live());
    }
  }
}

TEST_CASE("all_finite, any_nan, divide: one number in any place is seen", "[simd]") {
  for (const Index n : awkward_sizes) {
    const bool margin = n % 2 == 0;
    std::vector<float> x = normals(n, 24);
    CAPTURE(n);
    CHECK(simd::all_finite(Input(x, offset_for(n), margin).data(), n));
    CHECK_FALSE(simd::any_nan(Input(x, offset_for(n), margin).data(), n));
    for (float& place : x) {
      const float before = place;
      for (const float value : {inf, -inf, nan, -nan, std::numeric_limits<float>::max()}) {
        place = value;
        const Input input(x, offset_for(n), margin);
        Output y(x, offset_for(n));
        REQUIRE(simd::all_finite(input.data(), n) == std::isfinite(value));
        REQUIRE(simd::any_nan(input.data(), n) == std::isnan(value));
        REQUIRE(simd::divide(y.data(), 2.0F, n) == std::isfinite(value));
      }
      place = before;
    }
  }
}

TEST_CASE("exp_and_sum: the bits of exp_shifted down to the last denormal and beyond", "[simd]") {
  std::vector<float> x{-inf, -0.0F, nan};
  for (Index i = 0; i < 40'000; ++i) x.push_back(-0.003F * static_cast<float>(i));
  std::vector<float> want(x.size());
  simd::exp_shifted(x.data(), 0.0F, want.data(), static_cast<Index>(x.size()));
  static_cast<void>(simd::exp_and_sum(x.data(), 0.0F, static_cast<Index>(x.size())));
  CHECK(difference(x, want) == "");
}

// All float32 from first down to last, both <= 0, `stride` steps of one unit in the last place
// apart.
struct Worst {
  double ulps = 0.0;
  float at = 0.0F;
  bool monotone = true;
};

Worst survey(float first, float last, std::uint32_t stride) {
  Worst worst;
  constexpr std::size_t batch = 1024;
  std::array<float, batch> x{};
  std::array<float, batch> y{};
  float previous = inf;
  const auto end = std::bit_cast<std::uint32_t>(last);
  std::uint64_t pattern = std::bit_cast<std::uint32_t>(first);
  while (pattern <= end) {
    std::size_t n = 0;
    for (; n < batch && pattern <= end; ++n, pattern += stride) {
      x.at(n) = std::bit_cast<float>(static_cast<std::uint32_t>(pattern));
    }
    simd::exp_shifted(x.data(), 0.0F, y.data(), static_cast<Index>(n));
    for (std::size_t i = 0; i < n; ++i) {
      const double off = ulps(y.at(i), std::exp(static_cast<double>(x.at(i))));
      if (!(off <= worst.ulps)) worst = {off, x.at(i), worst.monotone};
      worst.monotone = worst.monotone && y.at(i) <= previous;
      previous = y.at(i);
    }
  }
  return worst;
}

TEST_CASE("exp: at most 2 ulp from the exact value for every x <= 0", "[simd]") {
  // Double's own exponential is off by less than 1e-8 of a float32's last place.
  const Worst everywhere = survey(-0.0F, -inf, 509);
  CAPTURE(everywhere.ulps, everywhere.at);
  CHECK(everywhere.ulps <= 2.0);
  // 509 steps apart the exact values differ by more than the error wherever they differ at all.
  CHECK(everywhere.monotone);
}

TEST_CASE("exp: denormal results are rounded, not flushed", "[simd]") {
  const Worst denormal = survey(-87.33F, -104.5F, 7);
  CAPTURE(denormal.ulps, denormal.at);
  CHECK(denormal.ulps <= 2.0);
  CHECK(exp_of(-88.0F) > 0.0F);
  CHECK(exp_of(-103.0F) == 0x1p-149F);
  CHECK(bits(exp_of(-104.0F)) == bits(0.0F));
}

TEST_CASE("exp: exact where it must be, NaN stays NaN", "[simd]") {
  CHECK(bits(exp_of(0.0F)) == bits(1.0F));
  CHECK(bits(exp_of(-0.0F)) == bits(1.0F));
  CHECK(bits(exp_of(-0x1p-149F)) == bits(1.0F));
  CHECK(bits(exp_of(-inf)) == bits(0.0F));
  CHECK(bits(exp_of(-std::numeric_limits<float>::max())) == bits(0.0F));
  CHECK(std::isnan(exp_of(nan)));
  CHECK(bits(exp_of(inf)) == bits(inf));
  // Above 0 it serves as well, to overflow.
  for (const float x : {1e-3F, 0.5F, 1.0F, 10.0F, 80.0F, 88.7F}) {
    CAPTURE(x);
    CHECK(ulps(exp_of(x), std::exp(static_cast<double>(x))) <= 2.0);
  }
  CHECK(bits(exp_of(88.8F)) == bits(inf));
}

}  // namespace
}  // namespace qkv::test
