#include "qkv/train/optimizer.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "qkv/error.hpp"
#include "support/catch.hpp"
#include "support/compare.hpp"
#include "support/golden.hpp"

namespace qkv::test {
namespace {

struct Named {
  const char* key;
  OptimizerOptions options;
};

std::vector<Named> golden_optimizers() {
  OptimizerOptions adamw;
  adamw.kind = OptimizerKind::adamw;
  adamw.weight_decay = 0.01;
  OptimizerOptions sgd;
  sgd.kind = OptimizerKind::sgd;
  sgd.learning_rate = 0.1;
  OptimizerOptions momentum = sgd;
  momentum.momentum = 0.9;
  return {{"adam", {}},
          {"adamw_wd_0.01", adamw},
          {"sgd_lr_0.1", sgd},
          {"sgd_lr_0.1_momentum_0.9", momentum}};
}

std::vector<float> floats(const Json& list) {
  std::vector<float> result;
  for (const double x : numbers(list)) result.push_back(static_cast<float>(x));
  return result;
}

// f(p) = ½ Σ a (p − c)², of which the gradient is a (p − c).
TEST_CASE("Optimizer: the golden steps", "[train]") {
  const Json& g = golden("adam");
  const std::vector<float> a = floats(g["a"]);
  const std::vector<float> c = floats(g["c"]);
  for (const auto& [key, options] : golden_optimizers()) {
    CAPTURE(key);
    std::vector<float> p = floats(g["p0"]);
    Optimizer optimizer(options, static_cast<Index>(p.size()));
    const auto& steps = g[std::string("f32_") + key].list();
    REQUIRE(steps.size() == 5);
    for (const Json& want : steps) {
      std::vector<float> gradient(a.size());
      for (std::size_t i = 0; i < a.size(); ++i) {
        gradient[i] = a[i] * (p[i] - c[i]);
      }
      static_cast<void>(optimizer.step(p, gradient));
      const std::vector<double> values = numbers(want["p"]);
      for (std::size_t i = 0; i < a.size(); ++i) {
        CAPTURE(i, p[i], values[i]);
        // Two roundings of the parameter, and some of steps of up to 1.
        const double bound = 2.5e-7 * std::abs(values[i]) + 5e-8;
        CHECK(std::abs(static_cast<double>(p[i]) - values[i]) <= bound);
      }
    }
    CHECK(optimizer.state().steps == 5);
  }
}

TEST_CASE("Optimizer: a restored one goes on to the same bits", "[train]") {
  for (const Named& named : golden_optimizers()) {
    CAPTURE(named.key);
    const Tensor gradients = random({40, 33}, 2);
    const auto run = [&](bool interrupted) {
      Tensor p = random({33}, 1);
      auto optimizer = std::make_unique<Optimizer>(named.options, p.size());
      for (Index step = 0; step < 40; ++step) {
        if (interrupted && step == 17) {
          auto other = std::make_unique<Optimizer>(named.options, p.size());
          other->restore(optimizer->state());
          optimizer = std::move(other);
        }
        Tensor gradient = rows(gradients, step, 1);
        static_cast<void>(optimizer->step(p.values(), gradient.values()));
      }
      return p;
    };
    CHECK(difference(run(true), run(false)) == "");
  }
}

TEST_CASE("Optimizer: long gradients are shortened, short ones left alone", "[train]") {
  OptimizerOptions options;
  options.kind = OptimizerKind::sgd;
  options.learning_rate = 1.0;
  options.clip_norm = 5.0;
  Optimizer optimizer(options, 2);
  std::vector<float> p{0, 0};
  std::vector<float> gradient{30, 40};
  CHECK(optimizer.step(p, gradient) == 50.0);
  CHECK(std::abs(p[0] + 3.0F) < 1e-6F);
  CHECK(std::abs(p[1] + 4.0F) < 1e-6F);
  p = {0, 0};
  gradient = {3, 4};
  CHECK(optimizer.step(p, gradient) == 5.0);
  // PyTorch's clip_grad_norm_ adds 1e-6 to the length, which shortens this one as well.
  CHECK(std::abs(p[0] + 3.0F) < 2e-6F);
  gradient = {0.3F, 0.4F};
  p = {0, 0};
  static_cast<void>(optimizer.step(p, gradient));
  CHECK(p[0] == -0.3F);
  CHECK(p[1] == -0.4F);
}

TEST_CASE("Schedule: up in a line, down in half a cosine", "[train]") {
  const Schedule constant;
  CHECK(constant.factor(0) == 1.0);
  CHECK(constant.factor(100'000) == 1.0);
  const Schedule schedule{10, 110, 0.1};
  CHECK(schedule.factor(0) == 0.1);
  CHECK(schedule.factor(4) == 0.5);
  CHECK(schedule.factor(9) == 1.0);
  CHECK(schedule.factor(10) == 1.0);
  CHECK(std::abs(schedule.factor(60) - 0.55) < 1e-12);
  CHECK(std::abs(schedule.factor(85) - (0.1 + 0.45 * (1 - std::sqrt(0.5)))) < 1e-12);
  CHECK(schedule.factor(110) == 0.1);
  CHECK(schedule.factor(5000) == 0.1);
  double before = 2.0;
  for (Index step = 10; step <= 110; ++step) {
    CHECK(schedule.factor(step) < before);
    before = schedule.factor(step);
  }
}

TEST_CASE("Optimizer: refuses what has no meaning", "[train]") {
  const auto refused = [](auto change) {
    OptimizerOptions options;
    change(options);
    try {
      const Optimizer optimizer(options, 3);
    } catch (const Error& error) {
      return error.code() == ErrorCode::bad_option;
    }
    return false;
  };
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {-1.0, nan, std::numeric_limits<double>::infinity()}) {
    CAPTURE(bad);
    CHECK(refused([&](auto& o) { o.learning_rate = bad; }));
    CHECK(refused([&](auto& o) { o.beta1 = bad; }));
    CHECK(refused([&](auto& o) { o.beta2 = bad; }));
    CHECK(refused([&](auto& o) { o.epsilon = bad; }));
    CHECK(refused([&](auto& o) { o.weight_decay = bad; }));
    CHECK(refused([&](auto& o) { o.momentum = bad; }));
    CHECK(refused([&](auto& o) { o.clip_norm = bad; }));
    CHECK(refused([&](auto& o) { o.schedule.final_part = bad; }));
  }
  CHECK(refused([](auto& o) { o.beta1 = 1.0; }));
  CHECK(refused([](auto& o) { o.schedule.warm_up = -1; }));
  CHECK(refused([](auto& o) { o.schedule.cosine_end = -1; }));
  CHECK_FALSE(refused([](auto& o) { o.learning_rate = 10.0; }));
  Optimizer optimizer({}, 3);
  CHECK_THROWS_AS(optimizer.restore({1, {1, 2}, {1, 2, 3}}), Error);
  CHECK_THROWS_AS(optimizer.restore({1, {1, 2, 3}, {}}), Error);
}

}  // namespace
}  // namespace qkv::test
