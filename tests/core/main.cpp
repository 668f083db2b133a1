#include "support/catch.hpp"
#include "support/cpu.hpp"

int main(int argc, char** argv) {
  if (!qkv::test::cpu_suits()) return qkv::test::skipped;
  return Catch::Session().run(argc, argv);
}
