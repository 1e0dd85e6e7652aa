#include "nvrtc/diagnostics.h"
#include "nvrtc/clang_arguments.h"

#include <algorithm>
#include <array>
#include <clang/Basic/DiagnosticSema.h>
#include <fmt/format.h>

namespace heddle::nvrtc {

namespace {

std::string sourceLine(const clang::SourceManager& sources, clang::SourceLocation location) {
  bool invalid = false;
  llvm::StringRef text = sources.getBufferData(sources.getFileID(location), &invalid);
  if (invalid)
    return {};
  unsigned offset = sources.getFileOffset(location);
  unsigned column = sources.getSpellingColumnNumber(location, &invalid);
  if (invalid || offset >= text.size())
    return {};
  llvm::StringRef line = text.substr(offset - (column - 1)).split('\n').first.rtrim('\r');
  return fmt::format("  {}\n  {}^\n", line.str(), std::string(column - 1, ' '));
}

const char* levelName(clang::DiagnosticsEngine::Level level) {
  switch (level) {
  case clang::DiagnosticsEngine::Fatal:
    return "catastrophic error";
  case clang::DiagnosticsEngine::Error:
    return "error";
  case clang::DiagnosticsEngine::Warning:
    return "warning";
  case clang::DiagnosticsEngine::Remark:
    return "remark";
  default:
    return "note";
  }
}

// What clang says of a name that is declared nowhere. Programs look for NVRTC's words.
constexpr std::array kUndeclared{
    clang::diag::err_unknown_typename, clang::diag::err_unknown_typename_suggest,
    clang::diag::err_undeclared_var_use, clang::diag::err_undeclared_var_use_suggest,
    clang::diag::err_unknown_type_or_class_name_suggest};

std::string wordsOf(const clang::Diagnostic& diagnostic) {
  llvm::SmallString<200> message;
  if (std::ranges::find(kUndeclared, diagnostic.getID()) == kUndeclared.end()) {
    diagnostic.FormatDiagnostic(message);
    return message.str().str();
  }
  constexpr llvm::StringRef kName = "%0";
  diagnostic.FormatDiagnostic(kName.begin(), kName.end(), message);
  return fmt::format("identifier \"{}\" is undefined", message.str().trim('\'').str());
}

} // namespace

void LogWriter::HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                                 const clang::Diagnostic& diagnostic) {
  clang::DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
  if (level == clang::DiagnosticsEngine::Ignored)
    return;
  const std::string message = wordsOf(diagnostic);
  if (level >= clang::DiagnosticsEngine::Error)
    ++errors_;
  // No empty line separates a note from the error that it explains.
  if (level == clang::DiagnosticsEngine::Note && log_.ends_with("\n\n"))
    log_.pop_back();
  if (!diagnostic.hasSourceManager() || diagnostic.getLocation().isInvalid()) {
    log_ += fmt::format("{}: {}\n\n", levelName(level), message);
    return;
  }
  const clang::SourceManager& sources = diagnostic.getSourceManager();
  clang::SourceLocation location = sources.getFileLoc(diagnostic.getLocation());
  clang::PresumedLoc presumed = sources.getPresumedLoc(location);
  llvm::StringRef file = presumed.isValid() ? presumed.getFilename() : "";
  file.consume_front(kMemoryHeaderDirectory);
  log_ += fmt::format("{}({}): {}: {}\n", file.str(), presumed.isValid() ? presumed.getLine() : 0,
                      levelName(level), message);
  if (!brief_)
    log_ += sourceLine(sources, location);
  log_ += '\n';
}

std::string LogWriter::take(const std::string& programName) {
  if (errors_)
    log_ += fmt::format("{} error{} detected in the compilation of \"{}\".\n", errors_,
                        errors_ == 1 ? "" : "s", programName);
  return log_;
}

} // namespace heddle::nvrtc
