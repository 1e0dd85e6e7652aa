// The benchmarks: the same work on several platforms, say as OpenMP C++, as OpenCL and as CUDA.
// Each platform is a program of its own (the LLVM inside PoCL and the one inside Heddle do not meet
// in one process), which times one workload per call; bench.cpp calls the programs in turn,
// compares their results and prints the tables. This header is what platform_main.cpp needs of a
// program; kernels.h, primitives.h and matrix_product.h have the sizes and inputs of one suite
// each.
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <vector>

namespace heddle::bench {

class Workload {
public:
  virtual ~Workload() = default;
  // Puts back what the last run() changed in place, outside of the timed part.
  virtual void reset() {}
  // The timed part: complete when it returns. Data is where the platform wants it already.
  virtual void run() = 0;
  // The outcome of exactly one run() on fresh input, for comparison between the platforms.
  virtual std::vector<float> result() = 0;
};

// Thrown by a platform that has no such operation on this machine.
class Unsupported : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};
// A program that has met Unsupported exits with this status, so that bench can tell it from a
// failure.
constexpr int kUnsupportedExitCode = 77;

struct WorkloadEntry {
  const char* name;
  std::unique_ptr<Workload> (*make)();
  std::size_t operationsPerRun; // times are divided by it
};

// These are the workloads that the program can run, by their names.
struct WorkloadTable {
  const WorkloadEntry* entries;
  std::size_t count;
};
WorkloadTable workloads();

} // namespace heddle::bench
