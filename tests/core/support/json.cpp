#include "support/json.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <utility>

namespace qkv::test {

template <class T>
const T& Json::get(const char* kind) const {
  const T* value = std::get_if<T>(&value_);
  if (value == nullptr) throw std::runtime_error(std::string("JSON: expected ") + kind);
  return *value;
}

bool Json::boolean() const { return get<bool>("a boolean"); }
const std::string& Json::string() const { return get<std::string>("a string"); }
const Json::List& Json::list() const { return get<List>("a list"); }
const Json::Object& Json::object() const { return get<Object>("an object"); }

double Json::number() const {
  if (const auto* text = std::get_if<std::string>(&value_)) {
    if (*text == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (*text == "inf") return std::numeric_limits<double>::infinity();
    if (*text == "-inf") return -std::numeric_limits<double>::infinity();
  }
  return get<double>("a number");
}

const Json& Json::operator[](std::string_view key) const {
  const auto found = object().find(key);
  if (found == object().end()) throw std::runtime_error("JSON: no key " + std::string(key));
  return found->second;
}

class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : text_(text) {}

  Json document() {
    Json value = read();
    skip_space();
    if (at_ != text_.size()) fail("the end");
    return value;
  }

 private:
  [[noreturn]] void fail(const char* expected) const {
    throw std::runtime_error("JSON: expected " + std::string(expected) + " at byte " +
                             std::to_string(at_));
  }

  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

  bool accept(std::string_view token) {
    skip_space();
    if (text_.substr(at_, token.size()) != token) return false;
    at_ += token.size();
    return true;
  }

  void expect(std::string_view token, const char* name) {
    if (!accept(token)) fail(name);
  }

  Json read() {
    Json result;
    if (accept("{")) {
      result.value_ = read_object();
    } else if (accept("[")) {
      result.value_ = read_list();
    } else if (accept("\"")) {
      result.value_ = read_string();
    } else if (accept("true")) {
      result.value_ = true;
    } else if (accept("false")) {
      result.value_ = false;
    } else {
      result.value_ = read_number();
    }
    return result;
  }

  Json::Object read_object() {
    Json::Object object;
    if (accept("}")) return object;
    do {
      expect("\"", "a key");
      std::string key = read_string();
      expect(":", "a colon");
      if (!object.emplace(std::move(key), read()).second) fail("another key");
    } while (accept(","));
    expect("}", "a comma or }");
    return object;
  }

  Json::List read_list() {
    Json::List list;
    if (accept("]")) return list;
    do {
      list.push_back(read());
    } while (accept(","));
    expect("]", "a comma or ]");
    return list;
  }

  std::string read_string() {
    std::string result;
    for (; peek() != '"'; ++at_) {
      if (static_cast<unsigned char>(peek()) < ' ') fail("a printable character");
      if (peek() == '\\') {
        ++at_;
        const std::size_t escape = std::string_view("\"\\/bfnrt").find(peek());
        if (peek() == '\0' || escape == std::string_view::npos) fail("an escape");
        result += "\"\\/\b\f\n\r\t"[escape];
      } else {
        result += peek();
      }
    }
    ++at_;
    return result;
  }

  // JSON's grammar is checked first: strtod alone would take "0x1", "+1", ".5" and "infinity".
  double read_number() {
    const std::size_t start = at_;
    if (peek() == '-') ++at_;
    if (peek() == '0') {
      ++at_;
    } else {
      digits();
    }
    if (peek() == '.') {
      ++at_;
      digits();
    }
    if (peek() == 'e' || peek() == 'E') {
      ++at_;
      if (peek() == '-' || peek() == '+') ++at_;
      digits();
    }
    return std::strtod(std::string(text_.substr(start, at_ - start)).c_str(), nullptr);
  }

  void digits() {
    const std::size_t start = at_;
    while (peek() >= '0' && peek() <= '9') ++at_;
    if (at_ == start) fail("a value");
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

Json Json::parse(std::string_view text) { return JsonReader(text).document(); }

}  // namespace qkv::test
