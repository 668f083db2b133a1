#include "qkv/train/task.hpp"

#include <algorithm>

namespace qkv {

void ReverseTask::draw(Generator& generator, Index sequences, Batch& batch) const {
  const auto count = static_cast<std::size_t>(sequences * length);
  batch.ids.resize(count);
  batch.targets.resize(count);
  const auto classes = static_cast<std::uint32_t>(vocabulary);
  for (std::int32_t& id : batch.ids) {
    id = static_cast<std::int32_t>(generator.next_u32() % classes);
  }
  const auto width = static_cast<std::size_t>(length);
  for (std::size_t start = 0; start < count; start += width) {
    for (std::size_t t = 0; t < width; ++t) {
      batch.targets[start + t] = batch.ids[start + width - 1 - t];
    }
  }
}

}  // namespace qkv
