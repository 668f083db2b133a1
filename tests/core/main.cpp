#include <algorithm>
#include <iostream>
#include <string_view>
#include <vector>

#include "simd/dispatch.hpp"
#include "support/catch.hpp"
#include "support/cpu.hpp"

// qkv_tests [--by SET] …: with kernels of this instruction set, of those that the library holds;
// ends as skipped where the processor lacks it. Else with the widest, and the rest is Catch2's.
int main(int argc, char** argv) {
  if (!qkv::test::cpu_suits()) return qkv::test::skipped;
  std::vector<char*> arguments(argv, argv + argc);
  if (argc > 2 && std::string_view(argv[1]) == "--by") {
    const std::string_view set(argv[2]);
    const auto all = qkv::simd::available();
    const auto found = std::ranges::find_if(
        all, [set](const qkv::simd::Table* table) { return table->name == set; });
    if (found == all.end()) {
      std::cerr << "this processor has no " << set << '\n';
      return qkv::test::skipped;
    }
    qkv::simd::use(**found);
    arguments.erase(arguments.begin() + 1, arguments.begin() + 3);
  }
  return Catch::Session().run(static_cast<int>(arguments.size()), arguments.data());
}
