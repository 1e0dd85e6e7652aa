// Systems with three or five diagonals, by elimination with exchanges of rows. The diagonals are
// copied, since elimination changes them.
#include "cusparse/legacy.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace {

using namespace heddle::cusparse;

// A system with `kWidth` diagonals on each side. Exchanges of rows add as many above.
template <class T, int kWidth> class BandSystem {
public:
  // value(offset, row) is the element of a row at the diagonal with this offset. Elements outside
  // of the matrix are not asked for.
  template <class Value> BandSystem(std::int64_t size, Value value) : size_(size), rows_(size) {
    for (std::int64_t row = 0; row < size; ++row)
      for (int offset = -kWidth; offset <= kWidth; ++offset)
        if (row + offset >= 0 && row + offset < size)
          at(row, row + offset) = value(offset, row);
  }
  // Eliminates, and does to each of `count` right sides what it does to the rows. right(row, side)
  // is an element, which becomes one of the solution.
  template <class Right> void solve(std::int64_t count, Right right) {
    for (std::int64_t k = 0; k < size_; ++k) {
      const std::int64_t last = std::min(k + kWidth, size_ - 1);
      std::int64_t pivot = k;
      for (std::int64_t row = k + 1; row <= last; ++row)
        if (std::abs(at(row, k)) > std::abs(at(pivot, k)))
          pivot = row;
      const std::int64_t end = std::min(k + 2 * kWidth, size_ - 1);
      if (pivot != k) {
        for (std::int64_t col = k; col <= end; ++col)
          std::swap(at(k, col), at(pivot, col));
        for (std::int64_t side = 0; side < count; ++side)
          std::swap(right(k, side), right(pivot, side));
      }
      for (std::int64_t row = k + 1; row <= last; ++row) {
        const T factor = at(row, k) / at(k, k);
        if (factor == T(0))
          continue;
        for (std::int64_t col = k + 1; col <= end; ++col)
          at(row, col) -= multiply(factor, at(k, col));
        for (std::int64_t side = 0; side < count; ++side)
          right(row, side) -= multiply(factor, right(k, side));
      }
    }
    for (std::int64_t side = 0; side < count; ++side)
      for (std::int64_t row = size_ - 1; row >= 0; --row) {
        T sum = right(row, side);
        for (std::int64_t col = row + 1; col <= std::min(row + 2 * kWidth, size_ - 1); ++col)
          sum -= multiply(at(row, col), right(col, side));
        right(row, side) = sum / at(row, row);
      }
  }

private:
  // Each row has room for the columns that elimination comes to: `kWidth` to the left, and twice as
  // many to the right, which a row gets when it is exchanged with a later one.
  T& at(std::int64_t row, std::int64_t col) {
    return rows_[static_cast<std::size_t>(row)][static_cast<std::size_t>(col - row + kWidth)];
  }
  std::int64_t size_;
  std::vector<std::array<T, 3 * kWidth + 1>> rows_;
};

// Where the elements of a diagonal, or of a right side, of one system of a batch are.
template <class T> struct Strided {
  T* data;
  std::int64_t step;
  T& operator[](std::int64_t index) const { return data[index * step]; }
};

template <class T, int kWidth>
void solveOne(std::int64_t size, const std::array<Strided<const T>, 2 * kWidth + 1>& diagonals,
              std::int64_t sides, Strided<T> right, std::int64_t ld) {
  BandSystem<T, kWidth> system(size, [&](int offset, std::int64_t row) {
    return diagonals[static_cast<std::size_t>(std::int64_t{offset} + kWidth)][row];
  });
  system.solve(sides, [&](std::int64_t row, std::int64_t side) -> T& {
    return right.data[row * right.step + side * ld];
  });
}

template <class T> struct Diagonals {
  const T* lower;
  const T* main;
  const T* upper;
  bool areThere(std::int64_t count) const {
    return isReadable(lower, count) && isReadable(main, count) && isReadable(upper, count);
  }
  bool areGiven() const { return lower && main && upper; }
};

// Systems of at least three rows, as cuSPARSE demands.
constexpr int kLeastRows = 3;

template <class T>
cusparseStatus_t solveMany(Call handle, int m, int n, const Diagonals<T>& diagonals, T* b, int ldb,
                           const void* buffer) {
  const bool isRight = m >= kLeastRows && n >= 0 && ldb >= m && diagonals.areGiven() && b && buffer;
  return callWith(handle, isRight, [=] {
    return launchParts(
        *handle, n, std::max(1, n / 16),
        [=] { return diagonals.areThere(m) && isWritable(b, std::int64_t{ldb} * (n - 1) + m); },
        [=](std::int64_t begin, std::int64_t end) {
          solveOne<T, 1>(m, {{{diagonals.lower, 1}, {diagonals.main, 1}, {diagonals.upper, 1}}},
                         end - begin, {b + begin * ldb, 1}, ldb);
          return true;
        });
  });
}

template <class T>
cusparseStatus_t solveStrided(Call handle, int m, const Diagonals<T>& diagonals, T* x, int count,
                              int stride, const void* buffer) {
  const bool isRight =
      m >= kLeastRows && count > 0 && stride >= m && diagonals.areGiven() && x && buffer;
  return callWith(handle, isRight, [=] {
    const std::int64_t all = std::int64_t{stride} * (count - 1) + m;
    return launchParts(
        *handle, count, 4, [=] { return diagonals.areThere(all) && isWritable(x, all); },
        [=](std::int64_t begin, std::int64_t end) {
          for (std::int64_t at = begin * stride; at < end * stride; at += stride)
            solveOne<T, 1>(
                m,
                {{{diagonals.lower + at, 1}, {diagonals.main + at, 1}, {diagonals.upper + at, 1}}},
                1, {x + at, 1}, 0);
          return true;
        });
  });
}

// The elements of all systems with the same number lie together.
template <class T, int kWidth>
cusparseStatus_t solveInterleaved(Call handle, bool isRight, int m,
                                  const std::array<const T*, 2 * kWidth + 1>& diagonals, T* x,
                                  int count, const void* buffer) {
  isRight &= m >= kLeastRows && count >= 0 && x && buffer;
  for (const T* diagonal : diagonals)
    isRight &= diagonal != nullptr;
  return callWith(handle, isRight, [=] {
    const std::int64_t all = std::int64_t{m} * count;
    const auto check = [=] {
      bool areThere = isWritable(x, all);
      for (const T* diagonal : diagonals)
        areThere &= isReadable(diagonal, all);
      return areThere;
    };
    return launchParts(*handle, count, 16, check, [=](std::int64_t begin, std::int64_t end) {
      for (std::int64_t system = begin; system < end; ++system) {
        std::array<Strided<const T>, 2 * kWidth + 1> own;
        for (std::size_t i = 0; i < own.size(); ++i)
          own[i] = {diagonals[i] + system, count};
        solveOne<T, kWidth>(m, own, 1, {x + system, count}, 0);
      }
      return true;
    });
  });
}

// Thomas, LU with pivoting and QR for three diagonals; only QR for five.
bool isTridiagonalAlgorithm(int algorithm) {
  return algorithm >= 0 && algorithm <= 2;
}
bool isPentadiagonalAlgorithm(int algorithm) {
  return algorithm == 0;
}

} // namespace

#define HEDDLE_BAND_SYSTEMS(S, T)                                                                  \
  cusparseStatus_t cusparse##S##gtsv2_bufferSizeExt(cusparseHandle_t handle, int, int, const T*,   \
                                                    const T*, const T*, const T*, int,             \
                                                    size_t* size) {                                \
    return answerBufferSize(handle, true, size);                                                   \
  }                                                                                                \
  cusparseStatus_t cusparse##S##gtsv2(cusparseHandle_t handle, int m, int n, const T* dl,          \
                                      const T* d, const T* du, T* b, int ldb, void* buffer) {      \
    return solveMany<Native<T>>(handle, m, n, {native(dl), native(d), native(du)}, native(b), ldb, \
                                buffer);                                                           \
  }                                                                                                \
  cusparseStatus_t cusparse##S##gtsv2_nopivot_bufferSizeExt(cusparseHandle_t handle, int, int,     \
                                                            const T*, const T*, const T*,          \
                                                            const T*, int, size_t* size) {         \
    return answerBufferSize(handle, true, size);                                                   \
  }                                                                                                \
  cusparseStatus_t cusparse##S##gtsv2_nopivot(cusparseHandle_t handle, int m, int n, const T* dl,  \
                                              const T* d, const T* du, T* b, int ldb,              \
                                              void* buffer) {                                      \
    return solveMany<Native<T>>(handle, m, n, {native(dl), native(d), native(du)}, native(b), ldb, \
                                buffer);                                                           \
  }                                                                                                \
  cusparseStatus_t cusparse##S##gtsv2StridedBatch_bufferSizeExt(                                   \
      cusparseHandle_t handle, int m, const T*, const T*, const T*, const T*, int batchCount,      \
      int batchStride, size_t* size) {                                                             \
    return answerBufferSize(handle, m >= kLeastRows && batchCount > 0 && batchStride >= m, size);  \
  }                                                                                                \
  cusparseStatus_t cusparse##S##gtsv2StridedBatch(cusparseHandle_t handle, int m, const T* dl,     \
                                                  const T* d, const T* du, T* x, int batchCount,   \
                                                  int batchStride, void* buffer) {                 \
    return solveStrided<Native<T>>(handle, m, {native(dl), native(d), native(du)}, native(x),      \
                                   batchCount, batchStride, buffer);                               \
  }                                                                                                \
  cusparseStatus_t cusparse##S##gtsvInterleavedBatch_bufferSizeExt(                                \
      cusparseHandle_t handle, int algo, int m, const T*, const T*, const T*, const T*,            \
      int batchCount, size_t* size) {                                                              \
    return answerBufferSize(handle, isTridiagonalAlgorithm(algo) && m >= 0 && batchCount >= 0,     \
                            size);                                                                 \
  }                                                                                                \
  cusparseStatus_t cusparse##S##gtsvInterleavedBatch(cusparseHandle_t handle, int algo, int m,     \
                                                     T* dl, T* d, T* du, T* x, int batchCount,     \
                                                     void* buffer) {                               \
    return solveInterleaved<Native<T>, 1>(handle, isTridiagonalAlgorithm(algo), m,                 \
                                          {native(dl), native(d), native(du)}, native(x),          \
                                          batchCount, buffer);                                     \
  }                                                                                                \
  cusparseStatus_t cusparse##S##gpsvInterleavedBatch_bufferSizeExt(                                \
      cusparseHandle_t handle, int, int m, const T*, const T*, const T*, const T*, const T*,       \
      const T*, int batchCount, size_t* size) {                                                    \
    return answerBufferSize(handle, m >= 0 && batchCount >= 0, size);                              \
  }                                                                                                \
  cusparseStatus_t cusparse##S##gpsvInterleavedBatch(cusparseHandle_t handle, int algo, int m,     \
                                                     T* ds, T* dl, T* d, T* du, T* dw, T* x,       \
                                                     int batchCount, void* buffer) {               \
    return solveInterleaved<Native<T>, 2>(                                                         \
        handle, isPentadiagonalAlgorithm(algo), m,                                                 \
        {native(ds), native(dl), native(d), native(du), native(dw)}, native(x), batchCount,        \
        buffer);                                                                                   \
  }

extern "C" {
HEDDLE_CUSPARSE_EACH(HEDDLE_BAND_SYSTEMS)
}
