#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "battery_recorder.hpp"
#include "qkv/random.hpp"
#include "qkv/train/trainer.hpp"
#include "simd/curves.hpp"
#include "support/curves.hpp"

// Steps of training as the document takes them: all that goes before meets in these numbers.
namespace qkv::test {
namespace {

using simd::Curve;

void add_curve(Recorder& recorder, Curve curve, const Tensor& x, const std::string& call) {
  Tensor y(x.shape());
  simd::apply(curve, x.data(), y.data(), x.size());
  Bounded want{x.shape(), {}, {}};
  for (const float each : x.values()) {
    const double value = exact(curve, static_cast<double>(each));
    want.value.push_back(value);
    // 4 units in the last place, or of the smallest float32.
    want.bound.push_back(std::abs(value) * 0x1p-21 + 0x1p-147);
  }
  recorder.add(y, want, call);
}

void curves_section(Recorder& recorder) {
  recorder.section("curves");
  constexpr float inf = std::numeric_limits<float>::infinity();
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  // Of both signs: the ends, denormals, where one way of reckoning takes over from another.
  const std::array<float, 26> sizes{0,     1e-45F, 1e-40F, 0x1p-126F, 1e-30F, 1e-10F, 1e-4F,
                                    0.01F, 0.3F,   0.5F,   0.625F,    0.7F,   0.71F,  0.99F,
                                    1,     1.01F,  1.5F,   2,         3.9F,   4,      9,
                                    20,    88.7F,  104,    3e38F,     inf};
  Tensor special({53});
  float* next = special.data();
  for (const float size : sizes) {
    *next++ = size;
    *next++ = -size;
  }
  *next = nan;
  for (const Curve curve : {Curve::tanh, Curve::sigmoid, Curve::erf, Curve::log}) {
    const std::string call = "curve " + std::to_string(static_cast<int>(curve));
    add_curve(recorder, curve, special, call + ", special values");
    for (const double spread : {0.1, 1.0, 10.0}) {
      add_curve(recorder, curve, Generator(950).normal({2003}, 0.0, spread), call);
    }
    add_curve(recorder, curve, Generator(951).uniform({2003}, 0.5, 2.0), call + ", about 1");
  }
}

// All ids and targets are those of the trainer's own test set.
void record_training(Recorder& recorder, const TrainingOptions& options, int steps,
                     const std::string& call) {
  Trainer trainer(options);
  const auto T = static_cast<std::size_t>(options.task.length);
  float first = 0.0F;
  float last = 0.0F;
  for (int step = 0; step < steps; ++step) {
    const Trainer::Step got = trainer.step();
    recorder.add(got.loss);
    recorder.add(static_cast<float>(got.gradient_length));
    first = step == 0 ? got.loss : first;
    last = got.loss;
  }
  // Of one step there is one loss.
  recorder.check(steps == 1 || last < first ? "" : "nothing was learned", call);
  const Parameters& parameters = trainer.network().parameters();
  for (std::size_t id = 0; id < parameters.named().size(); ++id) recorder.add(parameters.view(id));

  const std::vector<std::int32_t>& ids = trainer.test().ids;
  const Tensor logits = trainer.logits(ids);
  recorder.add(logits);
  const std::vector<std::int32_t> best = trainer.predict(ids);
  recorder.add(std::vector<std::int64_t>(best.begin(), best.end()));
  const Index V = options.task.vocabulary;
  bool likeliest = true;
  for (std::size_t place = 0; place < best.size(); ++place) {
    const float* const row = logits.data() + static_cast<Index>(place) * V;
    likeliest = likeliest && std::max_element(row, row + V) == row + best[place];
  }
  recorder.check(likeliest ? "" : "not the likeliest", call);
  const Trainer::Score score = trainer.evaluate();
  recorder.add({score.digits_right, score.digits, score.sequences_right, score.sequences});

  const Tensor map = trainer.attention(std::span(ids).first(T));
  recorder.add(map);
  for (Index row = 0; row < map.size(); row += options.task.length) {
    const float* const weights = map.data() + row;
    const double sum = std::accumulate(weights, weights + options.task.length, 0.0);
    recorder.check(std::abs(sum - 1.0) < 1e-6 ? "" : "weights do not sum to 1", call);
  }
}

void record_trainings(Recorder& recorder, TrainingOptions options, int steps) {
  record_training(recorder, options, steps, "the document's Transformer");
  TrainingOptions lstm = options;
  lstm.model = ModelKind::lstm;
  lstm.hidden = 48;
  lstm.skipped_draws = std::uint64_t{1500} * 640;  // by the Transformer before it
  record_training(recorder, lstm, steps, "the document's LSTM");
  options.layers = 2;
  options.heads = 4;
  options.optimizer.kind = OptimizerKind::adamw;
  options.optimizer.weight_decay = 0.01;
  options.optimizer.clip_norm = 0.5;
  options.optimizer.schedule = {2, 6, 0.1};
  record_training(recorder, options, steps, "every other option");
}

}  // namespace

void record_training(Recorder& recorder, bool large) {
  curves_section(recorder);
  recorder.section("training");
  TrainingOptions options;
  options.batch = 3;
  options.test_sequences = 4;
  record_trainings(recorder, options, 1);
  if (large) {
    recorder.section("training, large");
    options.batch = 16;
    options.test_sequences = 20;
    record_trainings(recorder, options, 6);
  }
}

}  // namespace qkv::test
