// What calls of the driver API cost, with Google Benchmark: `api_bench`. Copies stand beside plain
// memcpy over the same memory.
#include <cuda.h>

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr const char* kPtx = R"(
.version 7.5
.target sm_75
.address_size 64
.visible .entry nothing()
{
  ret;
}
)";

void require(CUresult result) {
  if (result != CUDA_SUCCESS)
    std::abort();
}

struct Device {
  CUcontext context;
  CUfunction nothing;
  CUstream stream;
  Device() {
    CUmodule module;
    require(cuInit(0));
    require(cuDevicePrimaryCtxRetain(&context, 0));
    require(cuCtxSetCurrent(context));
    require(cuModuleLoadData(&module, kPtx));
    require(cuModuleGetFunction(&nothing, module, "nothing"));
    require(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  }
  void launch() {
    require(cuLaunchKernel(nothing, 1, 1, 1, 32, 1, 1, 0, stream, nullptr, nullptr));
  }
};

Device& device() {
  static Device made;
  return made;
}

void launchAsync(benchmark::State& state) {
  device().launch();
  require(cuStreamSynchronize(device().stream));
  for (auto _ : state)
    device().launch();
  require(cuStreamSynchronize(device().stream));
}
BENCHMARK(launchAsync);

void launchAndWait(benchmark::State& state) {
  for (auto _ : state) {
    device().launch();
    require(cuStreamSynchronize(device().stream));
  }
}
BENCHMARK(launchAndWait);

void eventRecordAndWait(benchmark::State& state) {
  CUevent event;
  device();
  require(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  for (auto _ : state) {
    require(cuEventRecord(event, device().stream));
    require(cuEventSynchronize(event));
  }
  require(cuEventDestroy(event));
}
BENCHMARK(eventRecordAndWait);

void allocateAndFree(benchmark::State& state) {
  device();
  for (auto _ : state) {
    CUdeviceptr pointer;
    require(cuMemAlloc(&pointer, 4096));
    require(cuMemFree(pointer));
  }
}
BENCHMARK(allocateAndFree);

void copyHostToDevice(benchmark::State& state) {
  const auto bytes = static_cast<std::size_t>(state.range(0));
  device();
  std::vector<char> host(bytes, 1);
  CUdeviceptr pointer;
  require(cuMemAlloc(&pointer, bytes));
  for (auto _ : state)
    require(cuMemcpyHtoD(pointer, host.data(), bytes));
  state.SetBytesProcessed(state.iterations() * state.range(0));
  require(cuMemFree(pointer));
}
BENCHMARK(copyHostToDevice)->Range(4 << 10, 256 << 20);

void copyByMemcpy(benchmark::State& state) {
  const auto bytes = static_cast<std::size_t>(state.range(0));
  device();
  std::vector<char> host(bytes, 1);
  CUdeviceptr pointer;
  require(cuMemAlloc(&pointer, bytes));
  for (auto _ : state) {
    std::memcpy(reinterpret_cast<void*>(pointer), host.data(), bytes);
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
  require(cuMemFree(pointer));
}
BENCHMARK(copyByMemcpy)->Range(4 << 10, 256 << 20);

} // namespace

BENCHMARK_MAIN();
