#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "qkv/ops/attention.hpp"
#include "qkv/types.hpp"

namespace qkv::test {

// Extents around the widths of vector registers and around the 256 terms after which sums start
// anew.
inline constexpr std::array<Index, 22> awkward_sizes{
    0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 61, 64, 67, 127, 128, 131, 257};

// One attention call with all that its options refer to.
struct AttentionCase {
  std::string name;
  Tensor q;
  Tensor k;
  Tensor v;
  std::optional<Tensor> mask;
  std::optional<Tensor> bias;
  std::optional<double> scale;
  bool causal = false;
  CausalAlignment alignment = CausalAlignment::upper_left;

  // How many scores there are: (B · H · T · S).
  [[nodiscard]] Index cells() const;
  // Refers to this case's tensors.
  [[nodiscard]] AttentionOptions options() const;
};

struct AttentionExtents {
  std::vector<Index> leading;
  Index T, S, Dk, Dv;
};

// Standard normal q, k and v.
[[nodiscard]] AttentionCase plain_case(const AttentionExtents& extents, std::uint64_t seed);

// Every shape with every kind of option: plain, both causalities, mask (one row masked to the last
// place where there are two), bias with −∞ here and there, everything together, unusual scales.
[[nodiscard]] std::vector<AttentionCase> attention_cases();

// The output both ways: by the passes, by attend.
[[nodiscard]] std::vector<Tensor> outputs(TensorView q, TensorView k, TensorView v,
                                          const AttentionOptions& options = {});
// Describes the first difference between two results of outputs; empty where there is none.
[[nodiscard]] std::string differences(const std::vector<Tensor>& got,
                                      const std::vector<Tensor>& want);

// A mask of 0 and 1, one in four 0; row 1 all 0 where all_masked_row.
[[nodiscard]] Tensor random_mask(const Shape& shape, std::uint64_t seed, bool all_masked_row);
// Standard normals, one in eight −∞.
[[nodiscard]] Tensor random_bias(const Shape& shape, std::uint64_t seed);

}  // namespace qkv::test
