#pragma once

#include <cstdint>

// One function per call of the engine: each reads the request and returns the status of guarded().
namespace qkv::bindings {

int attention();
int attend();
int explain_cell();
int explain_softmax();
int softmax_rows();
int layer_norm_rows();
int linear_layer();
int sum_of_rows();
int make_causal_mask();
int make_positional_encoding();

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
