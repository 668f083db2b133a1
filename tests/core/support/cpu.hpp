#pragma once

namespace qkv::test {

// The exit code that ctest takes as "skipped".
inline constexpr int skipped = 77;

// Whether this machine can run the core that the program was linked with. Asked before anything of
// that core is called.
[[nodiscard]] inline bool cpu_suits() {
#if defined(QKV_NEEDS_AVX2)
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
#else
  return true;
#endif
}

}  // namespace qkv::test
