#include "nvvm/compiler_process.h"

#include "environment/file_descriptor.h"

#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>

namespace heddle::nvvm {

namespace fs = std::filesystem;

namespace {

// The compiler's program, in the installation that this library or program is in: libnvvm is in
// nvvm/lib64 there, libnvJitLink in lib and nvlink in bin.
fs::path compilerPath() {
  Dl_info info{};
  std::error_code error;
  if (!dladdr(reinterpret_cast<void*>(&compilerPath), &info) || !info.dli_fname)
    return {};
  fs::path folder = fs::canonical(info.dli_fname, error).parent_path();
  for (int level = 0; level < 2; ++level) {
    folder = folder.parent_path();
    fs::path program = folder / "lib/heddle/bin/nvvm-compiler";
    if (fs::exists(program, error))
      return program;
  }
  return {};
}

Response failure(const std::string& reason) {
  return {.result = NVVM_ERROR_COMPILATION,
          .ptx = {},
          .log = "libnvvm : error: the compiler did not finish: " + reason + "\n"};
}

std::string contentOf(int file) {
  struct stat status{};
  if (fstat(file, &status) != 0 || lseek(file, 0, SEEK_SET) != 0)
    return {};
  std::string content(static_cast<std::size_t>(status.st_size), '\0');
  return readAll(file, content.data(), content.size()) ? content : std::string();
}

// The exit status. The program may have taken it away by waiting for all of its children; then only
// the answer tells whether the compiler succeeded.
int waitFor(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return 0;
  return status;
}

} // namespace

Response compileInProcess(const Request& request) {
  // Files in memory rather than pipes, so that neither side waits for the other to read.
  const FileDescriptor input(memfd_create("nvvm-request", MFD_CLOEXEC));
  const FileDescriptor output(memfd_create("nvvm-response", MFD_CLOEXEC));
  const std::string text = pack(request);
  if (input < 0 || output < 0 || !writeAll(input, text.data(), text.size()) ||
      lseek(input, 0, SEEK_SET) != 0)
    return failure(std::strerror(errno));

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  const std::string path = compilerPath().string();
  char* arguments[] = {const_cast<char*>(path.c_str()), nullptr};
  pid_t child = 0;
  const int error = posix_spawn(&child, path.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0)
    return failure(path + ": " + std::strerror(error));

  const int status = waitFor(child);
  if (WIFSIGNALED(status))
    return failure(strsignal(WTERMSIG(status)));
  Response response;
  return unpack(contentOf(output), response) ? response : failure("it gave no answer");
}

} // namespace heddle::nvvm
