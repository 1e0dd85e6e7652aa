// Shows: PTX with a mistake, and what the compiler in the driver says of it in a small buffer.
// From: X-127 of the guide.
// Try next: a larger buffer, and CU_JIT_INFO_LOG_BUFFER with CU_JIT_LOG_VERBOSE.
// nvcc: -lcuda
#include <cstdint>
#include <cstring>

#include "driver.h"

static const char* const right = R"(
.version 7.5
.target sm_75
.address_size 64
.visible .entry nothing() { ret; }
)";
static const char* const wrong = R"(
.version 7.5
.target sm_75
.address_size 64
.visible .entry nothing() { .reg .u32 %r; add.u32 %r, %r, %undeclared; ret; }
)";

static CUresult load(const char* image, char* log, size_t size, size_t* used) {
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                            CU_JIT_TARGET_FROM_CUCONTEXT};
  void* values[] = {log, reinterpret_cast<void*>(static_cast<uintptr_t>(size)), nullptr};
  CUmodule module;
  const CUresult result = cuModuleLoadDataEx(&module, image, 3, options, values);
  *used = reinterpret_cast<uintptr_t>(values[1]); // how long the log is
  if (result == CUDA_SUCCESS)
    CHECK_DRIVER(cuModuleUnload(module));
  return result;
}

int main() {
  const driver::Context context;
  char log[100] = "";
  size_t used = sizeof log;
  EXPECT(load(right, log, sizeof log, &used) == CUDA_SUCCESS);
  EXPECT(std::strlen(log) == 0);

  EXPECT(load(wrong, log, sizeof log, &used) == CUDA_ERROR_INVALID_PTX);
  std::printf("%.*s\n", static_cast<int>(sizeof log), log);
  EXPECT(strnlen(log, sizeof log) > 0 && used <= sizeof log);

  // With room for all of it, the log names what is wrong.
  char large[2000] = "";
  EXPECT(load(wrong, large, sizeof large, &used) == CUDA_ERROR_INVALID_PTX);
  EXPECT(std::strstr(large, "undeclared") != nullptr);
  return report();
}
