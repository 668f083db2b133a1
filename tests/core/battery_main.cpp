#include <algorithm>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "battery.hpp"
#include "qkv/info.hpp"
#include "simd/dispatch.hpp"
#include "support/cpu.hpp"

// qkv_battery                  runs the battery and prints its hashes
// qkv_battery --expect FILE    … and fails unless they are the ones in the file
// qkv_battery --differ FILE    … and fails if they are with every instruction set
// qkv_battery --write FILE     … and makes them the ones in the file
//
// With each instruction set of this library and this processor in turn; each fails where a result
// is out of its bounds. After what is expected, --sets A,B says which these must be, and only the
// first runs: the one that the library chooses. After that, --brief leaves out the large sections.
namespace simd = qkv::simd;

namespace {

struct Wanted {
  std::string mode;
  std::string path;
  std::string sets;
  bool brief;
};

std::string hashes(const qkv::test::BatteryReport& report, bool brief) {
  std::ostringstream out;
  const auto line = [&out](std::uint64_t hash, const std::string& name) {
    out.width(16);
    out.fill('0');
    out << std::hex << hash << "  " << name << '\n';
  };
  for (const auto& section : report.sections) line(section.hash, section.name);
  if (!brief) line(report.overall, "overall");
  return out.str();
}

// The lines of a file of hashes that a brief battery gives.
std::string brief_part(const std::string& text) {
  std::istringstream lines(text);
  std::string part;
  for (std::string line; std::getline(lines, line);) {
    if (!line.ends_with(qkv::test::large_section) && !line.ends_with("  overall")) {
      part += line + '\n';
    }
  }
  return part;
}

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

int write(const std::string& text, const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  return file.flush() ? 0 : 1;
}

// By one instruction set; says where its hashes differ from those in the file.
int run(const simd::Table& kernels, const Wanted& wanted, bool& differs) {
  const auto& [mode, path, sets, brief] = wanted;
  simd::use(kernels);
  const qkv::test::BatteryReport report = qkv::test::run_battery(!brief);
  const std::string text = hashes(report, brief);
  std::cout << text << report.numbers << " numbers by " << qkv::instruction_set() << ", "
            << qkv::vector_lanes() << " lanes\n";
  for (const std::string& problem : report.beyond) {
    std::cerr << "out of bounds: " << problem << '\n';
  }
  if (!report.beyond.empty()) return 1;
  if (mode == "--write") return write(text, path);
  const std::string expected = brief ? brief_part(read(path)) : read(path);
  const bool same = text == expected;
  if (mode == "--expect" && !same) {
    std::cerr << "these hashes were expected:\n" << expected;
    return 1;
  }
  differs = differs || !same;
  return 0;
}

std::string names() {
  std::string all;
  for (const simd::Table* const kernels : simd::available()) {
    all += (all.empty() ? "" : ",") + std::string(kernels->name);
  }
  return all;
}

int run_all(const Wanted& wanted) {
  const std::string& sets = wanted.sets;
  if (!sets.empty() && sets != names()) {
    std::cerr << "the instruction sets are " << names() << ", not " << sets << '\n';
    return 1;
  }
  int status = 0;
  bool differs = false;
  for (const simd::Table* const kernels : simd::available()) {
    status = std::max(status, run(*kernels, wanted, differs));
    if (!sets.empty()) break;
  }
  if (wanted.mode == "--differ" && !differs) {
    std::cerr << "the hashes equal those in " << wanted.path << '\n';
    return 1;
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  if (!qkv::test::cpu_suits()) return qkv::test::skipped;
  try {
    const std::vector<std::string> given(argv + 1, argv + argc);
    const auto at = [&given](std::size_t i) { return i < given.size() ? given[i] : ""; };
    const bool known = at(0) == "--expect" || at(0) == "--differ" || at(0) == "--write";
    const bool sets = at(0) == "--expect" && at(2) == "--sets";
    const bool brief = sets && at(4) == "--brief";
    const std::size_t count = brief ? 5 : sets ? 4 : known ? 2 : 0;
    if (given.size() != count) {
      std::cerr << "usage: qkv_battery [--expect FILE [--sets A,B [--brief]] | --differ FILE | "
                   "--write FILE]\n";
      return 2;
    }
    return run_all({at(0), at(1), at(3), brief});
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
