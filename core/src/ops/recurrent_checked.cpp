#include <algorithm>
#include <string>

#include "check.hpp"
#include "qkv/ops/recurrent.hpp"

namespace qkv {
namespace {

void check_state(RecurrentCell cell, const std::optional<TensorView>& h,
                 const std::optional<TensorView>& c, const char* h_name, const char* c_name,
                 const Shape& state) {
  if (h) {
    check::same_shape(h_name, h->shape, state, "h is (B, H)");
  }
  if (c) {
    if (cell != RecurrentCell::lstm) {
      check::refuse(ErrorCode::bad_option,
                    std::string(c_name) + " was given: a " + std::string(name(cell)) +
                        " has no cells, an lstm has",
                    c_name, {}, {});
    }
    check::same_shape(c_name, c->shape, state, "c is (B, H)");
  }
}

void check_bias(const char* argument, const std::optional<TensorView>& bias, Index width) {
  if (bias) {
    check::rank(argument, bias->shape, 1, 1, "(G·H)");
    check::extent(argument, bias->shape[0], "hh", width, "elements",
                  "biases are (G·H), hh is (G·H, H)");
  }
}

RecurrentExtents checked(RecurrentCell cell, TensorView x, const RecurrentWeights& weights,
                         const RecurrentOptions& options) {
  if (static_cast<int>(cell) < 0 || static_cast<int>(cell) >= recurrent_cell_count) {
    const auto number = static_cast<double>(cell);
    check::refuse(ErrorCode::bad_option,
                  "cell is " + std::to_string(static_cast<int>(cell)) + ": 0 rnn, 1 gru, 2 lstm",
                  "cell", {0, recurrent_cell_count - 1}, {number});
  }
  check::rank("x", x.shape, 3, 3, "(T, B, I)");
  check::rank("ih", weights.ih.shape, 2, 2, "(G·H, I)");
  check::rank("hh", weights.hh.shape, 2, 2, "(G·H, H)");
  const Index H = weights.hh.shape[1];
  const Index width = gates_of(cell) * H;
  check::positive("x", x.shape[2], "x is (T, B, I) with I at least 1");
  check::positive("hh", H, "hh is (G·H, H) with H at least 1");
  if (weights.hh.shape[0] != width) {
    const Index rows = weights.hh.shape[0];
    check::refuse(ErrorCode::shape_mismatch,
                  "hh has " + std::to_string(rows) + " rows, " + std::to_string(gates_of(cell)) +
                      " gates of " + std::to_string(H) + " are " + std::to_string(width) +
                      ": hh is (G·H, H)",
                  "hh", {check::number(width)}, {check::number(rows)});
  }
  check::extent("ih", weights.ih.shape[0], "hh", width, "rows", "both have G·H");
  check::extent("ih", weights.ih.shape[1], "x", x.shape[2], "columns",
                "ih is (G·H, I), x is (T, B, I)");
  check_bias("b_ih", weights.b_ih, width);
  check_bias("b_hh", weights.b_hh, width);
  check_state(cell, options.h, options.c, "h", "c", Shape{x.shape[1], H});
  return {cell, x.shape[0], x.shape[1], x.shape[2], H, options.backwards};
}

const float* data_of(const std::optional<TensorView>& view) { return view ? view->data : nullptr; }

RecurrentInputs inputs_of(TensorView x, const RecurrentWeights& weights,
                          const RecurrentOptions& options) {
  return {x.data,
          weights.ih.data,
          weights.hh.data,
          data_of(weights.b_ih),
          data_of(weights.b_hh),
          data_of(options.h),
          data_of(options.c)};
}

// The shapes of what a run leaves; what a cell lacks is (0).
struct Shapes {
  explicit Shapes(const RecurrentExtents& extents)
      : output{extents.T, extents.B, extents.H}, state{extents.B, extents.H} {
    if (extents.cell != RecurrentCell::rnn) {
      gates = {extents.T, extents.B, gates_of(extents.cell) * extents.H};
      carried = output;
    }
    if (extents.cell == RecurrentCell::lstm) {
      cells = output;
      c = state;
    }
  }
  Shape output;
  Shape state;
  Shape gates{0};
  Shape cells{0};
  Shape carried{0};
  Shape c{0};
};

// h or c after the last step: of the last time that was seen, or as it came.
void copy_last(const Tensor& all, const RecurrentExtents& extents,
               const std::optional<TensorView>& first, Tensor& last) {
  const Index time = extents.backwards ? 0 : extents.T - 1;
  const float* const from = extents.T > 0 ? all.data() + time * last.size() : data_of(first);
  if (from != nullptr) {
    std::copy_n(from, last.size(), last.data());
  }
}

}  // namespace

RecurrentSteps recurrent(RecurrentCell cell, TensorView x, const RecurrentWeights& weights,
                         const RecurrentOptions& options) {
  const RecurrentExtents extents = checked(cell, x, weights, options);
  const Shapes shapes(extents);
  RecurrentSteps steps{Tensor(shapes.output), Tensor(shapes.state), Tensor(shapes.c),
                       Tensor(shapes.gates),  Tensor(shapes.cells), Tensor(shapes.carried)};
  recurrent(extents, inputs_of(x, weights, options),
            {steps.output.data(), steps.gates.data(), steps.cells.data(), steps.carried.data()});
  copy_last(steps.output, extents, options.h, steps.h);
  if (cell == RecurrentCell::lstm) {
    copy_last(steps.cells, extents, options.c, steps.c);
  }
  return steps;
}

RecurrentGradients recurrent_backward(RecurrentCell cell, TensorView x,
                                      const RecurrentWeights& weights, const RecurrentSteps& steps,
                                      const RecurrentChange& change,
                                      const RecurrentOptions& options) {
  const RecurrentExtents extents = checked(cell, x, weights, options);
  const Shapes shapes(extents);
  check::same_shape("steps.output", steps.output.shape(), shapes.output, "(T, B, H)");
  check::same_shape("steps.gates", steps.gates.shape(), shapes.gates, "(T, B, G·H)");
  check::same_shape("steps.cells", steps.cells.shape(), shapes.cells, "(T, B, H)");
  check::same_shape("steps.carried", steps.carried.shape(), shapes.carried, "(T, B, H)");
  check::same_shape("change.output", change.output.shape, shapes.output, "(T, B, H)");
  check_state(cell, change.h, change.c, "change.h", "change.c", shapes.state);
  const Shape bias{gates_of(cell) * extents.H};
  RecurrentGradients gradients{
      Tensor(x.shape), Tensor(weights.ih.shape), Tensor(weights.hh.shape), Tensor(bias),
      Tensor(bias),    Tensor(shapes.state),     Tensor(shapes.c)};
  recurrent_backward(
      extents, inputs_of(x, weights, options),
      {steps.output.data(), steps.gates.data(), steps.cells.data(), steps.carried.data()},
      {change.output.data, data_of(change.h), data_of(change.c)},
      {gradients.x.data(), gradients.ih.data(), gradients.hh.data(), gradients.b_ih.data(),
       gradients.b_hh.data(), gradients.h.data(),
       cell == RecurrentCell::lstm ? gradients.c.data() : nullptr});
  return gradients;
}

}  // namespace qkv
