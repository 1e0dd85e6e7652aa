// The driver's log: calls that fail leave messages there, which listeners hear as they come.
// nvcc: -lcuda
#include <string.h>
#include <unistd.h>

#include <string>

#include "driver.h"

struct Heard {
  int count = 0;
  std::string last;
};

static void CUDART_CB listen(void* data, cudaLogLevel level, char* message, size_t length) {
  Heard& heard = *static_cast<Heard*>(data);
  ++heard.count;
  heard.last = message;
  CHECK(level == cudaLogLevelError && length == strlen(message));
}

static const std::string kMessage = "Returning 1 (CUDA_ERROR_INVALID_VALUE) from cuMemFree_v2";

static void fail() {
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuMemFree(123));
}

int main() {
  usePrimaryContext();
  cudaLogIterator start;
  CUDA_CHECK(cudaLogsCurrent(&start, 0));
  Heard heard;
  cudaLogsCallbackHandle handle;
  CUDA_CHECK(cudaLogsRegisterCallback(listen, &heard, &handle));
  CUDA_CHECK(cudaDeviceSynchronize());
  EXPECT_DRIVER(CUDA_SUCCESS, cuStreamQuery(nullptr));
  EXPECT_EQ(heard.count, 0);
  fail();
  CHECK(heard.count >= 1 && heard.last == kMessage);
  CUDA_CHECK(cudaLogsUnregisterCallback(handle));
  const int before = heard.count;
  fail();
  EXPECT_EQ(heard.count, before);

  // Both calls are there, once; nothing is left then.
  static char text[20000];
  size_t size = sizeof text;
  cudaLogIterator at = start;
  CUDA_CHECK(cudaLogsDumpToMemory(&at, text, &size, 0));
  EXPECT_EQ(strlen(text), size);
  const std::string lines = text;
  const size_t first = lines.find(kMessage + "\n");
  CHECK(first != lines.npos);
  CHECK(lines.find(kMessage + "\n", first + 1) == lines.size() - kMessage.size() - 1);
  size = sizeof text;
  CUDA_CHECK(cudaLogsDumpToMemory(&at, text, &size, 0));
  EXPECT_EQ(size, 0u);
  at = start;
  size = 8;
  EXPECT_CUDA(cudaErrorInvalidValue, cudaLogsDumpToMemory(&at, text, &size, 0));
  EXPECT_EQ(size, 0u);
  EXPECT_CUDA(cudaErrorInvalidValue, cudaLogsDumpToMemory(&at, text, nullptr, 0));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaLogsDumpToFile(&at, "/no/such/file", 0));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaLogsRegisterCallback(nullptr, nullptr, &handle));

  char path[] = "/tmp/driver_logs_XXXXXX";
  CHECK(mkstemp(path) >= 0);
  at = start;
  CUDA_CHECK(cudaLogsDumpToFile(&at, path, 0));
  FILE* file = fopen(path, "r");
  CHECK(file != nullptr);
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  CHECK(strncmp(text, lines.c_str(), lines.size()) == 0);
  fclose(file);
  unlink(path);
  return ok();
}
