// The device runtime's queries: devices, limits, functions, occupancy and errors.

#include "exec/device_runtime_call.h"
#include "ir/error_texts.h"
#include "memory/reservation.h"

#include <cstring>
#include <unordered_map>

namespace {

using namespace heddle;
using namespace heddle::exec;

// The version that cudaRuntimeGetVersion answers in device code on today's GPUs.
constexpr int kDeviceRuntimeVersion = 6000;

constexpr ErrorText kUnknownError = {-1, kUnrecognizedError, kUnrecognizedError};

const ErrorText& errorTextOf(std::uint32_t code) {
  const ErrorText* found = findErrorText(kRuntimeErrors, static_cast<int>(code));
  return found ? *found : kUnknownError;
}

// Names and texts of errors in memory that kernels may read.
class ReadableTexts {
public:
  ReadableTexts() {
    std::size_t bytes = 0;
    forEachText([&](const char* text) { bytes += std::strlen(text) + 1; });
    memory_ = memory::Reservation(memory::User::Kernels, memory::roundUp(bytes, memory::pageSize()),
                                  memory::pageSize());
    if (!memory_)
      return;
    char* next = memory_.data();
    forEachText([&](const char* text) {
      copies_[text] = next;
      next = std::strcpy(next, text) + std::strlen(text) + 1;
    });
  }

  // Null where there is no memory.
  std::uint64_t addressOf(const char* text) const {
    const auto found = copies_.find(text);
    return found == copies_.end() ? 0 : reinterpret_cast<std::uint64_t>(found->second);
  }

private:
  template <typename Function> static void forEachText(Function function) {
    for (const ErrorText& error : kRuntimeErrors) {
      function(error.name);
      function(error.text);
    }
    function(kUnrecognizedError);
  }

  memory::Reservation memory_;
  std::unordered_map<const char*, char*> copies_;
};

const ReadableTexts& readableTexts() {
  static const auto* const texts = new ReadableTexts;
  return *texts;
}

} // namespace

extern "C" {

std::uint32_t heddle_device_DeviceGetAttribute(BlockContext* context, std::uint32_t thread,
                                               std::uint64_t value, std::uint32_t attribute,
                                               std::uint32_t device) {
  return DeviceRuntimeCall(context, thread)
      .query<int>(value, [&](DeviceServices& services, int& answer) {
        return services.deviceAttribute(answer, static_cast<cudaDeviceAttr>(attribute),
                                        static_cast<int>(device));
      });
}

std::uint32_t heddle_device_DeviceGetLimit(BlockContext* context, std::uint32_t thread,
                                           std::uint64_t value, std::uint32_t limit) {
  return DeviceRuntimeCall(context, thread)
      .queryWithoutLastError<std::size_t>(
          value, [&](DeviceServices& services, std::size_t& answer) {
            return services.limit(answer, static_cast<cudaLimit>(limit));
          });
}

std::uint32_t heddle_device_DeviceGetCacheConfig(BlockContext* context, std::uint32_t thread,
                                                 std::uint64_t config) {
  return DeviceRuntimeCall(context, thread)
      .query<cudaFuncCache>(config, [](DeviceServices& services, cudaFuncCache& answer) {
        answer = services.cacheConfig();
        return cudaSuccess;
      });
}

std::uint32_t heddle_device_DeviceGetSharedMemConfig(BlockContext* context, std::uint32_t thread,
                                                     std::uint64_t config) {
  return DeviceRuntimeCall(context, thread)
      .query<cudaSharedMemConfig>(config, [](DeviceServices&, cudaSharedMemConfig& answer) {
        answer = cudaSharedMemBankSizeFourByte;
        return cudaSuccess;
      });
}

std::uint32_t heddle_device_GetLastError(BlockContext* context, std::uint32_t thread) {
  DeviceRuntimeCall call(context, thread);
  return call.children().lastError(call.caller(), true);
}

std::uint32_t heddle_device_PeekAtLastError(BlockContext* context, std::uint32_t thread) {
  DeviceRuntimeCall call(context, thread);
  return call.children().lastError(call.caller(), false);
}

std::uint64_t heddle_device_GetErrorString(BlockContext*, std::uint32_t, std::uint32_t error) {
  return readableTexts().addressOf(errorTextOf(error).text);
}

std::uint64_t heddle_device_GetErrorName(BlockContext*, std::uint32_t, std::uint32_t error) {
  return readableTexts().addressOf(errorTextOf(error).name);
}

std::uint32_t heddle_device_GetDeviceCount(BlockContext* context, std::uint32_t thread,
                                           std::uint64_t count) {
  return DeviceRuntimeCall(context, thread)
      .query<int>(count, [](DeviceServices& services, int& answer) {
        answer = services.deviceCount();
        return cudaSuccess;
      });
}

std::uint32_t heddle_device_GetDevice(BlockContext* context, std::uint32_t thread,
                                      std::uint64_t device) {
  return DeviceRuntimeCall(context, thread)
      .query<int>(device, [](DeviceServices& services, int& answer) {
        answer = services.device();
        return cudaSuccess;
      });
}

std::uint32_t heddle_device_RuntimeGetVersion(BlockContext* context, std::uint32_t thread,
                                              std::uint64_t version) {
  return DeviceRuntimeCall(context, thread).query<int>(version, [](DeviceServices&, int& answer) {
    answer = kDeviceRuntimeVersion;
    return cudaSuccess;
  });
}

std::uint32_t heddle_device_FuncGetAttributes(BlockContext* context, std::uint32_t thread,
                                              std::uint64_t attributes, std::uint64_t kernel) {
  return DeviceRuntimeCall(context, thread)
      .query<cudaFuncAttributes>(
          attributes, [&](DeviceServices& services, cudaFuncAttributes& answer) {
            return services.functionAttributes(answer, toPointer<void>(kernel));
          });
}

std::uint32_t heddle_device_OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    BlockContext* context, std::uint32_t thread, std::uint64_t blocks, std::uint64_t kernel,
    std::uint32_t blockSize, std::uint64_t dynamicShared, std::uint32_t flags) {
  return DeviceRuntimeCall(context, thread)
      .queryWithoutLastError<int>(blocks, [&](DeviceServices& services, int& answer) {
        return services.occupancy(answer, toPointer<void>(kernel), static_cast<int>(blockSize),
                                  dynamicShared, flags);
      });
}

std::uint32_t heddle_device_OccupancyMaxActiveBlocksPerMultiprocessor(
    BlockContext* context, std::uint32_t thread, std::uint64_t blocks, std::uint64_t kernel,
    std::uint32_t blockSize, std::uint64_t dynamicShared) {
  return heddle_device_OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      context, thread, blocks, kernel, blockSize, dynamicShared, 0);
}

} // extern "C"
