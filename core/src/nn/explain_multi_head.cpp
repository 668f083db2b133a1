#include "qkv/nn/explain_multi_head.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "check.hpp"
#include "nn/explain_row.hpp"
#include "qkv/ops/linear.hpp"

namespace qkv {
namespace {

// One of the projections: y = x · wᵀ + b.
struct Projection {
  TensorView x;  // (rows, I)
  TensorView w;  // (O, I)
  std::optional<TensorView> b;
};

// The same for count columns of y from first on: a column depends on no other, bit for bit.
Projection columns_of(const Projection& p, Index first, Index count) {
  const Index inputs = p.w.shape[1];
  Projection part{p.x, {p.w.data + first * inputs, Shape{count, inputs}}, {}};
  if (p.b) {
    part.b = TensorView{p.b->data + first, Shape{count}};
  }
  return part;
}

Tensor computed(const Projection& p) { return linear(p.x, p.w, p.b); }

CellArithmetic explain_projection(const Projection& whole, Tap tap, Index row, Index column) {
  Projection one = columns_of(whole, column, 1);
  one.x = row_of(whole.x, 0, row);
  CellArithmetic cell;
  cell.tap = tap;
  cell.terms = check::room<Term>(one.w.shape[1]);
  for (Index d = 0; d < one.w.shape[1]; ++d) {
    cell.terms[static_cast<std::size_t>(d)] = product_of(one.x.data[d], one.w.data[d]);
  }
  cell.biased = one.b.has_value();
  cell.bias = one.b ? one.b->data[0] : 0.0F;
  cell.total = computed(one)(0, 0);
  return cell;
}

// A tap that only moves numbers: the cell is the one that it came from.
CellArithmetic moved(Tap tap, float total) {
  CellArithmetic cell;
  cell.tap = tap;
  cell.total = total;
  return cell;
}

// One call, of which no more is computed than a cell takes.
class Call {
 public:
  Call(TensorView x, const MultiHeadWeights& weights, const MultiHeadOptions& options)
      : shape_(x.shape, weights, options),
        options_(options),
        rule_(options, shape_.scores),
        q_{x, weights.wq, weights.bq},
        k_{options.context.value_or(x), weights.wk, weights.bk},
        v_{options.context.value_or(x), weights.wv, weights.bv},
        wo_(weights.wo),
        bo_(weights.bo) {}

  [[nodiscard]] const MultiHeadShape& shape() const { return shape_; }
  [[nodiscard]] const Projection& q() const { return q_; }
  [[nodiscard]] const Projection& k() const { return k_; }
  [[nodiscard]] const Projection& v() const { return v_; }

  // Cell (row, column) of one of scores … output of a head.
  [[nodiscard]] CellArithmetic in_head(Tap tap, Index row, Index column, Index head) const {
    const Head at(*this, row, head);
    return explain_row(at.row(), rule_, options_, tap, column);
  }

  // Row i of concat: (1, D').
  [[nodiscard]] Tensor concat_row(Index i) const {
    Tensor joined(Shape{1, shape_.joined});
    for (Index head = 0; head < shape_.heads; ++head) {
      const Head at(*this, i, head);
      const Tensor output = output_of(at.row(), rule_, options_);
      std::ranges::copy(output.values(), joined.data() + head * shape_.Dh);
    }
    return joined;
  }

  [[nodiscard]] CellArithmetic result(Index row, Index column) const {
    const Tensor concat = concat_row(row);
    return explain_projection({concat, wo_, bo_}, Tap::result, 0, column);
  }

 private:
  // One query of a head with the keys and values that it meets there.
  class Head {
   public:
    Head(const Call& call, Index row, Index head)
        : query_(computed(columns_of({row_of(call.q_.x, 0, row), call.q_.w, call.q_.b},
                                     head * call.shape_.Dh, call.shape_.Dh))),
          k_(computed(columns_of(call.k_, head * call.shape_.Dh, call.shape_.Dh))),
          v_(computed(columns_of(call.v_, head * call.shape_.Dh, call.shape_.Dh))),
          head_(head),
          row_(row) {}
    [[nodiscard]] AttentionRow row() const { return {query_, k_, v_, head_, row_}; }

   private:
    Tensor query_;  // (1, Dh)
    Tensor k_;      // (S, Dh)
    Tensor v_;      // (S, Dh)
    Index head_;
    Index row_;
  };

  MultiHeadShape shape_;
  const AttentionOptions& options_;
  MaskRule rule_;
  Projection q_;
  Projection k_;
  Projection v_;
  TensorView wo_;
  std::optional<TensorView> bo_;
};

}  // namespace

CellArithmetic explain(TensorView x, const MultiHeadWeights& weights,
                       const MultiHeadOptions& options, Tap tap, Index row, Index column,
                       Index head) {
  const Call call(x, weights, options);
  const MultiHeadShape& shape = call.shape();
  if (tap > Tap::output && tap < Tap::projected_q) {
    check::refuse(
        ErrorCode::bad_option,
        "tap is " + std::string(name(tap)) + ": expected a result of multi-head attention", "tap",
        {}, {});
  }
  check_inside("head", head, tap <= Tap::output ? shape.heads : 1);
  check_inside("row", row, shape.extent(axes(tap)[0]));
  check_inside("column", column, shape.extent(axes(tap)[1]));
  const Index joined = head * shape.Dh + column;  // where a head's column stands beside the others
  switch (tap) {
    case Tap::q:
      return moved(tap, explain_projection(call.q(), tap, row, joined).total);
    case Tap::k:
      return moved(tap, explain_projection(call.k(), tap, row, joined).total);
    case Tap::v:
      return moved(tap, explain_projection(call.v(), tap, row, joined).total);
    case Tap::projected_q:
      return explain_projection(call.q(), tap, row, column);
    case Tap::projected_k:
      return explain_projection(call.k(), tap, row, column);
    case Tap::projected_v:
      return explain_projection(call.v(), tap, row, column);
    case Tap::concat:
      return moved(tap, call.in_head(Tap::output, row, column % shape.Dh, column / shape.Dh).total);
    case Tap::result:
      return call.result(row, column);
    default:
      return call.in_head(tap, row, column, head);
  }
}

}  // namespace qkv
