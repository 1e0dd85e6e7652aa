// Green contexts: a device is split, kernels of each part run on multiprocessors of their own, and
// memory is shared with the primary context. Events and waits of a green context concern its own
// streams alone.
// nvcc: -lcuda
#include <vector>

#include "driver.h"
#include "gate.h"

constexpr int kMostMultiprocessors = 4096, kBlocks = 500;

__global__ void countBlocks(unsigned* blocksOn) {
  unsigned multiprocessor;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
  if (threadIdx.x == 0)
    atomicAdd(&blocksOn[multiprocessor], 1u);
}

__global__ void store(int* place, int value) {
  *place = value;
}

struct Part {
  CUdevResource resource;
  CUgreenCtx green = nullptr;
  CUcontext context = nullptr;
  CUstream stream = nullptr;
};

static std::vector<unsigned> blocksOf(CUstream stream) {
  Buffer<unsigned> counts(kMostMultiprocessors);
  countBlocks<<<kBlocks, 64, 0, stream>>>(counts.device());
  CUDA_CHECK(cudaGetLastError());
  DRIVER_CHECK(cuStreamSynchronize(stream));
  counts.download();
  return std::vector<unsigned>(counts.host(), counts.host() + kMostMultiprocessors);
}

static void makeGreen(Part& part, CUdevice device) {
  CUdevResourceDesc descriptor;
  DRIVER_CHECK(cuDevResourceGenerateDesc(&descriptor, &part.resource, 1));
  DRIVER_CHECK(cuGreenCtxCreate(&part.green, descriptor, device, CU_GREEN_CTX_DEFAULT_STREAM));
  DRIVER_CHECK(cuCtxFromGreenCtx(&part.context, part.green));
  DRIVER_CHECK(cuGreenCtxStreamCreate(&part.stream, part.green, CU_STREAM_NON_BLOCKING, 0));
  CUgreenCtx ofStream = nullptr;
  DRIVER_CHECK(cuStreamGetGreenCtx(part.stream, &ofStream));
  CHECK(ofStream == part.green);
  CUdevResource own;
  DRIVER_CHECK(cuGreenCtxGetDevResource(part.green, &own, CU_DEV_RESOURCE_TYPE_SM));
  EXPECT_EQ(own.sm.smCount, part.resource.sm.smCount);
}

// The kernels of a part run on no more multiprocessors than it has, and on none of another part.
static void checkPlaces(std::vector<Part>& parts) {
  std::vector<unsigned> all(kMostMultiprocessors);
  for (Part& part : parts) {
    const std::vector<unsigned> blocks = blocksOf(part.stream);
    unsigned used = 0, sum = 0;
    for (int each = 0; each < kMostMultiprocessors; ++each) {
      CHECK(!blocks[each] || !all[each]);
      used += blocks[each] != 0;
      sum += blocks[each];
      all[each] += blocks[each];
    }
    EXPECT_EQ(sum, kBlocks);
    CHECK(used <= part.resource.sm.smCount);
  }
}

// While a green context is current, stream 0 is its own, and memory is the primary context's.
static void checkCurrent(Part& part, CUcontext primary) {
  int* value;
  CUDA_CHECK(cudaMallocManaged(&value, sizeof(int)));
  *value = 0;
  DRIVER_CHECK(cuCtxPushCurrent(part.context));
  CUcontext current = nullptr;
  DRIVER_CHECK(cuCtxGetCurrent(&current));
  CHECK(current == part.context);
  CUgreenCtx green = nullptr;
  DRIVER_CHECK(cuStreamGetGreenCtx(nullptr, &green));
  CHECK(green == part.green);
  CUdevResource own;
  DRIVER_CHECK(cuCtxGetDevResource(part.context, &own, CU_DEV_RESOURCE_TYPE_SM));
  EXPECT_EQ(own.sm.smCount, part.resource.sm.smCount);
  store<<<1, 1>>>(value, 7);
  DRIVER_CHECK(cuCtxSynchronize());
  EXPECT_EQ(*value, 7);
  DRIVER_CHECK(cuCtxPopCurrent(&current));
  CHECK(current == part.context);
  DRIVER_CHECK(cuCtxGetCurrent(&current));
  CHECK(current == primary);
  DRIVER_CHECK(cuStreamGetGreenCtx(nullptr, &green));
  CHECK(green == nullptr);
  CUDA_CHECK(cudaFree(value));
}

// An event of one part is complete when the streams of this part are, whatever another part does.
static void checkEvents(Part& held, Part& other) {
  CUevent ofHeld, ofOther;
  DRIVER_CHECK(cuEventCreate(&ofHeld, CU_EVENT_DISABLE_TIMING));
  DRIVER_CHECK(cuEventCreate(&ofOther, CU_EVENT_DISABLE_TIMING));
  int* value;
  CUDA_CHECK(cudaMallocManaged(&value, sizeof(int)));
  *value = 0;
  Gate gate;
  gate.close(held.stream);
  DRIVER_CHECK(cuGreenCtxRecordEvent(held.green, ofHeld));
  EXPECT_DRIVER(CUDA_ERROR_NOT_READY, cuEventQuery(ofHeld));
  DRIVER_CHECK(cuGreenCtxRecordEvent(other.green, ofOther));
  DRIVER_CHECK(cuEventSynchronize(ofOther));
  DRIVER_CHECK(cuGreenCtxWaitEvent(other.green, ofHeld));
  store<<<1, 1, 0, other.stream>>>(value, 5);
  EXPECT_DRIVER(CUDA_ERROR_NOT_READY, cuStreamQuery(other.stream));
  gate.open();
  DRIVER_CHECK(cuStreamSynchronize(other.stream));
  EXPECT_EQ(*value, 5);
  DRIVER_CHECK(cuEventQuery(ofHeld));
  DRIVER_CHECK(cuEventDestroy(ofHeld));
  DRIVER_CHECK(cuEventDestroy(ofOther));
  CUDA_CHECK(cudaFree(value));
}

int main() {
  const CUcontext primary = usePrimaryContext();
  CUdevice device;
  DRIVER_CHECK(cuCtxGetDevice(&device));
  CUdevResource all, resources[2];
  DRIVER_CHECK(cuDeviceGetDevResource(device, &all, CU_DEV_RESOURCE_TYPE_SM));
  int multiprocessors = 0;
  DRIVER_CHECK(
      cuDeviceGetAttribute(&multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device));
  EXPECT_EQ(all.sm.smCount, multiprocessors);
  unsigned possible = 0, count = 2;
  DRIVER_CHECK(
      cuDevSmResourceSplitByCount(nullptr, &possible, &all, nullptr, 0, all.sm.minSmPartitionSize));
  DRIVER_CHECK(
      cuDevSmResourceSplitByCount(resources, &count, &all, nullptr, 0, all.sm.minSmPartitionSize));
  EXPECT_EQ(count, possible < 2 ? possible : 2u);
  std::vector<Part> parts(count);
  for (unsigned each = 0; each < count; ++each) {
    parts[each].resource = resources[each];
    CHECK(resources[each].sm.smCount >= all.sm.minSmPartitionSize);
    makeGreen(parts[each], device);
  }
  checkPlaces(parts);
  for (Part& part : parts)
    checkCurrent(part, primary);
  // A device with a single multiprocessor has one part.
  if (count == 2)
    checkEvents(parts[0], parts[1]);
  for (Part& part : parts) {
    DRIVER_CHECK(cuStreamDestroy(part.stream));
    DRIVER_CHECK(cuGreenCtxDestroy(part.green));
  }
  return ok();
}
