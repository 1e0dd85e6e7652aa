// A driver with one device whose memory is the host's and whose kernels are the three functions
// below. It logs every call.
#include "fake_driver.h"

#include <cstdlib>
#include <cstring>
#include <map>
#include <string_view>

// Entries that are not defined below stay null.
#define HEDDLE_DRIVER_FUNCTION(name) extern "C" __attribute__((weak)) decltype(::name) name;
#include "runtime/driver_functions.def"
#undef HEDDLE_DRIVER_FUNCTION

namespace {

FakeDriver state;
std::vector<FakePlacement> placements;
int primaryContext;
thread_local CUcontext current = nullptr;

struct FakeKernel {
  const char* name;
  void (*run)(void** arguments);
};

FakeKernel kernels[] = {
    {"addOne", [](void** arguments) { ++**static_cast<int**>(arguments[0]); }},
    {"store",
     [](void** arguments) {
       **static_cast<int**>(arguments[0]) = *static_cast<int*>(arguments[1]);
     }},
    {"nothing", [](void**) {}},
};

std::map<std::string, int, std::less<>> globals = {{"counter", 11}, {"managed", 22}};

CUresult call(const char* name, CUstream stream = nullptr) {
  state.calls.emplace_back(name);
  state.stream = stream;
  return state.everyCall;
}

void* at(CUdeviceptr address) {
  return reinterpret_cast<void*>(address);
}

CUresult copyRows(const CUDA_MEMCPY2D& copy) {
  auto* dst = static_cast<char*>(copy.dstMemoryType == CU_MEMORYTYPE_HOST ? copy.dstHost
                                                                          : at(copy.dstDevice));
  const auto* src = static_cast<const char*>(
      copy.srcMemoryType == CU_MEMORYTYPE_HOST ? copy.srcHost : at(copy.srcDevice));
  for (size_t row = 0; row < copy.Height; ++row)
    std::memcpy(dst + row * copy.dstPitch, src + row * copy.srcPitch, copy.WidthInBytes);
  return CUDA_SUCCESS;
}

} // namespace

extern "C" {

std::vector<FakePlacement>* fakePlacements() {
  return &placements;
}
FakeDriver* fakeDriver() {
  return &state;
}

CUresult cuInit(unsigned) {
  return CUDA_SUCCESS;
}
CUresult cuDriverGetVersion(int* version) {
  const char* chosen = std::getenv("FAKE_DRIVER_VERSION");
  *version = chosen ? std::atoi(chosen) : 13000;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int* count) {
  *count = 1;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  *device = ordinal;
  return ordinal == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice) {
  *value = attribute + 1000; // so that a test can tell which attribute a property came from
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetName(char* name, int length, CUdevice) {
  std::strncpy(name, "Fake device", static_cast<size_t>(length));
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice) {
  std::memset(uuid, 7, sizeof *uuid);
  return CUDA_SUCCESS;
}
CUresult cuDeviceTotalMem(size_t* bytes, CUdevice) {
  *bytes = 1 << 30;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice) {
  ++state.activeContexts;
  *context = reinterpret_cast<CUcontext>(&primaryContext);
  return call("cuDevicePrimaryCtxRetain");
}
CUresult cuDevicePrimaryCtxReset(CUdevice) {
  --state.activeContexts;
  state.everyCall = CUDA_SUCCESS;
  return call("cuDevicePrimaryCtxReset");
}
CUresult cuCtxGetCurrent(CUcontext* context) {
  *context = current;
  return CUDA_SUCCESS;
}
CUresult cuCtxSetCurrent(CUcontext context) {
  current = context;
  return call("cuCtxSetCurrent");
}
CUresult cuCtxGetDevice(CUdevice* device) {
  *device = 0;
  return current ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}
CUresult cuCtxSynchronize() {
  return call("cuCtxSynchronize");
}

CUresult cuLibraryLoadData(CUlibrary* library, const void* code, CUjit_option* options,
                           void** values, unsigned count, CUlibraryOption*, void**, unsigned) {
  ++state.loadedLibraries;
  *library = static_cast<CUlibrary>(const_cast<void*>(code));
  placements.clear();
  const char** names = nullptr;
  void** addresses = nullptr;
  size_t placed = 0;
  for (unsigned i = 0; i < count; ++i) {
    if (options[i] == CU_JIT_GLOBAL_SYMBOL_NAMES)
      names = static_cast<const char**>(values[i]);
    if (options[i] == CU_JIT_GLOBAL_SYMBOL_ADDRESSES)
      addresses = static_cast<void**>(values[i]);
    if (options[i] == CU_JIT_GLOBAL_SYMBOL_COUNT)
      placed = reinterpret_cast<size_t>(values[i]);
  }
  for (size_t i = 0; i < placed; ++i)
    placements.push_back({names[i], addresses[i]});
  return call("cuLibraryLoadData");
}
CUresult cuLibraryUnload(CUlibrary) {
  --state.loadedLibraries;
  return call("cuLibraryUnload");
}
CUresult cuLibraryGetKernel(CUkernel* kernel, CUlibrary, const char* name) {
  call("cuLibraryGetKernel");
  for (FakeKernel& known : kernels)
    if (std::string_view(known.name) == name) {
      *kernel = reinterpret_cast<CUkernel>(&known);
      return CUDA_SUCCESS;
    }
  return CUDA_ERROR_NOT_FOUND;
}
CUresult cuLibraryGetGlobal(CUdeviceptr* address, size_t* bytes, CUlibrary, const char* name) {
  call("cuLibraryGetGlobal");
  auto found = globals.find(name);
  if (found == globals.end())
    return CUDA_ERROR_NOT_FOUND;
  *address = reinterpret_cast<CUdeviceptr>(&found->second);
  if (bytes)
    *bytes = sizeof(int);
  return CUDA_SUCCESS;
}
CUresult cuLibraryGetManaged(CUdeviceptr* address, size_t* bytes, CUlibrary library,
                             const char* name) {
  return cuLibraryGetGlobal(address, bytes, library, name);
}
CUresult cuKernelGetAttribute(int* value, CUfunction_attribute attribute, CUkernel, CUdevice) {
  *value = attribute + 100;
  return CUDA_SUCCESS;
}

CUresult cuLaunchKernel(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                        unsigned by, unsigned bz, unsigned shared, CUstream stream,
                        void** arguments, void**) {
  CUresult fault = call("cuLaunchKernel", stream);
  if (fault != CUDA_SUCCESS)
    return fault;
  auto* kernel = reinterpret_cast<FakeKernel*>(function);
  if (kernel < std::begin(kernels) || kernel >= std::end(kernels))
    return CUDA_ERROR_INVALID_HANDLE;
  unsigned grid[] = {gx, gy, gz}, block[] = {bx, by, bz};
  std::memcpy(state.grid, grid, sizeof grid);
  std::memcpy(state.block, block, sizeof block);
  state.sharedBytes = shared;
  CUresult result = state.nextLaunch;
  state.nextLaunch = CUDA_SUCCESS;
  if (result == CUDA_SUCCESS)
    kernel->run(arguments);
  return result;
}
CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function, void** arguments,
                          void** extra) {
  return cuLaunchKernel(function, config->gridDimX, config->gridDimY, config->gridDimZ,
                        config->blockDimX, config->blockDimY, config->blockDimZ,
                        config->sharedMemBytes, config->hStream, arguments, extra);
}
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* data) {
  CUresult result = call("cuLaunchHostFunc", stream);
  function(data);
  return result;
}

CUresult cuStreamCreate(CUstream* stream, unsigned) {
  *stream = reinterpret_cast<CUstream>(0x1000);
  return call("cuStreamCreate");
}
CUresult cuStreamDestroy(CUstream stream) {
  return call("cuStreamDestroy", stream);
}
CUresult cuStreamSynchronize(CUstream stream) {
  return call("cuStreamSynchronize", stream);
}
CUresult cuStreamQuery(CUstream stream) {
  CUresult fault = call("cuStreamQuery", stream);
  CUresult answer = state.nextQuery;
  state.nextQuery = CUDA_SUCCESS;
  return fault ? fault : answer;
}
CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void* data, unsigned) {
  CUresult result = call("cuStreamAddCallback", stream);
  callback(stream, CUDA_SUCCESS, data);
  return result;
}

CUresult cuMemAlloc(CUdeviceptr* address, size_t bytes) {
  CUresult result = call("cuMemAlloc");
  if (bytes > (1u << 30))
    return CUDA_ERROR_OUT_OF_MEMORY;
  if (result == CUDA_SUCCESS)
    *address = reinterpret_cast<CUdeviceptr>(std::malloc(bytes));
  return result;
}
CUresult cuMemAllocPitch(CUdeviceptr* address, size_t* pitch, size_t width, size_t height,
                         unsigned) {
  *pitch = (width + 511) / 512 * 512;
  return cuMemAlloc(address, *pitch * height);
}
CUresult cuMemFree(CUdeviceptr address) {
  std::free(at(address));
  return call("cuMemFree");
}
CUresult cuMemHostAlloc(void** memory, size_t bytes, unsigned) {
  *memory = std::malloc(bytes);
  return call("cuMemHostAlloc");
}
CUresult cuMemFreeHost(void* memory) {
  std::free(memory);
  return call("cuMemFreeHost");
}
CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t bytes) {
  std::memmove(at(dst), at(src), bytes);
  return call("cuMemcpy");
}
CUresult cuMemcpyHtoD(CUdeviceptr dst, const void* src, size_t bytes) {
  std::memcpy(at(dst), src, bytes);
  return call("cuMemcpyHtoD");
}
CUresult cuMemcpyDtoH(void* dst, CUdeviceptr src, size_t bytes) {
  std::memcpy(dst, at(src), bytes);
  return call("cuMemcpyDtoH");
}
CUresult cuMemcpyDtoD(CUdeviceptr dst, CUdeviceptr src, size_t bytes) {
  std::memmove(at(dst), at(src), bytes);
  return call("cuMemcpyDtoD");
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr dst, const void* src, size_t bytes, CUstream stream) {
  std::memcpy(at(dst), src, bytes);
  return call("cuMemcpyHtoDAsync", stream);
}
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D* copy) {
  call("cuMemcpy2DUnaligned");
  return copyRows(*copy);
}
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D* copy, CUstream stream) {
  call("cuMemcpy2DAsync", stream);
  return copyRows(*copy);
}
CUresult cuMemsetD8(CUdeviceptr dst, unsigned char value, size_t bytes) {
  std::memset(at(dst), value, bytes);
  return call("cuMemsetD8");
}
CUresult cuMemsetD8Async(CUdeviceptr dst, unsigned char value, size_t bytes, CUstream stream) {
  std::memset(at(dst), value, bytes);
  return call("cuMemsetD8Async", stream);
}
CUresult cuMemsetD2D8(CUdeviceptr dst, size_t pitch, unsigned char value, size_t width,
                      size_t height) {
  for (size_t row = 0; row < height; ++row)
    std::memset(static_cast<char*>(at(dst)) + row * pitch, value, width);
  return call("cuMemsetD2D8");
}

CUresult cuEventElapsedTime(float* milliseconds, CUevent, CUevent) {
  *milliseconds = 1.5f;
  return call("cuEventElapsedTime");
}

// Under the exported name, whatever the header makes of the plain one.
CUresult resolveEntry(const char* name, void** function, int, cuuint64_t,
                      CUdriverProcAddressQueryResult* status) __asm__("cuGetProcAddress_v2");

// Two functions have forms for a default stream per thread.
CUresult copyPerThread(CUdeviceptr dst, const void* src, size_t bytes) {
  std::memcpy(at(dst), src, bytes);
  return call("cuMemcpyHtoD_v2_ptds", CU_STREAM_PER_THREAD);
}
CUresult fillPerThread(CUdeviceptr dst, unsigned char value, size_t bytes, CUstream stream) {
  std::memset(at(dst), value, bytes);
  return call("cuMemsetD8Async_ptsz", stream ? stream : CU_STREAM_PER_THREAD);
}

CUresult resolveEntry(const char* name, void** function, int version, cuuint64_t flags,
                      CUdriverProcAddressQueryResult* status) {
  static const std::map<std::string_view, void*> perThreadForms = {
      {"cuMemcpyHtoD", reinterpret_cast<void*>(&copyPerThread)},
      {"cuMemsetD8Async", reinterpret_cast<void*>(&fillPerThread)},
  };
  static const auto entries = [] {
    std::map<std::string_view, void*> known = {
#define HEDDLE_DRIVER_FUNCTION(name) {#name, reinterpret_cast<void*>(&::name)},
#include "runtime/driver_functions.def"
#undef HEDDLE_DRIVER_FUNCTION
    };
    known["cuGetProcAddress"] = reinterpret_cast<void*>(&resolveEntry);
    return known;
  }();
  const bool perThread =
      (flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) && perThreadForms.contains(name);
  const auto& forms = perThread ? perThreadForms : entries;
  auto found = forms.find(name);
  *function = found == forms.end() || (perThread && version < 7000) ? nullptr : found->second;
  if (status)
    *status = *function ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  return *function ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

} // extern "C"
