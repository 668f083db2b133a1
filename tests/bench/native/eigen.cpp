// Attention as its formula stands, in Eigen. Compiled once for each instruction set, which the
// flags say; so is Eigen, under a name of its own, since else the linker would keep one of them for
// all.
#include <Eigen/Core>

namespace qkv::bench {

namespace {
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using View = Eigen::Map<const Matrix>;
using Target = Eigen::Map<Matrix>;
}  // namespace

void QKV_EIGEN_ATTEND(const float* q, const float* k, const float* v, float* output, long T, long D,
                      bool causal) {
  const View Q(q, T, D);
  const View K(k, T, D);
  const View V(v, T, D);
  Matrix cells(T, T);
  cells.noalias() = Q * K.transpose();
  cells *= 1 / Eigen::numext::sqrt(static_cast<float>(D));
  if (causal) {
    for (long i = 0; i + 1 < T; ++i) cells.row(i).tail(T - i - 1).setConstant(-1e9F);
  }
  for (long i = 0; i < T; ++i) {
    auto row = cells.row(i).array();
    row = (row - row.maxCoeff()).exp();
    row /= row.sum();
  }
  Target(output, T, D).noalias() = cells * V;
}

void QKV_EIGEN_LINEAR(const float* x, const float* w, float* y, long m, long k, long n) {
  Target(y, m, n).noalias() = View(x, m, k) * View(w, n, k).transpose();
}

}  // namespace qkv::bench
