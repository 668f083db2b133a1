#include <cstdint>
#include <memory>
#include <vector>

#include "calls.hpp"
#include "exchange.hpp"
#include "qkv/random.hpp"

namespace qkv::bindings {
namespace {

std::vector<std::unique_ptr<Generator>> generators;
std::vector<std::int32_t> free_handles;

Generator& generator() { return *generators[static_cast<std::size_t>(request()->generator)]; }

// The shape that the request asks for.
Shape wanted() { return shape_of(request()->tensors[0]); }

void answer_integers(const Shape& shape, const std::vector<std::int64_t>& values) {
  auto* const room = reinterpret_cast<std::int32_t*>(result_room(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) room[i] = static_cast<std::int32_t>(values[i]);
  answer(0, shape, room);
}

}  // namespace

int create_generator() {
  return guarded([] {
    if (free_handles.empty()) {
      generators.emplace_back();
      // Room for every handle's return, so that destroy_generator never allocates.
      free_handles.reserve(generators.capacity());
      free_handles.push_back(static_cast<std::int32_t>(generators.size()) - 1);
    }
    const std::int32_t handle = free_handles.back();
    generators[static_cast<std::size_t>(handle)] =
        std::make_unique<Generator>(static_cast<std::uint64_t>(request()->scalars[0]));
    free_handles.pop_back();
    request()->generator = handle;
  });
}

void destroy_generator(std::int32_t handle) {
  generators[static_cast<std::size_t>(handle)].reset();
  free_handles.push_back(handle);
}

std::int32_t live_generators() {
  return static_cast<std::int32_t>(generators.size() - free_handles.size());
}

int generator_rand() {
  return guarded([] { answer(0, generator().rand(wanted())); });
}

int generator_randn() {
  return guarded([] { answer(0, generator().randn(wanted())); });
}

int generator_uniform() {
  return guarded([] {
    const double* const range = request()->scalars;
    answer(0, generator().uniform(wanted(), range[0], range[1]));
  });
}

int generator_randint() {
  return guarded([] {
    const Shape shape = wanted();
    const double* const range = request()->scalars;
    answer_integers(shape, generator().randint(static_cast<std::int64_t>(range[0]),
                                               static_cast<std::int64_t>(range[1]), shape.size()));
  });
}

int generator_randperm() {
  return guarded([] {
    const Index n = request()->row;
    const std::vector<std::int64_t> values = generator().randperm(n);
    answer_integers(Shape{n}, values);
  });
}

}  // namespace qkv::bindings
