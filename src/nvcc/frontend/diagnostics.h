// Warnings that nvcc has and clang does not. clang's -W options have no effect on these, so that -w
// and -Werror are looked at here.
#pragma once

#include <clang/Basic/Diagnostic.h>

namespace heddle::frontend {

template <std::size_t N>
unsigned warningId(clang::DiagnosticsEngine& diagnostics, const char (&text)[N]) {
  using Level = clang::DiagnosticsEngine::Level;
  Level level = diagnostics.getIgnoreAllWarnings()  ? Level::Ignored
                : diagnostics.getWarningsAsErrors() ? Level::Error
                                                    : Level::Warning;
  return diagnostics.getCustomDiagID(level, text);
}

} // namespace heddle::frontend
