#include "jit/status.h"

namespace heddle::jit {
namespace {

Failure failureOf(ptx::ErrorKind kind) {
  switch (kind) {
  case ptx::ErrorKind::UnsupportedVersion:
    return Failure::UnsupportedPtxVersion;
  case ptx::ErrorKind::InvalidTarget:
    return Failure::InvalidTarget;
  case ptx::ErrorKind::UnresolvedSymbol:
    return Failure::UnresolvedSymbol;
  case ptx::ErrorKind::NotSupported:
    return Failure::NotSupported;
  default:
    return Failure::InvalidPtx;
  }
}

} // namespace

Diagnostic toDiagnostic(const ptx::Diagnostic& diagnostic) {
  return {diagnostic.location.line, diagnostic.location.column, diagnostic.message};
}

Status failureFrom(const std::vector<ptx::Diagnostic>& diagnostics) {
  Status status;
  for (const ptx::Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity == ptx::Severity::Error && status.failure == Failure::None)
      status.failure = failureOf(diagnostic.kind);
    status.diagnostics.push_back(toDiagnostic(diagnostic));
  }
  if (status.failure == Failure::None)
    status.failure = Failure::InvalidPtx;
  return status;
}

Status failure(Failure kind, std::string message) {
  Status status;
  status.failure = kind;
  status.diagnostics.push_back({0, 0, std::move(message)});
  return status;
}

} // namespace heddle::jit
