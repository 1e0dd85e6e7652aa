// Random PTX modules with one meaning: typed, free of races, ending. Arithmetic is drawn from the
// instruction table of src/ptx; around it are branches, loops, switches, graphs that no structured
// language makes, calls, barriers of the block and of groups of warps, exchanges through shared
// memory, warp operations under divergence, locks and flags between threads and blocks, and atomics
// whose order does not show. The folder generator/ has a file for each of these.
//
// The kernel is k(in, out, sums, u0, u1): it reads `in`, every thread writes its registers to its
// part of `out`, and all threads of the grid add to `sums`.
#pragma once

#include "interpreter.h"

#include <cstdint>
#include <string>

namespace heddle::reference {

constexpr std::uint32_t kInputBytes = 1024;
constexpr std::uint32_t kOutputBytes = 512; // of each thread
constexpr std::uint32_t kSumsBytes = 128;

std::string generateModule(std::uint64_t seed, const LaunchShape& shape);

} // namespace heddle::reference
