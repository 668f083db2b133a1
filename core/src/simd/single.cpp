#include <array>

#include "simd/dispatch.hpp"

// A library with kernels of one instruction set: that which everything is compiled for.
namespace qkv::simd {

extern const Table table;

std::span<const Table* const> available() {
  static constexpr std::array<const Table*, 1> only{&table};
  return only;
}

const Table& in_use() { return table; }

void use(const Table& /*table*/) {}

}  // namespace qkv::simd
