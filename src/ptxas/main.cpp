// ptxas: PTX files to a cubin.
#include "ptx/isa_versions.h"
#include "ptxas/assembler.h"
#include "toolkit/files.h"
#include "toolkit/tool_options.h"
#include "toolkit/version.h"

#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>

namespace {

using namespace heddle;

constexpr const char* kHelp =
    "Usage  : ptxas [options] <ptx file>,...\n"
    "  --output-file <file>  (-o)      the cubin; default: elf.o\n"
    "  --gpu-name <sm_XY>    (-arch)   the architecture; default: sm_75\n"
    "  --verbose             (-v)      what each kernel uses\n"
    "  --maxrregcount <n>    (-maxrregcount)\n"
    "                                  the most registers of kernels without launch bounds\n"
    "  --compile-only        (-c)      PTX that is still to be linked: no native code\n"
    "  --block-sizes <n>,...           the blocks that kernels are compiled for which name none "
    "and\n"
    "                                  whose launches nvcc has not seen; default: 128,256,512;\n"
    "                                  none: no native code at all\n"
    "  --native-code-budget <seconds>  native code for as many kernels as one processor would "
    "compile\n"
    "                                  in about that time; default: all\n"
    "  --native-code-only              a cubin without the PTX, which the program has elsewhere\n"
    "  --native-code-if-valid          PTX with errors gives a cubin without native code, and "
    "they\n"
    "                                  are reported when it is loaded\n"
    "  --split-compile <n>   (-split-compile)\n"
    "                                  how many kernels are compiled side by side; 0: one for "
    "each\n"
    "                                  processor; default: 1\n"
    "  --input-as-string <ptx> (-ias)  PTX itself in place of a file\n"
    "  --options-file <file>  (-optf)  further options, in a file\n"
    "  --list-version   (-version-ls)  the versions of PTX that are understood\n"
    "  All other options of NVIDIA's ptxas steer a GPU's code and are accepted\n";

constexpr int kFatalStatus = 255; // the exit status of NVIDIA's ptxas

[[noreturn]] void fatal(const std::string& message) {
  fmt::print(stderr, "ptxas fatal   : {}\n", message);
  std::exit(kFatalStatus);
}

ptxas::Options parse(int count, char** arguments) {
  try {
    return ptxas::parse({arguments + 1, arguments + count});
  } catch (const toolkit::UsageError& error) {
    fatal(error.what());
  }
}

std::vector<std::string> readInputs(const std::vector<std::string>& paths) {
  std::vector<std::string> texts;
  for (const std::string& path : paths) {
    std::optional<std::string> text = toolkit::readFile(path);
    if (!text)
      fatal(fmt::format("Could not open input file '{}'", path));
    texts.push_back(std::move(*text));
  }
  return texts;
}

void listIsaVersions() {
  for (unsigned version = ptx::kOldestVersion; version <= ptx::kNewestVersion; ++version)
    if (ptx::isIsaVersion(version / 10, version % 10))
      fmt::print("{}.{}\n", version / 10, version % 10);
}

} // namespace

int main(int count, char** arguments) {
  const ptxas::Options options = parse(count, arguments);
  if (options.showVersion) {
    fmt::print("ptxas: Heddle's assembler of PTX\n{}\n", toolkit::kReleaseLine);
    return 0;
  }
  if (options.showHelp) {
    fmt::print("{}", kHelp);
    return 0;
  }
  if (options.listsIsaVersions) {
    listIsaVersions();
    return 0;
  }
  if (options.inputs.empty() && options.inputStrings.empty())
    fatal("No input files specified; use option --help for more information");
  const std::vector<std::string> texts = readInputs(options.inputs);
  std::vector<jit::PtxSource> sources;
  for (std::size_t i = 0; i < texts.size(); ++i)
    sources.push_back({texts[i], options.inputs[i]});
  for (const std::string& text : options.inputStrings)
    sources.push_back({text, "<input string>"});
  const ptxas::Assembly assembly = ptxas::assemble(sources, options);
  fmt::print(stderr, "{}{}", assembly.info, assembly.errors);
  if (assembly.failure != jit::Failure::None)
    return kFatalStatus;
  if (!toolkit::writeFile(options.output, assembly.cubin))
    fatal(fmt::format("Could not write output file '{}'", options.output));
  return 0;
}
