// ptxas: PTX files to a cubin.
#include "ptxas/assembler.h"

#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

namespace {

using namespace heddle;

constexpr const char* kVersion = "ptxas: Heddle's assembler of PTX\n"
                                 "Cuda compilation tools, release 13.0, V13.0.88\n";
constexpr const char* kHelp =
    "Usage  : ptxas [options] <ptx file>,...\n"
    "  --output-file <file>  (-o)      the cubin; default: elf.o\n"
    "  --gpu-name <sm_XY>    (-arch)   the architecture; default: sm_75\n"
    "  --verbose             (-v)      what each kernel uses\n"
    "  --compile-only        (-c)      PTX that is still to be linked: no native code\n"
    "  --block-sizes <n>,...           the blocks that kernels which name none are compiled for;\n"
    "                                  default: 128,256,512\n"
    "  --warning-as-error, --suppress-..., -O<n>, -g, -lineinfo, -maxrregcount and the like steer "
    "a\n"
    "  GPU's code and are accepted\n";

[[noreturn]] void fatal(const std::string& message) {
  fmt::print(stderr, "ptxas fatal   : {}\n", message);
  std::exit(255);
}

} // namespace

int main(int count, char** arguments) {
  ptxas::Options options;
  if (const std::string wrong = ptxas::parse({arguments + 1, arguments + count}, options);
      !wrong.empty())
    fatal(wrong);
  if (options.showVersion || options.showHelp) {
    fmt::print("{}", options.showVersion ? kVersion : kHelp);
    return 0;
  }
  if (options.inputs.empty())
    fatal("No input files specified; use option --help for more information");
  std::vector<std::string> texts;
  for (const std::string& path : options.inputs) {
    std::ifstream file(path, std::ios::binary);
    if (!file)
      fatal(fmt::format("Could not open input file '{}'", path));
    texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  std::vector<jit::PtxSource> sources;
  for (std::size_t at = 0; at < texts.size(); ++at)
    sources.push_back({texts[at], options.inputs[at]});
  const ptxas::Assembly made = ptxas::assemble(sources, options);
  fmt::print(stderr, "{}{}", made.info, made.errors);
  if (made.failure != jit::Failure::None)
    return 255;
  std::ofstream output(options.output, std::ios::binary);
  output << made.cubin;
  output.close();
  if (!output)
    fatal(fmt::format("Could not write output file '{}'", options.output));
  return 0;
}
