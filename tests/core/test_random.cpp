#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "qkv/random.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/golden.hpp"

// The golden numbers are PyTorch's: every one is met bit for bit.
namespace qkv::test {
namespace {

const Json& check() { return golden("attention_check"); }
const Json& samples() { return check()["rng_samples"]; }

std::vector<std::int64_t> whole(const Json& list) {
  std::vector<std::int64_t> result;
  for (const double x : numbers(list)) result.push_back(static_cast<std::int64_t>(x));
  return result;
}

std::vector<std::int64_t> draw_u32(Generator& generator, std::size_t count) {
  std::vector<std::int64_t> result(count);
  std::ranges::generate(result, [&] { return static_cast<std::int64_t>(generator.next_u32()); });
  return result;
}

TEST_CASE("Generator: the raw stream, across a refill of its state", "[random]") {
  for (const int seed : {0, 99}) {
    const Json& raw = check()["raw_u32"][std::to_string(seed)];
    Generator generator(static_cast<std::uint64_t>(seed));
    const std::vector<std::int64_t> stream = draw_u32(generator, 700);
    CHECK(std::vector(stream.begin(), stream.begin() + 64) == whole(raw["first64"]));
    CHECK(std::vector(stream.begin() + 620, stream.end()) == whole(raw["index_620_to_699"]));
  }
}

TEST_CASE("Generator: 64 bits are two outputs, the first one high", "[random]") {
  Generator a(5);
  Generator b(5);
  const std::uint64_t high = a.next_u32();
  const std::uint64_t low = a.next_u32();
  CHECK(b.next_u64() == (high << 32U | low));
}

TEST_CASE("Generator: the tensors of each single call", "[random]") {
  const auto from_seed_0 = [](const char* key, const Tensor& got) {
    CAPTURE(key);
    CHECK(difference(got, tensor(samples()[key])) == "");
  };
  from_seed_0("randn_3_seed0", Generator(0).randn({3}));
  from_seed_0("rand_7_seed0", Generator(0).rand({7}));
  from_seed_0("randn_16_seed0", Generator(0).randn({16}));
  from_seed_0("randn_37_seed1", Generator(1).randn({37}));
  from_seed_0("normal_1p5_0p3_20_seed0", Generator(0).normal({20}, 1.5, 0.3));
  from_seed_0("uniform_m1_3_10_seed0", Generator(0).uniform({10}, -1.0, 3.0));
  CHECK(Generator(0).randint(0, 10, 640) == whole(samples()["randint_0_10_64x10_seed0"]["data"]));
  CHECK(Generator(0).randperm(10) == whole(samples()["randperm_10_seed0"]));
}

// The fills that layers use are uniform_ and normal_ with bounds computed in double.
TEST_CASE("Generator: initial weights as torch.nn.init fills them", "[random]") {
  const double kaiming_5 = std::sqrt(3.0) * (std::sqrt(2.0 / (1.0 + 5.0)) / std::sqrt(6.0));
  const double kaiming_0 = std::sqrt(3.0) * (std::sqrt(2.0) / std::sqrt(6.0));
  const double xavier = std::sqrt(3.0) * std::sqrt(2.0 / (6.0 + 4.0));
  const auto equals = [](const char* key, const Tensor& got) {
    CAPTURE(key);
    CHECK(difference(got, tensor(samples()[key])) == "");
  };
  equals("kaiming_uniform_a_sqrt5_4x6_seed0", Generator(0).uniform({4, 6}, -kaiming_5, kaiming_5));
  equals("kaiming_uniform_a_0_4x6_seed0", Generator(0).uniform({4, 6}, -kaiming_0, kaiming_0));
  equals("xavier_uniform_4x6_seed0", Generator(0).uniform({4, 6}, -xavier, xavier));
  equals("xavier_normal_4x6_seed0", Generator(0).normal({4, 6}, 0.0, std::sqrt(2.0 / 10.0)));
  equals("kaiming_normal_4x6_seed0", Generator(0).normal({4, 6}, 0.0, std::sqrt(2.0 / 6.0)));
  Generator linear(0);
  const Json& expected = samples()["nn_Linear_6_4_seed0"];
  CHECK(difference(linear.uniform({4, 6}, -kaiming_5, kaiming_5), tensor(expected["weight"])) ==
        "");
  CHECK(difference(linear.uniform({4}, -1.0 / std::sqrt(6.0), 1.0 / std::sqrt(6.0)),
                   tensor(expected["bias"])) == "");
}

TEST_CASE("Generator: small fills share one cached normal, large ones pass it by", "[random]") {
  const Json& sequence = samples()["sequence_seed0"];
  Generator generator(0);
  CHECK(difference(generator.randn({3}), tensor(sequence["1_randn3"])) == "");
  CHECK(difference(generator.randn({3}), tensor(sequence["2_randn3"])) == "");
  CHECK(difference(generator.randn({15}), tensor(sequence["3_randn15"])) == "");
  CHECK(difference(generator.rand({7}), tensor(sequence["4_rand7"])) == "");
  CHECK(difference(generator.randn({17}), tensor(sequence["5_randn17"])) == "");
  CHECK(difference(generator.randn({2}), tensor(sequence["6_randn2"])) == "");
  CHECK(draw_u32(generator, 2) == whole(sequence["7_next_u32"]));
}

TEST_CASE("Generator: seeding starts anew and forgets the cached normal", "[random]") {
  Generator generator(3);
  const Tensor first = generator.randn({1});
  generator.seed(3);
  CHECK(difference(generator.randn({1}), first) == "");
  generator.seed(0);
  CHECK(difference(generator.randn({3}), tensor(samples()["randn_3_seed0"])) == "");
}

TEST_CASE("Generator: a copy continues the same stream, cache included", "[random]") {
  Generator generator(8);
  CHECK(generator.randn({1}).size() == 1);
  Generator copy = generator;
  CHECK(difference(copy.randn({5}), generator.randn({5})) == "");
  CHECK(copy.next_u32() == generator.next_u32());
}

TEST_CASE("Generator: only the low 32 bits of a seed count", "[random]") {
  const std::uint64_t high = std::uint64_t{0x12345678} << 32U;
  CHECK(Generator(high | 7U).next_u64() == Generator(7).next_u64());
  CHECK(Generator(std::numeric_limits<std::uint64_t>::max()).next_u64() ==
        Generator(0xffffffffU).next_u64());
  CHECK(Generator(8).next_u64() != Generator(7).next_u64());
}

// The second document draws 20,880,240 numbers for its table: nothing was lost on the way.
TEST_CASE("Generator: the table of the document, draw by draw", "[random]") {
  Generator generator(0);
  for (const char* name : {"Q", "K", "V"}) {
    CHECK(difference(generator.randn({5, 16}), tensor(check()[name])) == "");
  }
  for (const Json& row : check()["table"].list()) {
    const auto d = static_cast<Index>(row["d"].number());
    const auto drawn = [&](const char* name, const Shape& shape) {
      const Tensor x = generator.randn(shape);
      const Json& want = row[name];
      CAPTURE(d, name);
      const std::vector<double> first = numbers(want["first5"]);
      for (std::size_t i = 0; i < first.size(); ++i) {
        CHECK(bits(x.values()[i]) == bits(static_cast<float>(first[i])));
      }
      double sum = 0.0;
      double squares = 0.0;
      float largest = 0.0F;
      for (const float value : x.values()) {
        sum += static_cast<double>(value);
        squares += static_cast<double>(value) * static_cast<double>(value);
        largest = std::max(largest, std::abs(value));
      }
      // The sums were added in another order: n roundings of a double at most.
      const auto n = static_cast<double>(x.size());
      CHECK(std::abs(squares - want["sumsq"].number()) <= n * 0x1p-53 * squares);
      CHECK(std::abs(sum - want["sum"].number()) <= n * 0x1p-53 * n);
      CHECK(bits(largest) == bits(static_cast<float>(want["absmax"].number())));
    };
    drawn("q", {10000, d});
    drawn("k", {10000, d});
    drawn("left", {1000, 8, d});
    drawn("right", {1000, d, 8});
  }
  CHECK(draw_u32(generator, 4) == whole(check()["u32_after_table"]["next4"]));
}

// Five standard errors: a seed is fixed, so this cannot fail by chance.
TEST_CASE("Generator: mean and variance are those of the distributions", "[random]") {
  constexpr Index n = 100000;
  const auto moments = [](const Tensor& x, double mean, double variance, double fourth) {
    double sum = 0.0;
    double squares = 0.0;
    for (const float value : x.values()) {
      const double centred = static_cast<double>(value) - mean;
      sum += centred;
      squares += centred * centred;
    }
    const auto count = static_cast<double>(n);
    CHECK(std::abs(sum / count) < 5.0 * std::sqrt(variance / count));
    CHECK(std::abs(squares / count - variance) <
          5.0 * std::sqrt((fourth - variance * variance) / count));
  };
  Generator generator(2024);
  moments(generator.rand({n}), 0.5, 1.0 / 12.0, 1.0 / 80.0);
  moments(generator.uniform({n}, -3.0, 1.0), -1.0, 16.0 / 12.0, 256.0 / 80.0);
  moments(generator.randn({n}), 0.0, 1.0, 3.0);
  moments(generator.normal({n}, 2.0, 0.5), 2.0, 0.25, 3.0 / 16.0);
}

TEST_CASE("Generator: numbers stay in their ranges", "[random]") {
  Generator generator(11);
  const Tensor unit = generator.rand({10000});
  for (const float x : unit.values()) {
    REQUIRE((x >= 0.0F && x < 1.0F));
    REQUIRE(x * 0x1p24F == std::floor(x * 0x1p24F));
  }
  const Tensor wider = generator.uniform({10000}, -0.25, 0.75);
  for (const float x : wider.values()) {
    REQUIRE((x >= -0.25F && x < 0.75F));
  }
  std::vector<int> seen(7);
  for (const std::int64_t x : generator.randint(-3, 4, 1000)) {
    REQUIRE((x >= -3 && x < 4));
    ++seen.at(static_cast<std::size_t>(x + 3));
  }
  CHECK(std::ranges::min(seen) > 0);
  const std::int64_t wide = std::int64_t{1} << 40U;
  std::int64_t largest = 0;
  for (const std::int64_t x : generator.randint(0, wide, 1000)) {
    REQUIRE((x >= 0 && x < wide));
    largest = std::max(largest, x);
  }
  CHECK(largest > wide / 2);
  const Tensor constant = generator.normal({50}, 3.0, 0.0);
  for (const float x : constant.values()) REQUIRE(x == 3.0F);
  const Tensor point = generator.uniform({50}, 3.0, 3.0);
  for (const float x : point.values()) REQUIRE(x == 3.0F);
}

TEST_CASE("randint: 32-bit draws below 2^32, 64-bit ones from there", "[random]") {
  constexpr std::int64_t edge = std::int64_t{1} << 32U;
  Generator narrow(1);
  Generator wide(1);
  Generator raw(1);
  CHECK(narrow.randint(0, edge - 1, 1)[0] ==
        static_cast<std::int64_t>(Generator(1).next_u32() % 0xffffffffU));
  CHECK(wide.randint(0, edge, 1)[0] == static_cast<std::int64_t>(raw.next_u64() % (1ULL << 32U)));
  // The widest interval neither overflows nor loses its low end.
  const std::int64_t low = std::numeric_limits<std::int64_t>::min();
  const std::int64_t high = std::numeric_limits<std::int64_t>::max();
  CHECK(Generator(1).randint(low, high, 100).size() == 100);
}

TEST_CASE("randperm: every number once", "[random]") {
  for (const Index n : {0, 1, 2, 3, 1000}) {
    std::vector<std::int64_t> order = Generator(4).randperm(n);
    std::ranges::sort(order);
    std::vector<std::int64_t> all(static_cast<std::size_t>(n));
    std::iota(all.begin(), all.end(), 0);
    CHECK(order == all);
  }
}

TEST_CASE("Generator: empty fills draw nothing", "[random]") {
  Generator generator(6);
  CHECK(generator.rand({0}).size() == 0);
  CHECK(generator.randn({0, 5}).size() == 0);
  CHECK(generator.randint(0, 2, 0).empty());
  CHECK(generator.randperm(1) == std::vector<std::int64_t>{0});
  CHECK(generator.next_u32() == Generator(6).next_u32());
}

}  // namespace
}  // namespace qkv::test
