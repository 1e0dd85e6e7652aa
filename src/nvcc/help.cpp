#include "nvcc/help.h"
#include "nvcc/options.h"
#include "toolkit/version.h"

#include <fmt/format.h>

namespace heddle::nvcc {

namespace {

constexpr std::size_t kTextWidth = 92;

// Breaks a text into lines and indents them.
std::string indented(std::string_view text) {
  std::string out, line;
  while (!text.empty()) {
    std::size_t end = text.find(' ');
    std::string_view word = text.substr(0, end);
    if (line.size() + 1 + word.size() > kTextWidth - 8) {
      out += "        " + line + "\n";
      line.clear();
    }
    line += line.empty() ? "" : " ";
    line += word;
    text = end == text.npos ? std::string_view{} : text.substr(end + 1);
  }
  return out + "        " + line + "\n";
}

} // namespace

std::string helpText() {
  std::string text = "\nUsage  : nvcc [options] <inputfile>\n";
  constexpr Group groups[] = {Group::Phase, Group::File,    Group::Behavior, Group::Phases,
                              Group::Gpu,   Group::Warning, Group::Driver,   Group::Other};
  for (Group group : groups) {
    std::string_view title = groupTitle(group);
    text += fmt::format("\n{}\n{}\n\n", title, std::string(title.size(), '='));
    for (const OptionRow& row : optionTable()) {
      if (row.group != group)
        continue;
      bool joined = row.id == OptionId::HostWarning;
      std::string name = fmt::format("{}{}{}{}", joined ? "-" : "--", row.longName,
                                     row.value.empty() || joined ? "" : " ", row.value);
      text += joined ? name + "\n" : fmt::format("{:<60}(-{})\n", name, row.shortName);
      text += indented(row.help);
    }
  }
  text += "\nEnvironment: NVCC_PREPEND_FLAGS and NVCC_APPEND_FLAGS hold further options;\n"
          "NVCC_CCBIN is a default for -ccbin; HEDDLE_CLANG names the clang++ to use.\n";
  return text;
}

std::string versionText() {
  // CMake and scripts recognise nvcc by "NVIDIA (R) Cuda compiler driver" in the third line, and
  // read the version from the fourth.
  return fmt::format(
      "nvcc: Heddle CUDA compiler driver, version {}\n"
      "CUDA for machines without a GPU, over clang 19\n"
      "Command line of nvcc: NVIDIA (R) Cuda compiler driver; not an NVIDIA product\n"
      "{}\n",
      HEDDLE_VERSION, toolkit::kReleaseLine);
}

} // namespace heddle::nvcc
