// What kernels check while they run, for the tools of the checker and for the wall between kernels
// and the host. It holds for the whole process, and is part of the cache keys of kernels.
#pragma once

namespace heddle::jit {

// The first three need memory::AccessBounds, the second one memory::InitialisedBytes.
struct KernelChecks {
  bool memoryAccesses = false;   // memcheck
  bool initialisedReads = false; // initcheck
  bool initialisedBlock = false; // initcheck of shared and local memory
  bool members = false;          // synccheck
  bool sharedRaces = false;      // racecheck
  bool globalRaces = false;      // racecheck of global memory, needs memory::RaceShadow
};

// To be called before the first program is created.
void enableChecks(const KernelChecks& checks);
const KernelChecks& enabledChecks();

// To be called before the first program is created, where all that kernels access will be memory of
// kernels (memory/kernel_access.h): their code then tests addresses, if that is the wall
// (memory::wantedWall()).
void enableAddressTests();

} // namespace heddle::jit
