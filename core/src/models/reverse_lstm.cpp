#include "qkv/models/reverse_lstm.hpp"

#include <algorithm>

#include "arena.hpp"
#include "check.hpp"

namespace qkv {
namespace {

ReverseLstmOptions checked(const ReverseLstmOptions& options) {
  check::at_least_one("vocabulary", options.vocabulary);
  check::at_least_one("length", options.length);
  check::at_least_one("width", options.width);
  check::at_least_one("hidden", options.hidden);
  return options;
}

// Row a · B + b of one is row b · A + a of the other.
template <class T>
void swap_axes(const T* from, Index A, Index B, Index width, T* to) {
  for (Index a = 0; a < A; ++a) {
    for (Index b = 0; b < B; ++b) {
      std::copy_n(from + (a * B + b) * width, width, to + (b * A + a) * width);
    }
  }
}

}  // namespace

ReverseLstm::ReverseLstm(const ReverseLstmOptions& options)
    : options_(checked(options)),
      embedding_(parameters_, "emb", options.vocabulary, options.width),
      lstm_(parameters_, "rnn", RecurrentCell::lstm, options.width, options.hidden, true),
      out_(parameters_, "out", 2 * options.hidden, options.vocabulary) {}

void ReverseLstm::initialise(Generator& generator) {
  embedding_.initialise(parameters_, generator);
  lstm_.initialise(parameters_, generator);
  out_.initialise(parameters_, generator);
}

const float* ReverseLstm::forward(const Pass& pass, std::span<const std::int32_t> ids,
                                  Index sequences) {
  const Index T = options_.length;
  const Index V = options_.vocabulary;
  by_time_.resize(ids.size());
  swap_axes(ids.data(), sequences, T, 1, by_time_.data());
  x_ = embedding_.forward(pass, by_time_);
  kept_ = lstm_.forward(pass, x_, T, sequences);
  const float* const logits = out_.forward(pass, kept_.y, T * sequences);
  float* const by_sequence = pass.arena.take(T * sequences * V);
  swap_axes(logits, T, sequences, V, by_sequence);
  return by_sequence;
}

void ReverseLstm::backward(const Pass& pass, const float* dlogits) {
  const auto [T, N] = std::pair{kept_.T, kept_.B};
  const Index V = options_.vocabulary;
  float* const by_time = pass.arena.take(T * N * V);
  swap_axes(dlogits, N, T, V, by_time);
  const float* const dy = out_.backward(pass, kept_.y, by_time, T * N);
  embedding_.backward(pass, by_time_, lstm_.backward(pass, x_, kept_, dy).x);
}

}  // namespace qkv
