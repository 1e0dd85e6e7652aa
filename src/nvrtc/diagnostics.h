// Writes the log of a compilation in NVRTC's form: "file(line): error: message", the line of
// source, and a caret below it.
#pragma once

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"

#include <string>

namespace heddle::nvrtc {

class LogWriter : public clang::DiagnosticConsumer {
public:
  explicit LogWriter(bool brief) : brief_(brief) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& diagnostic) override;
  // The log, with the count of errors at its end.
  std::string take(const std::string& programName);

private:
  bool brief_;
  std::string log_;
  unsigned errors_ = 0;
};

} // namespace heddle::nvrtc
