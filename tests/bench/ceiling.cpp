// What WebAssembly comes to on this machine: the chains of native/chains.hpp in its vector
// registers.
#include <wasm_simd128.h>

#define QKV_CHAIN_BYTES 16
#include "native/chains.hpp"

namespace qkv::bench {

inline Vector step(Vector x, Vector a, Vector b) {
#ifdef __wasm_relaxed_simd__
  return wasm_f32x4_relaxed_madd(x, a, b);
#else
  return wasm_f32x4_add(wasm_f32x4_mul(x, a), b);
#endif
}

}  // namespace qkv::bench

#define QKV_EXPORT(count)                                                          \
  extern "C" __attribute__((export_name("chains_" #count))) float chains_##count(  \
      int steps, float a, float b) {                                               \
    return qkv::bench::run_chains(steps, a, b, std::make_index_sequence<count>()); \
  }

QKV_EXPORT(8)
QKV_EXPORT(10)
QKV_EXPORT(12)
QKV_EXPORT(14)
