#include "nvcc/link_time_optimization.h"
#include "fatbin/cubin.h"
#include "fatbin/lto_ir.h"
#include "ir/launched_blocks.h"
#include "nvcc/command_line.h"
#include "nvcc/fatbin_steps.h"
#include "nvcc/files.h"
#include "toolkit/ptx_directives.h"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

namespace heddle::nvcc {

namespace fs = std::filesystem;

namespace {

// Whether the object's code can be linked here. The host linker decides on members of archives that
// no device code needs, so they are linked by the driver, when it loads the program.
bool isLinkedNow(const LinkedObject& object) {
  return object.required && (!object.ltoIr.empty() || !object.ptx.empty());
}

// The newest architecture that LTO-IR of the objects was compiled for. Null without LTO-IR.
const Architecture* architectureOf(const std::vector<LinkedObject>& objects) {
  const Architecture* newest = nullptr;
  for (const LinkedObject& object : objects) {
    const auto code = fatbin::readLtoIr(object.ltoIr);
    if (!object.required || !code)
      continue;
    const Architecture* architecture =
        findArchitecture(toolkit::ptxDirective(code->ptx, ".target"));
    if (architecture && (!newest || architecture->number > newest->number ||
                         (architecture->number == newest->number && architecture->variant)))
      newest = architecture;
  }
  return newest;
}

// The comments that say with which blocks the kernels are launched. They are in the PTX of each
// object, and bitcode has none.
std::string launchComments(const std::vector<LinkedObject>& objects) {
  std::string comments;
  for (const LinkedObject& object : objects) {
    std::istringstream lines(object.isInOptimizedCode && !object.ltoIr.empty() ? object.ptx : "");
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with(kLaunchedComment))
        comments += line + "\n";
  }
  return comments;
}

std::string option(const char* name, bool value) {
  return fmt::format("-{}={}", name, value ? 1 : 0);
}

} // namespace

fs::path LinkTimeOptimizer::writeInput(const LinkedObject& object) const {
  const bool isLtoIr = !object.ltoIr.empty();
  fs::path file = work_.file("link-" + object.name + (isLtoIr ? ".ltoir" : ".ptx"));
  if (!runner_.dryRun())
    writeFile(file, isLtoIr ? object.ltoIr : object.ptx);
  return file;
}

std::vector<std::string> LinkTimeOptimizer::linkCommand(const std::vector<LinkedObject>& objects,
                                                        const Architecture& architecture) const {
  std::vector<std::string> command{toolchain_.prefix / "bin" / "nvlink",
                                   "-lto",
                                   "-arch=" + architecture.realName(),
                                   option("ftz", settings_.flushToZero),
                                   option("prec-div", settings_.preciseDivision),
                                   option("prec-sqrt", settings_.preciseSquareRoot),
                                   option("fma", settings_.fusedMultiplyAdd)};
  if (!std::ranges::all_of(objects, isLinkedNow))
    command.emplace_back("--keep-functions");
  for (const LinkedObject& object : objects)
    if (isLinkedNow(object))
      command.push_back(writeInput(object));
  return command;
}

// The container of each text is labelled as one for our device, which would refuse code for a newer
// one otherwise.
OptimizedCode LinkTimeOptimizer::split(const fs::path& cubin, const Architecture& architecture,
                                       const std::string& launches) const {
  const Architecture& label = architecture.number > ourDevice().number ? ourDevice() : architecture;
  OptimizedCode code;
  const auto linked = fatbin::readCubin(readFile(cubin));
  if (!linked)
    throw FatalError(fmt::format("'{}' is no cubin", cubin.string()));
  code.ptx = linked->sources;
  // The text that was made of LTO-IR comes last.
  code.ptx.back() += launches;
  for (std::size_t i = 0; i < code.ptx.size(); ++i) {
    const fs::path ptx = work_.file(fmt::format("link-lto-{}.ptx", i));
    code.containers.push_back(work_.file(fmt::format("link-lto-{}.fatbin", i)));
    writeFile(ptx, code.ptx[i]);
    runner_.perform(FatbinStep({{ptx, &label}}, {}, code.containers.back()));
  }
  return code;
}

std::optional<OptimizedCode> LinkTimeOptimizer::optimize(std::vector<LinkedObject>& objects,
                                                         std::span<const fs::path> files) const {
  const Architecture* architecture = architectureOf(objects);
  if (!architecture)
    return std::nullopt;
  const fs::path cubin = work_.file("link-lto.cubin");
  std::vector<std::string> command = linkCommand(objects, *architecture);
  command.insert(command.end(), files.begin(), files.end());
  command.insert(command.end(), {"-o", cubin});
  runner_.performMaking(CommandStep(command), cubin);
  for (LinkedObject& object : objects)
    object.isInOptimizedCode = isLinkedNow(object);
  return runner_.dryRun() ? OptimizedCode{} : split(cubin, *architecture, launchComments(objects));
}

} // namespace heddle::nvcc
