#include "qkv/ops/embedding.hpp"

#include <algorithm>

#include "check.hpp"
#include "ops/plain.hpp"

namespace qkv {
namespace {

void check_ids(std::span<const std::int32_t> ids, Index V) {
  for (const std::int32_t id : ids) {
    if (id < 0 || id >= V) {
      check::refuse(ErrorCode::bad_range,
                    "ids holds " + std::to_string(id) + ": rows of the table are 0 to " +
                        std::to_string(V - 1),
                    "ids", {0, check::number(V - 1)}, {static_cast<double>(id)});
    }
  }
}

}  // namespace

void embedding(std::span<const std::int32_t> ids, const float* table, Index D, float* y) {
  for (const std::int32_t id : ids) {
    y = std::copy_n(table + id * D, D, y);
  }
}

void embedding_backward(std::span<const std::int32_t> ids, const float* dy, Index D,
                        float* dtable) {
  for (const std::int32_t id : ids) {
    plain::add(dy, D, dtable + id * D);
    dy += D;
  }
}

Tensor embedding(std::span<const std::int32_t> ids, TensorView table) {
  check::rank("table", table.shape, 2, 2, "(V, D)");
  check_ids(ids, table.shape[0]);
  Tensor y(Shape{static_cast<Index>(ids.size()), table.shape[1]});
  embedding(ids, table.data, table.shape[1], y.data());
  return y;
}

Tensor embedding_backward(std::span<const std::int32_t> ids, TensorView dy, Index V) {
  check::rank("dy", dy.shape, 2, 2, "(N, D)");
  check::extent("dy", dy.shape[0], "ids", static_cast<Index>(ids.size()), "rows",
                "ids are (N), dy is (N, D)");
  check_ids(ids, V);
  Tensor dtable(Shape{V, dy.shape[1]});
  embedding_backward(ids, dy.data, dy.shape[1], dtable.data());
  return dtable;
}

}  // namespace qkv
