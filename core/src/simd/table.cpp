#include "simd/table.hpp"

#include "simd/batch.hpp"
#include "simd/curves.hpp"
#include "simd/mix.hpp"
#include "simd/product.hpp"
#include "simd/rows.hpp"

#ifdef QKV_TARGET
#define QKV_TEXT_OF(name) #name
#define QKV_NAME_OF(target) QKV_TEXT_OF(target)
#else
#define QKV_NAME_OF(target) Batch::arch_type::name()
#endif

namespace QKV_SIMD {

extern const Table table;
const Table table{QKV_NAME_OF(QKV_TARGET),
                  lanes,
                  multiply,
                  multiply_transposed,
                  multiply_left_transposed,
                  packed_size,
                  pack,
                  pack_transposed,
                  multiply_packed,
                  mix_rows,
                  add_mixed_rows,
                  add_mixed_tiles,
                  max_of,
                  sum_of,
                  exp_shifted,
                  scale_and_max,
                  scale_and_cover,
                  exp_and_sum,
                  divide,
                  all_finite,
                  any_nan,
                  apply};

}  // namespace QKV_SIMD
