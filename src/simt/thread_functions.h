// Device functions that are called rather than inlined (recursion, function pointers): scalar code
// for one thread, with the block's context and the thread's number as leading arguments.
#pragma once

#include "simt/simt.h"

namespace heddle::simt {

// For every device function F of the module that is defined, adds F.thread. The originals stay
// until dropThreadIr, because kernels still refer to them.
std::string addThreadFunctions(llvm::Module& module);

// Removes the bodies of thread IR; what remains of a device function is its address.
void dropThreadIr(llvm::Module& module);

} // namespace heddle::simt
