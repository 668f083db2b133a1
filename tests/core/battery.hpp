#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace qkv::test {

// A long fixed list of calls to the core, every number of every result hashed: two builds that give
// the same hash gave the same bits. Each result is also held against the reference in double, so
// that no hash can bless a wrong one.
struct BatteryReport {
  struct Section {
    std::string name;
    std::uint64_t hash;
  };
  std::vector<Section> sections;
  std::uint64_t overall;
  std::uint64_t numbers;            // how many were hashed
  std::vector<std::string> beyond;  // results outside their bounds, described
};

// Sections whose names end in this are of large cases: they repeat at length what others call.
inline constexpr std::string_view large_section = ", large";

[[nodiscard]] BatteryReport run_battery(bool large);

}  // namespace qkv::test
