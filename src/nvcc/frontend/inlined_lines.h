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

// Returns whether the module has source lines that PTX will name. If it has, LLVM will write the
// comments described above. The mangled names of functions are noted for them, because inlining
// loses these names.
bool prepareInlinedLines(llvm::Module& module);
// Completes the lines of the PTX text from the comments and removes these. In a version of PTX
// whose .loc has no inlined_at, the comments are only removed.
void addInlinedLines(std::string& ptx);

} // namespace heddle::frontend
