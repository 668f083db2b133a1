// qkv_bench: native code, asked line by line by tests/bench/speed/native.mjs.
//   qkv_bench list                     the instruction sets of the core and of the processor
//   qkv_bench ceiling MILLISECONDS     operations per nanosecond that the machine comes to
//   qkv_bench memory T D               bytes that a call takes beyond its inputs and results
//   qkv_bench serve core|eigen --arch NAME
// and then, on its input,
//   attention H T D CAUSAL | product M K N     answers with the first and the last row
//   training transformer|lstm                  answers with the first loss
//   batch CALLS                                answers with nanoseconds
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <functional>
#include <iostream>
#include <memory>
#include <qkv/ops/attention.hpp>
#include <qkv/ops/linear.hpp>
#include <qkv/train/trainer.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "architectures.hpp"
#include "counting.hpp"

namespace qkv::bench {
namespace {

using Clock = std::chrono::steady_clock;

double nanoseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
}

// The numbers of tests/bench/speed/work.mjs.
Tensor numbers(const Shape& shape, std::uint32_t state) {
  Tensor tensor(shape);
  for (Index i = 0; i < tensor.size(); ++i) {
    state = state * 1664525U + 1013904223U;
    tensor.data()[i] = static_cast<float>(static_cast<double>(state) / 2147483648.0 - 1.0);
  }
  return tensor;
}

struct Job {
  std::function<void()> call;
  std::shared_ptr<Tensor> result;
  Index columns = 1;
};

Job attention_job(bool core, const EigenCalls& with_eigen, Index H, Index T, Index D, bool causal) {
  const Shape shape = H > 1 ? Shape{H, T, D} : Shape{T, D};
  Job job{{}, std::make_shared<Tensor>(shape), D};
  float* const output = job.result->data();
  auto given = std::make_shared<std::vector<Tensor>>();
  for (std::uint32_t seed = 1; seed <= 3; ++seed) given->push_back(numbers(shape, seed));
  job.call = [=] {
    const Tensor& q = (*given)[0];
    const Tensor& k = (*given)[1];
    const Tensor& v = (*given)[2];
    if (core) {
      AttentionOptions options;
      options.causal = causal;
      attend(AttentionShape(shape, shape, shape), q, k, v, options, output);
      return;
    }
    for (Index h = 0; h < H; ++h) {
      const Index at = h * T * D;
      with_eigen.attend(q.data() + at, k.data() + at, v.data() + at, output + at, T, D, causal);
    }
  };
  return job;
}

Job product_job(bool core, const EigenCalls& with_eigen, Index m, Index k, Index n) {
  Job job{{}, std::make_shared<Tensor>(Shape{m, n}), n};
  auto result = job.result;
  auto x = std::make_shared<Tensor>(numbers({m, k}, 1));
  auto w = std::make_shared<Tensor>(numbers({n, k}, 2));
  job.call = [=] {
    if (core) {
      *result = linear(*x, *w);
    } else {
      with_eigen.linear(x->data(), w->data(), result->data(), m, k, n);
    }
  };
  return job;
}

// A step of one of the document's networks; prints its first loss.
Job training_job(const std::string& model) {
  TrainingOptions options;
  if (model == "lstm") {
    options.model = ModelKind::lstm;
    options.hidden = 48;
  }
  auto trainer = std::make_shared<Trainer>(options);
  std::printf("rows %.9g\n", static_cast<double>(trainer->step().loss));
  return {[trainer] { static_cast<void>(trainer->step()); }, nullptr, 1};
}

void print_rows(const Job& job) {
  const float* const data = job.result->data();
  const Index last = job.result->size() - job.columns;
  std::printf("rows");
  for (Index i = 0; i < job.columns; ++i) std::printf(" %.9g", static_cast<double>(data[i]));
  for (Index i = 0; i < job.columns; ++i) std::printf(" %.9g", static_cast<double>(data[last + i]));
  std::printf("\n");
}

void serve(const std::string& who, const std::string& arch) {
  const bool core = who == "core";
  if (!core && who != "eigen") throw std::invalid_argument("nobody is called " + who);
  if (core && !choose_for_core(arch)) throw std::invalid_argument("the core has no " + arch);
  const EigenCalls with_eigen = core ? EigenCalls{} : eigen(arch);
  Job job;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string order;
    Index a = 0;
    Index b = 0;
    Index c = 0;
    words >> order;
    if (order == "training") {
      std::string model;
      words >> model;
      if (!core) throw std::invalid_argument("Eigen trains nothing");
      job = training_job(model);
      std::fflush(stdout);
      continue;
    }
    words >> a;
    if (order == "batch") {
      const auto begin = Clock::now();
      for (Index i = 0; i < a; ++i) job.call();
      std::printf("%.0f\n", nanoseconds_since(begin));
    } else {
      words >> b >> c;
      if (order == "attention") {
        bool causal = false;
        words >> causal;
        job = attention_job(core, with_eigen, a, b, c, causal);
      } else if (order == "product") {
        job = product_job(core, with_eigen, a, b, c);
      } else {
        throw std::invalid_argument("no order " + order);
      }
      job.call();
      print_rows(job);
    }
    std::fflush(stdout);
  }
}

void list() {
  const auto print = [](const char* who, const std::vector<std::string>& names) {
    std::printf("%s", who);
    for (const std::string& name : names) std::printf(" %s", name.c_str());
    std::printf("\n");
  };
  print("core", of_core());
  print("eigen", of_processor());
}

// The best of many short runs: a ceiling is what the machine reaches when it is left alone.
double best_rate(Chains chains, double milliseconds) {
  double best = 0;
  float sum = 0;
  long steps = 20000;
  for (const auto begin = Clock::now(); nanoseconds_since(begin) < milliseconds * 1e6;) {
    for (const int count : {8, 10, 12, 14}) {
      const auto start = Clock::now();
      const double operations = chains(count, steps, &sum);
      best = std::max(best, operations / nanoseconds_since(start));
    }
  }
  if (sum == 0) throw std::logic_error("the chains did nothing");
  return best;
}

void memory(Index T, Index D) {
  const Shape shape{T, D};
  const Tensor q = numbers(shape, 1);
  const Tensor k = numbers(shape, 2);
  const Tensor v = numbers(shape, 3);
  Tensor output(shape);
  for (const bool causal : {false, true}) {
    AttentionOptions options;
    options.causal = causal;
    const std::size_t before = begin_count();
    // A thread of its own, whose scratch memory begins empty.
    std::thread([&] {
      attend(AttentionShape(shape, shape, shape), q, k, v, options, output.data());
    }).join();
    std::printf("%zu\n", peak() - before);
  }
}

int run(const std::vector<std::string>& words) {
  const auto at = [&](std::size_t i) { return i < words.size() ? words[i] : std::string(); };
  if (at(0) == "list") {
    list();
  } else if (at(0) == "ceiling") {
    for (const Ceiling& each : ceilings()) {
      std::printf("%s\t%.4g\n", each.name.c_str(), best_rate(each.chains, std::stod(at(1))));
    }
  } else if (at(0) == "memory") {
    memory(std::stol(at(1)), std::stol(at(2)));
  } else if (at(0) == "serve" && at(2) == "--arch") {
    serve(at(1), at(3));
  } else {
    std::fprintf(stderr,
                 "qkv_bench list | ceiling MS | memory T D | serve core|eigen --arch NAME\n");
    return 2;
  }
  return 0;
}

}  // namespace
}  // namespace qkv::bench

int main(int count, char** words) {
  try {
    return qkv::bench::run({words + 1, words + count});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "qkv_bench: %s\n", error.what());
    return 1;
  }
}
