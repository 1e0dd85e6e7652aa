#include "trace/trace.h"

#include "environment/environment.h"
#include "trace/findings.h"

#include <cstdio>
#include <ctime>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace heddle::trace {

namespace {

struct Settings {
  bool calls = false;
  int file = -1;

  Settings() {
    const char* text = environmentVariable("HEDDLE_TRACE");
    calls = text && *text == '1';
    const char* path = environmentVariable("HEDDLE_TRACE_FILE");
    if (!path || !*path)
      return;
    // The library that creates the file writes the start of the JSON array. Its end may be missing.
    file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0644);
    if (file >= 0) {
      if (write(file, "[\n", 2) != 2)
        std::fprintf(stderr, "heddle: cannot write the trace file %s\n", path);
    } else {
      file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    }
    if (file < 0)
      std::fprintf(stderr, "heddle: cannot open the trace file %s\n", path);
  }
};

const Settings& settings() {
  static const Settings instance;
  return instance;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    if (static_cast<unsigned char>(c) >= ' ')
      result += c;
  }
  return result;
}

// Writes an event with one write(), so that the events of several threads and libraries do not mix.
void writeEvent(std::string_view category, std::string_view name, long thread, std::uint64_t start,
                std::uint64_t end, const std::string& details) {
  char head[160];
  const int length = std::snprintf(
      head, sizeof head, "\"ph\":\"X\",\"pid\":%ld,\"tid\":%ld,\"ts\":%.3f,\"dur\":%.3f",
      static_cast<long>(getpid()), thread, static_cast<double>(start) / 1e3,
      static_cast<double>(end - start) / 1e3);
  std::string line = "{\"cat\":\"" + std::string(category) + "\",\"name\":\"" + escaped(name) +
                     "\"," + std::string(head, static_cast<unsigned>(length)) + details + "},\n";
  if (write(settings().file, line.data(), line.size()) < 0)
    return; // the program goes on when the disk is full
}

} // namespace

constinit std::atomic<detail::State> detail::state{State::NotRead};

bool detail::readSettings() {
  // A report about a failed call has to know how deep the call is nested, as a trace does.
  const bool enabled =
      settings().calls || settings().file >= 0 || checkSettings().apiErrors != ApiErrors::None;
  state.store(enabled ? State::Enabled : State::Disabled, std::memory_order_relaxed);
  return enabled;
}

std::uint64_t now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(time.tv_nsec);
}

void recordCall(std::string_view name, const std::string& arguments, std::string_view result,
                std::uint64_t start, unsigned depth) {
  const std::uint64_t end = now();
  const long thread = syscall(SYS_gettid);
  if (settings().calls)
    std::fprintf(stderr, "[%ld] %*s%.*s(%s) = %.*s  %.1f us\n", thread, static_cast<int>(2 * depth),
                 "", static_cast<int>(name.size()), name.data(), arguments.c_str(),
                 static_cast<int>(result.size()), result.data(),
                 static_cast<double>(end - start) / 1e3);
  if (settings().file >= 0)
    writeEvent("api", name, thread, start, end,
               ",\"args\":{\"arguments\":\"" + escaped(arguments) + "\",\"result\":\"" +
                   escaped(result) + "\"}");
}

void recordWork(std::string_view name, unsigned device, unsigned worker, std::uint64_t start,
                std::string_view code) {
  // Workers get rows of their own in the trace: thread numbers that no thread of the program has.
  if (settings().file >= 0)
    writeEvent("device", name, 1024L * device + worker, start, now(),
               ",\"args\":{\"device\":" + std::to_string(device) +
                   (code.empty() ? std::string() : ",\"code\":\"" + std::string(code) + "\"") +
                   "}");
}

} // namespace heddle::trace
