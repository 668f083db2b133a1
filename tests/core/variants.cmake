function(qkv_variant name needs)
  qkv_add_core(qkv_core_${name} FLAGS ${ARGN})
  qkv_add_battery(qkv_battery_${name} qkv_core_${name} "${needs}")
  qkv_test(battery.${name} qkv_battery_${name} --expect ${hash})
endfunction()

qkv_variant(O0 "" -O0)
qkv_variant(O3 "" -O3)

# With wider registers kernels take other paths at the same sizes, so all tests run again.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(avx2 -mavx2 -mfma)
  qkv_variant(avx2 AVX2 ${avx2})
  # GCC 12 warns of its own AVX-512 header (its bug 105593).
  qkv_variant(avx512 AVX512 -mavx512f -mavx512cd -mavx512dq -mavx512bw -mavx512vl ${avx2}
              -Wno-uninitialized -Wno-maybe-uninitialized)
  foreach(name avx2 avx512)
    string(TOUPPER ${name} needs)
    qkv_add_tests(qkv_tests_${name} qkv_core_${name} ${needs})
    qkv_test(core.all_by_${name} qkv_tests_${name})
  endforeach()
endif()

# The test of the test: products and sums fused into one rounding must change the hash, and change
# it within the bounds. (ARM fuses without being asked for an instruction set.)
set(contraction_needs "")
if(avx2)
  set(contraction_needs AVX2)
endif()
qkv_add_core(qkv_core_contracted FLAGS ${avx2} -ffp-contract=fast)
qkv_add_battery(qkv_battery_contracted qkv_core_contracted "${contraction_needs}")
qkv_test(battery.contraction_is_noticed qkv_battery_contracted --differ ${hash})

# The other compiler builds the battery in a folder of its own.
find_program(QKV_CLANG NAMES clang++-19 clang++-20 clang++-18 clang++)
if(QKV_CLANG AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  include(ExternalProject)
  get_target_property(eigen qkv_eigen INTERFACE_INCLUDE_DIRECTORIES)
  get_target_property(xsimd qkv_xsimd INTERFACE_INCLUDE_DIRECTORIES)
  set(environment ${CMAKE_COMMAND} -E env QKV_EIGEN_INCLUDE=${eigen} QKV_XSIMD_INCLUDE=${xsimd})
  set(clang_dir ${CMAKE_CURRENT_BINARY_DIR}/clang)
  ExternalProject_Add(
    qkv_battery_by_clang
    SOURCE_DIR ${qkv_SOURCE_DIR}
    BINARY_DIR ${clang_dir}
    CONFIGURE_COMMAND
      ${environment} ${CMAKE_COMMAND} -G ${CMAKE_GENERATOR} -S <SOURCE_DIR> -B <BINARY_DIR>
      -DCMAKE_CXX_COMPILER=${QKV_CLANG} -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE}
      -DQKV_CATCH2_DIR=${QKV_CATCH2_DIR} -DQKV_TEST_VARIANTS=OFF -DQKV_DEVELOPER=${QKV_DEVELOPER}
    BUILD_COMMAND ${environment} ${CMAKE_COMMAND} --build <BINARY_DIR> --target qkv_battery
    INSTALL_COMMAND ""
    BUILD_ALWAYS ON)
  qkv_test(battery.by_clang ${clang_dir}/tests/core/qkv_battery --expect ${hash})
endif()
