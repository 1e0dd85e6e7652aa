// Work of a library such as cuBLAS or cuFFT, which libcuda orders on a stream as it orders a
// kernel. A library knows the functions below from DriverInternals.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle {

// A run of LibraryWork that has begun and is not yet finished.
struct PendingWork;

struct LibraryWork {
  const char* name; // what traces show; it is never freed
  // Workers of the stream's device take the items in chunks and run several chunks at a time.
  std::uint64_t items;
  // Memory for one run, zeroed, which all its items share. A captured run may be repeated, even
  // by two graphs at a time, so `data` itself must not change.
  std::size_t scratchBytes;
  // Does the items [begin, end). It may not throw and may not call CUDA. False says that memory
  // which the program has named is not there: the context then ends with
  // CUDA_ERROR_ILLEGAL_ADDRESS.
  bool (*run)(const void* data, void* scratch, std::uint64_t begin, std::uint64_t end);
  const void* data;
  void (*release)(const void* data); // called when there will be no further run
  // Where this is set, it is called instead of `run`, and only begins the one item: the stream goes
  // on when LibraryInternals::finish is called with `pending`, once and on any thread. So no worker
  // waits for what other processes do. Where this returns false, the run is over.
  bool (*begin)(const void* data, PendingWork* pending) = nullptr;
};

// Rows of bytes, which lie `pitch` bytes apart.
struct MemoryRows {
  const void* address;
  std::size_t rowBytes;
  std::size_t pitch;
  std::size_t rows;
};

struct LibraryInternals {
  // Orders work on a stream (a CUstream), or adds it to the graph that the stream is captured into.
  // Returns a CUresult. The work belongs to libcuda afterwards, whatever the result.
  int (*launch)(void* stream, const LibraryWork& work);
  // Whether all of the memory can be read, or read and written. Only for `run`: the fault of an
  // access to memory that is not there would end the process otherwise.
  bool (*isAccessible)(const MemoryRows& memory, bool isWritten);
  // How many threads run the items of one device's work.
  unsigned (*workersPerDevice)();
  // Ends a run that LibraryWork::begin has begun.
  void (*finish)(PendingWork* pending);
};

} // namespace heddle
