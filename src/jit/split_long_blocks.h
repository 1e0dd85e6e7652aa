// Splits long basic blocks, so that code generation without optimisation takes linear time.
#pragma once

namespace llvm {
class Module;
}

namespace heddle::jit {

// LLVM's instruction selection builds and orders one graph for each basic block, and its order
// compares each operation with all users of its operands: for blocks with thousands of instructions
// that is most of the time of a compilation. Values that live from one block to the next one go
// through memory in unoptimised code, which is rare enough when blocks end only now and then.
void splitLongBlocks(llvm::Module& module);

} // namespace heddle::jit
