// Gangs with nothing to do in a region between two barriers. In a reduction or a scan, each step
// has half as many threads at work as the one before it (`if (threadIdx.x < 32)`), and in the last
// ones all gangs but the first only come to the next barrier.
//
//   define i32 @region(ptr %context, i32 %gang) {
//     %first = shl i32 %gang, 4
//     %works = icmp ult i32 %first, 32
//     br i1 %works, label %step, label %next       ; for the gangs 2, 3, 4 and so on: %next
//   ...
//   next:
//     ret i32 7
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::simt {

// The number of gangs up to the last one that does something: the least for which all gangs from
// there on, below `gangs`, go through the function to its end without effects. To know that, the
// branches on their way must depend on constants and the gang's number alone.
unsigned countBusyGangs(llvm::Function& region, unsigned gangs);

} // namespace heddle::simt
