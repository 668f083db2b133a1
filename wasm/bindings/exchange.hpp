#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

#include "qkv/error.hpp"
#include "qkv/types.hpp"

// How arrays and errors cross to JavaScript. JavaScript writes a Request and its tensors into the
// scratch area, calls one function, and copies the results out of wherever the Reply points. Both
// structs are read and written word by word in wasm/engine/channel.ts: change the two together.
namespace qkv::bindings {

static_assert(sizeof(Index) == sizeof(std::int32_t));

// A tensor in 32-bit words: element i lies in word at + i.
struct Block {
  std::int32_t rank;  // -1: absent
  Index extents[max_rank];
  // In a request counted from the request's first word, so that a copied request stays valid
  // wherever it is put back; in a reply from address 0.
  std::int32_t at;
};

// The most tensors of a request and of a reply.
inline constexpr int max_arguments = 12;
inline constexpr int max_results = 16;

struct Request {
  double scalars[2];       // scale; eps; low and high; seed
  std::int32_t has_scale;  // or eps: whether scalars[0] is to be used
  std::int32_t causal;
  std::int32_t alignment;  // CausalAlignment
  std::int32_t tap;        // Tap
  std::int32_t row;
  std::int32_t column;
  std::int32_t matrix;
  std::int32_t generator;  // handle
  std::int32_t heads;
  // Arguments in the order of the core's function, then mask, bias. Data starts at a multiple of 16
  // bytes after the last block that the call uses, so it may lie where unused ones would be: a
  // short call is recorded in full, and stays short.
  Block tensors[max_arguments];
  std::int32_t unused[3];
};
static_assert(sizeof(Request) == 88 * sizeof(std::int32_t));
static_assert(offsetof(Request, tensors) == 13 * sizeof(std::int32_t));

struct Reply {
  double scalars[7];       // total, divisor, bias, max, sum; the numbers of MultiHeadCost
  std::int32_t skip;       // SkipReason
  std::int32_t biased;     // whether scalars[2] is a bias that takes part
  std::int32_t oversized;  // JavaScript calls release() once it has copied the results
  Block tensors[max_results];
};
static_assert(offsetof(Reply, skip) == 14 * sizeof(std::int32_t));
static_assert(offsetof(Reply, tensors) == 17 * sizeof(std::int32_t));

// The scratch area: JavaScript asks for words of it, then writes a request there. What it held
// survives a growth. The status is that of any call.
int reserve(std::int32_t words);
[[nodiscard]] Request* request();
[[nodiscard]] std::int32_t capacity();
[[nodiscard]] Reply* reply();
// Frees what is above the size that is kept from call to call.
void release();

// The argument i of the request. argument() is for those that must be there.
[[nodiscard]] TensorView argument(int i);
[[nodiscard]] bool has_argument(int i);
[[nodiscard]] Shape shape_of(const Block& block);

// Room for count words of results, valid until the next call. Throws out_of_memory.
[[nodiscard]] float* result_room(std::size_t count);
// Announces result i: words that lie in the result room, or a tensor that is kept until the next
// call.
void answer(int i, const Shape& shape, const void* data);
void answer(int i, Tensor tensor);

// The error record: what the last refused call complained of.
[[nodiscard]] const Error& last_error();
[[nodiscard]] int record(const Error& error);

void begin_call();
void end_call();

// Runs one call: 0, or 1 + ErrorCode with the error record filled. Any other exception is a fault
// of ours: it terminates, which JavaScript sees as a trap.
template <class Call>
int guarded(Call call) noexcept {
  int status = 0;
  begin_call();
  try {
    call();
  } catch (const Error& error) {
    status = record(error);
  } catch (const std::bad_alloc&) {
    status = record(Error(ErrorCode::out_of_memory, "out of memory"));
  }
  end_call();
  return status;
}

}  // namespace qkv::bindings
