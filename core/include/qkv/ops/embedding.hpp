#pragma once

#include <cstdint>
#include <span>

#include "qkv/types.hpp"

namespace qkv {

// Row ids[n] of table (V, D) for each of N ids: (N, D), as torch.nn.functional.embedding. Throws
// bad_rank; bad_range for an id outside [0, V).
[[nodiscard]] Tensor embedding(std::span<const std::int32_t> ids, TensorView table);
// dtable (V, D): row v is the sum of the rows of dy (N, D) whose id is v, in order. Throws
// bad_range, shape_mismatch.
[[nodiscard]] Tensor embedding_backward(std::span<const std::int32_t> ids, TensorView dy, Index V);

// The same without checks, for a caller that made room; dtable is added to.
void embedding(std::span<const std::int32_t> ids, const float* table, Index D, float* y);
void embedding_backward(std::span<const std::int32_t> ids, const float* dy, Index D, float* dtable);

}  // namespace qkv
