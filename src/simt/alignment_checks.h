// Accesses whose address is no multiple of their size.
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace heddle::simt {

// Gives every access whose alignment is not certain an address that faults when it is misaligned:
// the true one plus kMisalignedDistance. Whether it is follows from the part of the address that is
// not a multiple of the size, mostly a pointer among the kernel's parameters; so the test stands
// where that is made, in no loop, and the access itself costs what it did.
void markMisalignedAddresses(llvm::Function& function);

} // namespace heddle::simt
