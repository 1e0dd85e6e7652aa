// What cuMemHostRegister and cuMemHostUnregister answer: to memory that is not there, that cannot
// be written, that belongs to CUDA or is registered already.
// nvcc: -lcuda
#include "driver.h"

#include <initializer_list>
#include <stdint.h>
#include <sys/mman.h>

constexpr size_t kPage = 4096, kBytes = 1 << 20;

static char* map(int protection) {
  void* memory = mmap(nullptr, kBytes, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(memory != MAP_FAILED);
  return static_cast<char*>(memory);
}

static void expectRefusal(const void* pointer, size_t bytes, unsigned flags,
                          CUresult expected = CUDA_ERROR_INVALID_VALUE) {
  EXPECT_DRIVER(expected, cuMemHostRegister(const_cast<void*>(pointer), bytes, flags));
}

// Registers memory, which then is at the same address for kernels, and takes it back.
static void expectSuccess(const void* pointer, size_t bytes, unsigned flags,
                          unsigned flagsAfterwards) {
  void* memory = const_cast<void*>(pointer);
  EXPECT_DRIVER(CUDA_SUCCESS, cuMemHostRegister(memory, bytes, flags));
  unsigned told = 0;
  CUdeviceptr device = 0;
  EXPECT_DRIVER(CUDA_SUCCESS, cuMemHostGetFlags(&told, memory));
  EXPECT_EQ(told, flagsAfterwards);
  EXPECT_DRIVER(CUDA_SUCCESS, cuMemHostGetDevicePointer(&device, memory, 0));
  EXPECT_EQ(device, reinterpret_cast<CUdeviceptr>(memory));
  EXPECT_DRIVER(CUDA_SUCCESS, cuMemHostUnregister(memory));
}

static void testArguments(char* memory) {
  expectRefusal(nullptr, kPage, 0);
  expectRefusal(memory, 0, 0);
  for (unsigned flags : {16u, 128u})
    expectRefusal(memory, kPage, flags);
  expectRefusal(memory, kPage, CU_MEMHOSTREGISTER_IOMEMORY);
  expectRefusal(memory, SIZE_MAX, 0);
  // More than is mapped, than the machine has, and than there are addresses.
  expectRefusal(memory, size_t{1} << 30, 0);
  for (unsigned flags : {0u, 1u, 2u, 4u, 8u}) {
    expectRefusal(memory, size_t{1} << 50, flags, CUDA_ERROR_OUT_OF_MEMORY);
    expectRefusal(memory, size_t{1} << 60, flags, CUDA_ERROR_NOT_SUPPORTED);
  }
  expectRefusal(reinterpret_cast<void*>(0xffff800000000000), kPage, 0, CUDA_ERROR_NOT_SUPPORTED);
  expectSuccess(memory, kPage, 0, CU_MEMHOSTALLOC_DEVICEMAP);
  expectSuccess(memory, kPage, CU_MEMHOSTREGISTER_PORTABLE,
                CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP);
  expectSuccess(memory, kPage, CU_MEMHOSTREGISTER_DEVICEMAP, CU_MEMHOSTALLOC_DEVICEMAP);
  expectSuccess(memory, kPage, CU_MEMHOSTREGISTER_READ_ONLY, CU_MEMHOSTALLOC_DEVICEMAP);
  expectSuccess(memory + 100, 50, 0, CU_MEMHOSTALLOC_DEVICEMAP);
}

static void testProtections() {
  char* const unmapped = map(PROT_READ | PROT_WRITE);
  munmap(unmapped, kBytes);
  expectRefusal(unmapped, kPage, 0);
  char* const partly = map(PROT_READ | PROT_WRITE);
  munmap(partly + kBytes / 2, kBytes / 2);
  expectRefusal(partly, kBytes, 0);
  expectRefusal(map(PROT_NONE), kPage, 0);
  char* const readable = map(PROT_READ);
  expectRefusal(readable, kPage, 0);
  expectSuccess(readable, kPage, CU_MEMHOSTREGISTER_READ_ONLY, CU_MEMHOSTALLOC_DEVICEMAP);
  const auto* const code = reinterpret_cast<const void*>(&testArguments);
  expectRefusal(code, 64, 0);
  expectSuccess(code, 64, CU_MEMHOSTREGISTER_READ_ONLY, CU_MEMHOSTALLOC_DEVICEMAP);
}

static void testMemoryOfCuda() {
  CUdeviceptr device, managed;
  void* pinned;
  EXPECT_DRIVER(CUDA_SUCCESS, cuMemAlloc(&device, kBytes));
  EXPECT_DRIVER(CUDA_SUCCESS, cuMemAllocManaged(&managed, kBytes, CU_MEM_ATTACH_GLOBAL));
  EXPECT_DRIVER(CUDA_SUCCESS, cuMemHostAlloc(&pinned, kBytes, 0));
  for (void* memory : {reinterpret_cast<void*>(device), reinterpret_cast<void*>(managed), pinned}) {
    expectRefusal(memory, kPage, 0);
    EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuMemHostUnregister(memory));
  }
}

static void testOverlaps(char* memory) {
  const CUresult already = CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
  EXPECT_DRIVER(CUDA_SUCCESS, cuMemHostRegister(memory, 2 * kPage, 0));
  expectRefusal(memory, 2 * kPage, 0, already);
  expectRefusal(memory, kPage, 0, already);
  expectRefusal(memory + kPage, kPage, 0, already);
  expectRefusal(memory + kPage, 2 * kPage, 0, already);
  expectRefusal(memory + 100, 16, 0, already);
  expectSuccess(memory + 2 * kPage, kPage, 0, CU_MEMHOSTALLOC_DEVICEMAP);
  // Two pieces of one page.
  EXPECT_DRIVER(CUDA_SUCCESS, cuMemHostRegister(memory + 4 * kPage, 100, 0));
  expectSuccess(memory + 4 * kPage + 200, 100, 0, CU_MEMHOSTALLOC_DEVICEMAP);
  expectRefusal(memory + 4 * kPage, 100, 0, already);

  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuMemHostUnregister(memory + kPage));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuMemHostUnregister(nullptr));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuMemFreeHost(memory));
  EXPECT_DRIVER(CUDA_SUCCESS, cuMemHostUnregister(memory));
  EXPECT_DRIVER(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, cuMemHostUnregister(memory));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuMemFreeHost(memory));
}

int main() {
  CUDA_CHECK(cudaFree(nullptr)); // makes a context
  char* const memory = map(PROT_READ | PROT_WRITE);
  testArguments(memory);
  testProtections();
  testMemoryOfCuda();
  testOverlaps(memory);
  return ok();
}
