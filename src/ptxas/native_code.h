// Which native code a cubin holds: kernels and the block dimensions that they are compiled for.
#pragma once

#include "jit/program.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace heddle::ptxas {

struct NativeCodeOptions {
  // One-dimensional blocks for kernels that declare none and whose launches nvcc has not seen.
  std::vector<std::uint32_t> blockSizes{128, 256, 512};
  // The processor time for all kernels together. Where it is too short, some are compiled quickly
  // or left out. It is compared with estimates from the kernels' sizes, because what a cubin holds
  // must not depend on how busy the machine was. Without it, all are optimised.
  std::optional<std::chrono::nanoseconds> budget;
  unsigned threads = 1; // that compile side by side; 0: one for each processor
};

// Compiles kernels of the program for the blocks that nvcc has seen launches of
// (ir/launched_blocks.h), that they declare, or else of the sizes in the options. A kernel
// that does not compile is no error here: like one from PTX, it reports it when it is launched.
jit::Precompiled makeNativeCode(jit::Program& program, std::span<const jit::PtxSource> sources,
                                const NativeCodeOptions& options);

} // namespace heddle::ptxas
