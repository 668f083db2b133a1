#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace qkv::test {

// What the golden files are written in: JSON without null and without \u escapes. Numbers are read
// as doubles, so a float32 printed in full comes back exactly; "nan", "inf" and "-inf" are strings
// in the file and numbers to those who ask for one.
class Json {
 public:
  using List = std::vector<Json>;
  using Object = std::map<std::string, Json, std::less<>>;

  // Throws std::runtime_error, naming the byte, for anything else than one complete value.
  [[nodiscard]] static Json parse(std::string_view text);

  // Each throws std::runtime_error where the value is of another kind or the key is missing.
  [[nodiscard]] double number() const;
  [[nodiscard]] bool boolean() const;
  [[nodiscard]] const std::string& string() const;
  [[nodiscard]] const List& list() const;
  [[nodiscard]] const Object& object() const;
  [[nodiscard]] bool has(std::string_view key) const { return object().contains(key); }
  [[nodiscard]] const Json& operator[](std::string_view key) const;

 private:
  friend class JsonReader;
  template <class T>
  [[nodiscard]] const T& get(const char* kind) const;

  std::variant<bool, double, std::string, List, Object> value_;
};

}  // namespace qkv::test
