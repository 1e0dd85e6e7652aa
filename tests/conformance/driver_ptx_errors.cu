// PTX that cannot be compiled gives an error and a log with the line. Rows D-048, D-049, P-024.
// nvcc: -lcuda
#include <string.h>

#include "driver.h"

static CUresult load(const char* source, char* log, unsigned logSize) {
  CUmodule module;
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {log, reinterpret_cast<void*>(static_cast<size_t>(logSize))};
  memset(log, 0, logSize);
  CUresult result = cuModuleLoadDataEx(&module, source, 2, options, values);
  if (result == CUDA_SUCCESS)
    DRIVER_CHECK(cuModuleUnload(module));
  return result;
}

int main() {
  usePrimaryContext();
  static char log[4096];
  DRIVER_CHECK(load(".version 6.4\n.target sm_50\n.address_size 64\n"
                    ".visible .entry k()\n{\n  ret;\n}\n",
                    log, sizeof log));
  EXPECT_DRIVER(
      CUDA_ERROR_INVALID_PTX,
      load(".version 6.4\n.target sm_50\n.address_size 64\n"
           ".visible .entry k()\n{\n  .reg .b32 %r1;\n  frobnicate.u32 %r1, 1;\n  ret;\n}\n",
           log, sizeof log));
  CHECK(strstr(log, "7") != nullptr);
  EXPECT_DRIVER(CUDA_ERROR_INVALID_PTX,
                load(".version 6.4\n.target sm_50\n.address_size 64\n"
                     ".visible .entry k()\n{\n  mov.u32 %undeclared, 1;\n  ret;\n}\n",
                     log, sizeof log));
  CHECK(strlen(log) > 0);
  const char* text = nullptr;
  DRIVER_CHECK(cuGetErrorName(CUDA_ERROR_INVALID_PTX, &text));
  EXPECT_EQ(strcmp(text, "CUDA_ERROR_INVALID_PTX"), 0);
  DRIVER_CHECK(cuGetErrorString(CUDA_ERROR_INVALID_PTX, &text));
  EXPECT_EQ(strcmp(text, "a PTX JIT compilation failed"), 0);
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuGetErrorName(static_cast<CUresult>(77777), &text));
  return ok();
}
