#include "nvrtc/diagnostics.h"
#include "nvrtc/clang_arguments.h"

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

} // namespace

void LogWriter::HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                                 const clang::Diagnostic& diagnostic) {
  clang::DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
  if (level == clang::DiagnosticsEngine::Ignored)
    return;
  llvm::SmallString<200> message;
  diagnostic.FormatDiagnostic(message);
  if (level >= clang::DiagnosticsEngine::Error)
    ++errors_;
  // No empty line separates a note from the error that it explains.
  if (level == clang::DiagnosticsEngine::Note && log_.ends_with("\n\n"))
    log_.pop_back();
  if (!diagnostic.hasSourceManager() || diagnostic.getLocation().isInvalid()) {
    log_ += fmt::format("{}: {}\n\n", levelName(level), message.str().str());
    return;
  }
  const clang::SourceManager& sources = diagnostic.getSourceManager();
  clang::SourceLocation location = sources.getFileLoc(diagnostic.getLocation());
  clang::PresumedLoc presumed = sources.getPresumedLoc(location);
  llvm::StringRef file = presumed.isValid() ? presumed.getFilename() : "";
  file.consume_front(kMemoryHeaderDirectory);
  log_ += fmt::format("{}({}): {}: {}\n", file.str(), presumed.isValid() ? presumed.getLine() : 0,
                      levelName(level), message.str().str());
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
