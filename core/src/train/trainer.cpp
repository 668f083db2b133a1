#include "qkv/train/trainer.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "arena.hpp"
#include "check.hpp"
#include "qkv/models/reverse_lstm.hpp"
#include "qkv/models/reverse_transformer.hpp"
#include "qkv/ops/cross_entropy.hpp"

namespace qkv {
namespace {

// The largest settings: beyond them nothing would be learned while anybody waits.
constexpr Index most = 4096;

void up_to(const char* argument, Index value, Index limit) {
  check::at_least_one(argument, value);
  if (value > limit) {
    check::refuse(ErrorCode::bad_option,
                  std::string(argument) + " is " + std::to_string(value) + ": at most " +
                      std::to_string(limit),
                  argument, {1, check::number(limit)}, {check::number(value)});
  }
}

TrainingOptions checked(const TrainingOptions& options) {
  up_to("vocabulary", options.task.vocabulary, most);
  up_to("length", options.task.length, most);
  up_to("width", options.width, most);
  up_to("heads", options.heads, most);
  up_to("layers", options.layers, most);
  up_to("hidden", options.hidden, most);
  up_to("batch", options.batch, most);
  up_to("test_sequences", options.test_sequences, Index{1} << 20);
  return options;
}

std::unique_ptr<Network> make_network(const TrainingOptions& options) {
  if (options.model == ModelKind::lstm) {
    return std::make_unique<ReverseLstm>(ReverseLstmOptions{
        options.task.vocabulary, options.task.length, options.width, options.hidden});
  }
  return std::make_unique<ReverseTransformer>(
      ReverseTransformerOptions{options.task.vocabulary, options.task.length, options.width,
                                options.heads, options.layers, options.hidden});
}

std::int32_t likeliest(const float* logits, Index V) {
  return static_cast<std::int32_t>(std::max_element(logits, logits + V) - logits);
}

}  // namespace

std::string_view name(ModelKind kind) {
  constexpr std::array<std::string_view, model_kind_count> names{"transformer", "lstm"};
  return names.at(static_cast<std::size_t>(kind));
}

Trainer::Trainer(const TrainingOptions& options)
    : options_(checked(options)),
      network_(make_network(options)),
      optimizer_(options.optimizer, static_cast<Index>(network_->parameters().values().size())),
      batches_(options.seed),
      arena_(std::make_unique<Arena>()) {
  // The parameters have a stream of their own, as torch.manual_seed beside torch.Generator.
  Generator parameters(options.seed);
  network_->initialise(parameters);
  batches_.skip(options.skipped_draws);
  Generator test(options.test_seed);
  options.task.draw(test, options.test_sequences, test_);
}

Trainer::~Trainer() = default;

Trainer::Step Trainer::step() {
  Parameters& parameters = network_->parameters();
  const Index V = options_.task.vocabulary;
  const ArenaScope scope(*arena_);
  const Pass pass{parameters, *arena_};
  // 1. What the network says. 2. How wrong that is. 3. Who is to blame. 4. Better next time.
  options_.task.draw(batches_, options_.batch, batch_);
  const float* const logits = network_->forward(pass, batch_.ids, options_.batch);
  float* const dlogits = arena_->take(static_cast<Index>(batch_.targets.size()) * V);
  const float loss = cross_entropy(logits, batch_.targets, V, {}, dlogits);
  cross_entropy_backward(dlogits, batch_.targets, V, {}, dlogits);
  parameters.zero_gradients();
  network_->backward(pass, dlogits);
  const double length = optimizer_.step(parameters.values(), parameters.gradients());
  return {steps(), loss, length};
}

void Trainer::check_ids(std::span<const std::int32_t> ids) const {
  const auto [V, T] = options_.task;
  const auto count = static_cast<Index>(ids.size());
  if (count == 0 || count % T != 0) {
    check::refuse(
        ErrorCode::shape_mismatch,
        "ids are " + std::to_string(count) + " numbers: whole sequences of " + std::to_string(T),
        "ids", {check::number(T)}, {check::number(count)});
  }
  for (const std::int32_t id : ids) {
    if (id < 0 || id >= V) {
      check::refuse(ErrorCode::bad_range,
                    "ids holds " + std::to_string(id) + ": 0 to " + std::to_string(V - 1), "ids",
                    {0, check::number(V - 1)}, {static_cast<double>(id)});
    }
  }
}

Tensor Trainer::logits(std::span<const std::int32_t> ids) {
  check_ids(ids);
  const auto [V, T] = options_.task;
  const ArenaScope scope(*arena_);
  const auto count = static_cast<Index>(ids.size());
  const float* const found = network_->forward({network_->parameters(), *arena_}, ids, count / T);
  return {Shape{count, V}, std::span(found, static_cast<std::size_t>(count * V))};
}

std::vector<std::int32_t> Trainer::predict(std::span<const std::int32_t> ids) {
  const Tensor found = logits(ids);
  const Index V = options_.task.vocabulary;
  std::vector<std::int32_t> best(ids.size());
  for (std::size_t i = 0; i < best.size(); ++i) {
    best[i] = likeliest(found.data() + static_cast<Index>(i) * V, V);
  }
  return best;
}

Tensor Trainer::attention(std::span<const std::int32_t> ids) {
  check_ids(ids);
  const Index T = options_.task.length;
  check::extent("ids", static_cast<Index>(ids.size()), "a sequence", T, "numbers",
                "the map is of one sequence");
  const ArenaScope scope(*arena_);
  static_cast<void>(network_->forward({network_->parameters(), *arena_}, ids, 1));
  const std::vector<TensorView> maps = network_->attention();
  if (maps.empty()) {
    return Tensor(Shape{0, 0, 0, 0});
  }
  const Index cells = maps.front().shape.size();
  Tensor all(Shape{static_cast<Index>(maps.size()), maps.front().shape[1], T, T});
  for (std::size_t layer = 0; layer < maps.size(); ++layer) {
    std::copy_n(maps[layer].data, cells, all.data() + static_cast<Index>(layer) * cells);
  }
  return all;
}

Trainer::Score Trainer::evaluate(Index sequences) {
  const auto [V, T] = options_.task;
  const Index all =
      sequences < 0 ? options_.test_sequences : std::min(sequences, options_.test_sequences);
  Score score{0, all * T, 0, all};
  // As many at a time as training has, so that no more memory is needed.
  for (Index first = 0; first < all; first += options_.batch) {
    const Index count = std::min(options_.batch, all - first);
    const auto at = static_cast<std::size_t>(first * T);
    const auto places = static_cast<std::size_t>(count * T);
    const ArenaScope scope(*arena_);
    const float* const found = network_->forward({network_->parameters(), *arena_},
                                                 std::span(test_.ids).subspan(at, places), count);
    for (Index n = 0; n < count; ++n) {
      Index right = 0;
      for (Index t = 0; t < T; ++t) {
        const Index place = n * T + t;
        const std::int32_t target = test_.targets[at + static_cast<std::size_t>(place)];
        right += likeliest(found + place * V, V) == target ? 1 : 0;
      }
      score.digits_right += right;
      score.sequences_right += right == T ? 1 : 0;
    }
  }
  return score;
}

Trainer::State Trainer::save() const {
  const std::span<const float> values = std::as_const(*network_).parameters().values();
  return {{values.begin(), values.end()}, optimizer_.state(), batches_.state()};
}

void Trainer::restore(const State& state) {
  const std::span<float> values = network_->parameters().values();
  check::extent("values", static_cast<Index>(state.values.size()), "the network",
                static_cast<Index>(values.size()), "numbers", "one for each parameter");
  Generator batches(0);
  batches.restore(state.batches);
  optimizer_.restore(state.optimizer);
  std::ranges::copy(state.values, values.begin());
  batches_ = batches;
}

}  // namespace qkv
