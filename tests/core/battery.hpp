#pragma once

#include <cstdint>
#include <string>
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

[[nodiscard]] BatteryReport run_battery();

}  // namespace qkv::test
