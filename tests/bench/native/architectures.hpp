#pragma once

#include <string>
#include <vector>

// Instruction sets, by the names that --arch takes.
namespace qkv::bench {

// What the processor has of those that this program was compiled for.
[[nodiscard]] std::vector<std::string> of_processor();
// What the core can be told to use.
[[nodiscard]] std::vector<std::string> of_core();
// Tells it; false where it cannot.
bool choose_for_core(const std::string& name);

using Chains = double (*)(int count, long steps, float* sum);
struct Ceiling {
  std::string name;
  Chains chains;
};
// Of what the processor has; a multiply-add in one rounding is a ceiling of its own.
[[nodiscard]] std::vector<Ceiling> ceilings();

// Row-major; attention by its formula, and x (m, k) · w (n, k) transposed.
struct EigenCalls {
  void (*attend)(const float* q, const float* k, const float* v, float* output, long T, long D,
                 bool causal);
  void (*linear)(const float* x, const float* w, float* y, long m, long k, long n);
};
[[nodiscard]] EigenCalls eigen(const std::string& name);

}  // namespace qkv::bench
