// The object behind a cublasXtHandle_t, and how its functions share a matrix among devices.
#pragma once

#include "cublas/handle.h"
#include "cublasXt.h"
#include "library/current_device.h"

#include <vector>

struct cublasXtContext {
  // Each selected device has a stream of its own, so that the devices compute at the same time.
  struct Device {
    int number;
    cudaStream_t stream;
    cublasHandle_t handle;
  };
  std::vector<Device> devices;
  int blockDim = 1024;
  cublasXtPinnedMemMode_t pinningMode = CUBLASXT_PINNING_DISABLED;

  cublasXtContext() = default;
  cublasXtContext(const cublasXtContext&) = delete;
  cublasXtContext& operator=(const cublasXtContext&) = delete;
  ~cublasXtContext();
  cublasStatus_t select(const std::vector<int>& numbers);
};

namespace heddle::cublas::xt {

bool isHandle(cublasXtHandle_t handle);

using library::CurrentDevice;

// Does what all functions of the interface have in common: checks the handle and the arguments, and
// keeps exceptions inside. Functions about settings and those that compute give different codes for
// what is no handle.
template <class Body>
cublasStatus_t call(cublasXtHandle_t handle, const char* name, Arguments arguments, Body body,
                    cublasStatus_t noHandle = CUBLAS_STATUS_INVALID_VALUE) {
  const auto checked = [&]() -> cublasStatus_t {
    if (!isHandle(handle))
      return noHandle;
    if (arguments != Arguments::Valid)
      return CUBLAS_STATUS_INVALID_VALUE;
    return body();
  };
  const cublasStatus_t status = withoutExceptions<cublasStatus_t>(
      {CUBLAS_STATUS_ALLOC_FAILED, CUBLAS_STATUS_INTERNAL_ERROR, CUBLAS_STATUS_INTERNAL_ERROR},
      checked);
  logCall(name, status);
  return status;
}

// Cuts [0, size) into parts, has `work(handle, part)` order work on each on the stream of a device,
// and waits for all of them. Every device gets an early part and a late one, since the parts of a
// triangle grow or shrink from one end to the other.
template <class Work>
cublasStatus_t share(cublasXtHandle_t handle, std::int64_t size, const Work& work) {
  CurrentDevice current;
  const std::size_t devices = handle->devices.size(), parts = 2 * devices;
  cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
  for (std::size_t part = 0; part < parts && status == CUBLAS_STATUS_SUCCESS; ++part) {
    const auto& device = handle->devices[part < devices ? part : parts - 1 - part];
    current.set(device.number);
    if (const Range range = rangeOf(size, parts, part); range.size() > 0)
      status = work(device.handle, range);
  }
  for (const auto& device : handle->devices) {
    const cudaError_t error = cudaStreamSynchronize(device.stream);
    if (status == CUBLAS_STATUS_SUCCESS)
      status = toStatus(error);
  }
  return status;
}

} // namespace heddle::cublas::xt
