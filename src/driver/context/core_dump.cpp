#include "driver/context/core_dump.h"

#include "driver/api/unsupported.h"
#include "driver/context/context.h"
#include "driver/core/driver.h"

#include <algorithm>
#include <cstring>
#include <ctime>
#include <mutex>
#include <unistd.h>

namespace heddle::driver {

namespace {

constexpr std::size_t kNameBytes = 1024;

std::mutex mutex; // guards the settings of all contexts
CoreDumpSettings& allContexts() {
  static auto* settings = new CoreDumpSettings;
  return *settings;
}

bool isText(CUcoredumpSettings attribute) {
  return attribute == CU_COREDUMP_FILE || attribute == CU_COREDUMP_PIPE;
}

// The size of an attribute's value. Zero when there is no such attribute, or when `ofContext` asks
// for one that a single context does not have.
std::size_t sizeOf(CUcoredumpSettings attribute, bool ofContext) {
  switch (attribute) {
  case CU_COREDUMP_ENABLE_USER_TRIGGER:
    return ofContext ? 0 : sizeof(bool);
  case CU_COREDUMP_PIPE:
    return ofContext ? 0 : kNameBytes;
  case CU_COREDUMP_ENABLE_ON_EXCEPTION:
  case CU_COREDUMP_TRIGGER_HOST:
  case CU_COREDUMP_LIGHTWEIGHT:
    return sizeof(bool);
  case CU_COREDUMP_FILE:
    return kNameBytes;
  case CU_COREDUMP_GENERATION_FLAGS:
    return sizeof(int);
  default:
    return 0;
  }
}

bool lightweight(const CoreDumpSettings& settings) {
  return (settings.generationFlags & CU_COREDUMP_LIGHTWEIGHT_FLAGS) ==
         CU_COREDUMP_LIGHTWEIGHT_FLAGS;
}

bool readFlag(const CoreDumpSettings& settings, CUcoredumpSettings attribute) {
  switch (attribute) {
  case CU_COREDUMP_ENABLE_ON_EXCEPTION:
    return settings.onException;
  case CU_COREDUMP_TRIGGER_HOST:
    return settings.triggersHost;
  case CU_COREDUMP_LIGHTWEIGHT:
    return lightweight(settings);
  default:
    return settings.userTrigger;
  }
}

void setFlag(CoreDumpSettings& settings, CUcoredumpSettings attribute, bool value) {
  switch (attribute) {
  case CU_COREDUMP_ENABLE_ON_EXCEPTION:
    settings.onException = value;
    break;
  case CU_COREDUMP_TRIGGER_HOST:
    settings.triggersHost = value;
    break;
  case CU_COREDUMP_LIGHTWEIGHT:
    settings.generationFlags =
        value ? settings.generationFlags | CU_COREDUMP_LIGHTWEIGHT_FLAGS
              : settings.generationFlags & ~static_cast<int>(CU_COREDUMP_LIGHTWEIGHT_FLAGS);
    break;
  default:
    settings.userTrigger = value;
    settings.onException |= value; // the user trigger enables dumps
  }
  if (settings.onException)
    (void)unsupported("writing core dumps of kernels");
}

// The name of a dump file: %h stands for the name of the host, %p for the process, %t for the time.
std::string expanded(std::string_view pattern) {
  std::string name;
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    const char kind = pattern[at] == '%' && at + 1 < pattern.size() ? pattern[at + 1] : '\0';
    char host[256] = "";
    switch (kind) {
    case 'h':
      gethostname(host, sizeof host - 1);
      name += host;
      break;
    case 'p':
      name += std::to_string(getpid());
      break;
    case 't':
      name += std::to_string(std::time(nullptr));
      break;
    default:
      name += pattern[at];
      continue;
    }
    ++at;
  }
  name.resize(std::min(name.size(), kNameBytes - 1));
  return name;
}

// Checks the arguments of a get or set. Without `value` the program asks for the size of the value,
// and then the call is done.
CUresult begin(CUcoredumpSettings attribute, const void* value, std::size_t* size, bool ofContext,
               bool& done) {
  const std::size_t needed = sizeOf(attribute, ofContext);
  if (!size || !needed)
    return CUDA_ERROR_INVALID_VALUE;
  done = !value;
  if (done)
    *size = needed;
  else if (!isText(attribute) && *size != needed)
    return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

CUresult get(const CoreDumpSettings& settings, bool ofContext, CUcoredumpSettings attribute,
             void* value, std::size_t* size) {
  bool done = false;
  HEDDLE_TRY(begin(attribute, value, size, ofContext, done));
  if (done)
    return CUDA_SUCCESS;
  std::lock_guard lock(mutex);
  if (isText(attribute)) {
    const std::string& text = attribute == CU_COREDUMP_FILE ? settings.file : settings.pipe;
    if (*size < text.size())
      return CUDA_ERROR_INVALID_VALUE;
    std::memcpy(value, text.c_str(), std::min(*size, text.size() + 1));
  } else if (attribute == CU_COREDUMP_GENERATION_FLAGS) {
    std::memcpy(value, &settings.generationFlags, sizeof settings.generationFlags);
  } else {
    *static_cast<bool*>(value) = readFlag(settings, attribute);
  }
  return CUDA_SUCCESS;
}

CUresult set(CoreDumpSettings& settings, bool ofContext, CUcoredumpSettings attribute,
             const void* value, std::size_t* size) {
  bool done = false;
  HEDDLE_TRY(begin(attribute, value, size, ofContext, done));
  if (done)
    return CUDA_SUCCESS;
  std::lock_guard lock(mutex);
  if (isText(attribute)) {
    const auto* text = static_cast<const char*>(value);
    (attribute == CU_COREDUMP_FILE ? settings.file : settings.pipe) =
        expanded({text, strnlen(text, *size)});
  } else if (attribute == CU_COREDUMP_GENERATION_FLAGS) {
    std::memcpy(&settings.generationFlags, value, sizeof settings.generationFlags);
  } else {
    setFlag(settings, attribute, *static_cast<const unsigned char*>(value) != 0);
  }
  return CUDA_SUCCESS;
}

} // namespace

CoreDumpSettings CoreDumpSettings::ofAllContexts() {
  std::lock_guard lock(mutex);
  return allContexts();
}

} // namespace heddle::driver

using namespace heddle::driver;

CUresult cuCoredumpGetAttribute(CUcoredumpSettings attribute, void* value, size_t* size) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  return get(context->coreDump, true, attribute, value, size);
}

CUresult cuCoredumpSetAttribute(CUcoredumpSettings attribute, void* value, size_t* size) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  return set(context->coreDump, true, attribute, value, size);
}

// A program may read and set these settings before cuInit, so the state of the driver is not
// checked.
CUresult cuCoredumpGetAttributeGlobal(CUcoredumpSettings attribute, void* value, size_t* size) {
  return get(allContexts(), false, attribute, value, size);
}

CUresult cuCoredumpSetAttributeGlobal(CUcoredumpSettings attribute, void* value, size_t* size) {
  return set(allContexts(), false, attribute, value, size);
}
