#include "driver/module/jit_options.h"

#include "driver/api/error_log.h"
#include "driver/device/device_profile.h"
#include "environment/environment.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace heddle::driver {

namespace {

constexpr unsigned kNewestTarget = 121;

// The number of a CUjit_target, without the bits that mark architecture-specific and
// family-specific code.
unsigned targetNumber(const void* value) {
  return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(value) & 0xffff);
}

} // namespace

std::string diagnosticText(const jit::Status& status) {
  std::string text;
  for (const jit::Diagnostic& diagnostic : status.diagnostics) {
    if (diagnostic.line)
      text += "ptx, line " + std::to_string(diagnostic.line) + ", column " +
              std::to_string(diagnostic.column) + ": ";
    text += diagnostic.message + "\n";
  }
  return text;
}

int JitOptions::indexOf(CUjit_option option) const {
  for (unsigned index = 0; index < count_; ++index)
    if (options_[index] == option)
      return static_cast<int>(index);
  return -1;
}

std::uint32_t JitOptions::mostRegisters() const {
  constexpr std::uint32_t kUnit = 8, kLeast = 24;
  const int index = indexOf(CU_JIT_MAX_REGISTERS);
  if (index < 0)
    return UINT32_MAX;
  const auto given = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(values_[index]));
  return std::max(kLeast, given / kUnit * kUnit);
}

Placements JitOptions::placements() const {
  const int names = indexOf(CU_JIT_GLOBAL_SYMBOL_NAMES);
  const int addresses = indexOf(CU_JIT_GLOBAL_SYMBOL_ADDRESSES);
  const int count = indexOf(CU_JIT_GLOBAL_SYMBOL_COUNT);
  Placements result;
  if (names < 0 || addresses < 0 || count < 0)
    return result;
  const auto entries = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(values_[count]));
  for (unsigned index = 0; index < entries; ++index)
    result[static_cast<const char* const*>(values_[names])[index]] =
        static_cast<void* const*>(values_[addresses])[index];
  return result;
}

void JitOptions::writeLog(CUjit_option buffer, CUjit_option size, const std::string& text) const {
  const int bufferIndex = indexOf(buffer), sizeIndex = indexOf(size);
  if (bufferIndex < 0 || sizeIndex < 0 || !values_[bufferIndex])
    return;
  // Programs cast the size, a 32-bit number, to the pointer that holds it. Only its low half
  // counts.
  const auto capacity =
      static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(values_[sizeIndex]));
  std::uintptr_t written = 0;
  if (capacity > 0) {
    written = std::min<std::uintptr_t>(text.size(), capacity - 1);
    auto* out = static_cast<char*>(values_[bufferIndex]);
    std::memcpy(out, text.data(), written);
    out[written] = '\0';
  }
  values_[sizeIndex] = reinterpret_cast<void*>(written);
}

bool JitOptions::valid() const {
  if (count_ == 0)
    return true;
  if (!options_ || !values_)
    return false;
  for (unsigned index = 0; index < count_; ++index)
    if (options_[index] < 0 || options_[index] >= CU_JIT_NUM_OPTIONS)
      return false;
  const auto value = [&](CUjit_option option) {
    return reinterpret_cast<std::uintptr_t>(values_[indexOf(option)]);
  };
  if (has(CU_JIT_MAX_REGISTERS) && value(CU_JIT_MAX_REGISTERS) == 0)
    return false;
  if (has(CU_JIT_CACHE_MODE) && value(CU_JIT_CACHE_MODE) > CU_JIT_CACHE_OPTION_CA)
    return false;
  if (has(CU_JIT_TARGET) && targetNumber(values_[indexOf(CU_JIT_TARGET)]) > kNewestTarget)
    return false;
  // Options that are only valid together.
  for (const auto& [buffer, size] :
       {std::pair(CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES),
        std::pair(CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)})
    if (has(buffer) != has(size) || (has(buffer) && value(buffer) == 0))
      return false;
  return has(CU_JIT_GLOBAL_SYMBOL_COUNT) == has(CU_JIT_GLOBAL_SYMBOL_NAMES) &&
         has(CU_JIT_GLOBAL_SYMBOL_COUNT) == has(CU_JIT_GLOBAL_SYMBOL_ADDRESSES);
}

CUresult JitOptions::checkTarget(unsigned ptxTarget) const {
  static constexpr unsigned kArchitectures[] = {30, 32, 35,  37,  50,  52,  53,  60,
                                                61, 62, 70,  72,  75,  80,  86,  87,
                                                89, 90, 100, 101, 103, 110, 120, 121};
  const int index = indexOf(CU_JIT_TARGET);
  if (index < 0)
    return CUDA_SUCCESS;
  const auto target = targetNumber(values_[index]);
  if (std::ranges::find(kArchitectures, target) == std::end(kArchitectures))
    return CUDA_ERROR_INVALID_IMAGE;
  if (target < ptxTarget)
    return CUDA_ERROR_INVALID_PTX;
  const unsigned device = limits().computeCapability;
  return target / 10 == device / 10 && target <= device ? CUDA_SUCCESS : CUDA_ERROR_INVALID_SOURCE;
}

void JitOptions::report(const jit::Status& status,
                        std::chrono::duration<float, std::milli> time) const {
  if (const int index = indexOf(CU_JIT_WALL_TIME); index >= 0) {
    const float milliseconds = time.count();
    std::memcpy(&values_[index], &milliseconds, sizeof milliseconds);
  }
  const std::string text = diagnosticText(status);
  if (!status)
    logMessage(std::string_view(text).substr(0, text.find_last_not_of('\n') + 1));
  writeLog(CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
           status ? std::string() : text);
  writeLog(CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
           status ? text : std::string());
  if (!status && indexOf(CU_JIT_ERROR_LOG_BUFFER) < 0 && environmentVariable("HEDDLE_JIT_LOG"))
    std::fputs(text.c_str(), stderr);
}

} // namespace heddle::driver
