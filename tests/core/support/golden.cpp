#include "support/golden.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>

namespace qkv::test {

const Json& golden(const std::string& name) {
  static std::map<std::string, Json> files;
  const auto known = files.find(name);
  if (known != files.end()) return known->second;
  const std::string path = QKV_GOLDEN_DIR "/" + name + ".json";
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return files.emplace(name, Json::parse(text)).first->second;
}

std::vector<double> numbers(const Json& list) {
  std::vector<double> result;
  for (const Json& item : list.list()) result.push_back(item.number());
  return result;
}

std::vector<double> data(const Json& tensor) { return numbers(tensor["data"]); }

Tensor tensor(const Json& tensor) {
  std::vector<Index> extents;
  for (const double extent : numbers(tensor["shape"])) {
    extents.push_back(static_cast<Index>(extent));
  }
  std::vector<float> values;
  for (const double value : data(tensor)) values.push_back(static_cast<float>(value));
  return {Shape(extents), values};
}

}  // namespace qkv::test
