// Several devices through the runtime: which one a thread gets that has asked for none, and the
// calls that had other names once. Device 0 is prohibited, in a directory of the test's own.
#include "cuda_runtime.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace {

std::string prepare() {
  char name[] = "/tmp/heddle-runtime-XXXXXX";
  const std::filesystem::path directory = mkdtemp(name);
  std::filesystem::create_directory(directory / "heddle");
  std::ofstream(directory / "heddle" / "compute-mode.0") << '2';
  setenv("XDG_RUNTIME_DIR", directory.c_str(), 1);
  setenv("HEDDLE_DEVICES", "3", 1);
  setenv("HEDDLE_DRIVER", DRIVER_LIBRARY, 1);
  return directory;
}
const std::string directory = prepare(); // before the driver comes up

TEST(RuntimeDevices, AThreadWithoutAChoiceGetsAnotherThanAProhibitedOne_R016_R343) {
  std::thread([] {
    void* memory = nullptr;
    ASSERT_EQ(cudaMalloc(&memory, 16), cudaSuccess);
    int device = -1;
    EXPECT_EQ(cudaGetDevice(&device), cudaSuccess);
    EXPECT_EQ(device, 1);
    EXPECT_EQ(cudaFree(memory), cudaSuccess);
  }).join();
  std::thread([] {
    EXPECT_EQ(cudaSetDevice(0), cudaErrorDevicesUnavailable);
    cudaGetLastError();
    int mode = -1;
    EXPECT_EQ(cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, 0), cudaSuccess);
    EXPECT_EQ(mode, cudaComputeModeProhibited);
  }).join();
}

TEST(RuntimeDevices, ValidDevicesAreTriedInTheirOrder_R015) {
  int list[] = {0, 2, 1};
  ASSERT_EQ(cudaSetValidDevices(list, 3), cudaSuccess);
  std::thread([] {
    ASSERT_EQ(cudaFree(nullptr), cudaSuccess);
    int device = -1;
    EXPECT_EQ(cudaGetDevice(&device), cudaSuccess);
    EXPECT_EQ(device, 2);
  }).join();
  EXPECT_EQ(cudaSetValidDevices(list, 0), cudaSuccess);
}

// Memory of one device with four numbers from the given one on. It belongs to the device that is
// current.
int* numbersFrom(int first) {
  int* memory = nullptr;
  EXPECT_EQ(cudaMalloc(&memory, 4 * sizeof(int)), cudaSuccess);
  const int values[] = {first, first + 1, first + 2, first + 3};
  EXPECT_EQ(cudaMemcpy(memory, values, sizeof values, cudaMemcpyHostToDevice), cudaSuccess);
  return memory;
}

int lastOf(const int* memory) {
  int value = -1;
  EXPECT_EQ(cudaMemcpy(&value, memory + 3, sizeof value, cudaMemcpyDefault), cudaSuccess);
  return value;
}

TEST(RuntimeDevices, MemoryBelongsToTheCurrentDevice_R013) {
  for (int device : {1, 2}) {
    ASSERT_EQ(cudaSetDevice(device), cudaSuccess);
    int* memory = numbersFrom(0);
    cudaPointerAttributes attributes{};
    EXPECT_EQ(cudaPointerGetAttributes(&attributes, memory), cudaSuccess);
    EXPECT_EQ(attributes.device, device);
    EXPECT_EQ(cudaFree(memory), cudaSuccess);
  }
}

TEST(RuntimeDevices, PeerAccessIsEnabledOnce_R233_R234) {
  ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
  int canAccess = -1;
  EXPECT_EQ(cudaDeviceCanAccessPeer(&canAccess, 1, 2), cudaSuccess);
  EXPECT_EQ(canAccess, 1);
  EXPECT_EQ(cudaDeviceCanAccessPeer(&canAccess, 1, 1), cudaSuccess);
  EXPECT_EQ(canAccess, 0);
  EXPECT_EQ(cudaDeviceEnablePeerAccess(2, 0), cudaSuccess);
  EXPECT_EQ(cudaDeviceEnablePeerAccess(2, 0), cudaErrorPeerAccessAlreadyEnabled);
  EXPECT_EQ(cudaDeviceDisablePeerAccess(2), cudaSuccess);
  EXPECT_EQ(cudaDeviceDisablePeerAccess(2), cudaErrorPeerAccessNotEnabled);
  cudaGetLastError();
}

TEST(RuntimeDevices, CopiesBetweenPeers_R238_R239_R240) {
  ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
  int *first = numbersFrom(10), *second = numbersFrom(20);
  ASSERT_EQ(cudaSetDevice(2), cudaSuccess);
  int* target = numbersFrom(0);
  const std::size_t bytes = 4 * sizeof(int);
  EXPECT_EQ(cudaMemcpyPeer(target, 2, first, 1, bytes), cudaSuccess);
  EXPECT_EQ(lastOf(target), 13);
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  EXPECT_EQ(cudaMemcpyPeerAsync(target, 2, second, 1, bytes, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(lastOf(target), 23);

  cudaMemcpy3DPeerParms params{};
  params.dstDevice = 2;
  params.srcDevice = 1;
  params.dstPtr = make_cudaPitchedPtr(target, bytes, bytes, 1);
  params.srcPtr = make_cudaPitchedPtr(first, bytes, bytes, 1);
  params.extent = make_cudaExtent(bytes, 1, 1);
  EXPECT_EQ(cudaMemcpy3DPeer(&params), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(lastOf(target), 13);
  params.srcPtr.ptr = second;
  EXPECT_EQ(cudaMemcpy3DPeerAsync(&params, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(lastOf(target), 23);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  for (int* memory : {first, second, target})
    EXPECT_EQ(cudaFree(memory), cudaSuccess);
}

// Rows: of the launches in the examples, the last one fails.
TEST(RuntimeDevices, AKernelIsNotLaunchedIntoAStreamOfAnotherDevice_R231) {
  static const char ptx[] = ".version 8.0\n.target sm_75\n.address_size 64\n"
                            ".visible .entry empty() { ret; }\n";
  cudaLibrary_t library;
  cudaKernel_t kernel;
  ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
  ASSERT_EQ(cudaLibraryLoadData(&library, ptx, nullptr, nullptr, 0, nullptr, nullptr, 0),
            cudaSuccess);
  ASSERT_EQ(cudaLibraryGetKernel(&kernel, library, "empty"), cudaSuccess);
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  const auto launch = [&] {
    return cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(1), dim3(1), nullptr, 0,
                            stream);
  };
  EXPECT_EQ(launch(), cudaSuccess);
  ASSERT_EQ(cudaSetDevice(2), cudaSuccess);
  EXPECT_EQ(launch(), cudaErrorInvalidResourceHandle);
  cudaLaunchConfig_t config{};
  config.gridDim = config.blockDim = dim3(1);
  config.stream = stream;
  EXPECT_EQ(cudaLaunchKernelExC(&config, reinterpret_cast<const void*>(kernel), nullptr),
            cudaErrorInvalidResourceHandle);
  ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
  EXPECT_EQ(launch(), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaLibraryUnload(library), cudaSuccess);
  cudaGetLastError();
}

TEST(RuntimeDevices, RemovedFunctions_R006_R007) {
  ASSERT_EQ(cudaSetDevice(1), cudaSuccess);
  void* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, 16), cudaSuccess);
  ASSERT_EQ(cudaMemsetAsync(memory, 0, 16, nullptr), cudaSuccess);
  EXPECT_EQ(cudaThreadSynchronize(), cudaSuccess);
  EXPECT_EQ(cudaThreadExit(), cudaSuccess);
  // The context is gone, and with it the memory.
  EXPECT_EQ(cudaFree(memory), cudaErrorInvalidValue);
}

} // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const int result = RUN_ALL_TESTS();
  std::filesystem::remove_all(directory);
  return result;
}
