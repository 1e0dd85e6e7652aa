#include "nvrtc/compiler_process.h"
#include "nvrtc/channel.h"
#include "nvrtc/compiler_server.h"
#include "nvrtc/packing.h"

#include <chrono>
#include <csignal>
#include <cstring>
#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/wait.h>

namespace heddle::nvrtc {

namespace fs = std::filesystem;

namespace {

// How the compiler has come to its end, for the log.
std::string describeEnd(int status) {
  if (!WIFSIGNALED(status))
    return fmt::format("it exited with {}", WEXITSTATUS(status));
  if (WTERMSIG(status) == SIGXCPU)
    return "it took too much time";
  return fmt::format("signal {}, {}", WTERMSIG(status), strsignal(WTERMSIG(status)));
}

// Answers the compiler's questions until it sends the result. False when it sends none.
bool receiveResult(int channel, const Request& request, Result& result) {
  for (Message message; readAll(channel, &message, sizeof message);) {
    if (message == Message::Result) {
      std::string text;
      return receiveText(channel, text) && unpack(text, result);
    }
    if (int status; message == Message::End && readAll(channel, &status, sizeof status)) {
      result.log = describeEnd(status);
      return false;
    }
    if (message != Message::Question || !request.cancelled)
      return false;
    const char answer = request.cancelled() ? 1 : 0;
    // A compiler that has ended does not want the answer, and the next message is missing.
    if (!sendAll(channel, &answer, sizeof answer))
      return false;
  }
  return false;
}

void compileOver(int channel, const Request& request, Result& result) {
  Packer packer;
  packer.add(std::string_view(pack(request)));
  packer.add(static_cast<bool>(request.cancelled));
  if (sendText(channel, packer.text) && receiveResult(channel, request, result))
    return;
  const std::string reason = result.log.empty() ? "it has ended" : result.log;
  result = {};
  result.status = Status::CompilationError;
  result.log = fmt::format("nvrtc: error: the compiler did not finish: {}\n", reason);
}

} // namespace

const Installation& installation() {
  static const auto* found = [] {
    Dl_info info{};
    std::error_code error;
    if (!dladdr(reinterpret_cast<void*>(&installation), &info) || !info.dli_fname)
      return new Installation;
    const fs::path library = fs::canonical(info.dli_fname, error);
    return new Installation(installationAt(library.parent_path().parent_path()));
  }();
  return *found;
}

bool compileInProcess(const Request& request, Result& result) {
  const auto start = std::chrono::steady_clock::now();
  std::string reason;
  const FileDescriptor channel(connectToCompiler(request.installation.compiler, reason));
  if (channel < 0) {
    result.log = fmt::format("nvrtc: error: no compiler: {}\n", reason);
    return false;
  }
  compileOver(channel, request, result);
  result.milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return true;
}

} // namespace heddle::nvrtc
