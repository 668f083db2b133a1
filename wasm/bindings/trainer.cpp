#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exchange.hpp"
#include "qkv/ops/softmax.hpp"
#include "qkv/train/trainer.hpp"
#include "register.hpp"

// One trainer per module: two networks are trained by two workers, each with a module of its own.
namespace qkv::bindings {
namespace {

// What a trainer is made with, set one by one before create_trainer, which uses them up.
enum class TrainerOption : int {
  model,
  vocabulary,
  sequence_length,  // an enum of embind is a function, which has a length of its own
  width,
  heads,
  layers,
  hidden,
  batch,
  seed,
  skipped_draws,
  test_sequences,
  test_seed,
  optimizer,
  learning_rate,
  beta1,
  beta2,
  epsilon,
  weight_decay,
  momentum,
  clip_norm,
  warm_up,
  cosine_end,
  final_part,
};
inline constexpr int trainer_option_count = static_cast<int>(TrainerOption::final_part) + 1;

TrainingOptions options;
std::unique_ptr<Trainer> current;

Trainer& trainer() {
  if (!current) throw Error(ErrorCode::bad_option, "there is no trainer yet");
  return *current;
}

std::span<const Parameters::Named> named() { return trainer().network().parameters().named(); }

// Ids travel as the float32 that they are equal to.
std::vector<std::int32_t> ids_of(int i) {
  const TensorView given = argument(i);
  std::vector<std::int32_t> ids(static_cast<std::size_t>(given.shape.size()));
  for (std::size_t j = 0; j < ids.size(); ++j) {
    // Nothing but a whole number from 0 on is an id; the trainer knows where they end.
    const float id = given.data[j];
    ids[j] = id >= 0.0F && id < 1e6F && id == std::floor(id) ? static_cast<std::int32_t>(id) : -1;
  }
  return ids;
}

void answer_integers(int i, const Shape& shape, const std::vector<std::int32_t>& values) {
  Tensor words(shape);
  // The same bits under another type.
  std::ranges::copy(values, reinterpret_cast<std::int32_t*>(words.data()));
  answer(i, std::move(words));
}

std::span<const float> numbers(int i) {
  const TensorView given = argument(i);
  return {given.data, static_cast<std::size_t>(given.shape.size())};
}

Tensor vector_of(std::span<const float> values) {
  return {Shape{static_cast<Index>(values.size())}, values};
}

void trainer_option(TrainerOption option, double value) {
  const auto index = static_cast<Index>(value);
  const auto count = static_cast<std::uint64_t>(value);
  OptimizerOptions& optimizer = options.optimizer;
  switch (option) {
    case TrainerOption::model:
      options.model = static_cast<ModelKind>(index);
      return;
    case TrainerOption::vocabulary:
      options.task.vocabulary = index;
      return;
    case TrainerOption::sequence_length:
      options.task.length = index;
      return;
    case TrainerOption::width:
      options.width = index;
      return;
    case TrainerOption::heads:
      options.heads = index;
      return;
    case TrainerOption::layers:
      options.layers = index;
      return;
    case TrainerOption::hidden:
      options.hidden = index;
      return;
    case TrainerOption::batch:
      options.batch = index;
      return;
    case TrainerOption::seed:
      options.seed = count;
      return;
    case TrainerOption::skipped_draws:
      options.skipped_draws = count;
      return;
    case TrainerOption::test_sequences:
      options.test_sequences = index;
      return;
    case TrainerOption::test_seed:
      options.test_seed = count;
      return;
    case TrainerOption::optimizer:
      optimizer.kind = static_cast<OptimizerKind>(index);
      return;
    case TrainerOption::learning_rate:
      optimizer.learning_rate = value;
      return;
    case TrainerOption::beta1:
      optimizer.beta1 = value;
      return;
    case TrainerOption::beta2:
      optimizer.beta2 = value;
      return;
    case TrainerOption::epsilon:
      optimizer.epsilon = value;
      return;
    case TrainerOption::weight_decay:
      optimizer.weight_decay = value;
      return;
    case TrainerOption::momentum:
      optimizer.momentum = value;
      return;
    case TrainerOption::clip_norm:
      optimizer.clip_norm = value;
      return;
    case TrainerOption::warm_up:
      optimizer.schedule.warm_up = index;
      return;
    case TrainerOption::cosine_end:
      optimizer.schedule.cosine_end = index;
      return;
    case TrainerOption::final_part:
      optimizer.schedule.final_part = value;
      return;
  }
}

std::string_view name(TrainerOption option) {
  constexpr std::array<std::string_view, trainer_option_count> names{
      "model",     "vocabulary",   "sequenceLength", "width",        "heads",         "layers",
      "hidden",    "batch",        "seed",           "skippedDraws", "testSequences", "testSeed",
      "optimizer", "learningRate", "beta1",          "beta2",        "epsilon",       "weightDecay",
      "momentum",  "clipNorm",     "warmUp",         "cosineEnd",    "finalPart"};
  return names[static_cast<std::size_t>(option)];
}

int create_trainer() {
  return guarded([] {
    // Without the old one first there would be two at once.
    current.reset();
    const TrainingOptions wanted = std::exchange(options, {});
    current = std::make_unique<Trainer>(wanted);
  });
}

int train_steps() {
  return guarded([] {
    std::vector<float> losses;
    std::vector<float> lengths;
    for (Index i = 0; i < request()->row; ++i) {
      const Trainer::Step step = trainer().step();
      losses.push_back(step.loss);
      lengths.push_back(static_cast<float>(step.gradient_length));
      if (!std::isfinite(step.loss)) break;  // nothing more will be learned
    }
    reply()->scalars[0] = static_cast<double>(trainer().steps());
    answer(0, vector_of(losses));
    answer(1, vector_of(lengths));
  });
}

int evaluate_trainer() {
  return guarded([] {
    const Trainer::Score score = trainer().evaluate(request()->row);
    double* const out = reply()->scalars;
    out[0] = static_cast<double>(score.digits_right);
    out[1] = static_cast<double>(score.digits);
    out[2] = static_cast<double>(score.sequences_right);
    out[3] = static_cast<double>(score.sequences);
  });
}

int trainer_predict() {
  return guarded([] {
    const std::vector<std::int32_t> ids = ids_of(0);
    const Shape shape = argument(0).shape;
    answer_integers(0, shape, trainer().predict(ids));
    answer(1, softmax(trainer().logits(ids)));
  });
}

int trainer_attention() {
  return guarded([] { answer(0, trainer().attention(ids_of(0))); });
}

int trainer_test() {
  return guarded([] {
    const Index T = trainer().options().task.length;
    const Index count = std::min<Index>(request()->row, trainer().options().test_sequences);
    const std::vector<std::int32_t>& ids = trainer().test().ids;
    answer_integers(0, Shape{count, T}, {ids.begin(), ids.begin() + count * T});
  });
}

std::int32_t parameter_count() { return current ? static_cast<std::int32_t>(named().size()) : 0; }

std::string parameter_name(std::int32_t index) {
  return named()[static_cast<std::size_t>(index)].name;
}

int trainer_parameter() {
  return guarded([] {
    const Parameters& parameters = trainer().network().parameters();
    const TensorView view = parameters.view(static_cast<std::size_t>(request()->row));
    answer(0, Tensor(view.shape, {view.data, static_cast<std::size_t>(view.shape.size())}));
  });
}

int trainer_state() {
  return guarded([] {
    const Trainer::State state = trainer().save();
    answer(0, vector_of(state.optimizer.m));
    answer(1, vector_of(state.optimizer.v));
    const auto& words = state.batches.word;
    answer_integers(2, Shape{static_cast<Index>(words.size())}, {words.begin(), words.end()});
    reply()->scalars[0] = static_cast<double>(state.optimizer.steps);
    reply()->scalars[1] = static_cast<double>(state.batches.used);
  });
}

int restore_trainer() {
  return guarded([] {
    Trainer::State state = trainer().save();
    const auto values = numbers(0);
    state.values.assign(values.begin(), values.end());
    if (has_argument(1)) {
      const auto m = numbers(1);
      const auto v = numbers(2);
      state.optimizer.m.assign(m.begin(), m.end());
      state.optimizer.v.assign(v.begin(), v.end());
      state.optimizer.steps = static_cast<Index>(request()->scalars[0]);
      // Words of 32 bits come as halves, which float32 holds exactly.
      const auto halves = numbers(3);
      if (halves.size() != 2 * Generator::State::words) {
        throw Error(
            ErrorCode::shape_mismatch, "the generator has 624 words, two halves each",
            {"words", {2.0 * Generator::State::words}, {static_cast<double>(halves.size())}});
      }
      for (std::size_t i = 0; i < Generator::State::words; ++i) {
        state.batches.word[i] = static_cast<std::uint32_t>(halves[2 * i]) << 16U |
                                static_cast<std::uint32_t>(halves[2 * i + 1]);
      }
      state.batches.used = static_cast<std::size_t>(request()->scalars[1]);
    }
    trainer().restore(state);
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(qkv_train) {
  using emscripten::function;

  register_enum<ModelKind>("ModelKind", model_kind_count);
  register_enum<OptimizerKind>("OptimizerKind", optimizer_kind_count);
  register_enum<TrainerOption>("TrainerOption", trainer_option_count);
  function("trainerOption(option, value)", &trainer_option);
  function("createTrainer", &create_trainer);
  function("trainSteps", &train_steps);
  function("evaluateTrainer", &evaluate_trainer);
  function("trainerPredict", &trainer_predict);
  function("trainerAttention", &trainer_attention);
  function("trainerTest", &trainer_test);
  function("parameterCount", &parameter_count);
  function("parameterName(index)", &parameter_name);
  function("trainerParameter", &trainer_parameter);
  function("trainerState", &trainer_state);
  function("restoreTrainer", &restore_trainer);
}

}  // namespace qkv::bindings
