#include "tools/commands.h"

#include <fmt/format.h>

#include <exception>
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
  heddle ptx [-v] FILE...
                 check PTX files, with the place of each error; -v: also the registers and
                 the shared, local and constant memory of each kernel
  heddle info    the device as programs see it
  heddle smi [-L | -q | -c MODE | --query-gpu=FIELD,... --format=csv[,noheader][,nounits]] [-i ID]
                 what nvidia-smi shows; --help-query-gpu lists the fields
  heddle dump [-lptx | -ptx | -xptx NAME|all] FILE...
                 the device code in executables, objects, archives and fat binaries: a
                 description, a list, the text, or files with it
  heddle help    this text
)";

struct Command {
  std::string_view name;
  int (*run)(const heddle::tools::Arguments&);
};

constexpr Command kCommands[] = {
    {"run", heddle::tools::runCommand},   {"info", heddle::tools::infoCommand},
    {"ptx", heddle::tools::ptxCommand},   {"smi", heddle::tools::smiCommand},
    {"dump", heddle::tools::dumpCommand},
};

} // namespace

int main(int argc, char** argv) {
  const std::string_view name = argc > 1 ? argv[1] : "help";
  if (name == "help" || name == "--help" || name == "-h") {
    fmt::print("{}", kUsage);
    return 0;
  }
  for (const Command& command : kCommands) {
    if (command.name == name) {
      try {
        return command.run(heddle::tools::Arguments(argv + 2, argv + argc));
      } catch (const std::exception& error) {
        fmt::print(stderr, "heddle {}: {}\n", name, error.what());
        return 1;
      }
    }
  }
  fmt::print(stderr, "{}\nheddle: unknown command '{}'\n", kUsage, name);
  return 2;
}
