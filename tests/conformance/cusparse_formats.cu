// cuSPARSE: products with matrices in all formats, types of values and indices, and operations.
// Every combination must give the status that an H200 gives; where there is a result, it must be
// equal, since all numbers are small integers. Also sizes of 0, 1 and odd ones.
//
// kStatuses has a line for each function, format and type of indices, and in it a digit for each
// combination of types and each operation. With RECORD_STATUSES the program prints these lines.

// nvcc: -lcusparse
#include "cusparse_check.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>
#include <string.h>
#include <string>

using namespace conformance;

static cusparseHandle_t handle;

struct Types {
  cudaDataType a, x, y, compute;
};
static const Types kTypes[] = {
    {CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F},
    {CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F},
    {CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F},
    {CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, CUDA_C_64F},
    {CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_32F},
    {CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, CUDA_R_32F},
    {CUDA_R_16BF, CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F},
    {CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F, CUDA_R_32F},
    {CUDA_R_8I, CUDA_R_8I, CUDA_R_32I, CUDA_R_32I},
    {CUDA_R_8I, CUDA_R_8I, CUDA_R_32F, CUDA_R_32F},
    {CUDA_C_16F, CUDA_C_16F, CUDA_C_16F, CUDA_C_32F},
    {CUDA_C_16BF, CUDA_C_16BF, CUDA_C_16BF, CUDA_C_32F},
    {CUDA_R_32F, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F},
    {CUDA_R_64F, CUDA_C_64F, CUDA_C_64F, CUDA_C_64F},
    {CUDA_R_32F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F},
    {CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_64F},
};
static const cusparseOperation_t kOperations[] = {kPlain, kTranspose, kAdjoint};

static bool isComplex(cudaDataType type) {
  return type == CUDA_C_16F || type == CUDA_C_16BF || type == CUDA_C_32F || type == CUDA_C_64F;
}

// Numbers as bytes of a type that is known only at run time.
template <class T> void append(std::vector<char>& bytes, T value) {
  const char* data = reinterpret_cast<const char*>(&value);
  bytes.insert(bytes.end(), data, data + sizeof value);
}
static void appendPart(std::vector<char>& bytes, cudaDataType type, double part) {
  switch (type) {
  case CUDA_R_8I:
    return append(bytes, static_cast<signed char>(part));
  case CUDA_R_32I:
    return append(bytes, static_cast<int>(part));
  case CUDA_R_16F:
  case CUDA_C_16F:
    return append(bytes, __float2half(static_cast<float>(part)));
  case CUDA_R_16BF:
  case CUDA_C_16BF:
    return append(bytes, __float2bfloat16(static_cast<float>(part)));
  case CUDA_R_32F:
  case CUDA_C_32F:
    return append(bytes, static_cast<float>(part));
  default:
    return append(bytes, part);
  }
}
static std::vector<char> encode(cudaDataType type, const std::vector<Number>& numbers) {
  std::vector<char> bytes;
  for (const Number& one : numbers) {
    appendPart(bytes, type, one.real());
    if (isComplex(type))
      appendPart(bytes, type, one.imag());
  }
  return bytes;
}
template <class T> T take(const char*& bytes) {
  T value;
  memcpy(&value, bytes, sizeof value);
  bytes += sizeof value;
  return value;
}
static double takePart(const char*& bytes, cudaDataType type) {
  switch (type) {
  case CUDA_R_8I:
    return take<signed char>(bytes);
  case CUDA_R_32I:
    return take<int>(bytes);
  case CUDA_R_16F:
  case CUDA_C_16F:
    return __half2float(take<__half>(bytes));
  case CUDA_R_16BF:
  case CUDA_C_16BF:
    return __bfloat162float(take<__nv_bfloat16>(bytes));
  case CUDA_R_32F:
  case CUDA_C_32F:
    return take<float>(bytes);
  default:
    return take<double>(bytes);
  }
}
static std::vector<Number> decode(cudaDataType type, const std::vector<char>& bytes) {
  std::vector<Number> numbers;
  for (const char* at = bytes.data(); at < bytes.data() + bytes.size();) {
    const double real = takePart(at, type);
    numbers.push_back({real, isComplex(type) ? takePart(at, type) : 0});
  }
  return numbers;
}
// Integers between -1 and 1, or -2 and 2, whose sums are exact in all types.
static std::vector<Number> integers(size_t count, int limit, cudaDataType type, unsigned seed) {
  std::vector<Number> result;
  unsigned state = seed;
  for (size_t i = 0; i < count; ++i) {
    state = state * 1664525u + 1013904223u;
    const int real = static_cast<int>((state >> 16) % (2 * limit + 1)) - limit;
    state = state * 1664525u + 1013904223u;
    const int imaginary = static_cast<int>((state >> 16) % (2 * limit + 1)) - limit;
    result.push_back({double(real), isComplex(type) ? double(imaginary) : 0});
  }
  return result;
}

static std::vector<char> encodeIndices(cusparseIndexType_t type, const std::vector<int>& indices) {
  std::vector<char> bytes;
  for (int one : indices)
    if (type == CUSPARSE_INDEX_64I)
      append(bytes, static_cast<int64_t>(one));
    else
      append(bytes, one);
  return bytes;
}

// A matrix of which about a third of the blocks has elements, by rows.
struct Pattern {
  int rows, columns, block;
  std::vector<Number> dense;
  std::vector<char> isBlock; // by rows of blocks
  int blockRows() const { return (rows + block - 1) / block; }
  int blockColumns() const { return (columns + block - 1) / block; }
  Number at(cusparseOperation_t operation, int row, int column) const {
    const Number x = dense[operation == kPlain ? row * columns + column : column * columns + row];
    return operation == kAdjoint ? std::conj(x) : x;
  }
};
static Pattern pattern(int rows, int columns, int block, cudaDataType type) {
  Pattern result{rows, columns, block, integers(size_t(rows) * columns, 1, type, 5), {}};
  for (int i = 0; i < result.blockRows(); ++i)
    for (int j = 0; j < result.blockColumns(); ++j)
      result.isBlock.push_back((i + 2 * j) % 3 == 0);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      if (!result.isBlock[i / block * result.blockColumns() + j / block])
        result.dense[i * columns + j] = 0;
  return result;
}

// The arrays of a matrix in one of the formats.
struct Stored {
  std::vector<int> offsets, indices;
  std::vector<Number> values;
};
static Stored compressed(const Pattern& a, bool isByColumns, int base) {
  Stored result;
  const int lines = isByColumns ? a.columns : a.rows, width = isByColumns ? a.rows : a.columns;
  result.offsets.push_back(base);
  for (int line = 0; line < lines; ++line) {
    for (int k = 0; k < width; ++k) {
      const int row = isByColumns ? k : line, column = isByColumns ? line : k;
      if (!a.isBlock[row / a.block * a.blockColumns() + column / a.block])
        continue;
      result.indices.push_back(k + base);
      result.values.push_back(a.dense[row * a.columns + column]);
    }
    result.offsets.push_back(static_cast<int>(result.indices.size()) + base);
  }
  return result;
}
static Stored coordinates(const Pattern& a, int base) {
  Stored result = compressed(a, false, base);
  std::vector<int> rows;
  for (int row = 0; row < a.rows; ++row)
    rows.insert(rows.end(), result.offsets[row + 1] - result.offsets[row], row + base);
  result.offsets = rows;
  return result;
}
static Stored blocks(const Pattern& a, int base, bool isByRow) {
  Stored result;
  result.offsets.push_back(base);
  for (int i = 0; i < a.blockRows(); ++i) {
    for (int j = 0; j < a.blockColumns(); ++j) {
      if (!a.isBlock[i * a.blockColumns() + j])
        continue;
      result.indices.push_back(j + base);
      for (int k = 0; k < a.block * a.block; ++k) {
        const int row = isByRow ? k / a.block : k % a.block,
                  column = isByRow ? k % a.block : k / a.block;
        result.values.push_back(a.dense[(i * a.block + row) * a.columns + j * a.block + column]);
      }
    }
    result.offsets.push_back(static_cast<int>(result.indices.size()) + base);
  }
  return result;
}
// Every row of blocks gets as many as the longest has; -1 is one that is not there.
static Stored paddedBlocks(const Pattern& a, int base, int& width) {
  Stored result;
  width = 0;
  for (int i = 0; i < a.blockRows(); ++i) {
    int count = 0;
    for (int j = 0; j < a.blockColumns(); ++j)
      count += a.isBlock[i * a.blockColumns() + j];
    width = count > width ? count : width;
  }
  result.values.resize(size_t(a.blockRows()) * a.block * width * a.block);
  for (int i = 0; i < a.blockRows(); ++i) {
    int place = 0;
    for (int j = 0; j < a.blockColumns(); ++j) {
      if (!a.isBlock[i * a.blockColumns() + j])
        continue;
      result.indices.push_back(j + base);
      for (int row = 0; row < a.block; ++row)
        for (int column = 0; column < a.block; ++column)
          result.values[size_t(i * a.block + row) * width * a.block + place * a.block + column] =
              a.dense[(i * a.block + row) * a.columns + j * a.block + column];
      ++place;
    }
    for (; place < width; ++place)
      result.indices.push_back(-1);
  }
  return result;
}
// Slices of four rows, column by column, each as wide as its longest row.
static const int kSliceSize = 4;
static Stored slices(const Pattern& a, int base) {
  const Stored rows = compressed(a, false, 0);
  Stored result;
  result.offsets.push_back(base);
  for (int first = 0; first < a.rows; first += kSliceSize) {
    int width = 0;
    for (int row = first; row < first + kSliceSize && row < a.rows; ++row)
      width = std::max(width, rows.offsets[row + 1] - rows.offsets[row]);
    for (int k = 0; k < width; ++k)
      for (int row = first; row < first + kSliceSize; ++row) {
        const bool isThere = row < a.rows && rows.offsets[row] + k < rows.offsets[row + 1];
        result.indices.push_back(isThere ? rows.indices[rows.offsets[row] + k] + base : -1);
        result.values.push_back(isThere ? rows.values[rows.offsets[row] + k] : 0);
      }
    result.offsets.push_back(static_cast<int>(result.indices.size()) + base);
  }
  return result;
}

enum Format { kCsr, kCsc, kCoo, kBsr, kBsrByColumn, kBlockedEll, kSlicedEll };
static const Format kFormats[] = {kCsr, kCsc, kCoo, kBsr, kBsrByColumn, kBlockedEll, kSlicedEll};

// Types of offsets and indices.
struct IndexTypes {
  cusparseIndexType_t offsets, indices;
};
static const IndexTypes kIndexTypes[] = {{CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I},
                                         {CUSPARSE_INDEX_64I, CUSPARSE_INDEX_32I},
                                         {CUSPARSE_INDEX_64I, CUSPARSE_INDEX_64I}};

struct DeviceMatrixOf {
  Both<char> offsets, indices, values;
  cusparseSpMatDescr_t descriptor = nullptr;
  cusparseStatus_t status;

  static Stored stored(const Pattern& a, Format format, int base, int& width) {
    switch (format) {
    case kCsr:
    case kCsc:
      return compressed(a, format == kCsc, base);
    case kCoo:
      return coordinates(a, base);
    case kBsr:
    case kBsrByColumn:
      return blocks(a, base, format == kBsr);
    case kBlockedEll:
      return paddedBlocks(a, base, width);
    default:
      return slices(a, base);
    }
  }
  DeviceMatrixOf(const Pattern& a, Format format, IndexTypes index, cudaDataType type, int base)
      : DeviceMatrixOf(a, format, index, type, base, 0) {}

private:
  DeviceMatrixOf(const Pattern& a, Format format, IndexTypes index, cudaDataType type, int base,
                 int width)
      : DeviceMatrixOf(a, format, index, type, base, stored(a, format, base, width), 0) {
    const Stored s = stored(a, format, base, width);
    const auto from = base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO;
    const int64_t nnz = static_cast<int64_t>(s.indices.size());
    switch (format) {
    case kCsr:
      status =
          cusparseCreateCsr(&descriptor, a.rows, a.columns, nnz, offsets.device, indices.device,
                            values.device, index.offsets, index.indices, from, type);
      break;
    case kCsc:
      status =
          cusparseCreateCsc(&descriptor, a.rows, a.columns, nnz, offsets.device, indices.device,
                            values.device, index.offsets, index.indices, from, type);
      break;
    case kCoo:
      status = cusparseCreateCoo(&descriptor, a.rows, a.columns, nnz, offsets.device,
                                 indices.device, values.device, index.indices, from, type);
      break;
    case kBsr:
    case kBsrByColumn:
      status = cusparseCreateBsr(&descriptor, a.blockRows(), a.blockColumns(), nnz, a.block,
                                 a.block, offsets.device, indices.device, values.device,
                                 index.offsets, index.indices, from, type,
                                 format == kBsr ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL);
      break;
    case kBlockedEll:
      status = cusparseCreateBlockedEll(&descriptor, a.rows, a.columns, a.block, width * a.block,
                                        indices.device, values.device, index.indices, from, type);
      break;
    case kSlicedEll: {
      int64_t entries = 0;
      for (int one : s.indices)
        entries += one >= 0;
      status = cusparseCreateSlicedEll(&descriptor, a.rows, a.columns, entries, nnz, kSliceSize,
                                       offsets.device, indices.device, values.device, index.offsets,
                                       index.indices, from, type);
      break;
    }
    }
  }
  DeviceMatrixOf(const Pattern&, Format format, IndexTypes index, cudaDataType type, int,
                 const Stored& s, int)
      : offsets(encodeIndices(format == kCoo ? index.indices : index.offsets, s.offsets)),
        indices(encodeIndices(index.indices, s.indices)), values(encode(type, s.values)) {}

public:
  ~DeviceMatrixOf() {
    if (status == CUSPARSE_STATUS_SUCCESS)
      cusparseDestroySpMat(descriptor);
  }
};

static char digit(cusparseStatus_t status) {
  return static_cast<char>(status == CUSPARSE_STATUS_SUCCESS ? '0' : 'a' + (int(status) - 1));
}

// The factors of a product, alpha = 2 and beta = 1.
struct Factors {
  std::vector<char> alpha, beta;
  explicit Factors(cudaDataType type) : alpha(encode(type, {2.0})), beta(encode(type, {1.0})) {}
};

static char withVector(const Pattern& a, Format format, IndexTypes index, const Types& types,
                       cusparseOperation_t operation, int base) {
  const int rows = operation == kPlain ? a.rows : a.columns,
            columns = operation == kPlain ? a.columns : a.rows;
  DeviceMatrixOf matrix(a, format, index, types.a, base);
  if (matrix.status != CUSPARSE_STATUS_SUCCESS)
    return digit(matrix.status);
  const std::vector<Number> x = integers(columns, 2, types.x, 3), y = integers(rows, 2, types.y, 4);
  Both<char> deviceX(encode(types.x, x)), deviceY(encode(types.y, y));
  cusparseDnVecDescr_t vecX, vecY;
  CUSPARSE_CHECK(cusparseCreateDnVec(&vecX, columns, deviceX.device, types.x));
  CUSPARSE_CHECK(cusparseCreateDnVec(&vecY, rows, deviceY.device, types.y));
  const Factors f(types.compute);
  size_t size = 0;
  cusparseStatus_t status =
      cusparseSpMV_bufferSize(handle, operation, f.alpha.data(), matrix.descriptor, vecX,
                              f.beta.data(), vecY, types.compute, CUSPARSE_SPMV_ALG_DEFAULT, &size);
  if (status == CUSPARSE_STATUS_SUCCESS) {
    Scratch scratch(size);
    status = cusparseSpMV(handle, operation, f.alpha.data(), matrix.descriptor, vecX, f.beta.data(),
                          vecY, types.compute, CUSPARSE_SPMV_ALG_DEFAULT, scratch.device);
    const std::vector<Number> result = decode(types.y, deviceY.download());
    for (int i = 0; status == CUSPARSE_STATUS_SUCCESS && i < rows; ++i) {
      Number sum = 0;
      for (int j = 0; j < columns; ++j)
        sum += a.at(operation, i, j) * x[j];
      if (result[i] != 2.0 * sum + y[i])
        return '!';
    }
  }
  cusparseDestroyDnVec(vecX);
  cusparseDestroyDnVec(vecY);
  return digit(status);
}

static char withMatrix(const Pattern& a, Format format, IndexTypes index, const Types& types,
                       cusparseOperation_t operation, int base, bool isByRow) {
  const int rows = operation == kPlain ? a.rows : a.columns,
            inner = operation == kPlain ? a.columns : a.rows, columns = 8;
  DeviceMatrixOf matrix(a, format, index, types.a, base);
  if (matrix.status != CUSPARSE_STATUS_SUCCESS)
    return digit(matrix.status);
  const std::vector<Number> b = integers(size_t(inner) * columns, 2, types.x, 3),
                            c = integers(size_t(rows) * columns, 2, types.y, 4);
  Both<char> deviceB(encode(types.x, b)), deviceC(encode(types.y, c));
  const auto order = isByRow ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
  cusparseDnMatDescr_t matB, matC;
  CUSPARSE_CHECK(cusparseCreateDnMat(&matB, inner, columns, isByRow ? columns : inner,
                                     deviceB.device, types.x, order));
  CUSPARSE_CHECK(cusparseCreateDnMat(&matC, rows, columns, isByRow ? columns : rows, deviceC.device,
                                     types.y, order));
  const Factors f(types.compute);
  size_t size = 0;
  cusparseStatus_t status =
      cusparseSpMM_bufferSize(handle, operation, kPlain, f.alpha.data(), matrix.descriptor, matB,
                              f.beta.data(), matC, types.compute, CUSPARSE_SPMM_ALG_DEFAULT, &size);
  if (status == CUSPARSE_STATUS_SUCCESS) {
    Scratch scratch(size);
    status =
        cusparseSpMM(handle, operation, kPlain, f.alpha.data(), matrix.descriptor, matB,
                     f.beta.data(), matC, types.compute, CUSPARSE_SPMM_ALG_DEFAULT, scratch.device);
    const std::vector<Number> result = decode(types.y, deviceC.download());
    const auto place = [&](int row, int column, int height) {
      return isByRow ? size_t(row) * columns + column : row + size_t(column) * height;
    };
    for (int i = 0; status == CUSPARSE_STATUS_SUCCESS && i < rows; ++i)
      for (int j = 0; j < columns; ++j) {
        Number sum = 0;
        for (int k = 0; k < inner; ++k)
          sum += a.at(operation, i, k) * b[place(k, j, inner)];
        if (result[place(i, j, rows)] != 2.0 * sum + c[place(i, j, rows)])
          return '!';
      }
  }
  cusparseDestroyDnMat(matB);
  cusparseDestroyDnMat(matC);
  return digit(status);
}

// C = 2 * A * B + C at the places that C has. The sparse matrix is the result here.
static char sampled(const Pattern& c, Format format, IndexTypes index, const Types& types,
                    int base) {
  const int inner = 8;
  DeviceMatrixOf matrix(c, format, index, types.y, base);
  if (matrix.status != CUSPARSE_STATUS_SUCCESS)
    return digit(matrix.status);
  const std::vector<Number> a = integers(size_t(c.rows) * inner, 2, types.a, 3),
                            b = integers(size_t(inner) * c.columns, 1, types.x, 4);
  Both<char> deviceA(encode(types.a, a)), deviceB(encode(types.x, b));
  cusparseDnMatDescr_t matA, matB;
  CUSPARSE_CHECK(cusparseCreateDnMat(&matA, c.rows, inner, inner, deviceA.device, types.a,
                                     CUSPARSE_ORDER_ROW));
  CUSPARSE_CHECK(cusparseCreateDnMat(&matB, inner, c.columns, c.columns, deviceB.device, types.x,
                                     CUSPARSE_ORDER_ROW));
  const Factors f(types.compute);
  size_t size = 0;
  cusparseStatus_t status =
      cusparseSDDMM_bufferSize(handle, kPlain, kPlain, f.alpha.data(), matA, matB, f.beta.data(),
                               matrix.descriptor, types.compute, CUSPARSE_SDDMM_ALG_DEFAULT, &size);
  if (status == CUSPARSE_STATUS_SUCCESS) {
    Scratch scratch(size);
    status =
        cusparseSDDMM(handle, kPlain, kPlain, f.alpha.data(), matA, matB, f.beta.data(),
                      matrix.descriptor, types.compute, CUSPARSE_SDDMM_ALG_DEFAULT, scratch.device);
  }
  if (status == CUSPARSE_STATUS_SUCCESS) {
    Pattern expected = c;
    for (int i = 0; i < c.rows; ++i)
      for (int j = 0; j < c.columns; ++j) {
        Number sum = 0;
        for (int k = 0; k < inner; ++k)
          sum += a[size_t(i) * inner + k] * b[size_t(k) * c.columns + j];
        if (c.isBlock[i / c.block * c.blockColumns() + j / c.block])
          expected.dense[i * c.columns + j] += 2.0 * sum;
      }
    int width = 0;
    const Stored stored = DeviceMatrixOf::stored(expected, format, base, width);
    const std::vector<Number> result = decode(types.y, matrix.values.download());
    for (size_t i = 0; i < stored.values.size(); ++i)
      if (result[i] != stored.values[i])
        return '!';
  }
  cusparseDestroyDnMat(matA);
  cusparseDestroyDnMat(matB);
  return digit(status);
}

// clang-format off
static const char* const kStatuses[] = {
    "00c00c00000000c00c00c00c00c00c00000000c00c00cjjj",
    "0000cc0000cc0000000000000000cc0000cc0000cc0000cc0000cc0000cc0000000000000000cc0000ccjjjjccjjjjcc",
    "000000jjjjjjjjjj",
    "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj",
    "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj",
    "jjjjjjjjjjjjjjjj",
    "00c00c00000000c00c00c00c00c00c00000000c00c00cjjj",
    "0000cc0000cc0000000000000000cc0000cc0000cc0000cc0000cc0000cc0000000000000000cc0000ccjjjjccjjjjcc",
    "000000jjjjjjjjjj",
    "00c00c00000000c00c00c00c00c00c00000000c00c00cjjj",
    "0000cc0000cc0000000000000000cc0000cc0000cc0000cc0000cc0000cc0000000000000000cc0000ccjjjjccjjjjcc",
    "jjjjjjjjjjjjjjjj",
    "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj",
    "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj",
    "jjjjjjjjjjjjjjjj",
    "00c00c00000000c00c00c00c00c00c00000000c00c00cjjj",
    "0000cc0000cc0000000000000000cc0000cc0000cc0000cc0000cc0000cc0000000000000000cc0000ccjjjjccjjjjcc",
    "jjjjjjjjjjjjjjjj",
    "00c00c00000000c00c00c00c00c00c00000000c00c00cjjj",
    "0000cc0000cc0000000000000000cc0000cc0000cc0000cc0000cc0000cc0000000000000000cc0000ccjjjjccjjjjcc",
    "jjjjjjjjjjjjjjjj",
    "00c00c00000000c00c00c00c00c00c00000000c00c00cjjj",
    "0000cc0000cc0000000000000000cc0000cc0000cc0000cc0000cc0000cc0000000000000000cc0000ccjjjjccjjjjcc",
    "jjjjjjjjjjjjjjjj",
    "00c00c00000000c00c00c00c00c00c00000000c00c00cjjj",
    "0000cc0000cc0000000000000000cc0000cc0000cc0000cc0000cc0000cc0000000000000000cc0000ccjjjjccjjjjcc",
    "jjjjjjjjjjjjjjjj",
    "0jc0jc0jj0jj0jc0jc0jc0jc0jc0jc0jj0jj0jc0jc0jcjjj",
    "00jjcc00jjcc00jjjj00jjjj00jjcc00jjcc00jjcc00jjcc00jjcc00jjccjjjjjjjjjjjjjjjjccjjjjccjjjjccjjjjcc",
    "00000000jjjjjjjj",
    "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj",
    "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj",
    "jjjjjjjjjjjjjjjj",
    "0jc0jc0jj0jj0jc0jc0jc0jc0jc0jc0jj0jj0jc0jc0jcjjj",
    "00jjcc00jjcc00jjjj00jjjj00jjcc00jjcc00jjcc00jjcc00jjcc00jjccjjjjjjjjjjjjjjjjccjjjjccjjjjccjjjjcc",
    "00000000jjjjjjjj",
    "0jc0jc0jj0jj0jc0jc0jc0jc0jc0jc0jj0jj0jc0jc0jcjjj",
    "jjjjccjjjjccjjjjjjjjjjjjjjjjccjjjjccjjjjccjjjjccjjjjccjjjjccjjjjjjjjjjjjjjjjccjjjjccjjjjccjjjjcc",
    "00000000jjjjjjjj",
    "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj",
    "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj",
    "jjjjjjjjjjjjjjjj",
    "0jc0jc0jj0jj0jc0jc0jc0jc0jc0jc0jj0jj0jc0jc0jcjjj",
    "jjjjccjjjjccjjjjjjjjjjjjjjjjccjjjjccjjjjccjjjjccjjjjccjjjjccjjjjjjjjjjjjjjjjccjjjjccjjjjccjjjjcc",
    "00000000jjjjjjjj",
    "jjcjjcjjjjjjjjcjjcjjcjjcjjcjjcjjjjjjjjcjjcjjcjjj",
    "00jjcc00jjccjjjjjjjjjjjj00jjcc00jjcc00jjcc00jjcc0jjjccjjjjccjjjjjjjjjjjjjjjjccjjjjccjjjjccjjjjcc",
    "jjjjjjjjjjjjjjjj",
    "jjcjjcjjjjjjjjcjjcjjcjjcjjcjjcjjjjjjjjcjjcjjcjjj",
    "00jjcc00jjccjjjjjjjjjjjj00jjcc00jjcc00jjcc00jjcc0jjjccjjjjccjjjjjjjjjjjjjjjjccjjjjccjjjjccjjjjcc",
    "jjjjjjjjjjjjjjjj",
    "jjcjjcjjjjjjjjcjjcjjcjjcjjcjjcjjjjjjjjcjjcjjcjjj",
    "jjjjccjjjjccjjjjjjjjjjjjjjjjccjjjjccjjjjccjjjjccjjjjccjjjjccjjjjjjjjjjjjjjjjccjjjjccjjjjccjjjjcc",
    "jjjjjjjjjjjjjjjj",
    "00c00c00000000c00c00c00c00c00c00000000c00c00cjjj",
    "jjjjccjjjjccjjjjjjjjjjjjjjjjccjjjjccjjjjccjjjjccjjjjccjjjjccjjjjjjjjjjjjjjjjccjjjjccjjjjccjjjjcc",
    "jjjjjjjjjjjjjjjj",
    "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj",
    "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj",
    "jjjjjjjjjjjjjjjj",
    "00c00c00000000c00c00c00c00c00c00000000c00c00cjjj",
    "jjjjccjjjjccjjjjjjjjjjjjjjjjccjjjjccjjjjccjjjjccjjjjccjjjjccjjjjjjjjjjjjjjjjccjjjjccjjjjccjjjjcc",
    "jjjjjjjjjjjjjjjj",
    "0000000000000000000000000000",
    "0000000000000000000000000000",
    "0000000000000000000000000000",
    "0000000000000000000000000000",
    "0000000000000000000000000000",
    "0000000000000000000000000000",
    "0j0j0j0j0j0j0j0j0j0j0j0j0j0j",
    "0j0j0j0j0j0j0j0j0j0j0j0j0j0j",
};
// clang-format on
static int line = 0;

static void expectLine(const std::string& found) {
#ifdef RECORD_STATUSES
  printf("    \"%s\",\n", found.c_str());
#else
  if (found != kStatuses[line])
    printf("line %d: %s, not %s\n", line, found.c_str(), kStatuses[line]);
  CHECK(found == kStatuses[line]);
#endif
  ++line;
}

static void allTypes(Format format, IndexTypes index) {
  std::string vectors, matrices, samples;
  for (const Types& types : kTypes) {
    const Pattern a = pattern(12, 8, 4, types.a), c = pattern(12, 8, 4, types.y);
    for (cusparseOperation_t operation : kOperations) {
      vectors += withVector(a, format, index, types, operation, 0);
      for (bool isByRow : {false, true})
        matrices += withMatrix(a, format, index, types, operation, 0, isByRow);
    }
    samples += sampled(c, format, index, types, 0);
  }
  expectLine(vectors);
  expectLine(matrices);
  expectLine(samples);
}

// Sizes that are no multiple of a block or slice, a single element and nothing.
static void sizes() {
  const Types types = {CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F};
  const int all[][2] = {{13, 7}, {1, 1}, {1, 9}, {9, 1}, {0, 0}, {0, 5}, {5, 0}};
  for (Format format : {kCsr, kCsc, kCoo, kSlicedEll})
    for (int base : {0, 1}) {
      std::string found;
      for (const auto& size : all)
        for (cusparseOperation_t operation : {kPlain, kTranspose}) {
          const Pattern a = pattern(size[0], size[1], 1, types.a);
          found += withVector(a, format, kIndexTypes[0], types, operation, base);
          found += withMatrix(a, format, kIndexTypes[0], types, operation, base, true);
        }
      expectLine(found);
    }
}

int main() {
  CUSPARSE_CHECK(cusparseCreate(&handle));
  for (Format format : kFormats)
    for (IndexTypes index : kIndexTypes)
      allTypes(format, index);
  sizes();
  CUSPARSE_CHECK(cusparseDestroy(handle));
  return ok();
}
