#include "battery.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <numbers>
#include <random>

#include "battery_recorder.hpp"
#include "qkv/nn/explain.hpp"
#include "qkv/nn/explain_multi_head.hpp"
#include "qkv/nn/multi_head.hpp"
#include "qkv/ops/attention.hpp"
#include "qkv/ops/heads.hpp"
#include "qkv/ops/layer_norm.hpp"
#include "qkv/ops/linear.hpp"
#include "qkv/ops/mask.hpp"
#include "qkv/ops/positional_encoding.hpp"
#include "qkv/ops/reduce.hpp"
#include "qkv/ops/softmax.hpp"
#include "qkv/random.hpp"
#include "support/cases.hpp"
#include "support/compare.hpp"
#include "support/multi_head_cases.hpp"
#include "support/reference.hpp"

namespace qkv::test {
namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

void linear_section(Recorder& recorder) {
  recorder.section("linear");
  for (const Index rows : {0, 1, 2, 3, 5, 8, 33}) {
    for (const Index outputs : {0, 1, 3, 4, 7, 16, 17, 33, 65}) {
      for (const Index inputs : {1, 2, 4, 5, 16, 61, 257, 600}) {
        Generator generator(static_cast<std::uint64_t>(rows * 1000000 + outputs * 1000 + inputs));
        const Tensor x = generator.randn({rows, inputs});
        const Tensor w = generator.uniform({outputs, inputs}, -0.5, 0.5);
        const Tensor b = generator.randn({outputs});
        const std::string call = text({rows, outputs, inputs});
        recorder.add(linear(x, w), linear_reference(x, w, {}), call);
        recorder.add(linear(x, w, b), linear_reference(x, w, b), call + " + b");
      }
    }
  }
  const Tensor stacked = random({2, 3, 4, 5}, 1);
  const Tensor w = random({6, 5}, 2);
  recorder.add(linear(stacked, w), linear_reference(stacked, w, {}), "rank 4");
}

void rows_section(Recorder& recorder) {
  recorder.section("softmax");
  for (const Index n : awkward_sizes) {
    for (const double spread : {0.01, 1.0, 30.0}) {
      const Tensor x = Generator(static_cast<std::uint64_t>(n)).normal({3, n}, 2.0, spread);
      recorder.add(softmax(x), softmax_reference(x), text({3, n}));
      const SoftmaxSteps steps = softmax_steps({x.data() + n, {n}});
      recorder.add(steps.max);
      recorder.add(steps.shifted);
      recorder.add(steps.exponentials);
      recorder.add(steps.sum);
      recorder.add(steps.weights);
    }
  }
  const Tensor special({6, 3}, {inf, 0, 0, nan, 0, 0, -inf, -inf, -inf, -inf, 0, 1, 1e4F, -1e4F,
                                9999, 0, -88, -103});
  recorder.add(softmax(special), softmax_reference(special), "special values");

  recorder.section("sum_rows");
  for (const Index n : awkward_sizes) {
    const Tensor x = random({2, 2, n}, static_cast<std::uint64_t>(n) + 50);
    recorder.add(sum_rows(x), sum_reference(x), text({2, 2, n}));
  }

  recorder.section("layer_norm");
  for (const Index n : awkward_sizes) {
    if (n == 0) continue;
    Generator generator(static_cast<std::uint64_t>(n) + 100);
    const Tensor gamma = generator.uniform({n}, 0.5, 1.5);
    const Tensor beta = generator.randn({n});
    for (const double mean : {0.0, 3.0}) {
      const Tensor x = generator.normal({4, n}, mean, 2.0);
      for (const double eps : {1e-5, 0.1}) {
        // A row of one number has no variance but eps, and eps alone bounds nothing: the row is 0.
        recorder.add(layer_norm(x, gamma, beta, eps), layer_norm_reference(x, gamma, beta, eps),
                     text({4, n}));
      }
    }
  }
}

void positional_section(Recorder& recorder) {
  recorder.section("positional_encoding");
  for (const auto& [positions, width] : std::initializer_list<std::pair<Index, Index>>{
           {0, 4}, {1, 1}, {48, 32}, {7, 5}, {300, 64}, {3000, 6}, {200000, 1}, {65, 512}}) {
    recorder.add(positional_encoding(positions, width),
                 positional_encoding_reference(positions, width), text({positions, width}));
  }
}

// The blocks of 16 once more, through libm: PyTorch's polynomials differ from it by less than 2e-6.
Bounded normals_reference(Index count, std::uint32_t seed) {
  std::mt19937 engine(seed);
  const auto uniform = [&] { return static_cast<double>(engine() & 0xffffffU) * 0x1p-24; };
  std::vector<double> u(static_cast<std::size_t>(count));
  std::ranges::generate(u, uniform);
  const auto transform = [&](std::size_t first) {
    for (std::size_t i = first; i < first + 8; ++i) {
      const double radius = std::sqrt(-2.0 * std::log(1.0 - u[i]));
      const double angle = 2.0 * std::numbers::pi * u[i + 8];
      u[i] = radius * std::cos(angle);
      u[i + 8] = radius * std::sin(angle);
    }
  };
  for (std::size_t first = 0; first + 16 <= u.size(); first += 16) transform(first);
  if (count % 16 != 0) {
    std::generate(u.end() - 16, u.end(), uniform);
    transform(u.size() - 16);
  }
  return {Shape{count}, u, std::vector<double>(u.size(), 2e-6)};
}

void random_section(Recorder& recorder) {
  recorder.section("random");
  for (const Index count : {16, 17, 37, 160, 1023, 20000}) {
    recorder.add(random({count}, 42), normals_reference(count, 42), "randn " + text({count}));
  }
  for (const std::uint64_t seed : {0ULL, 1ULL, 99ULL, 4294967295ULL, 4294967296ULL + 7ULL}) {
    Generator generator(seed);
    for (const Index count : {1, 2, 3, 15, 16, 5}) recorder.add(generator.randn({count}));
    recorder.add(generator.rand({1000}));
    recorder.add(generator.uniform({1000}, -0.18, 0.18));
    recorder.add(generator.normal({3}, 1.5, 0.3));
    recorder.add(generator.normal({100}, 1.5, 0.3));
    recorder.add(generator.randint(-5, 10, 100));
    recorder.add(generator.randint(0, std::int64_t{1} << 40U, 100));
    recorder.add(generator.randperm(50));
  }
}

void mask_section(Recorder& recorder) {
  recorder.section("causal_mask");
  for (const auto& [queries, keys] : std::initializer_list<std::pair<Index, Index>>{
           {0, 3}, {3, 0}, {1, 1}, {5, 5}, {3, 7}, {7, 3}}) {
    for (const auto alignment : {CausalAlignment::upper_left, CausalAlignment::lower_right}) {
      const Tensor mask = causal_mask(queries, keys, alignment);
      recorder.add(mask);
      MaskOptions options;
      options.causal = true;
      options.alignment = alignment;
      for (Index i = 0; i < queries; ++i) {
        for (Index j = 0; j < keys; ++j) {
          const bool same = (mask(i, j) == 1.0F) == allowed(options, mask.shape(), 0, i, j);
          recorder.check(same ? "" : "visibility differs", text({queries, keys, i, j}));
        }
      }
    }
  }
}

void record_attention(Recorder& recorder, const AttentionCase& c) {
  const AttentionOptions options = c.options();
  const AttentionReference reference = attention_reference(c.q, c.k, c.v, options);
  const AttentionSteps steps = scaled_dot_product_attention(c.q, c.k, c.v, options);
  recorder.add(steps.scores, reference.scores, c.name + ", scores");
  recorder.add(steps.scaled, reference.scaled, c.name + ", scaled");
  recorder.add(steps.masked, reference.masked, c.name + ", masked");
  recorder.add(steps.weights, reference.weights, c.name + ", weights");
  recorder.add(steps.output, reference.output, c.name + ", output");
  recorder.add(attend(c.q, c.k, c.v, options), reference.attended, c.name + ", attend");
}

void record_explanations(Recorder& recorder, const AttentionCase& c) {
  const AttentionOptions options = c.options();
  const AttentionReference reference = attention_reference(c.q, c.k, c.v, options);
  for (const auto& [tap, bounded] :
       std::initializer_list<std::pair<Tap, const Bounded*>>{{Tap::scores, &reference.scores},
                                                             {Tap::scaled, &reference.scaled},
                                                             {Tap::masked, &reference.masked},
                                                             {Tap::weights, &reference.weights},
                                                             {Tap::output, &reference.output}}) {
    Tensor totals(bounded->shape);
    float* total = totals.data();
    for (Index m = 0; m < bounded->shape.matrices(); ++m) {
      for (Index i = 0; i < bounded->shape[-2]; ++i) {
        for (Index j = 0; j < bounded->shape[-1]; ++j) {
          const CellArithmetic cell = explain(c.q, c.k, c.v, options, tap, i, j, m);
          *total++ = cell.total;
          for (const Term& term : cell.terms) recorder.add(term.product);
          if (tap == Tap::weights) recorder.add(cell.softmax.exponentials);
        }
      }
    }
    recorder.add(totals, *bounded, c.name + ", explain " + std::string(name(tap)));
  }
}

// NaN and ∞ in every input, where they are used and where they are passed over.
std::vector<AttentionCase> special_cases() {
  std::vector<AttentionCase> cases;
  for (const Index T : {1, 3, 9, 70}) {
    AttentionCase c = plain_case({{}, T, 131, 6, 5}, static_cast<std::uint64_t>(T) + 300);
    c.name += ", special values";
    c.q.data()[0] = nan;
    if (T > 1) c.q.data()[6] = 2e38F;
    for (const auto& [row, value] : std::initializer_list<std::pair<Index, float>>{
             {2, nan}, {64, inf}, {100, -inf}, {130, nan}}) {
      std::fill_n(c.k.data() + row * 6, 6, value);
      std::fill_n(c.v.data() + row * 5, 5, value);
    }
    cases.push_back(c);
    c.causal = true;
    cases.push_back(c);
    c.causal = false;
    c.mask = Tensor({T, 131});
    std::ranges::fill(c.mask->values(), 1.0F);
    for (Index i = 1; i < T; ++i) {
      for (const Index row : {2, 64, 100, 130}) {
        c.mask->data()[i * 131 + row] = i % 4 == 3 ? 1.0F : 0.0F;
      }
    }
    cases.push_back(c);
    c.bias = random_bias({T, 131}, 301);
    c.bias->data()[0] = inf;
    cases.push_back(c);
  }
  return cases;
}

void record_multi_head(Recorder& recorder, const MultiHeadCase& c) {
  const MultiHeadSteps steps = c.steps();
  const MultiHeadReference reference = multi_head_reference(c.x, c.weights(), c.options());
  for (const auto& [tap, tensor] : taps_of(steps)) recorder.add(*tensor);
  for (const auto& [tap, bounded] : taps_of(reference)) {
    for (const auto& [other, tensor] : taps_of(steps)) {
      if (other == tap) {
        recorder.check(beyond(*tensor, *bounded), c.name + ", " + std::string(name(tap)));
      }
    }
  }
  recorder.add(reshape_without_transpose(steps.projected_q, c.heads));
}

// One cell of each row: the totals are those of the tensors above, the products are not.
void record_multi_head_explanations(Recorder& recorder, const MultiHeadCase& c) {
  const MultiHeadSteps steps = c.steps();
  for (const auto& [tap, tensor] : taps_of(steps)) {
    const Shape& shape = tensor->shape();
    const Index heads = shape.rank() == 3 ? c.heads : 1;
    for (Index row = 0; row < heads * shape[-2]; ++row) {
      const Index column = row % shape[-1];
      const CellArithmetic cell =
          explain(c.x, c.weights(), c.options(), tap, row % shape[-2], column, row / shape[-2]);
      recorder.add(cell.total);
      for (const Term& term : cell.terms) recorder.add(term.product);
      const bool same = bits(cell.total) == bits(tensor->data()[row * shape[-1] + column]);
      recorder.check(same ? "" : "total differs", c.name + ", explain " + std::string(name(tap)));
    }
  }
}

}  // namespace

BatteryReport run_battery(bool large) {
  Recorder recorder;
  linear_section(recorder);
  rows_section(recorder);
  positional_section(recorder);
  random_section(recorder);
  mask_section(recorder);
  recorder.section("attention");
  const std::vector<AttentionCase> cases = attention_cases();
  for (const AttentionCase& c : cases) record_attention(recorder, c);
  if (large) {
    recorder.section("attention, large");
    AttentionCase wide = plain_case({{2}, 257, 300, 64, 64}, 400);
    record_attention(recorder, wide);
    wide.causal = true;
    record_attention(recorder, wide);
  }
  recorder.section("attention, special values");
  for (const AttentionCase& c : special_cases()) record_attention(recorder, c);
  recorder.section("explain");
  for (const AttentionCase& c : cases) {
    if (c.cells() < 300) record_explanations(recorder, c);
  }
  recorder.section("multi_head");
  const std::vector<MultiHeadCase> heads = multi_head_cases();
  for (const MultiHeadCase& c : heads) record_multi_head(recorder, c);
  if (large) {
    recorder.section("multi_head, large");
    MultiHeadCase wide = plain_multi_head({67, 67, 300, 300, 264, 131, 8, true}, 500);
    record_multi_head(recorder, wide);
    wide.causal = true;
    record_multi_head(recorder, wide);
  }
  recorder.section("multi_head, explain");
  for (const MultiHeadCase& c : heads) record_multi_head_explanations(recorder, c);
  record_learning(recorder, large);
  return recorder.take();
}

}  // namespace qkv::test
