#pragma once

namespace qkv::test {

// The exit code that ctest takes as "skipped".
inline constexpr int skipped = 77;

// Whether this machine can run the core that the program was linked with. Asked before anything of
// that core is called.
[[nodiscard]] inline bool cpu_suits() {
#if defined(QKV_NEEDS_AVX2)
  // GCC gives an int, clang a bool.
  const bool avx2 = __builtin_cpu_supports("avx2");
  const bool fma = __builtin_cpu_supports("fma");
  return avx2 && fma;
#else
  return true;
#endif
}

}  // namespace qkv::test
