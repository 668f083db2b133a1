#pragma once

// Kernels are one source for every instruction set. Where a library holds several, each is that
// source compiled by flags of its own, in a namespace of its own (QKV_TARGET), and dispatch.cpp
// chooses among them; else there is one, here.
#ifdef QKV_TARGET
#define QKV_SIMD qkv::simd::QKV_TARGET
#else
#define QKV_SIMD qkv::simd
#endif
