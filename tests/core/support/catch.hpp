#pragma once

// Catch2 comes either as its amalgamated sources or as an installed package.
#if __has_include(<catch_amalgamated.hpp>)
#include <catch_amalgamated.hpp>  // IWYU pragma: export
#else
#include <catch2/catch_all.hpp>  // IWYU pragma: export
#endif
