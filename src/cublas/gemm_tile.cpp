#include "cublas/gemm_tile.h"

#include "cublas/engine.h"
#include "cublas/matrix_vector.h"

#include <algorithm>

namespace heddle::cublas {

namespace {

// The products that are summed up at a time where elements are converted. Sums of that many
// products of 8-bit integers are exact in single precision, and those of integers are made in it.
constexpr std::int64_t kConvertedDepth = 512;

// The part of a matrix in memory that is needed, with its type.
struct Block {
  cudaDataType type;
  const char* address;
  std::int64_t rows, columns, ld;

  std::size_t elementBytes() const { return bytesOf(type); }
  const char* column(std::int64_t index) const {
    return address + static_cast<std::size_t>(index * ld) * elementBytes();
  }
  bool isAccessible(bool isWritten) const {
    return rows <= 0 || columns <= 0 ||
           library::isAccessible({address, static_cast<std::size_t>(rows) * elementBytes(),
                                  static_cast<std::size_t>(ld) * elementBytes(),
                                  static_cast<std::size_t>(columns)},
                                 isWritten);
  }
};

// The address of the matrix of one product of the batch. False when the array of addresses is not
// there.
bool findMatrix(const GemmOperand& operand, std::int64_t index, const char*& address) {
  if (operand.addresses) {
    const void* const* entry = operand.addresses + index;
    if (!library::isAccessible({entry, sizeof *entry, sizeof *entry, 1}, false))
      return false;
    address = static_cast<const char*>(*entry);
  } else {
    address = static_cast<const char*>(operand.address) +
              index * operand.stride * static_cast<std::int64_t>(bytesOf(operand.type));
  }
  return true;
}

Block blockOf(const GemmOperand& operand, const char* matrix, bool isTransposed, Range rows,
              Range columns) {
  if (isTransposed)
    std::swap(rows, columns);
  const auto offset = static_cast<std::size_t>(rows.begin + columns.begin * operand.ld);
  return {operand.type, matrix + offset * bytesOf(operand.type), rows.size(), columns.size(),
          operand.ld};
}

template <class V> bool loadFactor(const GemmFactor& factor, cudaDataType type, V& value) {
  const std::size_t bytes = bytesOf(type);
  const void* const from = factor.device ? factor.device : factor.value;
  if (factor.device && !library::isAccessible({from, bytes, bytes, 1}, false))
    return false;
  visitType(type, [&](auto tag) {
    value = convert<V>(*static_cast<const typename decltype(tag)::Type*>(from));
  });
  return true;
}

template <class V> void readColumn(const Block& block, std::int64_t column, V* values) {
  visitType(block.type, [&](auto tag) {
    const auto* from = reinterpret_cast<const typename decltype(tag)::Type*>(block.column(column));
    for (std::int64_t row = 0; row < block.rows; ++row)
      values[row] = convert<V>(from[row]);
  });
}
template <class V> void writeColumn(const Block& block, std::int64_t column, const V* values) {
  visitType(block.type, [&](auto tag) {
    using E = typename decltype(tag)::Type;
    auto* to = reinterpret_cast<E*>(const_cast<char*>(block.column(column)));
    for (std::int64_t row = 0; row < block.rows; ++row)
      to[row] = convert<E>(values[row]);
  });
}

// The blocks of one tile: A and B over all of k.
struct Tile {
  Block a, b, c, d;
};

bool findTile(const Gemm& gemm, std::int64_t index, Range rows, Range columns, Tile& tile) {
  const char *a = nullptr, *b = nullptr, *c = nullptr, *d = nullptr;
  if (!findMatrix(gemm.a, index, a) || !findMatrix(gemm.b, index, b) ||
      !findMatrix(gemm.c, index, c) || !findMatrix(gemm.d, index, d))
    return false;
  const Range all{0, gemm.k};
  tile = {blockOf(gemm.a, a, gemm.operationA != CUBLAS_OP_N, rows, all),
          blockOf(gemm.b, b, gemm.operationB != CUBLAS_OP_N, all, columns),
          blockOf(gemm.c, c, false, rows, columns), blockOf(gemm.d, d, false, rows, columns)};
  return true;
}

template <class T> bool runDirect(const Gemm& gemm, const Tile& tile, T alpha, T beta) {
  engine<T>().gemm(kColumnMajor, engineOperation(gemm.operationA), engineOperation(gemm.operationB),
                   narrow(tile.d.rows), narrow(tile.d.columns), narrow(gemm.k), factor(alpha),
                   reinterpret_cast<const T*>(tile.a.address), narrow(tile.a.ld),
                   reinterpret_cast<const T*>(tile.b.address), narrow(tile.b.ld), factor(beta),
                   reinterpret_cast<T*>(const_cast<char*>(tile.d.address)), narrow(tile.d.ld));
  return true;
}

// A block as a dense matrix of the engine's type.
template <class T> void convertBlock(const Block& block, std::vector<T>& to) {
  to.resize(static_cast<std::size_t>(block.rows * block.columns));
  for (std::int64_t column = 0; column < block.columns; ++column)
    readColumn(block, column, to.data() + column * block.rows);
}

// The part of a block for the products from `depth.begin` on.
Block partOf(const Block& block, bool isDepthInRows, Range depth) {
  const auto bytes = static_cast<std::int64_t>(block.elementBytes());
  if (isDepthInRows)
    return {block.type, block.address + depth.begin * bytes, depth.size(), block.columns, block.ld};
  return {block.type, block.column(depth.begin), block.rows, depth.size(), block.ld};
}

// Sums up op(A) op(B) in `sums`. T is the engine's type, and S that of the sums: the same, or an
// integer.
template <class T, class S>
void multiplyConverted(const Gemm& gemm, const Tile& tile, std::vector<S>& sums) {
  std::vector<T> a, b, products;
  const bool isSeparate = !std::is_same_v<T, S>;
  if (isSeparate)
    products.resize(sums.size());
  for (std::int64_t at = 0; at < gemm.k; at += kConvertedDepth) {
    const Range depth{at, std::min(at + kConvertedDepth, gemm.k)};
    const Block partA = partOf(tile.a, gemm.operationA != CUBLAS_OP_N, depth);
    const Block partB = partOf(tile.b, gemm.operationB == CUBLAS_OP_N, depth);
    convertBlock(partA, a);
    convertBlock(partB, b);
    T* const result = isSeparate ? products.data() : reinterpret_cast<T*>(sums.data());
    engine<T>().gemm(kColumnMajor, engineOperation(gemm.operationA),
                     engineOperation(gemm.operationB), narrow(tile.d.rows), narrow(tile.d.columns),
                     narrow(depth.size()), factor(T(1)), a.data(), narrow(partA.rows), b.data(),
                     narrow(partB.rows), factor(T(!isSeparate && at > 0 ? 1 : 0)), result,
                     narrow(tile.d.rows));
    if constexpr (isSeparate)
      for (std::size_t index = 0; index < sums.size(); ++index)
        sums[index] = static_cast<S>(static_cast<std::uint32_t>(sums[index]) +
                                     static_cast<std::uint32_t>(static_cast<S>(products[index])));
  }
}

// alpha * sum + beta * c. Integers wrap around.
template <class V> V combine(V alpha, V sum, V beta, V c) {
  if constexpr (std::is_integral_v<V>)
    return static_cast<V>(static_cast<std::uint32_t>(alpha) * static_cast<std::uint32_t>(sum) +
                          static_cast<std::uint32_t>(beta) * static_cast<std::uint32_t>(c));
  else
    return multiply(alpha, sum) + multiply(beta, c);
}

// The sums of an operand over the inner dimension, for the gradient of a bias.
template <class V> std::vector<V> sumsOf(const Block& block, bool isDepthInRows) {
  std::vector<V> column(static_cast<std::size_t>(block.rows));
  std::vector<V> sums(static_cast<std::size_t>(isDepthInRows ? block.columns : block.rows));
  for (std::int64_t index = 0; index < block.columns; ++index) {
    readColumn(block, index, column.data());
    for (std::size_t row = 0; row < column.size(); ++row)
      sums[isDepthInRows ? static_cast<std::size_t>(index) : row] += column[row];
  }
  return sums;
}

// Stores the gradient of a bias that belongs to an operand, once for each of its rows or columns.
template <class V>
void storeOperandGradient(const Gemm& gemm, const Tile& tile, Range rows, Range columns,
                          const TileEpilogue<V>& epilogue) {
  const BiasGradient gradient = gemm.epilogue->biasGradient;
  if (gradient == BiasGradient::OperandA && columns.begin == 0)
    epilogue.storeGradient(rows, sumsOf<V>(tile.a, gemm.operationA != CUBLAS_OP_N));
  if (gradient == BiasGradient::OperandB && rows.begin == 0)
    epilogue.storeGradient(columns, sumsOf<V>(tile.b, gemm.operationB == CUBLAS_OP_N));
}

// V is the type that alpha and beta are applied in. `finishColumn` changes the values of a column
// before they are stored.
template <class T, class S, class V, class FinishColumn>
bool runConverted(const Gemm& gemm, const Tile& tile, V alpha, V beta, FinishColumn finishColumn) {
  const auto rows = static_cast<std::size_t>(tile.d.rows);
  std::vector<S> sums(rows * static_cast<std::size_t>(tile.d.columns));
  if (alpha != V(0))
    multiplyConverted<T, S>(gemm, tile, sums);
  std::vector<V> old(rows), values(rows);
  for (std::int64_t column = 0; column < tile.d.columns; ++column) {
    if (beta != V(0))
      readColumn(tile.c, column, old.data());
    const S* const sum = sums.data() + static_cast<std::size_t>(column) * rows;
    for (std::size_t row = 0; row < rows; ++row)
      values[row] = combine(alpha, convert<V>(sum[row]), beta, old[row]);
    finishColumn(column, values.data());
    writeColumn(tile.d, column, values.data());
  }
  return true;
}

template <class T, class S, class V>
bool runWithEpilogue(const Gemm& gemm, std::int64_t index, Range rows, Range columns,
                     const Tile& tile, V alpha, V beta) {
  TileEpilogue<V> epilogue(*gemm.epilogue, index, rows, columns);
  if (!epilogue.begin(alpha, beta))
    return false;
  runConverted<T, S, V>(gemm, tile, alpha, beta,
                        [&](std::int64_t column, V* values) { epilogue.apply(column, values); });
  epilogue.finish();
  storeOperandGradient(gemm, tile, rows, columns, epilogue);
  return true;
}

// Reads the factors, looks at the memory that they demand, and runs the tile.
template <class T, class S, class V>
bool run(const Gemm& gemm, std::int64_t index, Range rows, Range columns) {
  V alpha, beta;
  Tile tile;
  if (!loadFactor(gemm.alpha, gemm.scaleType, alpha) ||
      !loadFactor(gemm.beta, gemm.scaleType, beta) || !findTile(gemm, index, rows, columns, tile) ||
      (alpha != V(0) && !(tile.a.isAccessible(false) && tile.b.isAccessible(false))) ||
      (beta != V(0) && !tile.c.isAccessible(false)) || !tile.d.isAccessible(true))
    return false;
  if constexpr (std::is_same_v<T, V>)
    if (isDirect(gemm))
      return runDirect<T>(gemm, tile, alpha, beta);
  if constexpr (std::is_floating_point_v<V>)
    if (gemm.epilogue)
      return runWithEpilogue<T, S, V>(gemm, index, rows, columns, tile, alpha, beta);
  return runConverted<T, S, V>(gemm, tile, alpha, beta, [](std::int64_t, V*) {});
}

} // namespace

bool isDirect(const Gemm& gemm) {
  const cudaDataType type = gemm.computeType;
  return !gemm.epilogue && type != CUDA_R_32I && gemm.a.type == type && gemm.b.type == type &&
         gemm.c.type == type && gemm.d.type == type && gemm.scaleType == type &&
         gemm.c.address == gemm.d.address && gemm.c.addresses == gemm.d.addresses &&
         gemm.c.ld == gemm.d.ld;
}

bool runTile(const Gemm& gemm, std::int64_t index, Range rows, Range columns) {
  using ComplexFloat = std::complex<float>;
  using ComplexDouble = std::complex<double>;
  switch (gemm.computeType) {
  case CUDA_R_64F:
    return run<double, double, double>(gemm, index, rows, columns);
  case CUDA_C_32F:
    return run<ComplexFloat, ComplexFloat, ComplexFloat>(gemm, index, rows, columns);
  case CUDA_C_64F:
    return run<ComplexDouble, ComplexDouble, ComplexDouble>(gemm, index, rows, columns);
  case CUDA_R_32I:
    return gemm.scaleType == CUDA_R_32I
               ? run<float, std::int32_t, std::int32_t>(gemm, index, rows, columns)
               : run<float, std::int32_t, float>(gemm, index, rows, columns);
  default:
    return run<float, float, float>(gemm, index, rows, columns);
  }
}

} // namespace heddle::cublas
