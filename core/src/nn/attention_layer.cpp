#include "qkv/nn/attention_layer.hpp"

#include <algorithm>
#include <cmath>

#include "arena.hpp"
#include "nn/initialise.hpp"
#include "qkv/ops/attention_backward.hpp"
#include "qkv/ops/heads.hpp"
#include "qkv/ops/linear.hpp"

namespace qkv {
namespace {

// Heads (B, H, T, Dh), and the same numbers as `width` of the columns of rows (B·T, stride).
struct Heads {
  Index B, H, T, Dh;
  Index stride;
};

// Calls f(a, b) for every run of Dh numbers: a within the rows, b within the heads.
template <class F>
void for_each_run(const Heads& heads, F f) {
  const auto [B, H, T, Dh, stride] = heads;
  for (Index b = 0; b < B; ++b) {
    for (Index h = 0; h < H; ++h) {
      for (Index t = 0; t < T; ++t) {
        f((b * T + t) * stride + h * Dh, ((b * H + h) * T + t) * Dh);
      }
    }
  }
}

void split(const float* rows, const Heads& heads, float* to) {
  for_each_run(heads, [&](Index row, Index head) { std::copy_n(rows + row, heads.Dh, to + head); });
}

void merge(const float* from, const Heads& heads, float* rows) {
  for_each_run(heads,
               [&](Index row, Index head) { std::copy_n(from + head, heads.Dh, rows + row); });
}

AttentionShape shape_of(const Sequences& s, Index heads, Index Dh) {
  const Shape q{s.B, heads, s.T, Dh};
  const Shape k{s.B, heads, s.S, Dh};
  return {q, k, k};
}

}  // namespace

MultiHeadAttention::MultiHeadAttention(Parameters& parameters, const std::string& name, Index D,
                                       Index H)
    : width(D),
      heads(H),
      in_weight(parameters.add(name + ".in_proj_weight", {3 * D, D})),
      in_bias(parameters.add(name + ".in_proj_bias", {3 * D})),
      out_weight(parameters.add(name + ".out_proj.weight", {D, D})),
      out_bias(parameters.add(name + ".out_proj.bias", {D})) {
  static_cast<void>(head_width(D, H));
}

void MultiHeadAttention::initialise(Parameters& parameters, Generator& generator) const {
  fill_uniform(parameters, out_weight, generator, linear_bound(width));
  fill_uniform(parameters, out_bias, generator, 1.0 / std::sqrt(static_cast<double>(width)));
  std::fill_n(parameters.value(out_bias), width, 0.0F);
  // xavier_uniform_: fan_in = D, fan_out = 3D.
  const double deviation = std::sqrt(2.0 / static_cast<double>(width + 3 * width));
  fill_uniform(parameters, in_weight, generator, std::sqrt(3.0) * deviation);
  std::fill_n(parameters.value(in_bias), 3 * width, 0.0F);
}

MultiHeadAttention::Kept MultiHeadAttention::forward(const Pass& pass, const float* x,
                                                     const float* context,
                                                     const Sequences& sequences,
                                                     const MaskOptions& options) const {
  const auto [B, T, S] = sequences;
  const Index D = width;
  const Index Dh = D / heads;
  Arena& arena = pass.arena;
  const float* const w = pass.parameters.value(in_weight);
  const float* const b = pass.parameters.value(in_bias);
  Kept kept{x,
            context,
            arena.take(B * T * D),
            arena.take(B * S * D),
            arena.take(B * S * D),
            arena.take(B * heads * T * S),
            arena.take(B * T * D),
            arena.take(B * T * D)};
  {
    const ArenaScope scope(arena);
    // 1. Each token asks for something, offers something and carries something.
    const bool self = x == context;
    const Index own = self ? 3 * D : D;  // in self-attention all three in one product
    float* const projected = arena.take(B * T * own);
    linear(x, w, b, {B * T, D, own}, projected);
    const float* offered = projected + D;
    if (!self) {
      float* const rows = arena.take(B * S * 2 * D);
      linear(context, w + D * D, b + D, {B * S, D, 2 * D}, rows);
      offered = rows;
    }
    const Index stride = self ? own : 2 * D;
    // 2. Share the columns out among the heads.
    split(projected, {B, heads, T, Dh, own}, kept.q);
    split(offered, {B, heads, S, Dh, stride}, kept.k);
    split(offered + D, {B, heads, S, Dh, stride}, kept.v);
    // 3. Attention in every head alone. 4. Side by side again, and mixed.
    const AttentionShape shape = shape_of(sequences, heads, Dh);
    float* const mixed = arena.take(B * T * D);
    attention_forward(shape, kept.q, kept.k, kept.v, MaskRule(options, shape.scores),
                      resolve_scale({}, Dh), kept.weights, mixed);
    merge(mixed, {B, heads, T, Dh, D}, kept.concat);
  }
  linear(kept.concat, pass.parameters.value(out_weight), pass.parameters.value(out_bias),
         {B * T, D, D}, kept.y);
  return kept;
}

MultiHeadAttention::Gradients MultiHeadAttention::backward(const Pass& pass, const Kept& kept,
                                                           const float* dy,
                                                           const Sequences& sequences,
                                                           const MaskOptions& options) const {
  const auto [B, T, S] = sequences;
  const Index D = width;
  const Index Dh = D / heads;
  Arena& arena = pass.arena;
  Parameters& parameters = pass.parameters;
  const bool self = kept.x == kept.context;
  const Gradients gradients{arena.take(B * T * D), self ? nullptr : arena.take(B * S * D)};
  const ArenaScope scope(arena);
  float* const dconcat = arena.take(B * T * D);
  linear_backward(kept.concat, parameters.value(out_weight), dy, {B * T, D, D}, dconcat,
                  parameters.gradient(out_weight), parameters.gradient(out_bias));
  float* const dmixed = arena.take(B * T * D);
  split(dconcat, {B, heads, T, Dh, D}, dmixed);
  const AttentionGradientsOut heads_out{arena.take(B * T * D), arena.take(B * S * D),
                                        arena.take(B * S * D)};
  const AttentionShape shape = shape_of(sequences, heads, Dh);
  attention_backward(shape, {kept.q, kept.k, kept.v, kept.weights}, dmixed,
                     MaskRule(options, shape.scores), resolve_scale({}, Dh), heads_out);
  const Index own = self ? 3 * D : D;
  const Index stride = self ? own : 2 * D;
  float* const dprojected = arena.take(B * T * own);
  float* const doffered = self ? dprojected + D : arena.take(B * S * stride);
  merge(heads_out.q, {B, heads, T, Dh, own}, dprojected);
  merge(heads_out.k, {B, heads, S, Dh, stride}, doffered);
  merge(heads_out.v, {B, heads, S, Dh, stride}, doffered + D);
  const float* const w = parameters.value(in_weight);
  float* const dw = parameters.gradient(in_weight);
  float* const db = parameters.gradient(in_bias);
  linear_backward(kept.x, w, dprojected, {B * T, D, own}, gradients.x, dw, db);
  if (!self) {
    linear_backward(kept.context, w + D * D, doffered, {B * S, D, 2 * D}, gradients.context,
                    dw + D * D, db + D);
  }
  return gradients;
}

}  // namespace qkv
