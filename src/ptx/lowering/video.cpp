// SIMD video instructions.
#include "ptx/lowering/lowering.h"

namespace heddle::ptx {

void FunctionLowering::lowerVideo(const Instruction& instruction) {
  refuse(instruction);
}

} // namespace heddle::ptx
