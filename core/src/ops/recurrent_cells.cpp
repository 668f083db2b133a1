#include "ops/recurrent_cells.hpp"

#include "ops/plain.hpp"
#include "simd/curves.hpp"

// Loops over one row, whose arguments are promised to be apart: else a compiler that sees so many
// of them takes one number at a time.
namespace qkv::cells {
namespace {

using simd::Curve;

void gru_candidate(Index H, const float* __restrict r, const float* __restrict carried,
                   float* __restrict n) {
  for (Index i = 0; i < H; ++i) {
    n[i] += r[i] * carried[i];
  }
}

void gru_mix(Index H, const float* __restrict z, const float* __restrict n,
             const float* __restrict before, float* __restrict h) {
  for (Index i = 0; i < H; ++i) {
    h[i] = n[i] + z[i] * (before[i] - n[i]);
  }
}

void gru_row_backward(Index H, const float* __restrict gates, const float* __restrict carried,
                      const float* __restrict before, const float* __restrict dh,
                      float* __restrict dgates, float* __restrict dhidden,
                      float* __restrict dbefore) {
  for (Index i = 0; i < H; ++i) {
    const float r = gates[i];
    const float z = gates[H + i];
    const float n = gates[2 * H + i];
    const float dz = dh[i] * (before[i] - n) * (z * (1.0F - z));
    const float dn = dh[i] * (1.0F - z) * (1.0F - n * n);
    const float dr = dn * carried[i] * (r * (1.0F - r));
    dgates[i] = dr;
    dgates[H + i] = dz;
    dgates[2 * H + i] = dn;
    dhidden[i] = dr;
    dhidden[H + i] = dz;
    dhidden[2 * H + i] = dn * r;
    dbefore[i] = dh[i] * z;
  }
}

void lstm_cell(Index H, const float* __restrict gates, const float* __restrict before,
               float* __restrict c) {
  for (Index i = 0; i < H; ++i) {
    c[i] = gates[H + i] * before[i] + gates[i] * gates[2 * H + i];
  }
}

void lstm_row_backward(Index H, const float* __restrict gates, const float* __restrict carried,
                       const float* __restrict before, const float* __restrict dh,
                       float* __restrict dc, float* __restrict dgates) {
  for (Index k = 0; k < H; ++k) {
    const float i = gates[k];
    const float f = gates[H + k];
    const float g = gates[2 * H + k];
    const float o = gates[3 * H + k];
    const float t = carried[k];
    const float d = dc[k] + dh[k] * o * (1.0F - t * t);
    dgates[k] = d * g * (i * (1.0F - i));
    dgates[H + k] = d * before[k] * (f * (1.0F - f));
    dgates[2 * H + k] = d * i * (1.0F - g * g);
    dgates[3 * H + k] = dh[k] * t * (o * (1.0F - o));
    dc[k] = d * f;
  }
}

}  // namespace

void rnn(Index B, Index H, float* h) { simd::apply(Curve::tanh, h, h, B * H); }

void rnn_backward(Index B, Index H, const float* h, const float* dh, float* dgates) {
  for (Index i = 0; i < B * H; ++i) {
    dgates[i] = dh[i] * (1.0F - h[i] * h[i]);
  }
}

void gru(Index B, Index H, const Gru& step) {
  for (Index b = 0; b < B; ++b) {
    float* const gates = step.gates + b * 3 * H;
    float* const n = gates + 2 * H;
    const float* const product = step.product + b * 3 * H;
    float* const carried = step.carried + b * H;
    // 1. What to look back at (r) and what to keep (z).
    plain::add(product, 2 * H, gates);
    simd::apply(Curve::sigmoid, gates, gates, 2 * H);
    // 2. What is new (n).
    if (step.bias != nullptr) {
      plain::sum(product + 2 * H, step.bias, H, carried);
    } else {
      for (Index i = 0; i < H; ++i) {
        carried[i] = product[2 * H + i];
      }
    }
    gru_candidate(H, gates, carried, n);
    simd::apply(Curve::tanh, n, n, H);
    // 3. Between the new and the old, as z says.
    gru_mix(H, gates + H, n, step.before + b * H, step.h + b * H);
  }
}

void gru_backward(Index B, Index H, const GruBackward& step) {
  for (Index b = 0; b < B; ++b) {
    const Index at = b * H;
    gru_row_backward(H, step.gates + 3 * at, step.carried + at, step.before + at, step.dh + at,
                     step.dgates + 3 * at, step.dhidden + 3 * at, step.dbefore + at);
  }
}

void lstm(Index B, Index H, const Lstm& step) {
  for (Index b = 0; b < B; ++b) {
    float* const gates = step.gates + b * 4 * H;
    simd::apply(Curve::sigmoid, gates, gates, 2 * H);
    simd::apply(Curve::tanh, gates + 2 * H, gates + 2 * H, H);
    simd::apply(Curve::sigmoid, gates + 3 * H, gates + 3 * H, H);
    lstm_cell(H, gates, step.before + b * H, step.c + b * H);
  }
  simd::apply(Curve::tanh, step.c, step.carried, B * H);
  for (Index b = 0; b < B; ++b) {
    plain::multiply(step.gates + (b * 4 + 3) * H, step.carried + b * H, H, step.h + b * H);
  }
}

void lstm_backward(Index B, Index H, const LstmBackward& step) {
  for (Index b = 0; b < B; ++b) {
    const Index at = b * H;
    lstm_row_backward(H, step.gates + 4 * at, step.carried + at, step.before + at, step.dh + at,
                      step.dc + at, step.dgates + 4 * at);
  }
}

}  // namespace qkv::cells
