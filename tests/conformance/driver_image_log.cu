// An image that is neither PTX nor a binary is refused with CUDA_ERROR_INVALID_IMAGE, and the error
// log says so; the size option comes back as the log's length. Row D-049.
// nvcc: -lcuda
#include <string.h>

#include "driver.h"

int main() {
  usePrimaryContext();
  static char log[4096];
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  const char* images[] = {
      "this is no program", "",
      "\177ELF and then nothing that an object file would have, for long enough"};
  for (const char* image : images) {
    memset(log, 0, sizeof log);
    void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
    CUmodule module;
    EXPECT_DRIVER(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadDataEx(&module, image, 2, options, values));
    CHECK(strlen(log) > 0);
    const size_t size = reinterpret_cast<size_t>(values[1]);
    CHECK(size >= strlen(log) && size <= strlen(log) + 1);
  }
  return ok();
}
