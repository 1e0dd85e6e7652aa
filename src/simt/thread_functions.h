// Device functions that are called rather than inlined (recursion, function pointers): scalar code
// for one thread, with the block's context and the thread's number as leading arguments.
#pragma once

#include "simt/simt.h"

namespace heddle::simt {

// For every device function F of the module that is defined, adds F.thread. The originals stay
// until dropThreadIr, because kernels still refer to them.
// With `fibers`, the functions may meet other threads, since each thread runs in a fiber.
std::string addThreadFunctions(llvm::Module& module, bool fibers);

// The block function of a kernel whose threads run as fibers.
std::string buildFiberBlockFunction(llvm::Function& kernel, const BlockShape& shape,
                                    const std::string& name, BlockCode& result);

// Removes the bodies of thread IR; what remains of a device function is its address.
void dropThreadIr(llvm::Module& module);

} // namespace heddle::simt
