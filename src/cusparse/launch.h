// Orders the work of an operation on the stream of a context.
#pragma once

#include "cusparse/descriptors.h"
#include "library/stream_work.h"

#include <algorithm>
#include <cstdint>

namespace heddle::cusparse {

inline cusparseStatus_t statusOf(cudaError_t error) {
  if (error == cudaErrorNotSupported)
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  return error == cudaSuccess ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_EXECUTION_FAILED;
}

// run(begin, end) does a part of `count` rows, columns or entries, once check() has said that all
// memory is there. Both return false where it is not, or where an index is outside of its matrix.
template <class Check, class Run>
cusparseStatus_t launchParts(const cusparseContext& context, std::int64_t count,
                             std::int64_t countPerItem, Check check, Run run) {
  if (count == 0)
    return CUSPARSE_STATUS_SUCCESS;
  const auto items = static_cast<std::uint64_t>((count + countPerItem - 1) / countPerItem);
  const auto work = [=](void* scratch, std::uint64_t begin, std::uint64_t end) {
    return library::holdsForAll(scratch, check) &&
           run(static_cast<std::int64_t>(begin) * countPerItem,
               std::min(static_cast<std::int64_t>(end) * countPerItem, count));
  };
  return statusOf(library::launch(context.stream, "cusparse", items, work, library::kMarkBytes));
}

// The same for work that cannot be parted.
template <class Check, class Run>
cusparseStatus_t launchWhole(const cusparseContext& context, Check check, Run run) {
  return launchParts(context, 1, 1, check, [run](std::int64_t, std::int64_t) { return run(); });
}

} // namespace heddle::cusparse
