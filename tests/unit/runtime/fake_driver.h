// What tests see of the fake driver.
#pragma once

#include "cuda.h"
#include "cudaEGL.h"
#include "cudaGL.h"

#include <string>
#include <vector>

struct FakeDriver {
  std::vector<std::string> calls;     // names of the driver functions called, in order
  CUresult nextLaunch = CUDA_SUCCESS; // what the next launch returns
  CUresult everyCall = CUDA_SUCCESS;  // what every call on the context returns: a sticky fault
  CUresult nextQuery = CUDA_SUCCESS;  // what the next stream query returns
  int activeContexts = 0;             // primary contexts retained and not reset
  int loadedLibraries = 0;
  unsigned grid[3] = {}, block[3] = {}; // of the last launch
  unsigned sharedBytes = 0;
  CUstream stream = nullptr; // of the last call that took one
};

// Placements that the last cuLibraryLoadData asked for.
struct FakePlacement {
  std::string name;
  void* address;
};

extern "C" std::vector<FakePlacement>* fakePlacements();
extern "C" FakeDriver* fakeDriver();
