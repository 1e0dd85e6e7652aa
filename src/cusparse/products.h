// What products with a sparse matrix compute, for the generic functions and the older ones.
#pragma once

#include "cusparse/launch.h"
#include "cusparse/product_types.h"
#include "cusparse/sparse_matrix.h"

#include <vector>

namespace heddle::cusparse {

// How many rows, or entries of COO, a worker takes at a time.
constexpr std::int64_t kRowsPerItem = 64;
// How many columns of the result a pass over a row or over the whole matrix computes.
constexpr std::int64_t kColumnsPerPass = 64, kColumnsPerWholePass = 8;

// y = alpha * sum + beta * y; what y was does not matter for a beta of zero.
template <class C, class Y> void store(Y& y, C alpha, C sum, C beta) {
  const C product = multiply(alpha, sum);
  y = convert<Y>(beta == C(0) ? product : product + multiply(beta, convert<C>(y)));
}

template <class Types> struct VectorProduct {
  using A = typename Types::First;
  using X = typename Types::Second;
  using Y = typename Types::Result;
  using C = typename Types::Compute;
  SparseMatrix<A> a;
  DenseVector<X> x;
  DenseVector<Y> y;
  Scalar<C> alpha, beta;

  bool isThere() const { return a.isThere(false) && x.isThere(false) && y.isThere(true); }

  // Multiplies the rows of some lines, which one task does.
  bool computeLines(std::int64_t begin, std::int64_t end) const {
    const auto factor = alpha.read(), old = beta.read();
    if (!factor || !old)
      return false;
    if (a.hasCompressedRows())
      return a.template multiplyRows<C>(begin, end, x.data, [&](std::int64_t row, const C& sum) {
        store(y.data[row], *factor, sum, *old);
      });
    std::vector<C> sums;
    for (std::int64_t line = begin; line < end; ++line) {
      const std::int64_t first = a.firstRow(line), count = a.endRow(line) - first;
      sums.assign(static_cast<std::size_t>(count), C{});
      if (!addProducts(sums, first, [&](auto visit) { return a.visitLine(line, visit); }))
        return false;
      storeAll(sums, first, *factor, *old);
    }
    return true;
  }
  // All of it, where the entries of a row are not together.
  bool computeWhole() const {
    const auto factor = alpha.read(), old = beta.read();
    if (!factor || !old)
      return false;
    std::vector<C> sums(static_cast<std::size_t>(y.size));
    if (!addProducts(sums, 0, [&](auto visit) { return a.visitAll(visit); }))
      return false;
    storeAll(sums, 0, *factor, *old);
    return true;
  }
  template <class VisitEntries>
  bool addProducts(std::vector<C>& sums, std::int64_t first, VisitEntries visitEntries) const {
    return visitEntries([&](std::int64_t row, std::int64_t col, const A& value) {
      sums[static_cast<std::size_t>(row - first)] +=
          multiply(a.template read<C>(value), convert<C>(x.data[col]));
    });
  }
  void storeAll(const std::vector<C>& sums, std::int64_t first, C factor, C old) const {
    for (std::size_t i = 0; i < sums.size(); ++i)
      store(y.data[first + static_cast<std::int64_t>(i)], factor, sums[i], old);
  }
};

template <class Types>
cusparseStatus_t launchProduct(const cusparseContext& context,
                               const VectorProduct<Types>& product) {
  const auto check = [=] { return product.isThere(); };
  if (product.a.hasRows())
    return launchParts(
        context, product.a.lines(), kRowsPerItem, check,
        [=](std::int64_t begin, std::int64_t end) { return product.computeLines(begin, end); });
  return launchWhole(context, check, [=] { return product.computeWhole(); });
}

template <class Types> struct MatrixProduct {
  using A = typename Types::First;
  using B = typename Types::Second;
  using R = typename Types::Result;
  using C = typename Types::Compute;
  SparseMatrix<A> a;
  DenseMatrix<B> b;
  DenseMatrix<R> c;
  Scalar<C> alpha, beta;

  bool isThere() const { return a.isThere(false) && b.isThere(false) && c.isThere(true); }

  bool computeLines(std::int64_t begin, std::int64_t end) const {
    std::vector<C> sums;
    for (std::int64_t line = begin; line < end; ++line)
      for (std::int64_t j = 0; j < c.cols; j += kColumnsPerPass)
        if (!computePart(sums, a.firstRow(line), a.endRow(line), j,
                         std::min(j + kColumnsPerPass, c.cols),
                         [&](auto visit) { return a.visitLine(line, visit); }))
          return false;
    return true;
  }
  // Some columns of the result, where the entries of a row are not together.
  bool computeColumns(std::int64_t begin, std::int64_t end) const {
    std::vector<C> sums;
    return computePart(sums, 0, c.rows, begin, end, [&](auto visit) { return a.visitAll(visit); });
  }
  template <class VisitEntries>
  bool computePart(std::vector<C>& sums, std::int64_t firstRow, std::int64_t endRow,
                   std::int64_t firstCol, std::int64_t endCol, VisitEntries visitEntries) const {
    const auto factor = alpha.read(), old = beta.read();
    if (!factor || !old)
      return false;
    const std::int64_t width = endCol - firstCol;
    sums.assign(static_cast<std::size_t>((endRow - firstRow) * width), C{});
    const bool isRight = visitEntries([&](std::int64_t row, std::int64_t col, const A& value) {
      const C scale = a.template read<C>(value);
      C* sum = sums.data() + (row - firstRow) * width;
      for (std::int64_t j = 0; j < width; ++j)
        sum[j] += multiply(scale, b.template read<C>(col, firstCol + j));
    });
    for (std::int64_t row = firstRow; isRight && row < endRow; ++row)
      for (std::int64_t j = 0; j < width; ++j)
        store(c.at(row, firstCol + j), *factor,
              sums[static_cast<std::size_t>((row - firstRow) * width + j)], *old);
    return isRight;
  }
};

template <class Types>
cusparseStatus_t launchProduct(const cusparseContext& context,
                               const MatrixProduct<Types>& product) {
  const auto check = [=] { return product.isThere(); };
  if (product.a.hasRows())
    return launchParts(
        context, product.a.lines(), kRowsPerItem, check,
        [=](std::int64_t begin, std::int64_t end) { return product.computeLines(begin, end); });
  return launchParts(
      context, product.c.cols, kColumnsPerWholePass, check,
      [=](std::int64_t begin, std::int64_t end) { return product.computeColumns(begin, end); });
}

} // namespace heddle::cusparse
