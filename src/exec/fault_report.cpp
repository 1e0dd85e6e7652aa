#include "exec/demangled_name.h"
#include "exec/faults.h"
#include "trace/message.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>
#include <string>

namespace heddle::exec {

std::string demangled(const char* name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), &std::free);
  return status == 0 ? text.get() : name;
}

namespace {

std::string triple(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  return "[" + std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z) + "]";
}

} // namespace

void reportFault(const FaultRecord& record, const char* kernel, const CompiledKernel& compiled,
                 const BlockContext& context) {
  if (!*record.description)
    return;
  std::string line = record.description;
  if (record.address) {
    char number[32];
    std::snprintf(number, sizeof number, " 0x%" PRIxPTR, *record.address);
    line += number;
  }
  line += " in kernel " + demangled(kernel);
  if (compiled.sourceLocationOf && record.instruction)
    if (const std::string location = compiled.sourceLocationOf(record.instruction);
        !location.empty())
      line += " at " + location;
  line += ", block " + triple(context.ctaid[0], context.ctaid[1], context.ctaid[2]);
  if (record.thread) {
    const auto& dim = context.ntid;
    line += ", thread " + triple(*record.thread % dim[0], *record.thread / dim[0] % dim[1],
                                 *record.thread / dim[0] / dim[1]);
  }
  trace::printMessage(line);
}

void reportMemoryFault() {
  trace::printMessage("illegal address in a copy: memory of the host or a device is not mapped");
}

void reportNoMemory(const char* task) {
  trace::printMessage(std::string("no host memory left to run a ") + task);
}

} // namespace heddle::exec
