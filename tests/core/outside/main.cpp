// Attention, a draw and an error by the public headers: writes the numbers to the last bit, or
// compares them with those of a file that it wrote elsewhere.
#include <qkv/error.hpp>
#include <qkv/ops/attention.hpp>
#include <qkv/random.hpp>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

namespace {

std::string numbers() {
  const qkv::Tensor q({3, 4}, {2, 0, 1, 0, 0, 2, 2, 1, 1, 1, 0, 2});
  const qkv::Tensor k({3, 4}, {1, 1, 0, 1, 2, 0, 1, 0, 0, 1, 2, 0});
  const qkv::Tensor v({3, 4}, {1, 0, 0, 1, 0, 2, 1, 0, 1, 1, 0, 2});
  const qkv::AttentionSteps steps = qkv::scaled_dot_product_attention(q, k, v);
  std::ostringstream text;
  text << std::hexfloat;
  for (const float x : steps.weights.values()) text << x << '\n';
  for (const float x : steps.output.values()) text << x << '\n';
  qkv::Generator generator(7);
  const qkv::Tensor drawn = generator.randn({3});
  for (const float x : drawn.values()) text << x << '\n';
  try {
    (void)qkv::scaled_dot_product_attention(q, k, qkv::Tensor({2, 4}));
    text << "no error\n";
  } catch (const qkv::Error& error) {
    text << error.what() << '\n';
  }
  return text.str();
}

}  // namespace

int main(int count, char** arguments) {
  const std::string now = numbers();
  if (count < 2) {
    std::cout << now;
    return 0;
  }
  std::ifstream file(arguments[1]);
  std::stringstream promised;
  promised << file.rdbuf();
  if (promised.str() != now) {
    std::cout << "promised:\n" << promised.str() << "here:\n" << now;
    return 1;
  }
  std::puts("qkv: 24 numbers as promised");
  return 0;
}
