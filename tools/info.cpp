#include "environment/environment.h"
#include "tools/commands.h"

#include <cuda.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <dlfcn.h>
#include <stdexcept>

namespace heddle::tools {
namespace {

// cuda.h renames entry points by macros (cuDeviceTotalMem to cuDeviceTotalMem_v2). The name to look
// up is the renamed one, so the macro's argument must be expanded before it becomes a string.
#define HEDDLE_STRING(name) #name
#define HEDDLE_ENTRY(name) reinterpret_cast<decltype(&name)>(driver.entry(HEDDLE_STRING(name)))

class Driver {
public:
  explicit Driver(const std::filesystem::path& path)
      : handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (!handle_) {
      throw std::runtime_error(dlerror());
    }
  }

  void* entry(const char* name) const {
    void* address = dlsym(handle_, name);
    if (!address) {
      throw std::runtime_error(dlerror());
    }
    return address;
  }

private:
  void* handle_;
};

struct AttributeLine {
  const char* label;
  CUdevice_attribute attribute;
};

constexpr AttributeLine kAttributes[] = {
    {"multiprocessors (workers)", CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT},
    {"threads per block", CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK},
    {"warp size", CU_DEVICE_ATTRIBUTE_WARP_SIZE},
    {"shared memory per block", CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK},
    {"constant memory", CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY},
};

constexpr const char* kVariables[] = {
    "HEDDLE_WORKERS",     "HEDDLE_MEMORY",        "CUDA_CACHE_PATH",     "CUDA_CACHE_DISABLE",
    "CUDA_CACHE_MAXSIZE", "CUDA_LAUNCH_BLOCKING", "CUDA_VISIBLE_DEVICES"};

template <typename Value> void line(std::string_view label, const Value& value) {
  fmt::print("{:<28}{}\n", label, value);
}

} // namespace

int infoCommand(const Arguments& arguments) {
  if (!arguments.empty()) {
    fmt::print(stderr, "heddle info: unexpected argument '{}'\n", arguments.front());
    return 2;
  }
  const std::filesystem::path library = installationPrefix() / "lib" / "libcuda.so.1";
  const Driver driver(library);
  const auto check = [&](CUresult result, const char* what) {
    if (result != CUDA_SUCCESS) {
      const char* name = "unknown error";
      HEDDLE_ENTRY(cuGetErrorName)(result, &name);
      throw std::runtime_error(fmt::format("{}: {}", what, name));
    }
  };

  check(HEDDLE_ENTRY(cuInit)(0), "cuInit");
  int version = 0;
  check(HEDDLE_ENTRY(cuDriverGetVersion)(&version), "cuDriverGetVersion");
  line("Heddle", HEDDLE_VERSION);
  line("CUDA", fmt::format("{}.{}", version / 1000, version % 1000 / 10));
  line("driver library", library.string());

  int deviceCount = 0;
  check(HEDDLE_ENTRY(cuDeviceGetCount)(&deviceCount), "cuDeviceGetCount");
  for (int ordinal = 0; ordinal < deviceCount; ++ordinal) {
    CUdevice device = 0;
    check(HEDDLE_ENTRY(cuDeviceGet)(&device, ordinal), "cuDeviceGet");
    char name[256] = {};
    check(HEDDLE_ENTRY(cuDeviceGetName)(name, sizeof(name), device), "cuDeviceGetName");
    std::size_t memory = 0;
    check(HEDDLE_ENTRY(cuDeviceTotalMem)(&memory, device), "cuDeviceTotalMem");
    const auto attribute = [&](CUdevice_attribute which) {
      int value = 0;
      check(HEDDLE_ENTRY(cuDeviceGetAttribute)(&value, which, device), "cuDeviceGetAttribute");
      return value;
    };
    line(fmt::format("device {}", ordinal), name);
    line("compute capability",
         fmt::format("{}.{}", attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
                     attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)));
    line("memory", fmt::format("{} MiB", memory >> 20));
    for (const AttributeLine& entry : kAttributes) {
      line(entry.label, attribute(entry.attribute));
    }
  }
  line("vector extensions", fmt::format("{}", fmt::join(vectorExtensions(), " ")));
  for (const char* variable : kVariables) {
    if (const char* value = environmentVariable(variable)) {
      line(variable, value);
    }
  }
  return 0;
}

} // namespace heddle::tools
