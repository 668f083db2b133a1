#pragma once

#include <span>

#include "qkv/ops/attention.hpp"
#include "qkv/ops/mask.hpp"
#include "qkv/types.hpp"

// Passes 3 to 5 of attention over one matrix, most of them row by row, for the whole call, for
// attend and for training alike.
namespace qkv {

// masked = scaled + bias, −∞ where skipped.
void mask_row(const float* scaled, const MaskRule& rule, Index matrix, Index i, Index keys,
              float* masked);

// softmax over what is not skipped, 0 where skipped.
void masked_softmax_row(const float* masked, const MaskRule& rule, Index matrix, Index i,
                        Index keys, float* weights);

// output = weights · v over what is not skipped; v (keys, width).
void mix_row(const float* weights, const float* v, const MaskRule& rule, Index matrix, Index i,
             Index keys, Index width, float* output);

// mix_row for all rows of a matrix at once, of weights that are 0 where skipped.
void mix_matrix(const float* weights, const float* v, const MaskRule& rule, Index matrix,
                const AttentionShape& shape, float* output);

// Marks which of the keys from first on query i may look at: nullptr where all.
const unsigned char* mark_uses(const MaskRule& rule, Index matrix, Index i, Index first,
                               std::span<unsigned char> uses);

}  // namespace qkv
