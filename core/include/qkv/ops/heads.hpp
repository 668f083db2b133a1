#pragma once

#include "qkv/types.hpp"

// How the columns of a matrix are shared out among heads. These move numbers and never change one.
// heads is at least 1 (bad_option) and divides the width (heads_do_not_divide).
namespace qkv {

// Dh = width / heads, how many columns a head gets. Throws bad_option, heads_do_not_divide.
[[nodiscard]] Index head_width(Index width, Index heads);

// x (T, H · Dh) → (H, T, Dh): head h takes columns h · Dh … (h + 1) · Dh − 1 of every row, so that
// element (h, t, d) is x (t, h · Dh + d). Throws bad_rank.
[[nodiscard]] Tensor split_heads(TensorView x, Index heads);

// The way back: x (H, T, Dh) → (T, H · Dh), the heads' columns side by side. Throws bad_rank,
// too_large.
[[nodiscard]] Tensor merge_heads(TensorView x);

// The common mistake, for a lesson to show: x (T, H · Dh) read as (H, T, Dh) in the order in which
// it lies in memory, without the transpose of split_heads. Element (h, t, d) is number
// (h · T + t) · Dh + d of x, so that where T and H are above 1 a "head" mixes columns and rows: it
// is made of whole tokens, cut into pieces. Throws bad_rank.
[[nodiscard]] Tensor reshape_without_transpose(TensorView x, Index heads);

}  // namespace qkv
