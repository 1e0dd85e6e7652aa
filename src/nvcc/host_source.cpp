#include "nvcc/host_source.h"
#include "nvcc/files.h"

#include <string_view>

namespace heddle::nvcc {

std::vector<std::string> HostSourceStep::commandLine() const {
  return {"wrap-assembly", assembly_, "-o", output_};
}

int HostSourceStep::run() const {
  const std::string assembly = readFile(assembly_);
  std::string source = "asm(\n";
  for (std::size_t begin = 0; begin < assembly.size();) {
    std::size_t end = std::min(assembly.find('\n', begin), assembly.size());
    source += '"';
    for (char c : std::string_view(assembly).substr(begin, end - begin)) {
      if (c == '"' || c == '\\')
        source += '\\';
      source += c;
    }
    source += "\\n\"\n";
    begin = end + 1;
  }
  // The host compiler assumes that the section is still .text when its own output goes on.
  source += "\".text\\n\");\n";
  writeFile(output_, source);
  return 0;
}

} // namespace heddle::nvcc
