#pragma once

#include <optional>
#include <string_view>

#include "qkv/types.hpp"

namespace qkv {

// What a recurrence does at each time, from x and the h that it left the time before, with the
// rows of weights and biases in PyTorch's order of gates. σ is 1 / (1 + e^−x), ⊙ element by
// element.
enum class RecurrentCell : int {
  rnn,   // h = tanh(W_ih x + b_ih + W_hh h + b_hh) (Elman 1990)
  gru,   // r, z = σ(…) as below; n = tanh(W_in x + b_in + r ⊙ (W_hn h + b_hn));
         // h = (1 − z) ⊙ n + z ⊙ h (Cho et al. 2014)
  lstm,  // i, f, o = σ(W x + b_ih + W h + b_hh) each with its rows, g = tanh(…), rows i, f, g, o;
         // c = f ⊙ c + i ⊙ g; h = o ⊙ tanh(c) (Hochreiter, Schmidhuber 1997; Gers et al. 2000)
};

inline constexpr int recurrent_cell_count = static_cast<int>(RecurrentCell::lstm) + 1;

[[nodiscard]] std::string_view name(RecurrentCell cell);
// How many blocks of H rows its weights have: 1, 3, 4.
[[nodiscard]] Index gates_of(RecurrentCell cell);

// G is gates_of the cell, H the width of h.
struct RecurrentWeights {
  TensorView ih;                   // (G·H, I)
  TensorView hh;                   // (G·H, H)
  std::optional<TensorView> b_ih;  // (G·H)
  std::optional<TensorView> b_hh;  // (G·H)
};

struct RecurrentOptions {
  bool backwards = false;       // from the last time to the first
  std::optional<TensorView> h;  // (B, H) before the first step; zeros where there is none
  std::optional<TensorView> c;  // (B, H), of an LSTM only (bad_option)
};

// All of one run. Times keep their places whichever way it goes: output (t, b, …) belongs to
// x (t, b, …).
struct RecurrentSteps {
  Tensor output;   // (T, B, H) h after each step
  Tensor h;        // (B, H) after the last step
  Tensor c;        // (B, H) likewise, of an LSTM; else (0), as are others that a cell lacks
  Tensor gates;    // (T, B, G·H) after their σ and tanh; an RNN has none beside its output
  Tensor cells;    // (T, B, H) c after each step of an LSTM
  Tensor carried;  // (T, B, H) tanh(c) of an LSTM, W_hn h + b_hn of a GRU
};

// A whole sequence at once, x (T, B, I). Throws bad_rank, shape_mismatch, bad_option;
// empty_dimension for I = 0 or H = 0.
[[nodiscard]] RecurrentSteps recurrent(RecurrentCell cell, TensorView x,
                                       const RecurrentWeights& weights,
                                       const RecurrentOptions& options = {});

// What changes: every output, and besides what is left after the last step.
struct RecurrentChange {
  TensorView output;            // (T, B, H)
  std::optional<TensorView> h;  // (B, H)
  std::optional<TensorView> c;  // (B, H), of an LSTM only (bad_option)
};

struct RecurrentGradients {
  Tensor x;     // (T, B, I)
  Tensor ih;    // (G·H, I)
  Tensor hh;    // (G·H, H)
  Tensor b_ih;  // (G·H), whether there was a bias or not
  Tensor b_hh;  // (G·H)
  Tensor h;     // (B, H) of the state before the first step
  Tensor c;     // (B, H) of an LSTM, else (0)
};

// Back through time; steps are those of the forward call with the same options. Throws as it does,
// and shape_mismatch for steps or change.
[[nodiscard]] RecurrentGradients recurrent_backward(RecurrentCell cell, TensorView x,
                                                    const RecurrentWeights& weights,
                                                    const RecurrentSteps& steps,
                                                    const RecurrentChange& change,
                                                    const RecurrentOptions& options = {});

// The same without checks, for a caller that made room.
struct RecurrentExtents {
  RecurrentCell cell;
  Index T, B, I, H;
  bool backwards;
};
// Biases, h and c may be nullptr.
struct RecurrentInputs {
  const float* x;
  const float* ih;
  const float* hh;
  const float* b_ih;
  const float* b_hh;
  const float* h;
  const float* c;
};
// As in RecurrentSteps; nullptr for what the cell lacks.
struct RecurrentKept {
  float* output;
  float* gates;
  float* cells;
  float* carried;
};
void recurrent(const RecurrentExtents& extents, const RecurrentInputs& inputs,
               const RecurrentKept& kept);

// What backward finds of it.
struct RecurrentFound {
  const float* output;
  const float* gates;
  const float* cells;
  const float* carried;
};
// h and c may be nullptr.
struct RecurrentChangeIn {
  const float* output;
  const float* h;
  const float* c;
};
// x, h and c are overwritten, the others added to; any but ih and hh may be nullptr.
struct RecurrentGradientsOut {
  float* x;
  float* ih;
  float* hh;
  float* b_ih;
  float* b_hh;
  float* h;
  float* c;
};
void recurrent_backward(const RecurrentExtents& extents, const RecurrentInputs& inputs,
                        const RecurrentFound& found, const RecurrentChangeIn& change,
                        const RecurrentGradientsOut& out);

}  // namespace qkv
