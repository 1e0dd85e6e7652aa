// cuLaunchCooperativeKernelMultiDevice: one kernel, as a cooperative grid on each of several
// devices.
#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/graph/stream_capture.h"
#include "driver/launch/launch.h"

#include <algorithm>
#include <span>
#include <vector>

namespace heddle::driver {

namespace {

constexpr unsigned kKnownFlags = CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_PRE_LAUNCH_SYNC |
                                 CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_POST_LAUNCH_SYNC;

struct DeviceLaunch {
  StreamTarget target;
  exec::TaskRef grid;
};

CUresult prepare(const CUDA_LAUNCH_PARAMS& given, DeviceLaunch& launch) {
  HEDDLE_TRY(findStream(given.hStream, launch.target));
  if (!launch.target.object) // a default stream
    return CUDA_ERROR_INVALID_HANDLE;
  HEDDLE_TRY(refuseWhileCapturing(launch.target));
  KernelLaunch packed;
  HEDDLE_TRY(packLaunch(*launch.target.context, given.function,
                        {{given.gridDimX, given.gridDimY, given.gridDimZ},
                         {given.blockDimX, given.blockDimY, given.blockDimZ},
                         given.sharedMemBytes},
                        given.kernelParams, nullptr, true, packed));
  return makeKernelTask(*launch.target.context, packed, launch.grid);
}

bool haveSameDimensions(const CUDA_LAUNCH_PARAMS& one, const CUDA_LAUNCH_PARAMS& other) {
  return one.gridDimX == other.gridDimX && one.gridDimY == other.gridDimY &&
         one.gridDimZ == other.gridDimZ && one.blockDimX == other.blockDimX &&
         one.blockDimY == other.blockDimY && one.blockDimZ == other.blockDimZ &&
         one.sharedMemBytes == other.sharedMemBytes;
}

// Each device runs at most one of the grids.
bool areOnDifferentDevices(const std::vector<DeviceLaunch>& launches) {
  std::vector<const Device*> devices;
  for (const DeviceLaunch& launch : launches)
    devices.push_back(&launch.target.context->device());
  std::ranges::sort(devices);
  return std::ranges::adjacent_find(devices) == devices.end();
}

// Makes all streams wait for all of the tasks.
void waitForAll(const std::vector<DeviceLaunch>& launches,
                const std::vector<exec::TaskRef>& tasks) {
  for (const DeviceLaunch& launch : launches)
    for (const exec::TaskRef& task : tasks)
      launch.target.stream->waitFor(task);
}

} // namespace
} // namespace heddle::driver

using namespace heddle;
using namespace heddle::driver;

CUresult cuLaunchCooperativeKernelMultiDevice(CUDA_LAUNCH_PARAMS* given, unsigned int count,
                                              unsigned int flags) {
  HEDDLE_TRY(Driver::instance().state());
  if (!given || count == 0 || count > Driver::instance().devices().size() || (flags & ~kKnownFlags))
    return CUDA_ERROR_INVALID_VALUE;
  const std::span all(given, count);
  if (!std::ranges::all_of(all, [&](const auto& each) { return haveSameDimensions(each, all[0]); }))
    return CUDA_ERROR_INVALID_VALUE;
  std::vector<DeviceLaunch> launches(count);
  for (unsigned each = 0; each < count; ++each)
    HEDDLE_TRY(prepare(all[each], launches[each]));
  if (!areOnDifferentDevices(launches))
    return CUDA_ERROR_INVALID_VALUE;
  std::vector<exec::TaskRef> before, grids;
  for (const DeviceLaunch& launch : launches) {
    before.push_back(launch.target.stream->join());
    grids.push_back(launch.grid);
  }
  if (!(flags & CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_PRE_LAUNCH_SYNC))
    waitForAll(launches, before);
  for (const DeviceLaunch& launch : launches)
    launch.target.stream->submit(launch.grid);
  if (!(flags & CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_POST_LAUNCH_SYNC))
    waitForAll(launches, grids);
  return CUDA_SUCCESS;
}
