# The core is installed, and a project that knows nothing of this one is built against it, by a compiler
# that is told other things than the core was.
set(installed ${CMAKE_CURRENT_BINARY_DIR}/installed)
add_test(NAME install.tree COMMAND ${CMAKE_COMMAND} --install ${CMAKE_BINARY_DIR} --prefix
                                   ${installed})
set_tests_properties(install.tree PROPERTIES FIXTURES_SETUP installed)

# What the core itself gives is what every outside program must give.
add_executable(qkv_outside outside/main.cpp)
target_link_libraries(qkv_outside PRIVATE qkv_core)
set(promised ${CMAKE_CURRENT_BINARY_DIR}/outside.txt)
add_custom_command(TARGET qkv_outside POST_BUILD COMMAND qkv_outside > ${promised} VERBATIM)

function(qkv_outside name)
  add_test(
    NAME install.${name}
    COMMAND
      ${CMAKE_CTEST_COMMAND} --build-and-test ${CMAKE_CURRENT_SOURCE_DIR}/outside
      ${CMAKE_CURRENT_BINARY_DIR}/outside_${name} --build-generator ${CMAKE_GENERATOR}
      --build-options -DCMAKE_PREFIX_PATH=${installed} -DQKV_VERSION=${PROJECT_VERSION} ${ARGN}
      --test-command outside ${promised})
  set_tests_properties(install.${name} PROPERTIES FIXTURES_REQUIRED installed
                                                  PASS_REGULAR_EXPRESSION "qkv: 24 numbers as promised")
endfunction()

qkv_outside(fast_math "-DCMAKE_CXX_FLAGS=-O3 -ffast-math -std=c++23")
qkv_outside(debug -DCMAKE_BUILD_TYPE=Debug
            "-DCMAKE_CXX_FLAGS=-D_GLIBCXX_ASSERTIONS -fstack-protector-all")
if(QKV_CLANG)
  qkv_outside(by_clang -DCMAKE_CXX_COMPILER=${QKV_CLANG} -DCMAKE_BUILD_TYPE=Release)
endif()
