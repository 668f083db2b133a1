function(qkv_add_variant name)
  qkv_add_core(qkv_core_${name} ${ARGN})
  qkv_compile_together(qkv_core_${name})
endfunction()

function(qkv_variant name)
  qkv_add_variant(${name} FLAGS ${ARGN})
  qkv_add_battery(qkv_battery_${name} qkv_core_${name} "")
  qkv_test(battery.${name} qkv_battery_${name} --expect ${hash})
endfunction()

qkv_variant(O0 -O0)
qkv_variant(O3 -O3)

# With wider registers kernels take other paths at the same sizes, so all tests run again.
get_property(instruction_sets GLOBAL PROPERTY QKV_TARGETS)
foreach(name IN LISTS instruction_sets)
  qkv_test(core.all_by_${name} qkv_tests --by ${name} ~[long])
endforeach()
# What takes seconds runs once; to the same bits elsewhere, says the battery.
qkv_test(core.long qkv_tests [long])

foreach(name IN LISTS instruction_sets)
  qkv_test(kernels.for_${name}_alone ${CMAKE_COMMAND} -DNM=${CMAKE_NM} -DSET=${name}
           "-DOBJECTS=$<JOIN:$<TARGET_OBJECTS:qkv_core_O0.kernels.${name}>,|>" -P
           ${CMAKE_CURRENT_SOURCE_DIR}/shared_symbols.cmake)
endforeach()

# Processors that lack what this one has, as QEMU plays them: the library must find out at run time.
# Without optimisation nothing is inlined, so that a function compiled for more than the processor has
# would be called; the small cases call every one.
find_program(QKV_QEMU NAMES qemu-x86_64)
if(instruction_sets AND QKV_QEMU)
  foreach(level O0 O3)
    qkv_test(battery.${level}_on_sse2_alone ${QKV_QEMU} -cpu qemu64 $<TARGET_FILE:qkv_battery_${level}>
             --expect ${hash} --sets sse2 --brief)
    qkv_test(battery.${level}_on_avx2 ${QKV_QEMU} -cpu max $<TARGET_FILE:qkv_battery_${level}>
             --expect ${hash} --sets avx2,sse2 --brief)
  endforeach()
endif()

# The opt-in build with multiply-add in one rounding: within the same bounds, and the test of the test,
# for it must change the hash. (ARM has multiply-add without being asked for an instruction set.)
set(fast_needs "")
if(instruction_sets)
  set(fast_needs AVX2)
endif()
qkv_add_variant(fast FAST)
qkv_add_battery(qkv_battery_fast qkv_core_fast "${fast_needs}")
qkv_test(battery.fast_is_within_bounds_and_noticed qkv_battery_fast --differ ${hash})

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
      -DQKV_TEST_TOGETHER=ON
    BUILD_COMMAND ${environment} ${CMAKE_COMMAND} --build <BINARY_DIR> --target qkv_battery
    INSTALL_COMMAND ""
    BUILD_ALWAYS ON)
  qkv_test(battery.by_clang ${clang_dir}/tests/core/qkv_battery --expect ${hash})
endif()
