// Which libcuda.so.1 the runtime uses.
#pragma once

namespace heddle::runtime {

// Opens the driver library; null when there is none. In order:
// 1. the file that $HEDDLE_DRIVER names, and no other;
// 2. on a machine with an NVIDIA GPU, the library that the system's loader finds outside of our own
//    directory;
// 3. libcuda.so.1 in the directories of $LD_LIBRARY_PATH, then beside this library, then where
//    our compiler driver said it is, then wherever the loader finds it.
void* openDriverLibrary();

} // namespace heddle::runtime
