// Small pieces of memory that kernels may access, for what the driver hands them besides the
// program's own memory: parameters, and words by which it tells them something. Which pieces are
// free is noted elsewhere, so that a kernel which writes to them harms no other data.
#pragma once

#include <cstddef>
#include <memory>

namespace heddle::exec {

// The largest piece: enough for the parameters of any kernel.
constexpr std::size_t kMostKernelMemory = 32u << 10;

struct KernelMemoryDeleter {
  std::size_t bytes = 0;
  void operator()(char* memory) const;
};
using KernelMemory = std::unique_ptr<char, KernelMemoryDeleter>;

// Returns at least this many bytes, uninitialised, and aligned to the next power of two, which is
// 512 or more. Throws std::bad_alloc as operator new does.
KernelMemory allocateKernelMemory(std::size_t bytes);

} // namespace heddle::exec
