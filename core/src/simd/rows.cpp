#include "simd/rows.hpp"

#include <limits>

#include "simd/batch.hpp"
#include "simd/exp.hpp"

namespace QKV_SIMD {
namespace {

constexpr Index side_by_side = 16;  // sums, as many as the widest register holds
constexpr Index batches = side_by_side / lanes;
static_assert(side_by_side % lanes == 0);

using Sums = Array<float, side_by_side>;
constexpr float infinity = std::numeric_limits<float>::infinity();

// The largest of what batch(i) gives for whole batches from i on and number(i) for the rest.
template <class OfBatch, class OfNumber>
float largest(Index n, OfBatch batch, OfNumber number) {
  float max = -infinity;
  Index i = 0;
  if (n >= lanes) {
    Batch best(max);
    for (; i + lanes <= n; i += lanes) {
      best = larger(best, batch(i));
    }
    Array<float, lanes> lane;
    best.store_unaligned(lane.data());
    for (Index apart = lanes / 2; apart > 0; apart /= 2) {
      for (Index l = 0; l < apart; ++l) {
        lane[l] = lane[l + apart] > lane[l] ? lane[l + apart] : lane[l];
      }
    }
    max = lane[0];
  }
  for (; i < n; ++i) {
    const float candidate = number(i);
    max = candidate > max ? candidate : max;
  }
  // Which zero of −0 and +0 wins would depend on the width.
  return max + 0.0F;
}

// The first `used` sums pairwise, neighbours first, into the first one.
inline void add_neighbours(Sums& sums, Index used) {
  for (Index apart = 1; apart < used; apart *= 2) {
    for (Index column = 0; column < used; column += 2 * apart) {
      sums[column] += sums[column + apart];
    }
  }
}

// Element i of n goes to sum i mod 16: batch(i) gives whole batches from i on, rest(i) has the
// numbers from i on made, fewer than 16, and says where they are.
template <class OfBatch, class OfRest>
float total(Index n, OfBatch batch, OfRest rest) {
  Sums sums;
  sums.fill(0.0F);
  Index i = 0;
  if (n >= side_by_side) {
    Array<Batch, batches> running;
    running.fill(Batch(0.0F));
    for (; i + side_by_side <= n; i += side_by_side) {
      for (Index b = 0; b < batches; ++b) {
        running[b] = running[b] + batch(i + b * lanes);
      }
    }
    for (Index b = 0; b < batches; ++b) {
      running[b].store_unaligned(sums.data() + b * lanes);
    }
  }
  const float* last = rest(i);
  for (Index column = 0; i < n; ++i, ++column) {
    sums[column] += last[column];
  }
  // Sums that nothing went to are 0 and change nothing: short rows leave them out.
  if (n >= side_by_side) {
    add_neighbours(sums, side_by_side);
  } else {
    add_neighbours(sums, n);
  }
  return sums[0];
}

// y = of(x − shift), by whole batches and a part of one.
template <class Of>
void exp_rows(const float* x, float shift, float* y, Index n, Of of) {
  const Batch s(shift);
  Index i = 0;
  for (; i + lanes <= n; i += lanes) {
    of(Batch::load_unaligned(x + i) - s).store_unaligned(y + i);
  }
  if (i < n) {
    Array<float, lanes> rest;
    // By hand: of a copy of so few numbers the compiler would make a call.
    for (Index l = 0; l < lanes; ++l) {
      rest[l] = i + l < n ? x[i + l] : 0.0F;
    }
    of(Batch::load_unaligned(rest.data()) - s).store_unaligned(rest.data());
    for (Index l = 0; i + l < n; ++l) {
      y[i + l] = rest[l];
    }
  }
}

// Whether no number is other than itself, of what batch(i) gives for whole batches from i on and
// number(i) for the rest.
template <class OfBatch, class OfNumber>
bool no_nan(Index n, OfBatch batch, OfNumber number) {
  auto found = Batch(0.0F) != Batch(0.0F);
  Index i = 0;
  for (; i + lanes <= n; i += lanes) {
    const Batch each = batch(i);
    found = found | (each != each);
  }
  bool none = xsimd::none(found);
  for (; i < n; ++i) {
    const float each = number(i);
    none = none && each == each;
  }
  return none;
}

}  // namespace

float max_of(const float* x, Index n) {
  return largest(
      n, [x](Index i) { return Batch::load_unaligned(x + i); }, [x](Index i) { return x[i]; });
}

float scale_and_max(float* x, float scale, Index n) {
  const Batch factor(scale);
  return largest(
      n,
      [&](Index i) {
        const Batch scaled = Batch::load_unaligned(x + i) * factor;
        scaled.store_unaligned(x + i);
        return scaled;
      },
      [&](Index i) { return x[i] *= scale; });
}

Covered scale_and_cover(float* x, float scale, const float* mask, const float* bias, Index n) {
  const Batch factor(scale);
  const Batch nothing(-infinity);
  bool any = false;
  // One batch of places: its numbers, and those of mask and bias where there are any.
  const auto cover = [&](const float* numbers, const float* allows, const float* adds,
                         Index places) {
    Batch moved = Batch::load_unaligned(numbers) * factor;
    auto covered = Batch(0.0F) != Batch(0.0F);
    if (adds != nullptr) {
      const Batch added = Batch::load_unaligned(adds);
      moved = moved + added;
      covered = added == nothing;
    }
    if (allows != nullptr) {
      covered = covered | (Batch::load_unaligned(allows) == Batch(0.0F));
    }
    const auto all = (std::uint64_t{1} << static_cast<unsigned>(places)) - 1;
    any = any || (covered.mask() & all) != all;
    return xsimd::select(covered, nothing, moved);
  };
  // What is left of a batch goes by way of room of its own.
  Array<float, lanes> rest;
  const float max = largest(
      n,
      [&](Index i) {
        const Batch result = cover(x + i, mask == nullptr ? nullptr : mask + i,
                                   bias == nullptr ? nullptr : bias + i, lanes);
        result.store_unaligned(x + i);
        return result;
      },
      [&](Index i) {
        const Index left = n - i;
        if (i % lanes == 0) {
          Array<float, lanes> allows;
          Array<float, lanes> adds;
          rest.fill(0.0F);
          allows.fill(0.0F);
          adds.fill(0.0F);
          copy(x + i, left, rest.data());
          if (mask != nullptr) {
            copy(mask + i, left, allows.data());
          }
          if (bias != nullptr) {
            copy(bias + i, left, adds.data());
          }
          cover(rest.data(), mask == nullptr ? nullptr : allows.data(),
                bias == nullptr ? nullptr : adds.data(), left)
              .store_unaligned(rest.data());
        }
        return x[i] = rest[i % lanes];
      });
  return {max, any};
}

float sum_of(const float* x, Index n) {
  return total(
      n, [x](Index i) { return Batch::load_unaligned(x + i); }, [x](Index i) { return x + i; });
}

float exp_and_sum(float* x, float shift, Index n) {
  const Batch s(shift);
  return total(
      n,
      [&](Index i) {
        const Batch e = exp_of_negative(Batch::load_unaligned(x + i) - s);
        e.store_unaligned(x + i);
        return e;
      },
      [&](Index i) {
        exp_rows(x + i, shift, x + i, n - i, [](Batch each) { return exp_of_negative(each); });
        return x + i;
      });
}

bool divide(float* x, float divisor, Index n) {
  const Batch d(divisor);
  // What is not finite leaves NaN where it is subtracted from itself.
  return no_nan(
      n,
      [&](Index i) {
        const Batch quotient = Batch::load_unaligned(x + i) / d;
        quotient.store_unaligned(x + i);
        return quotient - quotient;
      },
      [&](Index i) {
        x[i] /= divisor;
        return x[i] - x[i];
      });
}

bool all_finite(const float* x, Index n) {
  return no_nan(
      n,
      [x](Index i) {
        const Batch each = Batch::load_unaligned(x + i);
        return each - each;
      },
      [x](Index i) { return x[i] - x[i]; });
}

bool any_nan(const float* x, Index n) {
  return !no_nan(
      n, [x](Index i) { return Batch::load_unaligned(x + i); }, [x](Index i) { return x[i]; });
}

void exp_shifted(const float* x, float shift, float* y, Index n) {
  exp_rows(x, shift, y, n, [](Batch each) { return exp(each); });
}

}  // namespace QKV_SIMD
