// The functions of the engine that compiled kernels call.
#pragma once

#include "ir/kernel_abi.h"

#include <span>

namespace heddle::exec {

// The functions, with the names by which compiled code calls them. The JIT stands beside the
// engine, not above it: the driver takes the symbols here and hands them to the JIT.
std::span<const RuntimeSymbol> runtimeSymbols();

} // namespace heddle::exec
