#pragma once

#include "qkv/types.hpp"
#include "simd/target.hpp"

namespace QKV_SIMD {

// out (n) = Σ_s weights[s] · values[s * n …], over the s < count with uses[s] nonzero (all where
// uses is nullptr). The sum follows the order of multiply_transposed over s, and a place passed
// over adds nothing, whatever stands there.
void mix_rows(const float* weights, const unsigned char* uses, const float* values, Index count,
              Index n, float* out);

// The same added to out · keep, product and sum rounded each on its own.
void add_mixed_rows(const float* weights, const unsigned char* uses, const float* values,
                    Index count, Index n, float keep, float* out);

// add_mixed_rows without uses for rows i of out (m, n), weights (m, …) weight_stride apart, with
// keep[i]: many rows at once share what they read of values, and get the same bits.
void add_mixed_tiles(const float* weights, Index weight_stride, const float* values, Index m,
                     Index count, Index n, const float* keep, float* out);

}  // namespace QKV_SIMD
