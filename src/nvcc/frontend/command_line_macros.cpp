// Hides macros of the command line, such as -DN=16, from the headers that nvcc includes before the
// source, because these use such names themselves. Macros that headers are meant to see stay:
// reserved names, CUDA's, and NDEBUG.
#include "nvcc/frontend/command_line_macros.h"

#include <clang/Basic/LangOptions.h>
#include <clang/Lex/Preprocessor.h>

using namespace clang;
using heddle::frontend::isMacroForHeaders;
using heddle::frontend::macroDefinedBy;

namespace {

constexpr StringRef kImplicitInclude = "#include \"cuda_runtime.h\"\n";

// Undefines the macros before the include in clang's predefines, and defines them again behind it.
// A macro that a header has defined meanwhile wins, as if the header had come after the command
// line.
std::string protectedFromMacros(StringRef text) {
  std::size_t end = text.find(kImplicitInclude);
  std::size_t begin = text.find("# 1 \"<command line>\"");
  if (end == text.npos || begin > end)
    return text.str();
  std::string before, after;
  for (StringRef rest = text.slice(begin, end); !rest.empty(); rest = rest.split('\n').second) {
    StringRef name = macroDefinedBy(rest.split('\n').first);
    if (name.empty() || isMacroForHeaders(name))
      continue;
    before += ("#pragma push_macro(\"" + name + "\")\n#undef " + name + "\n").str();
    after += ("#ifndef " + name + "\n#pragma pop_macro(\"" + name + "\")\n#endif\n").str();
  }
  return text.take_front(end).str() + before + kImplicitInclude.str() + after +
         text.substr(end + kImplicitInclude.size()).str();
}

} // namespace

bool heddle::frontend::isMacroForHeaders(StringRef name) {
  return name.starts_with("_") || name.starts_with("CUDA") || name == "NDEBUG";
}

StringRef heddle::frontend::macroDefinedBy(StringRef line) {
  if (!line.consume_front("#define "))
    return {};
  return line.take_until([](char c) { return c == ' ' || c == '('; });
}

#define INITIALIZE_PREPROCESSOR(prefix)                                                            \
  prefix##_ZN5clang22InitializePreprocessorERNS_12PreprocessorERKNS_19PreprocessorOptionsERKNS_18PCHContainerReaderERKNS_15FrontendOptionsERKNS_14CodeGenOptionsE

namespace clang {
class CodeGenOptions;
class FrontendOptions;
class PCHContainerReader;
} // namespace clang

extern "C" {
void INITIALIZE_PREPROCESSOR(__real_)(Preprocessor&, const PreprocessorOptions&,
                                      const PCHContainerReader&, const FrontendOptions&,
                                      const CodeGenOptions&);
void INITIALIZE_PREPROCESSOR(__wrap_)(Preprocessor& preprocessor,
                                      const PreprocessorOptions& options,
                                      const PCHContainerReader& reader,
                                      const FrontendOptions& frontend, const CodeGenOptions& code) {
  INITIALIZE_PREPROCESSOR(__real_)(preprocessor, options, reader, frontend, code);
  if (preprocessor.getLangOpts().CUDA)
    preprocessor.setPredefines(protectedFromMacros(preprocessor.getPredefines()));
}
}
