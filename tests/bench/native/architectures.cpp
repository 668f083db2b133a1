#include "architectures.hpp"

#include <stdexcept>

#include "simd/dispatch.hpp"

namespace qkv::bench {

#define QKV_DECLARE(arch)                                                                    \
  double chains_##arch(int count, long steps, float* sum);                                   \
  void eigen_attend_##arch(const float* q, const float* k, const float* v, float* o, long T, \
                           long D, bool causal);                                             \
  void eigen_linear_##arch(const float* x, const float* w, float* y, long m, long k, long n);
QKV_DECLARE(base)
#ifdef QKV_X86
QKV_DECLARE(avx2)
QKV_DECLARE(avx512)
double chains_avx2_fma(int count, long steps, float* sum);
double chains_avx512_fma(int count, long steps, float* sum);
#endif
#undef QKV_DECLARE

#ifdef QKV_X86
namespace {
const char* const base = "sse2";
bool has_avx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
bool has_avx512() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
}
}  // namespace
#else
namespace {
const char* const base = "base";
}  // namespace
#endif

std::vector<std::string> of_processor() {
  std::vector<std::string> names{base};
#ifdef QKV_X86
  if (has_avx2()) names.emplace_back("avx2");
  if (has_avx512()) names.emplace_back("avx512");
#endif
  return names;
}

std::vector<std::string> of_core() {
  std::vector<std::string> names;
  for (const simd::Table* const kernels : simd::available()) {
    names.insert(names.begin(), kernels->name);
  }
  return names;
}

bool choose_for_core(const std::string& name) {
  for (const simd::Table* const kernels : simd::available()) {
    if (name == kernels->name) {
      simd::use(*kernels);
      return true;
    }
  }
  return false;
}

std::vector<Ceiling> ceilings() {
  std::vector<Ceiling> all{{base, chains_base}};
#ifdef QKV_X86
  if (has_avx2()) {
    all.push_back({"avx2", chains_avx2});
    all.push_back({"avx2, multiply-add", chains_avx2_fma});
  }
  if (has_avx512()) {
    all.push_back({"avx512", chains_avx512});
    all.push_back({"avx512, multiply-add", chains_avx512_fma});
  }
#endif
  return all;
}

EigenCalls eigen(const std::string& name) {
  if (name == base) return {eigen_attend_base, eigen_linear_base};
#ifdef QKV_X86
  if (name == "avx2" && has_avx2()) return {eigen_attend_avx2, eigen_linear_avx2};
  if (name == "avx512" && has_avx512()) return {eigen_attend_avx512, eigen_linear_avx512};
#endif
  throw std::invalid_argument("no instruction set " + name);
}

}  // namespace qkv::bench
