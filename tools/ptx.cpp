// heddle ptx: checks PTX files, and prints what resources their kernels need.
#include "ptx/ptx.h"
#include "toolkit/files.h"
#include "tools/commands.h"

#include <fmt/format.h>

namespace heddle::tools {
namespace {

std::string_view lineOf(std::string_view text, unsigned number) {
  for (unsigned line = 1; line < number; ++line) {
    std::size_t end = text.find('\n');
    if (end == std::string_view::npos)
      return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  return text.ends_with('\r') ? text.substr(0, text.size() - 1) : text;
}

void print(const std::string& file, std::string_view text, const ptx::Diagnostic& diagnostic) {
  const char* severity = diagnostic.severity == ptx::Severity::Error ? "error" : "warning";
  ptx::Location place = diagnostic.location;
  if (place.line == 0) {
    fmt::print(stderr, "{}: {}: {}\n", file, severity, diagnostic.message);
    return;
  }
  fmt::print(stderr, "{}:{}:{}: {}: {}\n", file, place.line, place.column, severity,
             diagnostic.message);
  std::string_view line = lineOf(text, place.line);
  if (line.empty())
    return;
  // Tabs before the caret stay tabs, so that the caret is below its column.
  std::string indent(line.substr(0, place.column > 0 ? place.column - 1 : 0));
  for (char& c : indent)
    if (c != '\t')
      c = ' ';
  fmt::print(stderr, "{}\n{}^\n", line, indent);
}

void describe(const ptx::Module& module) {
  for (const ptx::KernelDeclaration& kernel : ptx::kernels(module))
    fmt::print("{}: {} registers, {} bytes shared, {} bytes local, {} bytes constant, {} bytes of "
               "parameters\n",
               kernel.name, ptx::registersPerThread(module, kernel.name), kernel.staticSharedBytes,
               kernel.localBytes, kernel.constantBytes, kernel.parameterBytes);
}

// Whether the file is a valid module.
bool check(const std::string& file, bool verbose) {
  const std::optional<std::string> text = toolkit::readFile(file);
  if (!text) {
    fmt::print(stderr, "{}: error: cannot read the file\n", file);
    return false;
  }
  std::vector<ptx::Diagnostic> diagnostics;
  std::shared_ptr<const ptx::Module> program;
  if (auto module = ptx::parse(*text, diagnostics)) {
    std::shared_ptr<const ptx::Module> modules[] = {module};
    program = ptx::link(modules, diagnostics);
  }
  for (const ptx::Diagnostic& diagnostic : diagnostics)
    print(file, *text, diagnostic);
  if (program && verbose)
    describe(*program);
  return program != nullptr;
}

} // namespace

int ptxCommand(const Arguments& arguments) {
  bool verbose = false, valid = true;
  std::vector<std::string> files;
  for (const std::string& argument : arguments) {
    if (argument == "-v" || argument == "--verbose") {
      verbose = true;
    } else if (argument.starts_with('-') && argument.size() > 1) {
      fmt::print(stderr, "heddle ptx: unknown option '{}'\n", argument);
      return 2;
    } else {
      files.push_back(argument);
    }
  }
  if (files.empty()) {
    fmt::print(stderr, "heddle ptx: no file\n");
    return 2;
  }
  for (const std::string& file : files)
    valid &= check(file, verbose);
  return valid ? 0 : 1;
}

} // namespace heddle::tools
