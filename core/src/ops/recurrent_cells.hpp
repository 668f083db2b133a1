#pragma once

#include "qkv/types.hpp"

// One step of each cell for B rows, but for its products, forward and back; letters as in
// qkv/ops/recurrent.hpp. What is after a step and what was before it are other numbers.
namespace qkv::cells {

// h (B, H) becomes tanh(h).
void rnn(Index B, Index H, float* h);
// dh (B, H) becomes what went into the tanh.
void rnn_backward(Index B, Index H, const float* h, const float* dh, float* dgates);

// gates (B, 3·H) hold W_ih x + b_ih, of r and z with b_hh too; product (B, 3·H) is W_hh h. bias (H)
// is b_hn or nullptr.
struct Gru {
  float* gates;
  const float* product;
  const float* bias;
  const float* before;  // h (B, H)
  float* carried;       // W_hn h + b_hn
  float* h;
};
void gru(Index B, Index H, const Gru& step);

struct GruBackward {
  const float* gates;
  const float* carried;
  const float* before;
  const float* dh;  // (B, H)
  float* dgates;    // (B, 3·H) of what went in by x
  float* dhidden;   // (B, 3·H) of what went in by h
  float* dbefore;   // (B, H) what reaches h by z alone
};
void gru_backward(Index B, Index H, const GruBackward& step);

// gates (B, 4·H) hold all that their curves are taken of.
struct Lstm {
  float* gates;
  const float* before;  // c (B, H)
  float* c;
  float* carried;  // tanh(c)
  float* h;
};
void lstm(Index B, Index H, const Lstm& step);

struct LstmBackward {
  const float* gates;
  const float* carried;
  const float* before;
  const float* dh;
  float* dc;  // (B, H) of c after the step, then of c before it
  float* dgates;
};
void lstm_backward(Index B, Index H, const LstmBackward& step);

}  // namespace qkv::cells
