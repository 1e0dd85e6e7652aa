#include "trace/host_frames.h"

#include "trace/findings.h"
#include "trace/symbol_table.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <cxxabi.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>

namespace heddle::trace {

namespace {

// More callers than this are left out.
constexpr int kMostFrames = 32;

// The file that an address belongs to, by the address at which it is loaded; null if unknown.
const void* fileOf(const void* address) {
  Dl_info info;
  return dladdr(address, &info) != 0 ? info.dli_fbase : nullptr;
}

std::string nameOf(const char* symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(symbol, nullptr, nullptr, &status), &std::free);
  return status == 0 ? text.get() : symbol;
}

// The name of a function that its file does not export; empty if the file does not have it.
std::string hiddenName(const Dl_info& file, std::uintptr_t address) {
  static std::mutex mutex;
  // Never destroyed, since reports are made until the end of the process.
  static auto& tables = *new std::map<std::string, SymbolTable>;
  const std::lock_guard lock(mutex);
  const SymbolTable& table = tables.try_emplace(file.dli_fname, file.dli_fname).first->second;
  return table.nameAt(address, reinterpret_cast<std::uintptr_t>(file.dli_fbase));
}

// The symbol of the function that a frame belongs to; empty if its file does not name it. A frame
// has the address that a call returns to, which may already be that of the next function.
std::string symbolOf(const void* frame, const Dl_info& info) {
  return info.dli_sname ? info.dli_sname
                        : hiddenName(info, reinterpret_cast<std::uintptr_t>(frame) - 1);
}
bool isFrameOf(const void* frame, std::string_view function) {
  Dl_info info{};
  return dladdr(frame, &info) != 0 && info.dli_fname && symbolOf(frame, info) == function;
}

std::string describeFrame(const void* address) {
  Dl_info info{};
  const bool isKnown = dladdr(address, &info) != 0 && info.dli_fname;
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  if (!isKnown)
    return "[" + hexadecimal(number) + "]";
  const char* const slash = std::strrchr(info.dli_fname, '/');
  const std::string symbol = symbolOf(address, info);
  return (symbol.empty() ? "" : nameOf(symbol.c_str()) + " ") + "[" +
         hexadecimal(number - reinterpret_cast<std::uintptr_t>(info.dli_fbase)) + "] in " +
         (slash ? slash + 1 : info.dli_fname);
}

HostFrames allFrames() {
  if (!checkSettings().any())
    return {};
  std::array<void*, kMostFrames> all;
  const int count = backtrace(all.data(), kMostFrames);
  // Not in braces, which would make a list of two iterators.
  return HostFrames(all.begin(), all.begin() + count);
}

} // namespace

HostFrames hostFrames() {
  HostFrames frames = allFrames();
  const void* const ours = fileOf(reinterpret_cast<const void*>(&hostFrames));
  frames.erase(frames.begin(), std::ranges::find_if(frames, [&](const void* frame) {
                 return fileOf(frame) != ours;
               }));
  return frames;
}

HostFrames callersOf(std::string_view function) {
  HostFrames frames = allFrames();
  const auto entry =
      std::ranges::find_if(frames, [&](const void* frame) { return isFrameOf(frame, function); });
  if (entry == frames.end())
    return hostFrames();
  frames.erase(frames.begin(), entry + 1);
  return frames;
}

std::string describe(const HostFrames& frames, const char* time) {
  if (frames.empty())
    return {};
  std::string text = std::string("\n    Saved host backtrace up to driver entry point at ") + time;
  for (const void* frame : frames)
    text += "\n        Host Frame: " + describeFrame(frame);
  return text;
}

} // namespace heddle::trace
