#pragma once

#include <span>

#include "simd/table.hpp"

// Which of the instruction sets that this library holds kernels for is used. All give the same
// bits; the widest that the processor has is chosen at the first call.
namespace qkv::simd {

// Those that the processor has, the widest first.
[[nodiscard]] std::span<const Table* const> available();

[[nodiscard]] const Table& in_use();

// For tests and benchmarks: from now on this one of available(), in every thread.
void use(const Table& table);

}  // namespace qkv::simd
