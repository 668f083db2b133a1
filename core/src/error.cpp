#include "qkv/error.hpp"

#include <array>
#include <utility>

namespace qkv {
namespace {

struct Row {
  std::string_view name;
  std::string_view sentence;
};

constexpr std::array<Row, error_code_count> rows{{
    {"bad_rank", "A tensor has too few or too many axes for this operation."},
    {"shape_mismatch", "Two tensors disagree on an extent that they share."},
    {"empty_dimension", "An extent that must be positive is 0."},
    {"bad_scale", "The scale of the scores is not a finite float32."},
    {"bad_mask", "A mask or bias holds a value that has no meaning there."},
    {"bad_option", "An option has a value outside its set."},
    {"heads_do_not_divide", "The number of heads does not divide the width."},
    {"bad_seed", "A seed is not a whole number that can be represented exactly."},
    {"bad_range", "A number or an interval is outside what the operation takes."},
    {"too_large", "A tensor would have more elements than a tensor may."},
    {"out_of_memory", "The memory for a result could not be had."},
}};

const Row& row(ErrorCode code) { return rows.at(static_cast<std::size_t>(code)); }

}  // namespace

std::string_view name(ErrorCode code) { return row(code).name; }
std::string_view describe(ErrorCode code) { return row(code).sentence; }

Error::Error(ErrorCode code, std::string message, ErrorDetail detail)
    : code_(code), message_(std::move(message)), detail_(std::move(detail)) {}

}  // namespace qkv
