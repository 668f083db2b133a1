#include "support/recurrent_cases.hpp"

#include <array>
#include <cmath>

#include "qkv/random.hpp"
#include "support/cases.hpp"

namespace qkv::test {

RecurrentWeights RecurrentCase::weights() const {
  RecurrentWeights weights{ih, hh, {}, {}};
  if (biased) {
    weights.b_ih = b_ih;
    weights.b_hh = b_hh;
  }
  return weights;
}

RecurrentOptions RecurrentCase::options() const {
  RecurrentOptions options;
  options.backwards = extents.backwards;
  if (started) options.h = h;
  if (started && extents.cell == RecurrentCell::lstm) options.c = c;
  return options;
}

RecurrentChange RecurrentCase::change() const {
  RecurrentChange change{dy, {}, {}};
  if (started) change.h = dh;
  if (started && extents.cell == RecurrentCell::lstm) change.c = dc;
  return change;
}

RecurrentSteps RecurrentCase::steps() const {
  return recurrent(extents.cell, x, weights(), options());
}

RecurrentGradients RecurrentCase::gradients() const {
  return recurrent_backward(extents.cell, x, weights(), steps(), change(), options());
}

plainly::Recurrence RecurrentCase::doubles() const {
  using test::doubles;
  const Numbers none(b_ih.values().size());
  return {doubles(x),
          doubles(ih),
          doubles(hh),
          biased ? doubles(b_ih) : none,
          biased ? doubles(b_hh) : none,
          started ? doubles(h) : Numbers(h.values().size()),
          started ? doubles(c) : Numbers(c.values().size())};
}

RecurrentCase recurrent_case(const RecurrentExtents& extents, bool started, std::uint64_t seed) {
  const auto [cell, T, B, I, H, backwards] = extents;
  Generator generator(seed);
  const Index rows = gates_of(cell) * H;
  const double bound = 1.0 / std::sqrt(static_cast<double>(H));
  RecurrentCase c;
  c.name = std::string(name(cell)) + " T " + std::to_string(T) + ", B " + std::to_string(B) +
           ", I " + std::to_string(I) + ", H " + std::to_string(H) +
           (backwards ? ", backwards" : "") + (started ? ", from a state" : "");
  c.extents = extents;
  c.ih = generator.uniform({rows, I}, -bound, bound);
  c.hh = generator.uniform({rows, H}, -bound, bound);
  c.b_ih = generator.uniform({rows}, -bound, bound);
  c.b_hh = generator.uniform({rows}, -bound, bound);
  c.x = generator.randn({T, B, I});
  c.h = generator.randn({B, H});
  c.c = generator.randn({B, H});
  c.dy = generator.randn({T, B, H});
  c.dh = generator.randn({B, H});
  c.dc = generator.randn({B, H});
  c.started = started;
  return c;
}

std::vector<RecurrentCase> recurrent_cases() {
  struct Extents {
    Index T, B, I, H;
  };
  constexpr std::array<Extents, 8> all{{{1, 1, 1, 1},
                                        {3, 5, 1, 3},
                                        {5, 3, 17, 1},
                                        {2, 1, 5, 17},
                                        {17, 1, 3, 5},
                                        {1, 17, 3, 3},
                                        {3, 2, 4, 8},
                                        {0, 2, 3, 4}}};
  std::vector<RecurrentCase> cases;
  std::uint64_t seed = 3000;
  for (int cell = 0; cell < recurrent_cell_count; ++cell) {
    for (const auto [T, B, I, H] : all) {
      for (const bool backwards : {false, true}) {
        const RecurrentExtents extents{static_cast<RecurrentCell>(cell), T, B, I, H, backwards};
        cases.push_back(recurrent_case(extents, false, ++seed));
        cases.push_back(recurrent_case(extents, true, ++seed));
        cases.back().biased = T % 2 == 0;
      }
    }
  }
  return cases;
}

AdditiveWeights AdditiveCase::weights() const { return {w, u, v}; }

std::optional<TensorView> AdditiveCase::allowed() const {
  return mask.shape().rank() == 2 ? std::optional<TensorView>(mask) : std::nullopt;
}

const float* AdditiveCase::allowed_data() const { return allowed() ? mask.data() : nullptr; }

AdditiveSteps AdditiveCase::steps() const { return additive_attention(s, h, weights(), allowed()); }

AdditiveGradients AdditiveCase::gradients() const {
  return additive_attention_backward(s, h, weights(), steps(), dcontext, allowed());
}

plainly::Additive AdditiveCase::doubles() const {
  using test::doubles;
  return {doubles(s), doubles(h), doubles(w), doubles(u), doubles(v)};
}

AdditiveCase additive_case(const AdditiveExtents& extents, bool masked, std::uint64_t seed) {
  const auto [T, S, Ds, Dh, A] = extents;
  Generator generator(seed);
  AdditiveCase c;
  c.name = "T " + std::to_string(T) + ", S " + std::to_string(S) + ", Ds " + std::to_string(Ds) +
           ", Dh " + std::to_string(Dh) + ", A " + std::to_string(A) + (masked ? ", masked" : "");
  c.extents = extents;
  c.s = generator.randn({T, Ds});
  c.h = generator.randn({S, Dh});
  c.w = generator.uniform({A, Ds}, -0.7, 0.7);
  c.u = generator.uniform({A, Dh}, -0.7, 0.7);
  c.v = generator.randn({A});
  c.dcontext = generator.randn({T, Dh});
  if (masked) c.mask = random_mask({T, S}, seed + 1, true);
  return c;
}

std::vector<AdditiveCase> additive_cases() {
  constexpr std::array<AdditiveExtents, 8> all{{{1, 1, 1, 1, 1},
                                                {3, 5, 4, 3, 7},
                                                {5, 3, 1, 17, 5},
                                                {1, 17, 5, 3, 16},
                                                {2, 9, 3, 8, 33},
                                                {17, 1, 3, 5, 3},
                                                {0, 3, 2, 2, 2},
                                                {3, 0, 2, 2, 2}}};
  std::vector<AdditiveCase> cases;
  std::uint64_t seed = 4000;
  for (const AdditiveExtents& extents : all) {
    cases.push_back(additive_case(extents, false, seed += 2));
    cases.push_back(additive_case(extents, true, seed += 2));
  }
  return cases;
}

}  // namespace qkv::test
