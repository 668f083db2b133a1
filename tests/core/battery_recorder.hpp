#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "battery.hpp"
#include "qkv/types.hpp"
#include "support/compare.hpp"

namespace qkv::test {

// Hashes what calls give, section by section, and holds it to its bounds.
class Recorder {
 public:
  void section(const char* name) { report_.sections.push_back({name, offset_basis}); }

  // The shape counts as well: two results may not trade their elements.
  void add(TensorView x) {
    for (const Index extent : x.shape.extents()) word(static_cast<std::uint32_t>(extent));
    for (Index i = 0; i < x.shape.size(); ++i) add(x.data[i]);
  }
  void add(float x) { word(bits(x)); }
  void add(const std::vector<std::int64_t>& numbers) {
    for (const std::int64_t x : numbers) {
      word(static_cast<std::uint32_t>(x));
      word(static_cast<std::uint32_t>(static_cast<std::uint64_t>(x) >> 32U));
    }
  }

  void add(TensorView x, const Bounded& want, const std::string& call) {
    add(x);
    check(test::beyond(x, want), call);
  }
  void check(const std::string& problem, const std::string& call) {
    if (!problem.empty()) {
      report_.beyond.push_back(report_.sections.back().name + ", " + call + ": " + problem);
    }
  }

  BatteryReport take() {
    report_.overall = offset_basis;
    for (const auto& section : report_.sections) {
      mix(report_.overall, static_cast<std::uint32_t>(section.hash));
      mix(report_.overall, static_cast<std::uint32_t>(section.hash >> 32U));
    }
    return std::move(report_);
  }

 private:
  // FNV-1a, 64 bits, over bytes from the lowest.
  static constexpr std::uint64_t offset_basis = 0xcbf29ce484222325U;
  static void mix(std::uint64_t& hash, std::uint32_t word) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
      hash = (hash ^ ((word >> shift) & 0xffU)) * 0x100000001b3U;
    }
  }
  void word(std::uint32_t x) {
    mix(report_.sections.back().hash, x);
    ++report_.numbers;
  }

  BatteryReport report_{};
};

// "2 x 3"
inline std::string text(std::initializer_list<Index> extents) {
  std::string result;
  for (const Index extent : extents) {
    result += (result.empty() ? "" : " x ") + std::to_string(extent);
  }
  return result;
}

// Sections of what learning needs, forward and back.
void record_learning(Recorder& recorder, bool large);
// Its last: the curves it bends by, and steps of training.
void record_training(Recorder& recorder, bool large);

}  // namespace qkv::test
