// The object behind a cublasHandle_t, and what every function of the API does with it.
#pragma once

#include "cublas/log.h"
#include "cublas/status.h"
#include "cublas_api.h"
#include "ir/api_boundary.h"
#include "library/stream_work.h"
#include "library/value_type.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <string_view>

struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointerMode = CUBLAS_POINTER_MODE_HOST;
  cublasAtomicsMode_t atomicsMode = CUBLAS_ATOMICS_NOT_ALLOWED;
  cublasMath_t mathMode = CUBLAS_DEFAULT_MATH;
  int smCountTarget = 0;
  cublasEmulationStrategy_t emulationStrategy = CUBLAS_EMULATION_STRATEGY_DEFAULT;
  cudaEmulationSpecialValuesSupport specialValues = CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT;
  cudaEmulationMantissaControl mantissaControl = CUDA_EMULATION_MANTISSA_CONTROL_DYNAMIC;
  int maxMantissaBits = 0;
  int mantissaBitOffset = 0;
  int* mantissaBitCount = nullptr;
};

namespace heddle::cublas {

// Handles are looked up, so that an invalid one is an error and does not crash the program.
bool isHandle(cublasHandle_t handle);

// What the check of the arguments of a call has found.
enum class Arguments : std::uint8_t { Valid, Invalid, TooLarge };

// The engine below counts with int, so it cannot take sizes that only fit into 64 bits.
inline Arguments areInRange(std::initializer_list<std::int64_t> sizes) {
  for (const std::int64_t size : sizes)
    if (size > std::numeric_limits<int>::max() || size < std::numeric_limits<int>::min())
      return Arguments::TooLarge;
  return Arguments::Valid;
}
inline Arguments check(std::initializer_list<bool> conditions) {
  for (const bool condition : conditions)
    if (!condition)
      return Arguments::Invalid;
  return Arguments::Valid;
}

// Does what all functions with a handle have in common: checks it, keeps exceptions inside, and
// writes to the log. `name` is that of the function without its type.
template <class Body> cublasStatus_t call(cublasHandle_t handle, const char* name, Body body) {
  const cublasStatus_t status = !isHandle(handle)
                                    ? CUBLAS_STATUS_NOT_INITIALIZED
                                    : withoutExceptions<cublasStatus_t>(
                                          {CUBLAS_STATUS_ALLOC_FAILED, CUBLAS_STATUS_INTERNAL_ERROR,
                                           CUBLAS_STATUS_INTERNAL_ERROR},
                                          body);
  logCall(name, status);
  return status;
}
// The same with arguments that were checked.
template <class Body>
cublasStatus_t call(cublasHandle_t handle, const char* name, Arguments arguments, Body body) {
  return call(handle, name, [&]() -> cublasStatus_t {
    switch (arguments) {
    case Arguments::Invalid:
      return CUBLAS_STATUS_INVALID_VALUE;
    case Arguments::TooLarge:
      return refuseSizes(name);
    case Arguments::Valid:
      break;
    }
    return body();
  });
}
// Ends a call of a vector operation whose types cannot be combined, with the status of cuBLAS. The
// functions that were there first say that a number that names no type is an invalid value; for the
// others it is not supported, as are types that exist but do not go together.
inline cublasStatus_t refuseTypes(cublasHandle_t handle, const char* name,
                                  std::initializer_list<cudaDataType> types) {
  constexpr std::string_view kFirstFunctions[] = {"cublasNrm2Ex", "cublasDotEx", "cublasDotcEx",
                                                  "cublasScalEx", "cublasAxpyEx"};
  return call(handle, name, [=] {
    return std::ranges::all_of(types, library::isDataType) ||
                   std::ranges::find(kFirstFunctions, name) == std::end(kFirstFunctions)
               ? CUBLAS_STATUS_NOT_SUPPORTED
               : CUBLAS_STATUS_INVALID_VALUE;
  });
}
inline Arguments operator&(Arguments first, Arguments second) {
  return first == Arguments::Valid ? second : first;
}

// Orders work on the stream of the handle (library/stream_work.h).
template <class Work>
cublasStatus_t launch(cublasHandle_t handle, const char* name, std::uint64_t items, Work work,
                      std::size_t scratchBytes = 0) {
  return toStatus(library::launch(handle->stream, name, items, std::move(work), scratchBytes));
}
// The same for work of one item that needs no scratch memory: `work` is called once.
template <class Work> cublasStatus_t launchOne(cublasHandle_t handle, const char* name, Work work) {
  return launch(handle, name, 1,
                [work = std::move(work)](void*, std::uint64_t, std::uint64_t) { return work(); });
}

// The number of items to cut work into, so that each has at least `smallest` of `total` units and
// every worker gets at most `perWorker`.
inline std::uint64_t itemCount(std::uint64_t total, std::uint64_t smallest,
                               unsigned perWorker = 1) {
  const std::uint64_t workers = library::internals()->workersPerDevice();
  const std::uint64_t most = workers * perWorker;
  const std::uint64_t items = total / smallest;
  return items < 1 ? 1 : items > most ? most : items;
}

// The part of [0, total) that item `index` of `items` stands for.
struct Range {
  std::int64_t begin, end;
  std::int64_t size() const { return end - begin; }
};
inline Range rangeOf(std::int64_t total, std::uint64_t items, std::uint64_t index) {
  const auto count = static_cast<std::int64_t>(items), at = static_cast<std::int64_t>(index);
  // Multiples of 16 keep the parts of a matrix aligned to the engine's blocks.
  const std::int64_t step = ((total + count - 1) / count + 15) / 16 * 16;
  const auto clamp = [&](std::int64_t value) { return value < total ? value : total; };
  return {clamp(at * step), clamp((at + 1) * step)};
}

inline bool isOperation(cublasOperation_t operation) {
  return operation == CUBLAS_OP_N || operation == CUBLAS_OP_T || operation == CUBLAS_OP_C;
}
inline bool isTriangle(cublasFillMode_t mode) {
  return mode == CUBLAS_FILL_MODE_LOWER || mode == CUBLAS_FILL_MODE_UPPER;
}
inline bool isDiagonal(cublasDiagType_t type) {
  return type == CUBLAS_DIAG_NON_UNIT || type == CUBLAS_DIAG_UNIT;
}
inline bool isSide(cublasSideMode_t side) {
  return side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT;
}
inline std::int64_t atLeastOne(std::int64_t value) {
  return value < 1 ? 1 : value;
}

} // namespace heddle::cublas
