#include "qkv/ops/recurrent.hpp"

#include <algorithm>

#include "arena.hpp"
#include "ops/plain.hpp"
#include "ops/recurrent_cells.hpp"
#include "qkv/ops/linear.hpp"
#include "simd/product.hpp"

namespace qkv {
namespace {

float* zeros(Index count) {
  float* const room = scratch().take(count);
  std::fill_n(room, count, 0.0F);
  return room;
}

// Where a step stands: its time, and what h or c (B, H) was left by the one before.
class Times {
 public:
  explicit Times(const RecurrentExtents& extents)
      : T_(extents.T), rows_(extents.B * extents.H), backwards_(extents.backwards) {}
  [[nodiscard]] Index time(Index step) const { return backwards_ ? T_ - 1 - step : step; }
  [[nodiscard]] Index offset(Index step) const { return time(step) * rows_; }
  [[nodiscard]] const float* before(Index step, const float* all, const float* first) const {
    return step == 0 ? first : all + offset(step - 1);
  }

 private:
  Index T_;
  Index rows_;
  bool backwards_;
};

// What is added to every W_ih x: b_ih and b_hh, of which that of a GRU's n stays apart.
const float* joined_bias(const RecurrentExtents& extents, const RecurrentInputs& inputs) {
  if (inputs.b_ih == nullptr && inputs.b_hh == nullptr) {
    return nullptr;
  }
  const Index G = gates_of(extents.cell);
  float* const bias = zeros(G * extents.H);
  if (inputs.b_ih != nullptr) {
    plain::add(inputs.b_ih, G * extents.H, bias);
  }
  if (inputs.b_hh != nullptr) {
    plain::add(inputs.b_hh, (extents.cell == RecurrentCell::gru ? 2 : G) * extents.H, bias);
  }
  return bias;
}

}  // namespace

std::string_view name(RecurrentCell cell) {
  return cell == RecurrentCell::rnn ? "rnn" : cell == RecurrentCell::gru ? "gru" : "lstm";
}

Index gates_of(RecurrentCell cell) {
  return cell == RecurrentCell::rnn ? 1 : cell == RecurrentCell::gru ? 3 : 4;
}

void recurrent(const RecurrentExtents& extents, const RecurrentInputs& inputs,
               const RecurrentKept& kept) {
  const auto [cell, T, B, I, H, backwards] = extents;
  const Index width = gates_of(cell) * H;
  const ArenaScope scope(scratch());
  // 1. What x brings, for all times as one product. An RNN's gates become its output in place.
  float* const all_gates = cell == RecurrentCell::rnn ? kept.output : kept.gates;
  linear(inputs.x, inputs.ih, joined_bias(extents, inputs), {T * B, I, width}, all_gates);
  // 2. What h brings, step by step.
  float* const packed = scratch().take(simd::packed_size(width, H));
  simd::pack_transposed(inputs.hh, width, H, packed);
  float* const product = scratch().take(B * width);
  const float* const nothing = zeros(B * H);
  const float* const hidden_bias = inputs.b_hh == nullptr ? nullptr : inputs.b_hh + 2 * H;
  const Times times(extents);
  for (Index step = 0; step < T; ++step) {
    const Index at = times.offset(step);
    float* const gates = all_gates + times.time(step) * B * width;
    float* const h = kept.output + at;
    const float* before = times.before(step, kept.output, inputs.h);
    if (before != nullptr) {
      simd::multiply_packed(before, packed, product, width, B, width, H, width);
    } else {
      std::fill_n(product, B * width, 0.0F);
      before = nothing;
    }
    if (cell == RecurrentCell::gru) {
      cells::gru(B, H, {gates, product, hidden_bias, before, kept.carried + at, h});
      continue;
    }
    plain::add(product, B * width, gates);
    if (cell == RecurrentCell::rnn) {
      cells::rnn(B, H, h);
      continue;
    }
    const float* const c = times.before(step, kept.cells, inputs.c);
    cells::lstm(B, H, {gates, c != nullptr ? c : nothing, kept.cells + at, kept.carried + at, h});
  }
}

namespace {

// dw (O, I) += dyᵀ · x over some rows.
void add_product(const float* dy, const float* x, Index rows, Index O, Index I, float* dw) {
  const ArenaScope scope(scratch());
  float* const product = scratch().take(O * I);
  simd::multiply_left_transposed(dy, x, product, O, I, rows);
  plain::add(product, O * I, dw);
}

// What the gates' changes, of all times at once, do to the parameters and to x. dgates and dhidden
// (T, B, G·H) are of what came by x and by h: the same but for a GRU.
void add_gradients(const RecurrentExtents& extents, const RecurrentInputs& inputs,
                   const float* output, const float* dgates, const float* dhidden,
                   const RecurrentGradientsOut& out) {
  const auto [cell, T, B, I, H, backwards] = extents;
  const Index width = gates_of(cell) * H;
  if (out.x != nullptr) {
    simd::multiply(dgates, inputs.ih, out.x, T * B, I, width);
  }
  add_product(dgates, inputs.x, T * B, width, I, out.ih);
  // Each step met the h that the one before left: the same rows, one time on.
  if (T > 1) {
    const Index next = B * width;
    const Index before = B * H;
    add_product(backwards ? dhidden : dhidden + next, backwards ? output + before : output,
                (T - 1) * B, width, H, out.hh);
  }
  if (T > 0 && inputs.h != nullptr) {
    add_product(backwards ? dhidden + (T - 1) * B * width : dhidden, inputs.h, B, width, H, out.hh);
  }
  const ArenaScope scope(scratch());
  float* const bias = zeros(width);
  plain::add_rows(dgates, T * B, width, bias);
  if (out.b_ih != nullptr) {
    plain::add(bias, width, out.b_ih);
  }
  if (out.b_hh != nullptr) {
    if (dhidden != dgates) {
      std::fill_n(bias, width, 0.0F);
      plain::add_rows(dhidden, T * B, width, bias);
    }
    plain::add(bias, width, out.b_hh);
  }
}

void copy_or_zero(const float* from, Index count, float* to) {
  if (from != nullptr) {
    std::copy_n(from, count, to);
  } else {
    std::fill_n(to, count, 0.0F);
  }
}

}  // namespace

void recurrent_backward(const RecurrentExtents& extents, const RecurrentInputs& inputs,
                        const RecurrentFound& found, const RecurrentChangeIn& change,
                        const RecurrentGradientsOut& out) {
  const auto [cell, T, B, I, H, backwards] = extents;
  const Index width = gates_of(cell) * H;
  const Index state = B * H;
  const ArenaScope scope(scratch());
  float* const dgates = scratch().take(T * B * width);
  float* const dhidden = cell == RecurrentCell::gru ? scratch().take(T * B * width) : dgates;
  const float* const nothing = zeros(state);
  float* const by_z = scratch().take(state);
  float* const dh = scratch().take(state);
  float* const packed = scratch().take(simd::packed_size(H, width));
  simd::pack(inputs.hh, H, width, packed);
  float* const dc = scratch().take(state);
  copy_or_zero(change.h, state, dh);
  copy_or_zero(change.c, state, dc);
  const Times times(extents);
  for (Index step = T - 1; step >= 0; --step) {
    const Index at = times.offset(step);
    const Index gates_at = times.time(step) * B * width;
    const float* const before = times.before(step, found.output, inputs.h);
    // 1. h is seen in the output, and it went on to the next step.
    plain::add(change.output + at, state, dh);
    // 2. Through the cell.
    switch (cell) {
      case RecurrentCell::rnn:
        cells::rnn_backward(B, H, found.output + at, dh, dgates + gates_at);
        break;
      case RecurrentCell::gru:
        cells::gru_backward(
            B, H,
            {found.gates + gates_at, found.carried + at, before != nullptr ? before : nothing, dh,
             dgates + gates_at, dhidden + gates_at, by_z});
        break;
      case RecurrentCell::lstm: {
        const float* const c = times.before(step, found.cells, inputs.c);
        cells::lstm_backward(B, H,
                             {found.gates + gates_at, found.carried + at,
                              c != nullptr ? c : nothing, dh, dc, dgates + gates_at});
        break;
      }
    }
    // 3. Through the weights, unless nobody asks for what was before the first step.
    if (step > 0 || out.h != nullptr) {
      simd::multiply_packed(dhidden + gates_at, packed, dh, H, B, H, width, H);
      if (cell == RecurrentCell::gru) {
        plain::add(by_z, state, dh);
      }
    }
  }
  if (out.h != nullptr) {
    std::copy_n(dh, state, out.h);
  }
  if (out.c != nullptr) {
    std::copy_n(dc, state, out.c);
  }
  add_gradients(extents, inputs, found.output, dgates, dhidden, out);
}

}  // namespace qkv
