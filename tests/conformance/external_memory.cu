// Memory that is imported by a file descriptor: mapped as often as one likes, at any offset, alive
// until it is freed even if the import is gone; and what is refused. Row R-339.

// nvcc: -lcuda
#include "check.h"

#include <cuda.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#define CU_CHECK(call) EXPECT_EQ(int(call), int(CUDA_SUCCESS))

constexpr size_t kBytes = 2 << 20;

__global__ void fill(int* values, int count, int value) {
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    values[i] = value + i;
}

// A descriptor of device memory, and an address of the same memory.
int exported(int** values) {
  CUmemAllocationProp properties = {};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  CUmemGenericAllocationHandle handle;
  int descriptor = -1;
  CUdeviceptr address;
  CU_CHECK(cuMemCreate(&handle, kBytes, &properties, 0));
  CU_CHECK(cuMemExportToShareableHandle(&descriptor, handle,
                                        CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  CU_CHECK(cuMemAddressReserve(&address, kBytes, 0, 0, 0));
  CU_CHECK(cuMemMap(address, kBytes, 0, handle, 0));
  CUmemAccessDesc access = {properties.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  CU_CHECK(cuMemSetAccess(address, kBytes, &access, 1));
  *values = (int*)address;
  return descriptor;
}

cudaError_t import(cudaExternalMemory_t* memory, int type, int descriptor, size_t bytes,
                   unsigned flags = 0) {
  cudaExternalMemoryHandleDesc description = {};
  description.type = (cudaExternalMemoryHandleType)type;
  description.handle.fd = descriptor;
  description.size = bytes;
  description.flags = flags;
  return cudaImportExternalMemory(memory, &description);
}

cudaError_t map(int** values, cudaExternalMemory_t memory, size_t offset, size_t bytes,
                unsigned flags = 0) {
  cudaExternalMemoryBufferDesc description = {};
  description.offset = offset;
  description.size = bytes;
  description.flags = flags;
  return cudaExternalMemoryGetMappedBuffer((void**)values, memory, &description);
}

void mappings() {
  int *original, *first, *second, *part, host[4];
  cudaExternalMemory_t memory;
  CUDA_CHECK(import(&memory, cudaExternalMemoryHandleTypeOpaqueFd, exported(&original), kBytes));
  CUDA_CHECK(map(&first, memory, 0, kBytes));
  CUDA_CHECK(map(&second, memory, 0, 4096));
  CUDA_CHECK(map(&part, memory, 400, 4096));
  CHECK(first != second);
  fill<<<1, 256>>>(first, 2000, 7);
  CUDA_CHECK(cudaMemcpy(host, second + 10, sizeof host, cudaMemcpyDeviceToHost));
  EXPECT_EQ(host[3], 20);
  CUDA_CHECK(cudaMemcpy(host, part, sizeof host, cudaMemcpyDeviceToHost));
  EXPECT_EQ(host[0], 107);
  CUDA_CHECK(cudaMemcpy(host, original + 1999, sizeof(int), cudaMemcpyDeviceToHost));
  EXPECT_EQ(host[0], 2006);

  EXPECT_CUDA(cudaErrorInvalidValue, map(&part, memory, 0, 0));
  EXPECT_CUDA(cudaErrorInvalidValue, map(&part, memory, 0, kBytes + 1));
  EXPECT_CUDA(cudaErrorInvalidValue, map(&part, memory, kBytes / 2, kBytes));
  EXPECT_CUDA(cudaErrorInvalidValue, map(&part, memory, 0, 4096, 1));

  // The mappings outlive the import.
  CUDA_CHECK(cudaDestroyExternalMemory(memory));
  fill<<<1, 256>>>(first, 2000, 70);
  CUDA_CHECK(cudaMemcpy(host, second, sizeof host, cudaMemcpyDeviceToHost));
  EXPECT_EQ(host[3], 73);
  CUDA_CHECK(cudaFree(first));
  CUDA_CHECK(cudaFree(second));
  CUDA_CHECK(cudaMemcpy(host, original, sizeof host, cudaMemcpyDeviceToHost));
  EXPECT_EQ(host[1], 71);
}

void refusals() {
  cudaExternalMemory_t memory;
  int* values;
  int fd = memfd_create("", 0);
  EXPECT_CUDA(cudaErrorInvalidValue, import(&memory, 0, fd, 4096));
  EXPECT_CUDA(cudaErrorInvalidValue, import(&memory, 99, fd, 4096));
  for (int type = cudaExternalMemoryHandleTypeOpaqueWin32;
       type <= cudaExternalMemoryHandleTypeNvSciBuf; ++type)
    EXPECT_CUDA(cudaErrorInvalidValue, import(&memory, type, 0, 4096));
  const int opaque = cudaExternalMemoryHandleTypeOpaqueFd;
  EXPECT_CUDA(cudaErrorUnknown, import(&memory, opaque, -1, 4096));
  EXPECT_CUDA(cudaErrorUnknown, import(&memory, opaque, 999, 4096));
  EXPECT_CUDA(cudaErrorUnknown, import(&memory, opaque, open("/dev/null", O_RDWR), 4096));
  EXPECT_CUDA(cudaErrorInvalidValue, import(&memory, opaque, exported(&values), 0));
  EXPECT_CUDA(cudaErrorInvalidValue, import(&memory, opaque, exported(&values), kBytes, 0x10));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaImportExternalMemory(&memory, nullptr));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaDestroyExternalMemory(nullptr));
  EXPECT_CUDA(cudaErrorInvalidValue, map(&values, nullptr, 0, 4096));

  cudaExternalSemaphore_t semaphore = nullptr;
  cudaExternalSemaphoreHandleDesc description = {};
  cudaExternalSemaphoreSignalParams signal = {};
  cudaExternalSemaphoreWaitParams wait = {};
  EXPECT_CUDA(cudaErrorInvalidValue, cudaImportExternalSemaphore(&semaphore, &description));
  description.type = cudaExternalSemaphoreHandleTypeOpaqueFd;
  description.handle.fd = -1;
  EXPECT_CUDA(cudaErrorUnknown, cudaImportExternalSemaphore(&semaphore, &description));
  description.handle.fd = fd;
  EXPECT_CUDA(cudaErrorUnknown, cudaImportExternalSemaphore(&semaphore, &description));
  description.type = cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd;
  EXPECT_CUDA(cudaErrorUnknown, cudaImportExternalSemaphore(&semaphore, &description));
  description.handle.fd = -1;
  EXPECT_CUDA(cudaErrorInvalidValue, cudaImportExternalSemaphore(&semaphore, &description));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaDestroyExternalSemaphore(nullptr));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaSignalExternalSemaphoresAsync(&semaphore, &signal, 0, 0));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaWaitExternalSemaphoresAsync(&semaphore, &wait, 0, 0));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaWaitExternalSemaphoresAsync(&semaphore, &wait, 1, 0));
}

// Nodes without semaphores, which a GPU takes.
void emptyNodes() {
  cudaGraph_t graph;
  cudaGraphNode_t waiting, signalling;
  cudaGraphExec_t exec;
  cudaExternalSemaphoreSignalNodeParams signal = {};
  cudaExternalSemaphoreWaitNodeParams wait = {};
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  CUDA_CHECK(cudaGraphAddExternalSemaphoresWaitNode(&waiting, graph, nullptr, 0, &wait));
  CUDA_CHECK(cudaGraphAddExternalSemaphoresSignalNode(&signalling, graph, &waiting, 1, &signal));
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaGraphAddExternalSemaphoresSignalNode(&signalling, graph, nullptr, 0, nullptr));
  cudaGraphNodeType type;
  CUDA_CHECK(cudaGraphNodeGetType(signalling, &type));
  EXPECT_EQ(int(type), int(cudaGraphNodeTypeExtSemaphoreSignal));
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
}

int main() {
  CUDA_CHECK(cudaFree(0));
  mappings();
  refusals();
  emptyNodes();
  return ok();
}
