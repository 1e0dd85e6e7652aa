// Conversions between CSR and matrices of blocks, which are a conversion between blocks of two
// sizes: the blocks of CSR have one element.
#include "cusparse/legacy.h"

#include <algorithm>

namespace {

using namespace heddle::cusparse;

// The pattern of a matrix of blocks. Only work on a stream may look at its arrays.
struct BlockPattern {
  std::int64_t mb, nb;
  const int* offsets;
  const int* columns;
  std::int64_t blockRows, blockCols;
  cusparseIndexBase_t base;

  bool isGiven() const { return mb >= 0 && nb >= 0 && offsets && blockRows > 0 && blockCols > 0; }
  RowOffsets rows() const { return {offsets, mb, base}; }
  std::int64_t elementRows() const { return mb * blockRows; }
  bool isThere() const {
    if (!rows().isThere() || !isReadable(columns, rows().count()))
      return false;
    return std::all_of(columns, columns + rows().count(),
                       [this](int column) { return column >= base && column < nb + base; });
  }
};

// Where an element lies among the values of a block.
std::int64_t placeIn(cusparseDirection_t direction, std::int64_t row, std::int64_t col,
                     std::int64_t blockRows, std::int64_t blockCols) {
  return direction == CUSPARSE_DIRECTION_ROW ? row * blockCols + col : col * blockRows + row;
}

// Calls visit(column, entry) for the blocks of A that hold an element of one row.
template <class Visit> void visitRow(const BlockPattern& a, std::int64_t row, Visit visit) {
  for (std::int64_t entry = a.rows().begin(row / a.blockRows);
       entry < a.rows().end(row / a.blockRows); ++entry)
    visit(static_cast<std::int64_t>(a.columns[entry] - a.base), entry);
}

// The columns of the blocks of C, of another size, that one of their rows has.
class BlockRow {
public:
  void collect(const BlockPattern& a, std::int64_t row, std::int64_t blockRows,
               std::int64_t blockCols) {
    columns_.clear();
    const std::int64_t end = std::min((row + 1) * blockRows, a.elementRows());
    for (std::int64_t at = row * blockRows; at < end; ++at)
      visitRow(a, at, [&](std::int64_t column, auto) {
        const std::int64_t last = ((column + 1) * a.blockCols - 1) / blockCols;
        for (std::int64_t c = column * a.blockCols / blockCols; c <= last; ++c)
          columns_.push_back(c);
      });
    std::sort(columns_.begin(), columns_.end());
    columns_.erase(std::unique(columns_.begin(), columns_.end()), columns_.end());
  }
  const std::vector<std::int64_t>& columns() const { return columns_; }
  std::int64_t find(std::int64_t column) const {
    return std::lower_bound(columns_.begin(), columns_.end(), column) - columns_.begin();
  }

private:
  std::vector<std::int64_t> columns_;
};

std::int64_t roundedUp(std::int64_t count, std::int64_t by) {
  return (count + by - 1) / by;
}

// Counts the blocks of C and writes the offsets of its rows.
cusparseStatus_t countBlocks(Call handle, bool isRight, const cusparseMatDescr* descrA,
                             BlockPattern a, const cusparseMatDescr* descrC, int* offsetsC,
                             int blockRows, int blockCols, int* total) {
  isRight = isRight && a.isGiven() && blockRows > 0 && blockCols > 0 && offsetsC && total;
  const auto body = [&] {
    a.base = descrA->base;
    const int base = descrC->base;
    return launchCount(*handle, total, [=](int& count) {
      const std::int64_t rows = roundedUp(a.elementRows(), blockRows);
      if (!a.isThere() || !isWritable(offsetsC, rows + 1))
        return false;
      BlockRow row;
      offsetsC[0] = base;
      for (std::int64_t at = 0; at < rows; ++at) {
        row.collect(a, at, blockRows, blockCols);
        count += static_cast<int>(row.columns().size());
        offsetsC[at + 1] = count + base;
      }
      return true;
    });
  };
  return callWith(handle, isRight, body, descrA, descrC);
}

// Writes the blocks of C. The values are left out where none are given.
template <class T>
cusparseStatus_t convertBlocks(Call handle, cusparseDirection_t direction,
                               const cusparseMatDescr* descrA, BlockPattern a, const T* valuesA,
                               const cusparseMatDescr* descrC, T* valuesC, int* offsetsC,
                               int* columnsC, int blockRows, int blockCols) {
  const bool isRight = isDirection(direction) && a.isGiven() && blockRows > 0 && blockCols > 0 &&
                       offsetsC && columnsC;
  const auto body = [&] {
    a.base = descrA->base;
    const int base = descrC->base;
    return launchWhole(
        *handle, [=] { return a.isThere(); },
        [=] {
          const std::int64_t rows = roundedUp(a.elementRows(), blockRows);
          const std::int64_t sizeA = a.blockRows * a.blockCols;
          const std::int64_t sizeC = std::int64_t{blockRows} * blockCols;
          std::int64_t blocks = 0;
          BlockRow row;
          for (std::int64_t at = 0; at < rows; ++at) {
            row.collect(a, at, blockRows, blockCols);
            blocks += static_cast<std::int64_t>(row.columns().size());
          }
          if (!isWritable(offsetsC, rows + 1) || !isWritable(columnsC, blocks) ||
              (valuesC && (!isWritable(valuesC, blocks * sizeC) ||
                           !isReadable(valuesA, a.rows().count() * sizeA))))
            return false;
          if (valuesC)
            std::fill(valuesC, valuesC + blocks * sizeC, T(0));
          std::int64_t first = 0;
          offsetsC[0] = base;
          for (std::int64_t at = 0; at < rows; ++at) {
            row.collect(a, at, blockRows, blockCols);
            for (std::size_t i = 0; i < row.columns().size(); ++i)
              columnsC[first + static_cast<std::int64_t>(i)] =
                  static_cast<int>(row.columns()[i]) + base;
            const std::int64_t end = std::min((at + 1) * blockRows, a.elementRows());
            for (std::int64_t r = at * blockRows; valuesC && r < end; ++r)
              visitRow(a, r, [&](std::int64_t column, std::int64_t entry) {
                for (std::int64_t j = 0; j < a.blockCols; ++j) {
                  const std::int64_t c = column * a.blockCols + j;
                  valuesC[(first + row.find(c / blockCols)) * sizeC +
                          placeIn(direction, r % blockRows, c % blockCols, blockRows, blockCols)] =
                      valuesA[entry * sizeA +
                              placeIn(direction, r % a.blockRows, j, a.blockRows, a.blockCols)];
                }
              });
            first += static_cast<std::int64_t>(row.columns().size());
            offsetsC[at + 1] = static_cast<int>(first) + base;
          }
          return true;
        });
  };
  return callWith(handle, isRight, body, descrA, descrC);
}

// The transpose of the pattern of blocks; each block stays as it is.
template <class T>
cusparseStatus_t transposeBlocks(Call handle, BlockPattern a, int nnzb, const T* values, T* valuesC,
                                 int* rowsC, int* offsetsC, cusparseAction_t action) {
  const bool hasValues = action == CUSPARSE_ACTION_NUMERIC;
  const bool isRight = a.isGiven() && nnzb >= 0 && isIndexBase(a.base) && offsetsC &&
                       (nnzb == 0 || rowsC) && (hasValues || action == CUSPARSE_ACTION_SYMBOLIC) &&
                       (!hasValues || nnzb == 0 || (values && valuesC));
  return callWith(handle, isRight, [=] {
    return launchWhole(
        *handle, [=] { return a.isThere() && a.rows().count() == nnzb; },
        [=] {
          const std::int64_t size = a.blockRows * a.blockCols;
          if (!isWritable(rowsC, nnzb) || !isWritable(offsetsC, a.nb + 1) ||
              (hasValues &&
               (!isReadable(values, nnzb * size) || !isWritable(valuesC, nnzb * size))))
            return false;
          std::vector<std::int64_t> next(static_cast<std::size_t>(a.nb) + 1);
          for (int entry = 0; entry < nnzb; ++entry)
            ++next[static_cast<std::size_t>(a.columns[entry] - a.base) + 1];
          for (std::size_t column = 0; column < static_cast<std::size_t>(a.nb); ++column)
            next[column + 1] += next[column];
          for (std::size_t column = 0; column < next.size(); ++column)
            offsetsC[column] = static_cast<int>(next[column]) + a.base;
          for (std::int64_t row = 0; row < a.mb; ++row)
            for (std::int64_t entry = a.rows().begin(row); entry < a.rows().end(row); ++entry) {
              const std::int64_t to = next[static_cast<std::size_t>(a.columns[entry] - a.base)]++;
              rowsC[to] = static_cast<int>(row) + a.base;
              if (hasValues)
                std::copy(values + entry * size, values + (entry + 1) * size, valuesC + to * size);
            }
          return true;
        });
  });
}

} // namespace

extern "C" {

cusparseStatus_t cusparseXcsr2bsrNnz(cusparseHandle_t handle, cusparseDirection_t dirA, int m,
                                     int n, const cusparseMatDescr_t descrA, const int* offsetsA,
                                     const int* columnsA, int blockDim,
                                     const cusparseMatDescr_t descrC, int* offsetsC, int* total) {
  return countBlocks(handle, isDirection(dirA), descrA, {m, n, offsetsA, columnsA, 1, 1, {}},
                     descrC, offsetsC, blockDim, blockDim, total);
}
cusparseStatus_t cusparseXcsr2gebsrNnz(cusparseHandle_t handle, cusparseDirection_t dirA, int m,
                                       int n, const cusparseMatDescr_t descrA, const int* offsetsA,
                                       const int* columnsA, const cusparseMatDescr_t descrC,
                                       int* offsetsC, int rowBlockDim, int colBlockDim, int* total,
                                       void*) {
  return countBlocks(handle, isDirection(dirA), descrA, {m, n, offsetsA, columnsA, 1, 1, {}},
                     descrC, offsetsC, rowBlockDim, colBlockDim, total);
}
cusparseStatus_t cusparseXgebsr2csr(cusparseHandle_t handle, cusparseDirection_t dirA, int mb,
                                    int nb, const cusparseMatDescr_t descrA, const int* offsetsA,
                                    const int* columnsA, int rowBlockDim, int colBlockDim,
                                    const cusparseMatDescr_t descrC, int* offsetsC, int* columnsC) {
  return convertBlocks<float>(handle, dirA, descrA,
                              {mb, nb, offsetsA, columnsA, rowBlockDim, colBlockDim, {}}, nullptr,
                              descrC, nullptr, offsetsC, columnsC, 1, 1);
}
cusparseStatus_t cusparseXgebsr2gebsrNnz(cusparseHandle_t handle, cusparseDirection_t dirA, int mb,
                                         int nb, int nnzb, const cusparseMatDescr_t descrA,
                                         const int* offsetsA, const int* columnsA, int rowBlockDimA,
                                         int colBlockDimA, const cusparseMatDescr_t descrC,
                                         int* offsetsC, int rowBlockDimC, int colBlockDimC,
                                         int* total, void*) {
  return countBlocks(handle, isDirection(dirA) && nnzb >= 0, descrA,
                     {mb, nb, offsetsA, columnsA, rowBlockDimA, colBlockDimA, {}}, descrC, offsetsC,
                     rowBlockDimC, colBlockDimC, total);
}

#define HEDDLE_BLOCK_BUFFER(name, T, Size)                                                         \
  cusparseStatus_t cusparse##name(cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n, \
                                  const cusparseMatDescr_t descrA, const T*, const int*,           \
                                  const int*, int rowBlockDim, int colBlockDim, Size* size) {      \
    return answerBufferSize(                                                                       \
        handle, isDirection(dirA) && m >= 0 && n >= 0 && rowBlockDim > 0 && colBlockDim > 0, size, \
        descrA);                                                                                   \
  }
#define HEDDLE_TRANSPOSE_BUFFER(name, T, Size)                                                     \
  cusparseStatus_t cusparse##name(cusparseHandle_t handle, int mb, int nb, int nnzb, const T*,     \
                                  const int*, const int*, int rowBlockDim, int colBlockDim,        \
                                  Size* size) {                                                    \
    return answerBufferSize(                                                                       \
        handle, mb >= 0 && nb >= 0 && nnzb >= 0 && rowBlockDim > 0 && colBlockDim > 0, size);      \
  }
#define HEDDLE_REBLOCK_BUFFER(name, T, Size)                                                       \
  cusparseStatus_t cusparse##name(cusparseHandle_t handle, cusparseDirection_t dirA, int mb,       \
                                  int nb, int nnzb, const cusparseMatDescr_t descrA, const T*,     \
                                  const int*, const int*, int rowBlockDimA, int colBlockDimA,      \
                                  int rowBlockDimC, int colBlockDimC, Size* size) {                \
    return answerBufferSize(handle,                                                                \
                            isDirection(dirA) && mb >= 0 && nb >= 0 && nnzb >= 0 &&                \
                                rowBlockDimA > 0 && colBlockDimA > 0 && rowBlockDimC > 0 &&        \
                                colBlockDimC > 0,                                                  \
                            size, descrA);                                                         \
  }

#define HEDDLE_BLOCK_CONVERSIONS(S, T)                                                             \
  HEDDLE_BLOCK_BUFFER(S##csr2gebsr_bufferSize, T, int)                                             \
  HEDDLE_BLOCK_BUFFER(S##csr2gebsr_bufferSizeExt, T, size_t)                                       \
  HEDDLE_TRANSPOSE_BUFFER(S##gebsr2gebsc_bufferSize, T, int)                                       \
  HEDDLE_TRANSPOSE_BUFFER(S##gebsr2gebsc_bufferSizeExt, T, size_t)                                 \
  HEDDLE_REBLOCK_BUFFER(S##gebsr2gebsr_bufferSize, T, int)                                         \
  HEDDLE_REBLOCK_BUFFER(S##gebsr2gebsr_bufferSizeExt, T, size_t)                                   \
  cusparseStatus_t cusparse##S##csr2bsr(                                                           \
      cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n,                             \
      const cusparseMatDescr_t descrA, const T* valuesA, const int* offsetsA, const int* columnsA, \
      int blockDim, const cusparseMatDescr_t descrC, T* valuesC, int* offsetsC, int* columnsC) {   \
    return convertBlocks(handle, dirA, descrA, {m, n, offsetsA, columnsA, 1, 1, {}},               \
                         native(valuesA), descrC, native(valuesC), offsetsC, columnsC, blockDim,   \
                         blockDim);                                                                \
  }                                                                                                \
  cusparseStatus_t cusparse##S##bsr2csr(                                                           \
      cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb,                           \
      const cusparseMatDescr_t descrA, const T* valuesA, const int* offsetsA, const int* columnsA, \
      int blockDim, const cusparseMatDescr_t descrC, T* valuesC, int* offsetsC, int* columnsC) {   \
    return convertBlocks(handle, dirA, descrA,                                                     \
                         {mb, nb, offsetsA, columnsA, blockDim, blockDim, {}}, native(valuesA),    \
                         descrC, native(valuesC), offsetsC, columnsC, 1, 1);                       \
  }                                                                                                \
  cusparseStatus_t cusparse##S##csr2gebsr(                                                         \
      cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n,                             \
      const cusparseMatDescr_t descrA, const T* valuesA, const int* offsetsA, const int* columnsA, \
      const cusparseMatDescr_t descrC, T* valuesC, int* offsetsC, int* columnsC, int rowBlockDim,  \
      int colBlockDim, void*) {                                                                    \
    return convertBlocks(handle, dirA, descrA, {m, n, offsetsA, columnsA, 1, 1, {}},               \
                         native(valuesA), descrC, native(valuesC), offsetsC, columnsC,             \
                         rowBlockDim, colBlockDim);                                                \
  }                                                                                                \
  cusparseStatus_t cusparse##S##gebsr2csr(                                                         \
      cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb,                           \
      const cusparseMatDescr_t descrA, const T* valuesA, const int* offsetsA, const int* columnsA, \
      int rowBlockDim, int colBlockDim, const cusparseMatDescr_t descrC, T* valuesC,               \
      int* offsetsC, int* columnsC) {                                                              \
    return convertBlocks(handle, dirA, descrA,                                                     \
                         {mb, nb, offsetsA, columnsA, rowBlockDim, colBlockDim, {}},               \
                         native(valuesA), descrC, native(valuesC), offsetsC, columnsC, 1, 1);      \
  }                                                                                                \
  cusparseStatus_t cusparse##S##gebsr2gebsc(                                                       \
      cusparseHandle_t handle, int mb, int nb, int nnzb, const T* values, const int* offsets,      \
      const int* columns, int rowBlockDim, int colBlockDim, T* bscVal, int* bscRowInd,             \
      int* bscColPtr, cusparseAction_t copyValues, cusparseIndexBase_t idxBase, void*) {           \
    return transposeBlocks(handle, {mb, nb, offsets, columns, rowBlockDim, colBlockDim, idxBase},  \
                           nnzb, native(values), native(bscVal), bscRowInd, bscColPtr,             \
                           copyValues);                                                            \
  }                                                                                                \
  cusparseStatus_t cusparse##S##gebsr2gebsr(                                                       \
      cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb, int,                      \
      const cusparseMatDescr_t descrA, const T* valuesA, const int* offsetsA, const int* columnsA, \
      int rowBlockDimA, int colBlockDimA, const cusparseMatDescr_t descrC, T* valuesC,             \
      int* offsetsC, int* columnsC, int rowBlockDimC, int colBlockDimC, void*) {                   \
    return convertBlocks(                                                                          \
        handle, dirA, descrA, {mb, nb, offsetsA, columnsA, rowBlockDimA, colBlockDimA, {}},        \
        native(valuesA), descrC, native(valuesC), offsetsC, columnsC, rowBlockDimC, colBlockDimC); \
  }
HEDDLE_CUSPARSE_EACH(HEDDLE_BLOCK_CONVERSIONS)
}
