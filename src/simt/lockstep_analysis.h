// Lockstep: threads that count on the other lanes of their warp to be where they are.
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace heddle::simt {

// May a thread read, with no barrier in between, what another one has just stored? Programs that do
// count on the lanes of a warp to run in step, as they did on every GPU before Volta and mostly
// still do. Such kernels have gangs of a whole warp. Asked of thread IR in which shared memory
// still has an address space of its own.
bool readsOtherLanesStores(llvm::Function& kernel);

} // namespace heddle::simt
