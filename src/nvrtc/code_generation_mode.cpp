#include "nvrtc/code_generation_mode.h"

#include "llvm/Support/CommandLine.h"

#include <condition_variable>
#include <mutex>

namespace heddle::nvrtc {

namespace {

struct Mode {
  int division = 2; // the value of -nvptx-prec-divf32: 0 approximate, 1 full range, 2 IEEE
  bool preciseSquareRoot = true;

  bool operator==(const Mode&) const = default;
};

struct State {
  std::mutex mutex;
  std::condition_variable idle;
  unsigned running = 0;
  Mode mode;
};

State& state() {
  static auto* instance = new State;
  return *instance;
}

void set(llvm::StringRef name, const std::string& value) {
  llvm::StringMap<llvm::cl::Option*>& all = llvm::cl::getRegisteredOptions();
  auto found = all.find(name);
  if (found == all.end())
    return;
  found->second->reset();
  found->second->addOccurrence(0, name, value);
}

} // namespace

CodeGenerationMode::CodeGenerationMode(const Options& options) {
  Mode wanted;
  wanted.division = options.preciseDivision ? 2 : options.fastMath ? 0 : 1;
  wanted.preciseSquareRoot = options.preciseSquareRoot;
  State& s = state();
  std::unique_lock lock(s.mutex);
  s.idle.wait(lock, [&] { return s.running == 0 || s.mode == wanted; });
  static bool first = true;
  if (first || s.mode != wanted) {
    if (first)
      set("enable-memcpyopt-without-libcalls", "true"); // as clang's driver does for PTX
    first = false;
    s.mode = wanted;
    set("nvptx-prec-divf32", std::to_string(wanted.division));
    set("nvptx-prec-sqrtf32", wanted.preciseSquareRoot ? "true" : "false");
  }
  ++s.running;
}

CodeGenerationMode::~CodeGenerationMode() {
  State& s = state();
  std::lock_guard lock(s.mutex);
  if (--s.running == 0)
    s.idle.notify_all();
}

} // namespace heddle::nvrtc
