// nvvm-compiler: reads a request from standard input and writes the response to standard output.
#include "environment/file_descriptor.h"
#include "nvvm/ir_compiler.h"

#include <sys/resource.h>
#include <unistd.h>

namespace {

// No program of people takes LLVM this long, and an endless compilation would hold up the program
// that waits for it.
constexpr rlim_t kMostCpuSeconds = 600;

std::string readInput() {
  std::string text;
  char buffer[65536];
  for (ssize_t count; (count = read(STDIN_FILENO, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(count));
  return text;
}

} // namespace

int main() {
  const rlimit limit{kMostCpuSeconds, kMostCpuSeconds};
  setrlimit(RLIMIT_CPU, &limit);
  heddle::nvvm::Request request;
  if (!heddle::nvvm::unpack(readInput(), request))
    return 2;
  const std::string response = heddle::nvvm::pack(heddle::nvvm::compile(request));
  return heddle::writeAll(STDOUT_FILENO, response.data(), response.size()) ? 0 : 1;
}
