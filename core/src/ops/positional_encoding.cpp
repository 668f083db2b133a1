#include "qkv/ops/positional_encoding.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include "check.hpp"

// The double-precision functions are ours: libm's differ between platforms in the last bit, which
// at large positions is enough to move a float32. Taylor series on a small interval, every
// operation rounded on its own.
namespace qkv {
namespace {

// e^x for |x| <= 32.
double exp_double(double x) {
  constexpr double ln2_high = 0x1.62e42feep-1;  // 32 bits: n · ln2_high is exact
  constexpr double ln2_low = 0x1.a39ef35793c76p-33;
  const double n = std::nearbyint(x * 0x1.71547652b82fep+0);
  const double r = (x - n * ln2_high) - n * ln2_low;  // |r| <= 0.35: 15 terms reach 2^-60
  double sum = 1.0;
  for (int i = 15; i > 0; --i) {
    sum = 1.0 + r * sum / i;
  }
  return std::ldexp(sum, static_cast<int>(n));
}

struct SineCosine {
  double sine;
  double cosine;
};

// For 0 <= x <= 2^28, the largest position that a tensor can hold.
SineCosine sine_cosine(double x) {
  // π/2 in parts of 24 bits, so that n · part is exact for n < 2^29.
  constexpr std::array<double, 4> half_pi{0x1.921fb6p+0, -0x1.777a5cp-25, -0x1.ee59dap-50,
                                          0x1.98a2e0p-77};
  const double n = std::nearbyint(x * 0x1.45f306dc9c883p-1);
  double r = x;
  for (const double part : half_pi) {
    r -= n * part;
  }
  // |r| <= 0.79: terms beyond r^19 are below 2^-60.
  const double square = r * r;
  double sine = 1.0;
  double cosine = 1.0;
  for (int i = 20; i > 0; i -= 2) {
    sine = 1.0 - square * sine / (i * (i + 1));
    cosine = 1.0 - square * cosine / (i * (i - 1));
  }
  sine *= r;
  const bool swapped = (static_cast<std::int64_t>(n) & 1) != 0;
  const bool sine_negative = (static_cast<std::int64_t>(n) & 2) != 0;
  const bool cosine_negative = ((static_cast<std::int64_t>(n) + 1) & 2) != 0;
  const double s = swapped ? cosine : sine;
  const double c = swapped ? sine : cosine;
  return {sine_negative ? -s : s, cosine_negative ? -c : c};
}

}  // namespace

Tensor positional_encoding(Index positions, Index width) {
  const Shape shape{positions, width};
  check::positive("width", width, "a positional encoding is (T, D) with D at least 1");
  Tensor encoding(shape);
  constexpr double ln_10000 = 0x1.26bb1bbb55516p+3;
  for (Index pair = 0; pair < width; pair += 2) {
    const double wavelength =
        exp_double(static_cast<double>(pair) / static_cast<double>(width) * ln_10000);
    for (Index p = 0; p < positions; ++p) {
      const auto [sine, cosine] = sine_cosine(static_cast<double>(p) / wavelength);
      float* row = encoding.data() + p * width;
      row[pair] = static_cast<float>(sine);
      if (pair + 1 < width) {
        row[pair + 1] = static_cast<float>(cosine);
      }
    }
  }
  return encoding;
}

}  // namespace qkv
