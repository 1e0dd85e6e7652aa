// Changes of kernel nodes by device code: cudaGraphKernelNodeSetParam and the like, which hold from
// the next time the node begins to run.

#include "exec/device_runtime_call.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace {

using namespace heddle;
using namespace heddle::exec;

// A handle that names no node is an address from which a GPU's kernel would read.
void requireNode(cudaError_t error) {
  if (error == cudaErrorIllegalAddress)
    Worker::inKernel()->abandonKernel({Fault::IllegalAddress, "illegal address", nullptr, {}, {}});
}

// The program's value is copied in pieces, since the stack of the kernel may be small.
cudaError_t setParameter(DeviceServices& services, std::uint64_t node, std::uint64_t offset,
                         std::uint64_t value, std::uint64_t bytes) {
  std::array<char, 256> piece;
  for (std::uint64_t done = 0; done < bytes; done += piece.size()) {
    const auto length = std::min<std::uint64_t>(piece.size(), bytes - done);
    copyWithKernelRights(piece.data(), toPointer<const char>(value + done), length);
    if (const cudaError_t error =
            services.setNodeParameter(node, offset + done, std::span(piece).first(length));
        error != cudaSuccess)
      return error;
  }
  return cudaSuccess;
}

cudaError_t apply(DeviceServices& services, const cudaGraphKernelNodeUpdate& update) {
  const auto node = reinterpret_cast<std::uint64_t>(update.node);
  const auto& data = update.updateData;
  switch (update.field) {
  case cudaGraphKernelNodeFieldGridDim: {
    const std::array<std::uint32_t, 3> gridDim{data.gridDim.x, data.gridDim.y, data.gridDim.z};
    return services.setNodeGridDim(node, gridDim);
  }
  case cudaGraphKernelNodeFieldParam:
    return setParameter(services, node, data.param.offset,
                        reinterpret_cast<std::uint64_t>(data.param.pValue), data.param.size);
  case cudaGraphKernelNodeFieldEnabled:
    return services.setNodeEnabled(node, data.isEnabled != 0);
  default:
    return cudaErrorInvalidValue;
  }
}

template <typename Change>
std::uint32_t change(BlockContext* context, std::uint32_t thread, Change change) {
  DeviceRuntimeCall call(context, thread);
  const cudaError_t error = call.services() ? change(*call.services()) : cudaErrorNotSupported;
  requireNode(error);
  return call.finish(error);
}

} // namespace

extern "C" {

std::uint32_t heddle_device_GraphKernelNodeSetParam(BlockContext* context, std::uint32_t thread,
                                                    std::uint64_t node, std::uint64_t offset,
                                                    std::uint64_t value, std::uint64_t bytes) {
  return change(context, thread, [&](DeviceServices& services) {
    return setParameter(services, node, offset, value, bytes);
  });
}

std::uint32_t heddle_device_GraphKernelNodeSetEnabled(BlockContext* context, std::uint32_t thread,
                                                      std::uint64_t node, std::uint32_t enable) {
  // A bool of device code has eight bits.
  return change(context, thread, [&](DeviceServices& services) {
    return services.setNodeEnabled(node, (enable & 0xff) != 0);
  });
}

std::uint32_t heddle_device_GraphKernelNodeSetGridDim(BlockContext* context, std::uint32_t thread,
                                                      std::uint64_t node, const void* grid) {
  std::array<std::uint32_t, 3> gridDim;
  std::memcpy(gridDim.data(), grid, sizeof gridDim);
  return change(context, thread,
                [&](DeviceServices& services) { return services.setNodeGridDim(node, gridDim); });
}

std::uint32_t heddle_device_GraphKernelNodeUpdatesApply(BlockContext* context, std::uint32_t thread,
                                                        std::uint64_t updates,
                                                        std::uint64_t count) {
  return change(context, thread, [&](DeviceServices& services) {
    if (count == 0)
      return cudaErrorInvalidValue;
    for (std::uint64_t index = 0; index < count; ++index) {
      // The structure has no constructor in C++, because a member of its union has one.
      alignas(cudaGraphKernelNodeUpdate) char update[sizeof(cudaGraphKernelNodeUpdate)];
      copyWithKernelRights(update, toPointer<cudaGraphKernelNodeUpdate>(updates) + index,
                           sizeof update);
      if (const cudaError_t error =
              apply(services, reinterpret_cast<const cudaGraphKernelNodeUpdate&>(update));
          error != cudaSuccess)
        return error;
    }
    return cudaSuccess;
  });
}

} // extern "C"
