#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "support/compare.hpp"
#include "support/golden.hpp"

namespace qkv::test {

// Differences from double, in roundings: units of 2^-24 of the largest number of each result.
class Errors {
 public:
  void add(std::span<const float> got, std::span<const double> want) {
    double largest = 0.0;
    for (const double x : want) largest = std::max(largest, std::abs(x));
    if (largest == 0.0) return;
    for (std::size_t i = 0; i < want.size(); ++i) {
      const double error = std::abs(static_cast<double>(got[i]) - want[i]) / (largest * 0x1p-24);
      max_ = std::max(max_, error);
      squares_ += error * error;
      ++count_;
    }
  }
  void add(TensorView got, std::span<const double> want) {
    add(std::span(got.data, static_cast<std::size_t>(got.shape.size())), want);
  }
  void add(TensorView got, const Bounded& want) { add(got, want.value); }
  [[nodiscard]] double max() const { return max_; }
  [[nodiscard]] double rms() const { return std::sqrt(squares_ / static_cast<double>(count_)); }

 private:
  double max_ = 0.0;
  double squares_ = 0.0;
  std::size_t count_ = 0;
};

inline std::string number(double x) {
  std::array<char, 32> text{};
  const int length = std::snprintf(text.data(), text.size(), "%.2f", x);
  return {text.data(), static_cast<std::size_t>(length)};
}

inline std::string line(std::initializer_list<std::string> cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += " " + cell + " |";
  return text + "\n";
}

inline std::string row(const char* operation, const char* sizes, const Errors& errors) {
  return line({operation, sizes, number(errors.max()), number(errors.rms())});
}

// The same inputs, ours and PyTorch's.
struct Pair {
  const char* name;
  Errors ours;
  Errors torch;
  // On so few numbers either is a little ahead by how single roundings fall.
  double luck = 1.05;

  void add(TensorView got, const Json& golden, std::span<const double> want) {
    ours.add(got, want);
    torch.add(tensor(golden), want);
  }
  void add(TensorView got, const Json& golden, const Bounded& want) {
    add(got, golden, want.value);
  }
};

// Rows of what learning needs, forward and back.
[[nodiscard]] std::string learning_rows();
[[nodiscard]] std::vector<Pair> learning_beside_torch();

}  // namespace qkv::test
