// Conversions from floating point to integers of 8 and 16 bits.
#pragma once

namespace llvm {
class Module;
}

namespace heddle::frontend {

// Converts to 32 bits first and takes the lower ones, as nvcc does. C++ leaves open what becomes of
// a number that does not fit, but programs count on nvcc's answer: negative numbers become 0 in an
// unsigned char.
void convertThrough32Bits(llvm::Module& module);

} // namespace heddle::frontend
