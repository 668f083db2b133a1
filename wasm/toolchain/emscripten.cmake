# Finds Emscripten's own toolchain file: set-up says where it is, else emcc on PATH does.
set(qkv_root "$ENV{QKV_EMSCRIPTEN_ROOT}")
if(NOT qkv_root)
  find_program(qkv_emcc emcc NO_CMAKE_FIND_ROOT_PATH)
  if(qkv_emcc)
    file(REAL_PATH "${qkv_emcc}" qkv_emcc_file)
    cmake_path(GET qkv_emcc_file PARENT_PATH qkv_root)
  endif()
endif()
set(qkv_platform "${qkv_root}/cmake/Modules/Platform/Emscripten.cmake")
if(NOT EXISTS "${qkv_platform}")
  message(FATAL_ERROR "no Emscripten: set QKV_EMSCRIPTEN_ROOT, or put emcc on PATH, or build with npm run build")
endif()
include("${qkv_platform}")

# To Node, every .js below the project's package.json is an ES module; the test programs are not.
file(WRITE "${CMAKE_BINARY_DIR}/package.json" "{ \"type\": \"commonjs\" }\n")
