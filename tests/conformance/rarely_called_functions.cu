// Functions that few programs call: pools by their location, what an array needs that is bound to
// memory later, notifications, and functions that host and device share.
#include "check.h"

static void pools() {
  cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
  cudaMemPool_t initial, current, ofDevice;
  CUDA_CHECK(cudaMemGetDefaultMemPool(&initial, &here, cudaMemAllocationTypePinned));
  CUDA_CHECK(cudaDeviceGetDefaultMemPool(&ofDevice, 0));
  CHECK(initial == ofDevice);
  CUDA_CHECK(cudaMemGetMemPool(&current, &here, cudaMemAllocationTypePinned));
  CHECK(current == initial);
  // Managed memory has a pool of its own.
  CUDA_CHECK(cudaMemGetDefaultMemPool(&current, &here, cudaMemAllocationTypeManaged));
  CHECK(current != initial);
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaMemGetDefaultMemPool(&current, &here, cudaMemAllocationTypeInvalid));

  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location = here;
  cudaMemPool_t own;
  CUDA_CHECK(cudaMemPoolCreate(&own, &properties));
  CUDA_CHECK(cudaMemSetMemPool(&here, cudaMemAllocationTypePinned, own));
  CUDA_CHECK(cudaDeviceGetMemPool(&current, 0));
  CHECK(current == own);
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemSetMemPool(&here, cudaMemAllocationTypeManaged, own));
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaMemSetMemPool(&here, cudaMemAllocationTypePinned, nullptr));
  // The initial pool takes the place of one that is destroyed.
  CUDA_CHECK(cudaMemPoolDestroy(own));
  CUDA_CHECK(cudaMemGetMemPool(&current, &here, cudaMemAllocationTypePinned));
  CHECK(current == initial);
}

static void arrays() {
  cudaMipmappedArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  CUDA_CHECK(cudaMallocMipmappedArray(&array, &format, make_cudaExtent(64, 64, 0), 3));
  // An array that has its memory needs none.
  cudaArrayMemoryRequirements memory;
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMipmappedArrayGetMemoryRequirements(&memory, array, 0));
  cudaArraySparseProperties sparse;
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMipmappedArrayGetSparseProperties(&sparse, array));
  CUDA_CHECK(cudaFreeMipmappedArray(array));
}

static void onNotification(cudaAsyncNotificationInfo_t*, void*, cudaAsyncCallbackHandle_t) {}

static void notifications() {
  cudaAsyncCallbackHandle_t handle = nullptr;
  CUDA_CHECK(cudaDeviceRegisterAsyncNotification(0, onNotification, nullptr, &handle));
  CHECK(handle != nullptr);
  CUDA_CHECK(cudaDeviceUnregisterAsyncNotification(0, handle));
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaDeviceRegisterAsyncNotification(0, nullptr, nullptr, &handle));
  EXPECT_CUDA(cudaErrorInvalidDevice,
              cudaDeviceRegisterAsyncNotification(1000, onNotification, nullptr, &handle));
}

static void atomics() {
  const cudaAtomicOperation operations[] = {cudaAtomicOperationIntegerAdd, cudaAtomicOperationCAS};
  unsigned capabilities[2] = {~0u, ~0u};
  CUDA_CHECK(cudaDeviceGetHostAtomicCapabilities(capabilities, operations, 2, 0));
  int isNative = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&isNative, cudaDevAttrHostNativeAtomicSupported, 0));
  for (unsigned each : capabilities)
    EXPECT_EQ((each & cudaAtomicCapabilityScalar32) != 0, isNative != 0);
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaDeviceGetHostAtomicCapabilities(capabilities, operations, 0, 0));
  EXPECT_CUDA(cudaErrorInvalidDevice,
              cudaDeviceGetHostAtomicCapabilities(capabilities, operations, 2, 1000));
  EXPECT_CUDA(cudaErrorInvalidDevice,
              cudaDeviceGetP2PAtomicCapabilities(capabilities, operations, 2, 0, 0));
}

// No present GPU runs code of the host, so that no function has an address for both.
static void unifiedFunctions() {
  const char* source = ".version 7.0\n.target sm_52\n.address_size 64\n"
                       ".visible .entry kernel() { ret; }\n";
  cudaLibrary_t library;
  CUDA_CHECK(cudaLibraryLoadData(&library, source, nullptr, nullptr, 0, nullptr, nullptr, 0));
  void* function = nullptr;
  EXPECT_CUDA(cudaErrorInvalidValue, cudaLibraryGetUnifiedFunction(&function, library, "kernel"));
  CUDA_CHECK(cudaLibraryUnload(library));
}

int main() {
  pools();
  arrays();
  notifications();
  atomics();
  unifiedFunctions();
  return ok();
}
