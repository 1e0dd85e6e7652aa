// Making a Status from the errors of the layers below. Private to this layer.
#pragma once

#include "jit/program.h"
#include "ptx/ptx.h"

#include <string>
#include <vector>

namespace heddle::jit {

// The failure that the first error among the diagnostics stands for, with all diagnostics.
Status failureFrom(const std::vector<ptx::Diagnostic>& diagnostics);
Status failure(Failure kind, std::string message);

Diagnostic toDiagnostic(const ptx::Diagnostic& diagnostic);

} // namespace heddle::jit
