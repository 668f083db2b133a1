#pragma once

#include "qkv/types.hpp"
#include "simd/curves.hpp"
#include "simd/rows.hpp"

namespace qkv::simd {

// The kernels of one instruction set. What they do is said where they are declared.
struct Table {
  const char* name;  // of the instruction set
  Index lanes;       // numbers in one register

  void (*multiply)(const float* a, const float* b, float* c, Index m, Index n, Index k);
  void (*multiply_transposed)(const float* a, const float* b, float* c, Index m, Index n, Index k);
  void (*multiply_left_transposed)(const float* a, const float* b, float* c, Index m, Index n,
                                   Index k);
  Index (*packed_size)(Index n, Index k);
  void (*pack)(const float* b, Index n, Index k, float* packed);
  void (*pack_transposed)(const float* b, Index n, Index k, float* packed);
  void (*multiply_packed)(const float* a, const float* packed, float* c, Index c_stride, Index m,
                          Index n, Index k, Index columns);

  void (*mix_rows)(const float* weights, const unsigned char* uses, const float* values,
                   Index count, Index n, float* out);
  void (*add_mixed_rows)(const float* weights, const unsigned char* uses, const float* values,
                         Index count, Index n, float keep, float* out);
  void (*add_mixed_tiles)(const float* weights, Index weight_stride, const float* values, Index m,
                          Index count, Index n, const float* keep, float* out);

  float (*max_of)(const float* x, Index n);
  float (*sum_of)(const float* x, Index n);
  void (*exp_shifted)(const float* x, float shift, float* y, Index n);
  float (*scale_and_max)(float* x, float scale, Index n);
  Covered (*scale_and_cover)(float* x, float scale, const float* mask, const float* bias, Index n);
  float (*exp_and_sum)(float* x, float shift, Index n);
  bool (*divide)(float* x, float divisor, Index n);
  bool (*all_finite)(const float* x, Index n);
  bool (*any_nan)(const float* x, Index n);

  void (*apply)(Curve curve, const float* x, float* y, Index n);
};

}  // namespace qkv::simd
