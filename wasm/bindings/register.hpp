#pragma once

#include <emscripten/bind.h>

namespace qkv::bindings {

// Every value of an enum of the core that counts from 0, under the name that the core gives it.
template <class Enum>
void register_enum(const char* type, int count) {
  emscripten::enum_<Enum> values(type);
  for (int i = 0; i < count; ++i) {
    const auto value = static_cast<Enum>(i);
    // string_views of literals: the terminating zero is there.
    values.value(name(value).data(), value);
  }
}

}  // namespace qkv::bindings
