#include "qkv/info.hpp"
#include "support/catch.hpp"

namespace qkv::test {
namespace {

TEST_CASE("info: the version is the project's", "[info]") {
  CHECK(version() == QKV_EXPECTED_VERSION);
}

TEST_CASE("info: the instruction set goes with its lanes", "[info]") {
  CAPTURE(instruction_set());
  CHECK_FALSE(instruction_set().empty());
  const bool avx512 = instruction_set().find("avx512") != std::string_view::npos;
  const bool avx = !avx512 && instruction_set().find("avx") != std::string_view::npos;
  CHECK(vector_lanes() == (avx512 ? 16 : avx ? 8 : 4));
}

TEST_CASE("info: the tests run the build whose bits are the same everywhere", "[info]") {
  CHECK_FALSE(fast_build());
}

}  // namespace
}  // namespace qkv::test
