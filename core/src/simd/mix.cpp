#include "simd/mix.hpp"

#include "simd/batch.hpp"
#include "simd/product.hpp"
#include "simd/tile.hpp"

namespace QKV_SIMD {
namespace {

struct Mix {
  const float* weights;
  const unsigned char* uses;
  const float* values;
  Index count;
  Index stride;
};

// Σ over one strip of Width batches of columns, starting with total; load(s, b) is batch b of
// values[s].
template <Index Width, class Load>
void sum_strip(const Mix& mix, Array<Batch, Width>& total, Load load) {
  for (Index start = 0; start < mix.count; start += sum_block) {
    const Index end = least(mix.count, start + sum_block);
    Array<Batch, Width> sum;
    sum.fill(Batch(0.0F));
    for (Index s = start; s < end; ++s) {
      if (mix.uses != nullptr && mix.uses[s] == 0) {
        continue;
      }
      const Batch weight(mix.weights[s]);
      for (Index b = 0; b < Width; ++b) {
        sum[b] = multiply_add(weight, load(s, b), sum[b]);
      }
    }
    for (Index b = 0; b < Width; ++b) {
      total[b] = total[b] + sum[b];
    }
  }
}

// What a strip starts with: nothing, or what out holds times keep.
Batch initial(const float* out, const float* keep) {
  return keep == nullptr ? Batch(0.0F) : Batch::load_unaligned(out) * Batch(*keep);
}

template <Index Width>
void strip(const Mix& mix, Index column, const float* keep, float* out) {
  const auto at = [column](Index b) { return column + b * lanes; };
  Array<Batch, Width> total;
  for (Index b = 0; b < Width; ++b) {
    total[b] = initial(out + at(b), keep);
  }
  sum_strip(mix, total, [&](Index s, Index b) {
    return Batch::load_unaligned(mix.values + s * mix.stride + at(b));
  });
  for (Index b = 0; b < Width; ++b) {
    total[b].store_unaligned(out + at(b));
  }
}

// The last columns, fewer than a batch, gathered so that nothing beyond a row is touched.
void edge_strip(const Mix& mix, Index column, Index columns, const float* keep, float* out) {
  Array<float, lanes> edge;
  edge.fill(0.0F);
  copy(out + column, keep == nullptr ? 0 : columns, edge.data());
  Array<Batch, 1> total{initial(edge.data(), keep)};
  sum_strip(mix, total, [&](Index s, Index) {
    copy(mix.values + s * mix.stride + column, columns, edge.data());
    return Batch::load_unaligned(edge.data());
  });
  total[0].store_unaligned(edge.data());
  copy(edge.data(), columns, out + column);
}

void run(const Mix& mix, const float* keep, float* out) {
  Index j = 0;
  for (; j + 4 * lanes <= mix.stride; j += 4 * lanes) {
    strip<4>(mix, j, keep, out);
  }
  for (; j + lanes <= mix.stride; j += lanes) {
    strip<1>(mix, j, keep, out);
  }
  if (j < mix.stride) {
    edge_strip(mix, j, mix.stride - j, keep, out);
  }
}

}  // namespace

void add_mixed_tiles(const float* weights, Index weight_stride, const float* values, Index m,
                     Index count, Index n, const float* keep, float* out) {
  // The last columns, fewer than a batch, gathered so that nothing beyond a row is touched.
  Array<float, sum_block * lanes> edge;  // NOLINT(cppcoreguidelines-pro-type-member-init): hot
  for (Index first = 0; first < count; first += sum_block) {
    const Index terms = least(sum_block, count - first);
    const float* const from = values + first * n;
    Index columns = 0;
    for (Index j = 0; j < n; j += columns) {
      const bool wide = n - j >= tile_width * lanes;
      columns = wide ? tile_width * lanes : least(lanes, n - j);
      Block block{weights + first,
                  weight_stride,
                  from + j,
                  n,
                  terms,
                  out + j,
                  n,
                  columns,
                  false,
                  first == 0 ? keep : nullptr};
      if (columns < lanes) {
        for (Index s = 0; s < terms; ++s) {
          for (Index l = 0; l < lanes; ++l) {
            edge[s * lanes + l] = l < columns ? from[s * n + j + l] : 0.0F;
          }
        }
        block.b = edge.data();
        block.b_stride = lanes;
      }
      add_tiles(block, m, wide ? tile_width * lanes : lanes, Left::rows);
    }
  }
}

void mix_rows(const float* weights, const unsigned char* uses, const float* values, Index count,
              Index n, float* out) {
  run({weights, uses, values, count, n}, nullptr, out);
}

void add_mixed_rows(const float* weights, const unsigned char* uses, const float* values,
                    Index count, Index n, float keep, float* out) {
  run({weights, uses, values, count, n}, &keep, out);
}

}  // namespace QKV_SIMD
