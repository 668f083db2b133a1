#pragma once

#include "qkv/types.hpp"

namespace qkv {

// Sinusoidal positional encoding (Vaswani et al. 2017, section 3.5), (T, D):
//   (p, 2i) = sin(p / 10000^(2i/D)),  (p, 2i + 1) = cos(p / 10000^(2i/D)).
// Computed in double by polynomials of our own and rounded once, so the bits are the same
// everywhere. An odd D ends in a sine. T = 0 gives (0, D). Throws bad_range for T < 0 or D < 0,
// empty_dimension for D = 0, too_large.
[[nodiscard]] Tensor positional_encoding(Index positions, Index width);

}  // namespace qkv
