#include <algorithm>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>

#include "battery.hpp"
#include "qkv/info.hpp"
#include "simd/dispatch.hpp"
#include "support/cpu.hpp"

// qkv_battery                  runs the battery and prints its hashes
// qkv_battery --expect FILE    … and fails unless they are the ones in the file
// qkv_battery --differ FILE    … and fails if they are with every instruction set
// qkv_battery --write FILE     … and makes them the ones in the file
//
// With each instruction set of this library and this processor in turn: after FILE, --sets a,b says
// which these must be. Each fails where a result is out of its bounds.
namespace simd = qkv::simd;

namespace {

std::string hashes(const qkv::test::BatteryReport& report) {
  std::ostringstream out;
  const auto line = [&out](std::uint64_t hash, const std::string& name) {
    out.width(16);
    out.fill('0');
    out << std::hex << hash << "  " << name << '\n';
  };
  for (const auto& section : report.sections) line(section.hash, section.name);
  line(report.overall, "overall");
  return out.str();
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
int run(const simd::Table& kernels, const std::string& mode, const std::string& path,
        bool& differs) {
  simd::use(kernels);
  const qkv::test::BatteryReport report = qkv::test::run_battery();
  const std::string text = hashes(report);
  std::cout << text << report.numbers << " numbers by " << qkv::instruction_set() << ", "
            << qkv::vector_lanes() << " lanes\n";
  for (const std::string& problem : report.beyond) {
    std::cerr << "out of bounds: " << problem << '\n';
  }
  if (!report.beyond.empty()) return 1;
  if (mode == "--write") return write(text, path);
  const bool same = text == read(path);
  if (mode == "--expect" && !same) {
    std::cerr << "these hashes were expected:\n" << read(path);
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

int run_all(const std::string& mode, const std::string& path, const std::string& sets) {
  if (!sets.empty() && sets != names()) {
    std::cerr << "the instruction sets are " << names() << ", not " << sets << '\n';
    return 1;
  }
  int status = 0;
  bool differs = false;
  for (const simd::Table* const kernels : simd::available()) {
    status = std::max(status, run(*kernels, mode, path, differs));
  }
  if (mode == "--differ" && !differs) {
    std::cerr << "the hashes equal those in " << path << '\n';
    return 1;
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  if (!qkv::test::cpu_suits()) return qkv::test::skipped;
  try {
    const std::string mode = argc > 1 ? argv[1] : "";
    const bool known = mode == "--expect" || mode == "--differ" || mode == "--write";
    const bool sets = known && argc == 5 && std::string_view(argv[3]) == "--sets";
    if (argc != (known ? 3 : 1) && !sets) {
      std::cerr
          << "usage: qkv_battery [(--expect FILE | --differ FILE | --write FILE) [--sets A,B]]\n";
      return 2;
    }
    return run_all(mode, known ? argv[2] : "", sets ? argv[4] : "");
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
