// Says in PTX where inlined functions were called, as NVIDIA's compiler does:
//
//   .loc 1 2 3, function_name $L__info_string0, inlined_at 1 10 3
//
// LLVM 19 writes .loc with the line of an instruction alone. What else it knows is put as a comment
// before the instruction, with which addInlinedLines() then completes the line and adds those of
// the calls.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

namespace heddle::frontend {

// Whether the module has lines to be written into PTX. If so, makes LLVM write the comments, and
// notes the mangled names of functions, which are lost when they are inlined.
bool prepareInlinedLines(llvm::Module& module);
// Takes the comments out again, whatever version the PTX has.
void addInlinedLines(std::string& ptx);

} // namespace heddle::frontend
