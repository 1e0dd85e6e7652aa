#include "toolkit/tool_options.h"
#include "toolkit/version.h"
#include "tools/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <string_view>

namespace {

constexpr std::string_view kUsage = R"(Heddle: the CUDA platform for machines without a GPU.

  heddle run [nvcc options] SOURCE... [arguments]
  heddle run [nvcc options and SOURCEs] -- [arguments]
                 compile a CUDA program and run it; the exit code is the program's.
                 With `--`, all before the first one is for nvcc, all after it for the
                 program. Without, the program's arguments begin after the first SOURCE
                 and those that follow it directly.
                 --trace-api before all else prints each call with its arguments,
                 result and time; --trace-file FILE writes calls and device work for
                 chrome://tracing or Perfetto.
  heddle check [options] SOURCE.cu|PROGRAM [arguments]
                 run a program with checks in its kernels, and explain what is wrong; by
                 the name compute-sanitizer, as NVIDIA's command does it; --help lists the
                 options
  heddle ptx [-v] FILE...
                 check PTX files, with the place of each error; -v: also the registers and
                 the shared, local and constant memory of each kernel
  heddle info    the device as programs see it
  heddle cache show | prune [BYTES] | export FILE | import FILE
                 the compute cache of compiled kernels: how much it holds; remove what has
                 not been used for longest until BYTES are left, or all; write it to a file;
                 add the objects of such a file, which must be one that you trust
  heddle smi [-L | -q | -c MODE | --query-gpu=FIELD,... --format=csv[,noheader][,nounits]] [-i ID]
                 what nvidia-smi shows, and by that name too; --help-query-gpu lists
                 the fields
  heddle dump [-lptx | -lelf | -ptx | -elf | -symbols | -res-usage | -xptx NAME|all |
               -xelf NAME|all] [-arch sm_XY] FILE...
                 the device code in executables, objects, archives and fat binaries: a
                 description, a list, the text, what cubins hold, their symbols, what kernels
                 use, or files with it; as cuobjdump does, and by that name too
  heddle bin2c, fatbinary, cu++filt
                 the toolkit's tools of these names, under which they are installed: a file
                 as an array in C, images into a fat binary, names as written in C++
  heddle help    this text
)";

struct Command {
  std::string_view name;
  int (*run)(const heddle::tools::Arguments&);
};

constexpr Command kCommands[] = {
    {"run", heddle::tools::runCommand},
    {"info", heddle::tools::infoCommand},
    {"ptx", heddle::tools::ptxCommand},
    {"cache", heddle::tools::cacheCommand},
    {"smi", heddle::tools::smiCommand},
    {"nvidia-smi", heddle::tools::smiCommand},
    {"dump", heddle::tools::dumpCommand},
    {"cuobjdump", heddle::tools::dumpCommand},
    {"bin2c", heddle::tools::bin2cCommand},
    {"fatbinary", heddle::tools::fatbinaryCommand},
    {"cu++filt", heddle::tools::demangleCommand},
    {"check", heddle::tools::checkCommand},
    {"compute-sanitizer", heddle::tools::computeSanitizerCommand},
};

int perform(const Command& command, std::string_view caller,
            const heddle::tools::Arguments& arguments) {
  try {
    return command.run(arguments);
  } catch (const heddle::toolkit::UsageError& error) {
    fmt::print(stderr, "{}{}: {}\n", caller, command.name, error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}{}: {}\n", caller, command.name, error.what());
    return 1;
  }
}

// Under a tool's own name there is no command before the arguments.
const Command* calledAs(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const Command* command = std::ranges::find(kCommands, name, &Command::name);
  return command == std::end(kCommands) ? nullptr : command;
}

} // namespace

int main(int argc, char** argv) {
  const std::string_view name = argc > 1 ? argv[1] : "help";
  if (const Command* command = calledAs(argv[0])) {
    if (name != "--version" && name != "-V")
      return perform(*command, "", {argv + 1, argv + argc});
    fmt::print("{}: one of Heddle's tools\n{}\n", command->name, heddle::toolkit::kReleaseLine);
    return 0;
  }
  if (name == "help" || name == "--help" || name == "-h") {
    fmt::print("{}", kUsage);
    return 0;
  }
  const Command* command = std::ranges::find(kCommands, name, &Command::name);
  if (command != std::end(kCommands))
    return perform(*command, "heddle ", {argv + 2, argv + argc});
  fmt::print(stderr, "{}\nheddle: unknown command '{}'\n", kUsage, name);
  return 2;
}
