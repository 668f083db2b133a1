#pragma once

#include <cstdint>

// One function per call of the engine: each reads the request and returns the status of guarded().
namespace qkv::bindings {

int attention();
int attend();
int multi_head();
int explain_cell();
int explain_multi_head_cell();
int explain_softmax();
int softmax_rows();
int layer_norm_rows();
int linear_layer();
int sum_of_rows();
int split_into_heads();
int merge_the_heads();
int reshape_into_heads();
int make_causal_mask();
int make_positional_encoding();
// The extents are its own arguments: its results are numbers, not tensors.
int cost_of_multi_head(std::int32_t queries, std::int32_t keys, std::int32_t width,
                       std::int32_t context_width, std::int32_t joined_width,
                       std::int32_t output_width, std::int32_t heads, bool biases);

// Generators are known to JavaScript by handles, small numbers that are used again.
int create_generator();
void destroy_generator(std::int32_t handle);
[[nodiscard]] std::int32_t live_generators();
int generator_rand();
int generator_randn();
int generator_uniform();
int generator_randint();
int generator_randperm();

}  // namespace qkv::bindings
