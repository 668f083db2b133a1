#include "support/reference.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

namespace qkv::test {
namespace {

using Array = Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Line = Eigen::ArrayXd;
using Used = Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Source =
    Eigen::Map<const Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
using Target = Eigen::Map<Array>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double float_max = std::numeric_limits<float>::max();
constexpr double u = 0x1p-24;
constexpr double tiny = 0x1p-149;
// Covers products of error terms, which the bounds below leave out.
constexpr double second_order = 1.001;

double gamma(Index n) {
  const double nu = static_cast<double>(n) * u;
  return nu / (1.0 - nu);
}

// A value and its bound, of one matrix.
struct Pair {
  Array value;
  Array bound;
};

// attend folds the keys in by blocks. For each it may multiply sum and output by the exponential of
// how far the maximum moved (4 u and a rounding) and adds (a rounding): six each. The error of the
// moved maximum itself is that of the exponents, which softmax_pair counts.
Index folding_roundings(Index keys) {
  constexpr Index block = 64;
  return 12 * ((keys + block - 1) / block);
}

// Matrices stacked as a Bounded.
class Stack {
 public:
  explicit Stack(const Shape& shape)
      : rows_(shape.rank() > 1 ? shape[-2] : 1), columns_(shape[-1]), result_{shape, {}, {}} {
    result_.value.resize(static_cast<std::size_t>(shape.size()));
    result_.bound.resize(static_cast<std::size_t>(shape.size()));
  }

  void set(Index matrix, const Pair& pair) {
    Target(result_.value.data() + matrix * rows_ * columns_, rows_, columns_) = pair.value;
    Target(result_.bound.data() + matrix * rows_ * columns_, rows_, columns_) =
        pair.bound * second_order;
  }

  Bounded take() { return std::move(result_); }

 private:
  Index rows_;
  Index columns_;
  Bounded result_;
};

Array read(TensorView x, Index matrix, Index rows, Index columns) {
  return Source(x.data + matrix * rows * columns, rows, columns).cast<double>();
}

Array product(const Array& a, const Array& b) { return a.matrix().lazyProduct(b.matrix()).array(); }

Pair exact(const Array& value) { return {value, Array::Zero(value.rows(), value.cols())}; }

// a · bᵀ with n terms each: the error of the factors, and that of the sum of what they may be.
Pair dot_products(const Pair& a, const Pair& b) {
  const Index n = a.value.cols();
  const Array most = product(a.value.abs() + a.bound, (b.value.abs() + b.bound).transpose());
  return {product(a.value, b.value.transpose()),
          most - product(a.value.abs(), b.value.abs().transpose()) + gamma(n) * most +
              static_cast<double>(n) * tiny};
}

// x · wᵀ + b
Pair linear_pair(const Pair& x, TensorView w, const std::optional<TensorView>& b) {
  Pair y = dot_products(x, exact(read(w, 0, w.shape[0], w.shape[1])));
  if (b) {
    y.value.rowwise() += read(*b, 0, 1, w.shape[0]).row(0);
    y.bound += u * (y.value.abs() + y.bound);
  }
  return y;
}

// Each row of x divided into weights over the places that are used, 0 elsewhere. The bound of x is
// how far the row itself may be off. As in IEEE arithmetic NaN or +∞ among them makes them all NaN,
// and so does nothing but −∞.
Pair softmax_pair(const Pair& x, const Used& used) {
  Pair y{Array::Zero(x.value.rows(), x.value.cols()), Array::Zero(x.value.rows(), x.value.cols())};
  for (Index i = 0; i < x.value.rows(); ++i) {
    const Line use = used.row(i).cast<double>();
    const Line logit = (use > 0.0).select(x.value.row(i).transpose(), -infinity);
    const double max = logit.size() > 0 ? logit.maxCoeff<Eigen::PropagateNaN>() : -infinity;
    if (!std::isfinite(max)) {
      y.value.row(i) = (use > 0.0).select(Line::Constant(logit.size(), std::nan("")), 0.0);
      continue;
    }
    const Line shifted = logit - max;
    const Line weight = shifted.exp() / shifted.exp().sum();
    // What the exponent of each place may be off: its own error, and one rounding of x − max. The
    // maximum cancels between numerator and denominator, so its error does not count.
    const Line off = (shifted > -infinity)
                         .select(x.bound.row(i).transpose() + u * shifted.abs().min(200.0), 0.0);
    const double sum_off = (weight * off).sum() + 4 * u + gamma(logit.size() - 1);
    y.value.row(i) = weight;
    y.bound.row(i) =
        (weight > 0.0).select(weight * ((off + 5 * u + sum_off).exp() - 1.0) + 3 * tiny, 0.0);
  }
  return y;
}

// w · v over the places that are used: w is off by w.bound, v by v.bound, the sum by gamma of
// terms.
Pair mix(const Pair& w, const Used& used, const Pair& v, Index terms) {
  Pair y = exact(Array::Zero(w.value.rows(), v.value.cols()));
  for (Index i = 0; i < w.value.rows(); ++i) {
    for (Index s = 0; s < v.value.rows(); ++s) {
      if (!used(i, s)) continue;
      y.value.row(i) += w.value(i, s) * v.value.row(s);
      y.bound.row(i) +=
          (w.bound(i, s) + gamma(terms) * w.value(i, s)) * v.value.row(s).abs() + tiny;
      // An exact v adds nothing, even to a weight of which nothing is known.
      const double most = (w.value(i, s) + w.bound(i, s)) * (1.0 + gamma(terms));
      y.bound.row(i) += (v.bound.row(s) > 0.0).select(most * v.bound.row(s), 0.0);
    }
  }
  return y;
}

// Element (i, j) of the mask or bias that a stacked matrix of scores meets: leading extents that
// are 1 or absent repeat.
float broadcast(TensorView view, const Shape& scores, Index matrix, Index i, Index j) {
  const Index heads = scores.rank() > 2 ? scores[-3] : 1;
  const Index view_heads = view.shape.rank() > 2 ? view.shape[-3] : 1;
  const Index view_batches = view.shape.rank() > 3 ? view.shape[-4] : 1;
  const Index batch = view_batches == 1 ? 0 : matrix / heads;
  const Index head = view_heads == 1 ? 0 : matrix % heads;
  return view.data[((batch * view_heads + head) * scores[-2] + i) * scores[-1] + j];
}

struct AttentionPairs {
  Pair scores, scaled, masked, weights, output, attended;
};

// One matrix of the stack.
AttentionPairs attention_pairs(const Pair& q, const Pair& k, const Pair& v,
                               const AttentionOptions& options, const Shape& scores, Index m) {
  const Index T = q.value.rows();
  const Index S = k.value.rows();
  const double scale = options.scale.value_or(1.0 / std::sqrt(static_cast<double>(q.value.cols())));
  AttentionPairs pairs;
  Pair& score = pairs.scores;
  score = dot_products(q, k);
  score.value = (score.value.abs() > float_max).select(score.value.sign() * infinity, score.value);
  // The scale is rounded to float32, the product once more.
  Pair logit{score.value * scale,
             score.bound * std::abs(scale) + 2 * u * (score.value * scale).abs() + tiny};
  pairs.scaled = logit;
  Used used(T, S);
  for (Index i = 0; i < T; ++i) {
    for (Index j = 0; j < S; ++j) {
      used(i, j) = allowed(options, scores, m, i, j);
      if (!used(i, j)) {
        logit.value(i, j) = -infinity;
        logit.bound(i, j) = 0.0;
      } else if (options.bias) {
        logit.value(i, j) += static_cast<double>(broadcast(*options.bias, scores, m, i, j));
        logit.bound(i, j) += u * (std::abs(logit.value(i, j)) + logit.bound(i, j));
      }
    }
  }
  pairs.masked = logit;
  pairs.weights = softmax_pair(logit, used);
  pairs.output = mix(pairs.weights, used, v, S);
  pairs.attended = mix(pairs.weights, used, v, S + folding_roundings(S));
  return pairs;
}

class AttentionStack {
 public:
  AttentionStack(const Shape& scores, const Shape& output)
      : scores_(scores),
        scaled_(scores),
        masked_(scores),
        weights_(scores),
        output_(output),
        attended_(output) {}

  void set(Index m, const AttentionPairs& pairs) {
    scores_.set(m, pairs.scores);
    scaled_.set(m, pairs.scaled);
    masked_.set(m, pairs.masked);
    weights_.set(m, pairs.weights);
    output_.set(m, pairs.output);
    attended_.set(m, pairs.attended);
  }

  AttentionReference take() {
    return {scores_.take(),  scaled_.take(), masked_.take(),
            weights_.take(), output_.take(), attended_.take()};
  }

 private:
  Stack scores_, scaled_, masked_, weights_, output_, attended_;
};

// One matrix as a Bounded.
Bounded alone(const Pair& pair) {
  Stack stack(Shape{pair.value.rows(), pair.value.cols()});
  stack.set(0, pair);
  return stack.take();
}

}  // namespace

Bounded linear_reference(TensorView x, TensorView w, std::optional<TensorView> b) {
  const Index inputs = w.shape[1];
  const Index outputs = w.shape[0];
  const Index rows = x.shape.size() / inputs;
  Stack stack(Shape{rows, outputs});
  stack.set(0, linear_pair(exact(read(x, 0, rows, inputs)), w, b));
  Bounded result = stack.take();
  std::vector<Index> extents(x.shape.extents().begin(), x.shape.extents().end());
  extents.back() = outputs;
  result.shape = Shape(extents);
  return result;
}

Bounded softmax_reference(TensorView x) {
  const Index n = x.shape[-1];
  const Index rows = n == 0 ? 0 : x.shape.size() / n;
  Stack stack(Shape{rows, n});
  stack.set(
      0, softmax_pair({read(x, 0, rows, n), Array::Zero(rows, n)}, Used::Constant(rows, n, true)));
  Bounded result = stack.take();
  result.shape = x.shape;
  return result;
}

Bounded sum_reference(TensorView x) {
  const auto leading = x.shape.extents().first(static_cast<std::size_t>(x.shape.rank() - 1));
  Bounded result{Shape(leading), {}, {}};
  const Index n = x.shape[-1];
  for (Index row = 0; row < result.shape.size(); ++row) {
    const Array terms = read(x, row, 1, n);
    result.value.push_back(terms.sum());
    result.bound.push_back(gamma(std::max<Index>(n - 1, 0)) * terms.abs().sum() * second_order);
  }
  return result;
}

Bounded layer_norm_reference(TensorView x, TensorView gamma_weight, TensorView beta, double eps) {
  const Index n = x.shape[-1];
  const Index rows = x.shape.size() / n;
  const Eigen::ArrayXd g = read(gamma_weight, 0, n, 1);
  const Eigen::ArrayXd b = read(beta, 0, n, 1);
  Pair y{Array(rows, n), Array(rows, n)};
  for (Index row = 0; row < rows; ++row) {
    const Eigen::ArrayXd values = read(x, row, n, 1);
    const Eigen::ArrayXd centred = values - values.mean();
    const double variance = centred.square().mean() + eps;
    // n − 1 additions and a division make the mean, a subtraction the centred value.
    const Eigen::ArrayXd centred_off =
        gamma(n) * values.abs().mean() + u * centred.abs() + Eigen::ArrayXd::Zero(n);
    // A square is off by its factors and a rounding; then the mean again, and adding eps, which is
    // itself rounded.
    const double variance_off =
        (2 * centred.abs() * centred_off + centred_off.square()).mean() + gamma(n + 3) * variance;
    // 1/sqrt halves a relative error; the root, the division and the product round once each.
    const Eigen::ArrayXd unit = centred / std::sqrt(variance);
    const Eigen::ArrayXd unit_off =
        centred_off / std::sqrt(variance) + unit.abs() * (0.5 * variance_off / variance + 3 * u);
    y.value.row(row) = unit * g + b;
    y.bound.row(row) = unit_off * g.abs() + u * (unit * g + b).abs() + tiny;
  }
  Stack stack(Shape{rows, n});
  stack.set(0, y);
  Bounded result = stack.take();
  result.shape = x.shape;
  return result;
}

Bounded positional_encoding_reference(Index positions, Index width) {
  Bounded result{Shape{positions, width}, {}, {}};
  for (Index p = 0; p < positions; ++p) {
    for (Index j = 0; j < width; ++j) {
      const double frequency =
          std::pow(10000.0, -static_cast<double>(j - j % 2) / static_cast<double>(width));
      const double angle = static_cast<double>(p) * frequency;
      const double value = j % 2 == 0 ? std::sin(angle) : std::cos(angle);
      const double half_ulp =
          0.5 * std::ldexp(1.0, std::max(value == 0.0 ? -126 : std::ilogb(value), -126) - 23);
      result.value.push_back(value);
      // Both this angle and the core's may be off by a few roundings of a double.
      result.bound.push_back(half_ulp + (std::abs(angle) + 1.0) * 0x1p-49);
    }
  }
  return result;
}

bool allowed(const MaskOptions& options, const Shape& scores, Index matrix, Index i, Index j) {
  const Index offset =
      options.alignment == CausalAlignment::lower_right ? scores[-1] - scores[-2] : 0;
  if (options.causal && j > i + offset) return false;
  if (options.mask && broadcast(*options.mask, scores, matrix, i, j) == 0.0F) return false;
  return !(options.bias &&
           static_cast<double>(broadcast(*options.bias, scores, matrix, i, j)) == -infinity);
}

AttentionReference attention_reference(TensorView q, TensorView k, TensorView v,
                                       const AttentionOptions& options) {
  const Index T = q.shape[-2];
  const Index S = k.shape[-2];
  const Shape scores = q.shape.with_matrix(T, S);
  AttentionStack stack(scores, q.shape.with_matrix(T, v.shape[-1]));
  for (Index m = 0; m < q.shape.matrices(); ++m) {
    const AttentionPairs head =
        attention_pairs(exact(read(q, m, T, q.shape[-1])), exact(read(k, m, S, k.shape[-1])),
                        exact(read(v, m, S, v.shape[-1])), options, scores, m);
    stack.set(m, head);
  }
  return stack.take();
}

MultiHeadReference multi_head_reference(TensorView x, const MultiHeadWeights& weights,
                                        const MultiHeadOptions& options) {
  const TensorView context = options.context.value_or(x);
  const Index T = x.shape[0];
  const Index S = context.shape[0];
  const Index joined = weights.wq.shape[0];
  const Index width = joined / options.heads;
  const Pair tokens = exact(read(x, 0, T, x.shape[1]));
  const Pair others = exact(read(context, 0, S, context.shape[1]));
  const Pair q = linear_pair(tokens, weights.wq, weights.bq);
  const Pair k = linear_pair(others, weights.wk, weights.bk);
  const Pair v = linear_pair(others, weights.wv, weights.bv);
  const auto head_of = [width](const Pair& all, Index head) {
    return Pair{all.value.middleCols(head * width, width),
                all.bound.middleCols(head * width, width)};
  };
  const Shape scores{options.heads, T, S};
  AttentionStack stack(scores, Shape{options.heads, T, width});
  Pair concat = exact(Array::Zero(T, joined));
  for (Index head = 0; head < options.heads; ++head) {
    const AttentionPairs pairs = attention_pairs(head_of(q, head), head_of(k, head),
                                                 head_of(v, head), options, scores, head);
    concat.value.middleCols(head * width, width) = pairs.output.value;
    concat.bound.middleCols(head * width, width) = pairs.output.bound;
    stack.set(head, pairs);
  }
  return {alone(q),     alone(k),      alone(v),
          stack.take(), alone(concat), alone(linear_pair(concat, weights.wo, weights.bo))};
}

}  // namespace qkv::test
