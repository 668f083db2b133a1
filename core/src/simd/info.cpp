#include "qkv/info.hpp"

#include "simd/dispatch.hpp"
#include "version.hpp"

namespace qkv {

std::string_view version() { return QKV_VERSION; }
std::string_view instruction_set() { return simd::in_use().name; }
Index vector_lanes() { return simd::in_use().lanes; }

bool fast_build() {
#ifdef QKV_FAST
  return true;
#else
  return false;
#endif
}

}  // namespace qkv
