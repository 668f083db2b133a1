#include "simd/dispatch.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <xsimd/xsimd.hpp>

#include "simd/curves.hpp"
#include "simd/mix.hpp"
#include "simd/product.hpp"
#include "simd/rows.hpp"

namespace qkv::simd {

namespace sse2 {
extern const Table table;
}
namespace avx2 {
extern const Table table;
}
namespace avx512 {
extern const Table table;
}

namespace {

#ifdef QKV_FAST
using Avx2 = xsimd::fma3<xsimd::avx2>;
#else
using Avx2 = xsimd::avx2;
#endif
using Avx512 = xsimd::avx512bw;

struct Found {
  std::array<const Table*, 3> tables{};
  std::size_t count = 0;

  void add(const Table& table) { tables.at(count++) = &table; }
};

// Called with the widest that the processor has.
struct Collect {
  Found operator()(Avx512) const {
    Found found;
    found.add(avx512::table);
    found.add(avx2::table);
    found.add(sse2::table);
    return found;
  }
  Found operator()(Avx2) const {
    Found found;
    found.add(avx2::table);
    found.add(sse2::table);
    return found;
  }
  Found operator()(xsimd::sse2) const {
    Found found;
    found.add(sse2::table);
    return found;
  }
};

const Found& found() {
  static const Found all =
      xsimd::dispatch<xsimd::arch_list<Avx512, Avx2, xsimd::sse2>>(Collect{})();
  return all;
}

// Not yet chosen where nullptr.
std::atomic<const Table*> current{nullptr};

const Table& choose() {
  const Table& best = *found().tables.front();
  current.store(&best, std::memory_order_relaxed);
  return best;
}

inline const Table& kernels() {
  const Table* table = current.load(std::memory_order_relaxed);
  return table != nullptr ? *table : choose();
}

}  // namespace

std::span<const Table* const> available() { return std::span(found().tables).first(found().count); }

const Table& in_use() { return kernels(); }

void use(const Table& table) { current.store(&table, std::memory_order_relaxed); }

void multiply(const float* a, const float* b, float* c, Index m, Index n, Index k) {
  kernels().multiply(a, b, c, m, n, k);
}

void multiply_transposed(const float* a, const float* b, float* c, Index m, Index n, Index k) {
  kernels().multiply_transposed(a, b, c, m, n, k);
}

void multiply_left_transposed(const float* a, const float* b, float* c, Index m, Index n, Index k) {
  kernels().multiply_left_transposed(a, b, c, m, n, k);
}

Index packed_size(Index n, Index k) { return kernels().packed_size(n, k); }

void pack(const float* b, Index n, Index k, float* packed) { kernels().pack(b, n, k, packed); }

void pack_transposed(const float* b, Index n, Index k, float* packed) {
  kernels().pack_transposed(b, n, k, packed);
}

void multiply_packed(const float* a, const float* packed, float* c, Index c_stride, Index m,
                     Index n, Index k, Index columns) {
  kernels().multiply_packed(a, packed, c, c_stride, m, n, k, columns);
}

void mix_rows(const float* weights, const unsigned char* uses, const float* values, Index count,
              Index n, float* out) {
  kernels().mix_rows(weights, uses, values, count, n, out);
}

void add_mixed_rows(const float* weights, const unsigned char* uses, const float* values,
                    Index count, Index n, float keep, float* out) {
  kernels().add_mixed_rows(weights, uses, values, count, n, keep, out);
}

void add_mixed_tiles(const float* weights, Index weight_stride, const float* values, Index m,
                     Index count, Index n, const float* keep, float* out) {
  kernels().add_mixed_tiles(weights, weight_stride, values, m, count, n, keep, out);
}

float max_of(const float* x, Index n) { return kernels().max_of(x, n); }

float sum_of(const float* x, Index n) { return kernels().sum_of(x, n); }

void exp_shifted(const float* x, float shift, float* y, Index n) {
  kernels().exp_shifted(x, shift, y, n);
}

float scale_and_max(float* x, float scale, Index n) { return kernels().scale_and_max(x, scale, n); }

Covered scale_and_cover(float* x, float scale, const float* mask, const float* bias, Index n) {
  return kernels().scale_and_cover(x, scale, mask, bias, n);
}

float exp_and_sum(float* x, float shift, Index n) { return kernels().exp_and_sum(x, shift, n); }

bool divide(float* x, float divisor, Index n) { return kernels().divide(x, divisor, n); }

bool all_finite(const float* x, Index n) { return kernels().all_finite(x, n); }

bool any_nan(const float* x, Index n) { return kernels().any_nan(x, n); }

void apply(Curve curve, const float* x, float* y, Index n) { kernels().apply(curve, x, y, n); }

}  // namespace qkv::simd
