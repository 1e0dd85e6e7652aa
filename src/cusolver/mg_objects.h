// The objects of cusolverMg: handles, grids of devices and descriptions of matrices; and the way of
// a matrix from the devices to the host and back.
#pragma once

#include "cusolver/handle.h"
#include "cusolverMg.h"
#include "library/current_device.h"

#include <algorithm>
#include <memory>
#include <vector>

struct cusolverMgContext {
  std::vector<int> devices; // empty until they are selected
};

namespace heddle::cusolver::mg {

struct Grid {
  std::vector<int> devices;
};

// A matrix whose blocks of columns are dealt out to the devices of a grid.
struct MatrixDescription {
  std::int64_t rows, columns, blockColumns;
  cudaDataType type;
  std::vector<int> devices;
};

// Returns null for a handle that none of the functions has made.
inline const MatrixDescription* find(cudaLibMgMatrixDesc_t description) {
  const auto* const found = static_cast<const MatrixDescription*>(description);
  return exist(found) ? found : nullptr;
}

// What a function has of a matrix: the first `rows` rows and `columns` columns from an offset on.
struct Part {
  const MatrixDescription* description;
  void* const* devices; // the memory of each device
  std::int64_t row, column, rows, columns;

  bool isInside() const {
    return rows >= 0 && columns >= 0 && row >= 0 && column >= 0 &&
           row + rows <= description->rows && column + columns <= description->columns;
  }
};

// Calls visit(address, column, count) for neighbouring columns that lie in one device's memory.
// `column` is counted from the first one of the part, and `ld` is the distance of two columns in
// elements.
template <class T, class Visit>
cudaError_t visitColumns(const Part& part, std::int64_t ld, Visit visit) {
  const std::int64_t block = part.description->blockColumns;
  const auto count = static_cast<std::int64_t>(part.description->devices.size());
  for (std::int64_t at = 0; at < part.columns;) {
    const std::int64_t column = part.column + at, inBlock = column % block;
    const std::int64_t columns = std::min(block - inBlock, part.columns - at);
    T* const memory = static_cast<T*>(part.devices[column / block % count]);
    const std::int64_t local = column / block / count * block + inBlock;
    if (const cudaError_t error = visit(memory + local * ld + part.row, at, columns))
      return error;
    at += columns;
  }
  return cudaSuccess;
}

// Copies between a part of a matrix and a dense matrix of the host.
enum class Direction : std::uint8_t { FromDevices, ToDevices };
template <class T>
cudaError_t copy(const Part& part, std::int64_t ld, T* host, Direction direction) {
  const auto bytes = [](std::int64_t count) { return static_cast<std::size_t>(count) * sizeof(T); };
  if (part.rows == 0)
    return cudaSuccess;
  return visitColumns<T>(part, ld, [&](T* device, std::int64_t column, std::int64_t columns) {
    T* const dense = host + column * part.rows;
    const auto height = static_cast<std::size_t>(columns);
    return direction == Direction::FromDevices
               ? cudaMemcpy2D(dense, bytes(part.rows), device, bytes(ld), bytes(part.rows), height,
                              cudaMemcpyDefault)
               : cudaMemcpy2D(device, bytes(ld), dense, bytes(part.rows), bytes(part.rows), height,
                              cudaMemcpyDefault);
  });
}

// Holds a part of a matrix as a dense matrix of the host, where LAPACK can work on it.
template <class T> class HostMatrix {
public:
  HostMatrix(const Part& part, cudaError_t& error)
      : part_(part), values_(static_cast<std::size_t>(part.rows * part.columns)) {
    if (error == cudaSuccess)
      error = copy(part_, part_.description->rows, values_.data(), Direction::FromDevices);
  }
  cudaError_t store() {
    return copy(part_, part_.description->rows, values_.data(), Direction::ToDevices);
  }
  T* data() { return values_.data(); }
  int ld() const { return static_cast<int>(std::max<std::int64_t>(1, part_.rows)); }

private:
  const Part part_;
  std::vector<T> values_;
};

// Waits for all work of the devices, whose memory the host is about to access.
inline cudaError_t synchronize(const std::vector<int>& devices) {
  library::CurrentDevice current;
  for (const int device : devices) {
    current.set(device);
    if (const cudaError_t error = cudaDeviceSynchronize())
      return error;
  }
  return cudaSuccess;
}

} // namespace heddle::cusolver::mg
