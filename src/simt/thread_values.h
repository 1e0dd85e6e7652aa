// What threads ask about themselves and about addresses, where gangs (gang_calls.cpp) and threads
// by themselves (thread_functions.cpp) compute the answer in the same way: on a vector over the
// lanes or on one thread's value.
#pragma once

#include "ir/thread_operations.h"

namespace heddle::simt {

// A field of the block's context, by its offset.
using ContextField = llvm::function_ref<llvm::Value*(std::size_t offset, llvm::Type* type)>;

// %lanemask_eq and so on, from linear thread indices.
llvm::Value* laneMask(llvm::IRBuilderBase& builder, ThreadOp op, llvm::Value* threads);

// isspacep: addresses of shared and local memory and of parameters lie in ranges that the context
// names. As on a GPU, the address of a parameter is one of global memory too. Constants are left to
// the front end, which knows the module's.
llvm::Value* isInSpace(llvm::IRBuilderBase& builder, ThreadOp op, llvm::Value* addresses,
                       ContextField field);

} // namespace heddle::simt
