// The wall between kernels and the host where the CPU has no protection keys: gives every access
// that may be outside of the range of kernels' addresses (memory/kernel_addresses.h) an address
// that faults if it is. The program's heap, stacks, static data and libraries and the driver's own
// memory are more than 20 TiB from that range. So what decides is the part of an address that can
// be far from everything, mostly a pointer among the kernel's parameters, and not the index that is
// added to it: the test stands where that part is made, in no loop, and the access itself costs
// what it did.
//
//   %offset = sub i64 %pointerBits, %begin
//   %outside = icmp uge i64 %offset, %bytes
//   %distance = select i1 %outside, i64 <what sets all bits of kMisalignedDistance>, i64 0
//   %marked = getelementptr i8, ptr %pointer, i64 %distance
//
// %begin and %bytes are the range of ir/kernel_access_range.h. While the program lends kernels
// memory of its own, it is all addresses. An index is taken to be small where it has 32 bits, where
// it is a thread's number in the grid, and where a loop counts; a kernel that brings one of these
// to 8 TiB is not found.
//
// Runs when shared memory has been lowered, and before mark-misaligned-addresses. Leaves control
// flow as it is.
#pragma once

#include "llvm/IR/PassManager.h"

namespace heddle::simt {

class MarkHostAddressesPass : public llvm::PassInfoMixin<MarkHostAddressesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace heddle::simt
