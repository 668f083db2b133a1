#pragma once

#include <array>
#include <string>

#include "qkv/nn/pass.hpp"
#include "qkv/ops/additive_attention.hpp"
#include "qkv/ops/recurrent.hpp"

namespace qkv {

class Generator;

// The state of one run, (B, H) each, or its gradient; nullptr for zeros and for none. c is of an
// LSTM.
struct RecurrentState {
  float* h = nullptr;
  float* c = nullptr;
};

// torch.nn.RNN, GRU or LSTM of one layer, over B sequences of T times at once: x (T, B, I) →
// (T, B, R·H), where R is 1, or 2 where a second run goes backwards; its h stand behind those of
// the first. Times come first, as in PyTorch without batch_first.
struct Recurrent {
  // Adds name.weight_ih_l0 (G·H, I), name.weight_hh_l0 (G·H, H), name.bias_ih_l0 and
  // name.bias_hh_l0 (G·H), then the same four with _reverse where it runs both ways.
  Recurrent(Parameters& parameters, const std::string& name, RecurrentCell kind, Index input_width,
            Index hidden_width, bool bidirectional = false);
  // All uniform in ±1/√H, in that order.
  void initialise(Parameters& parameters, Generator& generator) const;

  // Of the run forwards and of the one backwards.
  using States = std::array<RecurrentState, 2>;

  struct Kept {
    float* y;                           // (T, B, R·H)
    std::array<RecurrentKept, 2> runs;  // output (T, B, H) and the rest of each run
    States first;                       // as given
    States last;                        // (B, H) after the last step of each
    Index T;
    Index B;
  };
  [[nodiscard]] Kept forward(const Pass& pass, const float* x, Index T, Index B,
                             const States& first = {}) const;

  struct Gradients {
    float* x;      // (T, B, I)
    States first;  // (B, H) of the states that were given
  };
  // dy (T, B, R·H), dlast of the states after the last step.
  [[nodiscard]] Gradients backward(const Pass& pass, const float* x, const Kept& kept,
                                   const float* dy, const States& dlast = {}) const;

  [[nodiscard]] Index runs() const { return both_ways ? 2 : 1; }

  struct Weights {
    Parameters::Id ih, hh, b_ih, b_hh;
  };
  RecurrentCell cell;
  Index inputs;
  Index width;
  bool both_ways;
  std::array<Weights, 2> weights;  // the second of no parameters where it runs one way
};

// Additive attention of T queries (T, Ds) over S keys (S, Dh), which are the values as well.
struct AdditiveAttention {
  // Adds name.W.weight (A, Ds), name.U.weight (A, Dh), name.v.weight (1, A): three linear layers
  // without bias.
  AdditiveAttention(Parameters& parameters, const std::string& name, Index query_width,
                    Index key_width, Index hidden_width);
  // Each as torch.nn.Linear(…, bias=False), in that order.
  void initialise(Parameters& parameters, Generator& generator) const;

  struct Kept {
    AdditiveKept steps;
    const float* mask;
    Index T;
    Index S;
  };
  // mask (T, S), nonzero = may attend, or nullptr; it lives until backward.
  [[nodiscard]] Kept forward(const Pass& pass, const float* s, const float* h, Index T, Index S,
                             const float* mask = nullptr) const;
  struct Gradients {
    float* s;  // (T, Ds)
    float* h;  // (S, Dh)
  };
  [[nodiscard]] Gradients backward(const Pass& pass, const float* s, const float* h,
                                   const Kept& kept, const float* dcontext) const;

  Index queries;
  Index keys;
  Index width;
  Parameters::Id w;
  Parameters::Id u;
  Parameters::Id v;
};

}  // namespace qkv
