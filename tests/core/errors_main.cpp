#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "errors.hpp"
#include "support/cpu.hpp"

// qkv_errors                  prints the tables of core/ERRORS.md
// qkv_errors --expect FILE    … and fails unless the file has them between its marks
// qkv_errors --write FILE     … and puts them there
//
// Each fails where PyTorch is nearer to double than the core on the same inputs.
namespace {

constexpr const char* begin_mark = "<!-- errors: begin -->\n";
constexpr const char* end_mark = "<!-- errors: end -->";

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string filled(const std::string& text, const std::string& tables) {
  const std::size_t begin = text.find(begin_mark);
  const std::size_t end = text.find(end_mark);
  if (begin == std::string::npos || end == std::string::npos) {
    throw std::runtime_error("the marks are missing");
  }
  return text.substr(0, begin) + begin_mark + tables + text.substr(end);
}

int run(const std::string& mode, const std::string& path) {
  const qkv::test::ErrorSurvey survey = qkv::test::survey_errors();
  std::cout << survey.tables;
  if (!survey.problem.empty()) {
    std::cerr << survey.problem;
    return 1;
  }
  if (mode.empty()) return 0;
  const std::string text = read(path);
  const std::string want = filled(text, survey.tables);
  if (mode == "--write") {
    std::ofstream file(path, std::ios::binary);
    file << want;
    return file.flush() ? 0 : 1;
  }
  if (text != want) std::cerr << path << " has other tables\n";
  return text == want ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (!qkv::test::cpu_suits()) return qkv::test::skipped;
  try {
    const std::string mode = argc > 1 ? argv[1] : "";
    const bool known = mode == "--expect" || mode == "--write";
    if (argc != (known ? 3 : 1)) {
      std::cerr << "usage: qkv_errors [--expect FILE | --write FILE]\n";
      return 2;
    }
    return run(mode, known ? argv[2] : "");
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
