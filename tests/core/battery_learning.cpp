#include <array>
#include <utility>

#include "battery_recorder.hpp"
#include "qkv/ops/attention_backward.hpp"
#include "qkv/ops/embedding.hpp"
#include "qkv/ops/softmax.hpp"
#include "qkv/random.hpp"
#include "support/cases.hpp"
#include "support/doubles.hpp"
#include "support/recurrent_cases.hpp"

// Gradients are held to slopes in double along a random direction, forward to the formulas.
namespace qkv::test {
namespace {

Bounded within(const Shape& shape, const Numbers& value, double bound) {
  return {shape, value, Numbers(value.size(), bound)};
}

using Loss = std::function<double()>;

void add_slope(Recorder& recorder, TensorView got, Numbers& x, const Loss& loss,
               const std::string& call) {
  recorder.add(got);
  recorder.check(slope_along_differs(got, x, loss), call);
}

void linear_section(Recorder& recorder) {
  recorder.section("linear, backward");
  for (const auto& extents : std::initializer_list<LinearExtents>{
           {1, 1, 1}, {3, 5, 17}, {33, 16, 4}, {300, 7, 33}, {5, 61, 65}, {2, 257, 3}}) {
    const auto [N, I, O] = extents;
    Generator generator(static_cast<std::uint64_t>(N + I + O));
    const Tensor x = generator.randn({N, I});
    const Tensor w = generator.uniform({O, I}, -0.5, 0.5);
    const Tensor dy = generator.randn({N, O});
    Numbers inputs = doubles(x);
    Numbers weights = doubles(w);
    Numbers bias(static_cast<std::size_t>(O));
    const Loss loss = [&] { return along(dy, plainly::linear(inputs, weights, bias, extents)); };
    const LinearGradients got = linear_backward(x, w, dy);
    const std::string call = text({N, I, O});
    add_slope(recorder, got.x, inputs, loss, call + ", x");
    add_slope(recorder, got.w, weights, loss, call + ", w");
    add_slope(recorder, got.b, bias, loss, call + ", b");
  }
}

void rows_section(Recorder& recorder) {
  recorder.section("softmax, backward");
  for (const Index n : awkward_sizes) {
    const Tensor x = random({3, n}, static_cast<std::uint64_t>(n) + 600);
    const Tensor dy = random({3, n}, static_cast<std::uint64_t>(n) + 700);
    Numbers input = doubles(x);
    const Loss loss = [&] { return along(dy, n == 0 ? Numbers{} : plainly::softmax(input, n)); };
    add_slope(recorder, softmax_backward(softmax(x), dy), input, loss, text({3, n}));
  }
  recorder.section("norms, backward");
  for (const Index n : awkward_sizes) {
    // Of fewer numbers the centred row may be all but 0, and its slopes as steep as that.
    if (n < 5) continue;
    Generator generator(static_cast<std::uint64_t>(n) + 800);
    const Tensor x = generator.normal({4, n}, 1.0, 2.0);
    const Tensor gamma = generator.uniform({n}, 0.5, 1.5);
    const Tensor dy = generator.randn({4, n});
    Numbers inputs = doubles(x);
    Numbers gammas = doubles(gamma);
    Numbers betas(gammas.size());
    const auto of = [&](bool centred) -> Loss {
      return [&, centred] {
        return along(dy, plainly::normalise(inputs, gammas, betas, {4, n, 1e-5, centred}));
      };
    };
    const LayerNormGradients layer = layer_norm_backward(x, gamma, dy);
    const std::string call = text({4, n});
    add_slope(recorder, layer.x, inputs, of(true), call + ", layer x");
    add_slope(recorder, layer.gamma, gammas, of(true), call + ", layer gamma");
    add_slope(recorder, layer.beta, betas, of(true), call + ", layer beta");
    recorder.add(
        rms_norm(x, gamma),
        within(x.shape(), plainly::normalise(inputs, gammas, {}, {4, n, 1e-5, false}), 3e-6),
        call + ", rms");
    const RmsNormGradients rms = rms_norm_backward(x, gamma, dy);
    add_slope(recorder, rms.x, inputs, of(false), call + ", rms x");
    add_slope(recorder, rms.gamma, gammas, of(false), call + ", rms gamma");
  }
}

void activation_section(Recorder& recorder) {
  recorder.section("activation");
  for (int number = 0; number < activation_count; ++number) {
    const auto activation = static_cast<Activation>(number);
    for (const Index n : {1, 17, 255, 256, 600}) {
      const Tensor x = Generator(static_cast<std::uint64_t>(n)).normal({n}, 0.0, 3.0);
      const Tensor dy = random({n}, static_cast<std::uint64_t>(n) + 900);
      Numbers input = doubles(x);
      const std::string call = std::string(name(activation)) + " " + text({n});
      recorder.add(activate(activation, x),
                   within(x.shape(), plainly::activate(activation, input), 3e-6), call);
      const Loss loss = [&] { return along(dy, plainly::activate(activation, input)); };
      add_slope(recorder, activate_backward(activation, x, dy), input, loss, call);
    }
  }
  const Tensor a = random({300}, 901);
  const Tensor b = random({300}, 902);
  const Tensor dy = random({300}, 903);
  Numbers gate = doubles(a);
  Numbers through = doubles(b);
  const auto forward = [&] {
    Numbers y = plainly::activate(Activation::silu, gate);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] *= through[i];
    return y;
  };
  const Loss loss = [&] { return along(dy, forward()); };
  recorder.add(swiglu(a, b), within(a.shape(), forward(), 3e-6), "swiglu");
  const SwigluGradients got = swiglu_backward(a, b, dy);
  add_slope(recorder, got.a, gate, loss, "swiglu a");
  add_slope(recorder, got.b, through, loss, "swiglu b");
}

void words_section(Recorder& recorder) {
  recorder.section("cross_entropy");
  for (const auto& [N, V] : std::initializer_list<std::pair<Index, Index>>{
           {1, 1}, {3, 5}, {17, 3}, {64, 10}, {5, 300}}) {
    const Tensor x = Generator(static_cast<std::uint64_t>(N * V)).normal({N, V}, 0.0, 3.0);
    std::vector<std::int32_t> targets(static_cast<std::size_t>(N));
    for (Index n = 0; n < N; ++n) {
      targets[static_cast<std::size_t>(n)] =
          n % 4 == 3 ? -100 : static_cast<std::int32_t>((n * 5 + 1) % V);
    }
    for (const double smoothing : {0.0, 0.1}) {
      for (const bool mean : {true, false}) {
        const CrossEntropyOptions options{
            mean ? CrossEntropyOptions::Reduction::mean : CrossEntropyOptions::Reduction::sum, -100,
            smoothing};
        Numbers input = doubles(x);
        const Loss loss = [&] { return plainly::cross_entropy(input, targets, V, options); };
        const CrossEntropy got = cross_entropy(x, targets, options);
        const std::string call = text({N, V});
        recorder.add(Tensor({1}, {got.loss}), within({1}, {loss()}, 2e-6 * (1.0 + loss())), call);
        recorder.add(got.probabilities, within(x.shape(), plainly::softmax(input, V), 1e-6), call);
        add_slope(recorder, cross_entropy_backward(got.probabilities, targets, options), input,
                  loss, call);
      }
    }
  }
  recorder.section("embedding");
  const Tensor table = random({7, 33}, 910);
  const std::vector<std::int32_t> ids{6, 0, 3, 3, 6, 3, 1};
  Numbers values = doubles(table);
  const Tensor dy = random({7, 33}, 911);
  const auto looked_up = [&] {
    Numbers y;
    for (const Index id : ids) {
      y.insert(y.end(), values.begin() + id * 33, values.begin() + (id + 1) * 33);
    }
    return y;
  };
  recorder.add(embedding(ids, table), within({7, 33}, looked_up(), 0.0), "embedding");
  const Loss loss = [&] { return along(dy, looked_up()); };
  add_slope(recorder, embedding_backward(ids, dy, 7), values, loss, "embedding");
}

void attention_section(Recorder& recorder) {
  recorder.section("attention, backward");
  for (const AttentionCase& c : attention_cases()) {
    const AttentionShape shape(c.q.shape(), c.k.shape(), c.v.shape());
    const AttentionOptions options = c.options();
    const Tensor dy = random(shape.output, 920);
    const auto scale = static_cast<double>(resolve_scale(options, shape.Dk));
    Numbers q = doubles(c.q);
    Numbers k = doubles(c.k);
    Numbers v = doubles(c.v);
    const Loss loss = [&] { return along(dy, plainly::attention(q, k, v, shape, options, scale)); };
    const Tensor weights = scaled_dot_product_attention(c.q, c.k, c.v, options).weights;
    const AttentionGradients got = attention_backward(c.q, c.k, c.v, weights, dy, options);
    add_slope(recorder, got.q, q, loss, c.name + ", q");
    add_slope(recorder, got.k, k, loss, c.name + ", k");
    add_slope(recorder, got.v, v, loss, c.name + ", v");
  }
}

void record_run(Recorder& recorder, const RecurrentCase& c) {
  const bool cells = c.extents.cell == RecurrentCell::lstm;
  plainly::Recurrence inputs = c.doubles();
  const plainly::Run want = plainly::recurrent(c.extents, inputs);
  const RecurrentSteps steps = c.steps();
  recorder.add(steps.output, within(steps.output.shape(), want.output, 5e-6), c.name);
  recorder.add(steps.h, within(steps.h.shape(), want.h, 5e-6), c.name + ", h");
  if (cells) recorder.add(steps.c, within(steps.c.shape(), want.c, 5e-6), c.name + ", c");
  for (const Tensor* left : {&steps.gates, &steps.cells, &steps.carried}) recorder.add(*left);
  const Loss loss = [&] {
    const plainly::Run run = plainly::recurrent(c.extents, inputs);
    const double h = c.started ? along(c.dh, run.h) : 0.0;
    return along(c.dy, run.output) + h + (c.started && cells ? along(c.dc, run.c) : 0.0);
  };
  const RecurrentGradients got = c.gradients();
  add_slope(recorder, got.x, inputs.x, loss, c.name + ", x");
  add_slope(recorder, got.ih, inputs.ih, loss, c.name + ", ih");
  add_slope(recorder, got.hh, inputs.hh, loss, c.name + ", hh");
  add_slope(recorder, got.b_ih, inputs.b_ih, loss, c.name + ", b_ih");
  add_slope(recorder, got.b_hh, inputs.b_hh, loss, c.name + ", b_hh");
  add_slope(recorder, got.h, inputs.h, loss, c.name + ", h");
  if (cells) add_slope(recorder, got.c, inputs.c, loss, c.name + ", c");
}

void recurrent_section(Recorder& recorder, bool large) {
  recorder.section("recurrent");
  for (const RecurrentCase& c : recurrent_cases()) record_run(recorder, c);
  if (large) {
    recorder.section("recurrent, large");
    for (int cell = 0; cell < recurrent_cell_count; ++cell) {
      record_run(recorder, recurrent_case({static_cast<RecurrentCell>(cell), 6, 33, 32, 48, true},
                                          true, 930));
    }
  }
  recorder.section("additive_attention");
  std::vector<AdditiveCase> cases = additive_cases();
  cases.push_back(additive_case({20, 30, 48, 65, 33}, true, 940));
  for (const AdditiveCase& c : cases) {
    plainly::Additive inputs = c.doubles();
    const auto run = [&] {
      return plainly::additive_attention(c.extents, inputs, c.allowed_data());
    };
    const plainly::AdditiveRun want = run();
    const AdditiveSteps steps = c.steps();
    for (const Tensor* left :
         {&steps.projected_q, &steps.projected_k, &steps.hidden, &steps.masked}) {
      recorder.add(*left);
    }
    recorder.add(steps.scores, within(steps.scores.shape(), want.scores, 2e-5), c.name);
    recorder.add(steps.weights, within(steps.weights.shape(), want.weights, 2e-5), c.name);
    recorder.add(steps.context, within(steps.context.shape(), want.context, 2e-5), c.name);
    const Loss loss = [&] { return along(c.dcontext, run().context); };
    const AdditiveGradients got = c.gradients();
    add_slope(recorder, got.s, inputs.s, loss, c.name + ", s");
    add_slope(recorder, got.h, inputs.h, loss, c.name + ", h");
    add_slope(recorder, got.w, inputs.w, loss, c.name + ", w");
    add_slope(recorder, got.u, inputs.u, loss, c.name + ", u");
    add_slope(recorder, got.v, inputs.v, loss, c.name + ", v");
  }
}

}  // namespace

void record_learning(Recorder& recorder, bool large) {
  linear_section(recorder);
  rows_section(recorder);
  activation_section(recorder);
  words_section(recorder);
  attention_section(recorder);
  recurrent_section(recorder, large);
  record_training(recorder, large);
}

}  // namespace qkv::test
