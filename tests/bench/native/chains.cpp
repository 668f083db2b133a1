// Compiled once for each instruction set, which the flags say, and QKV_CHAINS names the function.
#include "chains.hpp"

namespace qkv::bench {

inline Vector step(Vector x, Vector a, Vector b) { return x * a + b; }

// Operations done; the sum goes out so that nothing is left out.
double QKV_CHAINS(int count, long steps, float* sum) {
  const float a = 0.999F;
  const float b = 0.001F;
  switch (count) {
    case 8:
      *sum = run_chains(steps, a, b, std::make_index_sequence<8>());
      break;
    case 10:
      *sum = run_chains(steps, a, b, std::make_index_sequence<10>());
      break;
    case 12:
      *sum = run_chains(steps, a, b, std::make_index_sequence<12>());
      break;
    case 14:
      *sum = run_chains(steps, a, b, std::make_index_sequence<14>());
      break;
    default:
      return 0;
  }
  return 2.0 * static_cast<double>(lanes) * count * static_cast<double>(steps);
}

}  // namespace qkv::bench
