#include "arena.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "qkv/error.hpp"
#include "support/allocation.hpp"
#include "support/catch.hpp"

namespace qkv::test {
namespace {

TEST_CASE("Arena: what is taken is apart, aligned and stays where it is", "[arena]") {
  Arena arena;
  struct Taken {
    float* from;
    Index count;
  };
  std::vector<Taken> all;
  for (const Index count : {1, 0, 15, 16, 17, 1000, 40'000, 3, 100'000, 64}) {
    float* const from = arena.take(count);
    CHECK(reinterpret_cast<std::uintptr_t>(from) % 64 == 0);
    std::fill_n(from, count, static_cast<float>(all.size()));
    all.push_back({from, count});
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    CAPTURE(i);
    CHECK(std::all_of(all[i].from, all[i].from + all[i].count,
                      [&](float x) { return x == static_cast<float>(i); }));
  }
}

TEST_CASE("Arena: what was given back is taken again", "[arena]") {
  Arena arena;
  float* const kept = arena.take(10);
  *kept = 5.0F;
  const auto work = [&] {
    const ArenaScope scope(arena);
    std::vector<float*> taken;
    for (const Index count : {100, 20'000, 7, 300'000, 50}) {
      taken.push_back(arena.take(count));
      std::fill_n(taken.back(), count, 1.0F);
    }
    return taken;
  };
  const std::vector<float*> first = work();
  const Index capacity = arena.capacity();
  for (int i = 0; i < 100; ++i) {
    CHECK(work() == first);
  }
  CHECK(arena.capacity() == capacity);
  CHECK(*kept == 5.0F);
}

TEST_CASE("Arena: beyond what is to be kept, nothing is once all is given back", "[arena]") {
  Arena arena(50'000);
  for (const Index count : {1, 30'000}) {
    const ArenaScope outer(arena);
    static_cast<void>(arena.take(count));
  }
  CHECK(arena.capacity() > 30'000);
  const Index kept = arena.capacity();
  {
    const ArenaScope outer(arena);
    *arena.take(1) = 5.0F;
    {
      const ArenaScope inner(arena);
      static_cast<void>(arena.take(60'000));
    }
    CHECK(arena.capacity() >= kept + 60'000);
  }
  CHECK(arena.capacity() == 0);
  CHECK(arena.take(3) != nullptr);
}

TEST_CASE("Arena: memory that cannot be had is an error, and the arena stays usable", "[arena]") {
  Arena arena;
  try {
    const RefuseAllocations refuse(1000);
    static_cast<void>(arena.take(3));
    FAIL("nothing was thrown");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::out_of_memory);
  }
  CHECK(arena.capacity() == 0);
  CHECK(arena.take(3) != nullptr);
}

}  // namespace
}  // namespace qkv::test
