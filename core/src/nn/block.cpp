#include "qkv/nn/block.hpp"

#include "arena.hpp"
#include "ops/plain.hpp"

namespace qkv {
namespace {

float* sum_of(const Pass& pass, const float* a, const float* b, Index count) {
  float* const y = pass.arena.take(count);
  plain::sum(a, b, count, y);
  return y;
}

}  // namespace

Dropout::Kept Dropout::forward(const Pass& pass, const float* x, Index count) const {
  if (pass.dropout == nullptr || p == 0.0) {
    return {x, nullptr};
  }
  float* const mask = pass.arena.take(count);
  float* const y = pass.arena.take(count);
  pass.dropout->dropout_mask(p, {mask, static_cast<std::size_t>(count)});
  plain::multiply(x, mask, count, y);
  return {y, mask};
}

const float* Dropout::backward(const Pass& pass, const Kept& kept, const float* dy,
                               Index count) const {
  if (kept.mask == nullptr) {
    return dy;
  }
  float* const dx = pass.arena.take(count);
  plain::multiply(dy, kept.mask, count, dx);
  return dx;
}

FeedForward::FeedForward(Parameters& parameters, const Names& names, Index width,
                         const FeedForwardOptions& chosen)
    : options(chosen),
      up(parameters, names.up, width, chosen.hidden),
      down(parameters, names.down, chosen.hidden, width) {
  if (options.swiglu) {
    gate.emplace(parameters, names.gate, width, options.hidden);
  }
}

void FeedForward::initialise(Parameters& parameters, Generator& generator) const {
  up.initialise(parameters, generator);
  down.initialise(parameters, generator);
  if (gate) {
    gate->initialise(parameters, generator);
  }
}

FeedForward::Kept FeedForward::forward(const Pass& pass, const float* x, Index rows) const {
  const Index count = rows * options.hidden;
  Kept kept{x, up.forward(pass, x, rows), nullptr, pass.arena.take(count), {}, nullptr};
  if (gate) {
    kept.gate = gate->forward(pass, x, rows);
    swiglu(kept.gate, kept.up, count, kept.hidden);
  } else {
    activate(options.activation, kept.up, count, kept.hidden);
  }
  kept.dropped = Dropout{options.dropout}.forward(pass, kept.hidden, count);
  kept.y = down.forward(pass, kept.dropped.y, rows);
  return kept;
}

float* FeedForward::backward(const Pass& pass, const Kept& kept, const float* dy,
                             Index rows) const {
  const Index count = rows * options.hidden;
  const float* const dhidden = Dropout{options.dropout}.backward(
      pass, kept.dropped, down.backward(pass, kept.dropped.y, dy, rows), count);
  float* const dup = pass.arena.take(count);
  if (!gate) {
    activate_backward(options.activation, kept.up, dhidden, count, dup);
    return up.backward(pass, kept.x, dup, rows);
  }
  float* const dgate = pass.arena.take(count);
  swiglu_backward(kept.gate, kept.up, dhidden, count, dgate, dup);
  return sum_of(pass, up.backward(pass, kept.x, dup, rows),
                gate->backward(pass, kept.x, dgate, rows), rows * up.inputs);
}

Block::Names Block::torch_names(const std::string& prefix) {
  return {prefix + "self_attn",
          {prefix + "linear1", prefix + "linear2", prefix + "gate"},
          prefix + "norm1",
          prefix + "norm2"};
}

Block::Block(Parameters& parameters, const Names& names, const BlockOptions& chosen)
    : options(chosen),
      attention(parameters, names.attention, chosen.width, chosen.heads),
      feed_forward(parameters, names.feed_forward, chosen.width, chosen.feed_forward),
      norm1(parameters, names.norm1, chosen.width, !chosen.rms_norm),
      norm2(parameters, names.norm2, chosen.width, !chosen.rms_norm) {}

void Block::initialise(Parameters& parameters, Generator& generator) const {
  attention.initialise(parameters, generator);
  feed_forward.initialise(parameters, generator);
  norm1.initialise(parameters);
  norm2.initialise(parameters);
}

Block::Kept Block::forward(const Pass& pass, const float* x, const Sequences& sequences,
                           const MaskOptions& mask) const {
  const Index rows = sequences.B * sequences.T;
  const Index count = rows * options.width;
  const Dropout dropout{options.dropout};
  Kept kept{};
  const auto attend = [&](const float* from) {
    kept.attention = attention.forward(pass, from, from, sequences, mask);
    kept.attended = dropout.forward(pass, kept.attention.y, count);
    return kept.attended.y;
  };
  const auto feed = [&](const float* from) {
    kept.feed_forward = feed_forward.forward(pass, from, rows);
    kept.fed = dropout.forward(pass, kept.feed_forward.y, count);
    return kept.fed.y;
  };
  if (options.norm_first) {
    kept.norm1 = norm1.forward(pass, x, rows);
    const float* const h = sum_of(pass, x, attend(kept.norm1.y), count);
    kept.norm2 = norm2.forward(pass, h, rows);
    kept.y = sum_of(pass, h, feed(kept.norm2.y), count);
  } else {
    kept.norm1 = norm1.forward(pass, sum_of(pass, x, attend(x), count), rows);
    kept.norm2 = norm2.forward(pass, sum_of(pass, kept.norm1.y, feed(kept.norm1.y), count), rows);
    kept.y = kept.norm2.y;
  }
  return kept;
}

float* Block::backward(const Pass& pass, const Kept& kept, const float* dy,
                       const Sequences& sequences, const MaskOptions& mask) const {
  const Index rows = sequences.B * sequences.T;
  const Index count = rows * options.width;
  const Dropout dropout{options.dropout};
  const auto feed = [&](const float* change) {
    return feed_forward.backward(pass, kept.feed_forward,
                                 dropout.backward(pass, kept.fed, change, count), rows);
  };
  const auto attend = [&](const float* change) {
    return attention
        .backward(pass, kept.attention, dropout.backward(pass, kept.attended, change, count),
                  sequences, mask)
        .x;
  };
  // What goes around a branch and what goes through it, added.
  if (options.norm_first) {
    const float* const dh =
        sum_of(pass, dy, norm2.backward(pass, kept.norm2, feed(dy), rows), count);
    return sum_of(pass, dh, norm1.backward(pass, kept.norm1, attend(dh), rows), count);
  }
  const float* const sum2 = norm2.backward(pass, kept.norm2, dy, rows);
  const float* const dh = sum_of(pass, sum2, feed(sum2), count);
  const float* const sum1 = norm1.backward(pass, kept.norm1, dh, rows);
  return sum_of(pass, sum1, attend(sum1), count);
}

}  // namespace qkv
