#include "exchange.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <limits>
#include <span>
#include <string>
#include <utility>

namespace qkv::bindings {
namespace {

// From call to call at most this many words of each area are kept (16 MiB).
constexpr std::size_t kept_words = std::size_t{1} << 22;

class Area {
 public:
  Area() = default;
  Area(const Area&) = delete;
  Area& operator=(const Area&) = delete;
  ~Area() { std::free(data_); }

  [[nodiscard]] float* data() const { return data_; }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }

  // Keeps the contents.
  void grow(std::size_t words) {
    if (words <= capacity_) return;
    const std::size_t rounded = words <= kept_words ? std::bit_ceil(words) : words;
    void* const grown = rounded > std::numeric_limits<std::size_t>::max() / sizeof(float)
                            ? nullptr
                            : std::realloc(data_, rounded * sizeof(float));
    if (grown == nullptr) {
      throw Error(ErrorCode::out_of_memory,
                  "no memory for " + std::to_string(words) + " numbers at once",
                  {"", {}, {static_cast<double>(words)}});
    }
    data_ = static_cast<float*>(grown);
    capacity_ = rounded;
  }

  void clear() {
    std::free(std::exchange(data_, nullptr));
    capacity_ = 0;
  }

 private:
  float* data_ = nullptr;
  std::size_t capacity_ = 0;
};

Area scratch;
Area results;
std::array<Tensor, max_results> kept;
// Those from here on hold nothing: most calls keep few.
std::size_t kept_end = 0;
Reply the_reply;
Error the_error(ErrorCode::bad_option, "");

std::span<Tensor> kept_now() { return std::span(kept).first(kept_end); }

void drop_kept() {
  for (Tensor& tensor : kept_now()) tensor = Tensor();
  kept_end = 0;
}

}  // namespace

int reserve(std::int32_t words) {
  return guarded([words] { scratch.grow(static_cast<std::size_t>(words)); });
}

Request* request() { return reinterpret_cast<Request*>(scratch.data()); }
std::int32_t capacity() { return static_cast<std::int32_t>(scratch.capacity()); }
Reply* reply() { return &the_reply; }

void release() {
  if (scratch.capacity() > kept_words) scratch.clear();
  if (results.capacity() > kept_words) results.clear();
  drop_kept();
}

Shape shape_of(const Block& block) {
  return Shape(std::span<const Index>(block.extents, static_cast<std::size_t>(block.rank)));
}

bool has_argument(int i) { return request()->tensors[i].rank >= 0; }

TensorView argument(int i) {
  const Block& block = request()->tensors[i];
  return {scratch.data() + block.at, shape_of(block)};
}

float* result_room(std::size_t count) {
  // The contents need not survive: freeing first keeps the peak low.
  if (count > results.capacity()) results.clear();
  results.grow(std::max<std::size_t>(count, 1));
  return results.data();
}

void answer(int i, const Shape& shape, const void* data) {
  Block& block = the_reply.tensors[i];
  block.rank = shape.rank();
  std::ranges::copy(shape.extents(), block.extents);
  block.at = static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(data) / sizeof(float));
}

void answer(int i, Tensor tensor) {
  Tensor& place = kept[static_cast<std::size_t>(i)];
  place = std::move(tensor);
  kept_end = std::max(kept_end, static_cast<std::size_t>(i) + 1);
  answer(i, place.shape(), place.data());
}

const Error& last_error() { return the_error; }

int record(const Error& error) {
  the_error = error;
  return static_cast<int>(error.code()) + 1;
}

void begin_call() { drop_kept(); }

void end_call() {
  std::size_t words = 0;
  for (const Tensor& tensor : kept_now()) words += static_cast<std::size_t>(tensor.size());
  the_reply.oversized =
      std::max({scratch.capacity(), results.capacity(), words}) > kept_words ? 1 : 0;
}

}  // namespace qkv::bindings
