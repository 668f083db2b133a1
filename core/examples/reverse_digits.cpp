// Trains the document's two networks on the reversal of ten digits, one after the other as its
// program does, and prints its two lines.
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <system_error>

#include "qkv/error.hpp"
#include "qkv/train/trainer.hpp"

namespace {

constexpr long long document_steps = 1500;

struct Line {
  const char* name;
  qkv::TrainingOptions options;
};

double part(qkv::Index right, qkv::Index of) {
  return 100.0 * static_cast<double>(right) / static_cast<double>(of);
}

void train(const Line& line, long long steps) {
  qkv::Trainer trainer(line.options);
  const auto start = std::chrono::steady_clock::now();
  for (long long step = 0; step < steps; ++step) {
    const qkv::Trainer::Step done = trainer.step();
    if (done.step % 250 == 0) {
      std::printf("  %s, step %td: loss %.4f\n", line.name, done.step,
                  static_cast<double>(done.loss));
    }
  }
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  const auto score = trainer.evaluate();
  std::printf("%s：參數 %5zu，每個數字的正確率 %.1f%%，整串全對 %.1f%%\n", line.name,
              trainer.network().parameters().values().size(),
              part(score.digits_right, score.digits), part(score.sequences_right, score.sequences));
  std::printf("  %.2f ms per step\n", took.count() / static_cast<double>(steps));
}

}  // namespace

// reverse_digits [steps]
int main(int count, char** arguments) {
  long long steps = document_steps;
  bool understood = count <= 2;
  if (count == 2) {
    const std::string_view text = arguments[1];
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), steps);
    understood = error == std::errc() && end == text.data() + text.size();
  }
  if (steps < 1 || !understood) {
    std::fputs("reverse_digits [steps], at least 1\n", stderr);
    return 2;
  }
  try {
    const qkv::TrainingOptions transformer;
    qkv::TrainingOptions lstm;
    lstm.model = qkv::ModelKind::lstm;
    lstm.hidden = 48;
    // One generator makes the batches of both: the second network's go on where the first one's
    // end.
    lstm.skipped_draws = static_cast<std::uint64_t>(steps * lstm.batch * lstm.task.length);
    train({"Transformer", transformer}, steps);
    train({"雙向 LSTM    ", lstm}, steps);
  } catch (const qkv::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
