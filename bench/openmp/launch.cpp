// What comes nearest to a launch: waking the team of threads and waiting for it.
#include "kernels.h"

namespace heddle::bench {
namespace {

void emptyRegion() {
#pragma omp parallel
  {
    asm volatile("" ::: "memory");
  }
}

class EmptyLaunch : public Workload {
public:
  void run() override { emptyRegion(); }
  std::vector<float> result() override { return {1.0f}; }
};

class AsyncLaunches : public Workload {
public:
  void run() override {
    for (unsigned i = 0; i < size::asyncLaunches; ++i) {
      emptyRegion();
    }
  }
  std::vector<float> result() override { return {1.0f}; }
};

} // namespace

std::unique_ptr<Workload> makeEmptyLaunch() {
  return std::make_unique<EmptyLaunch>();
}
std::unique_ptr<Workload> makeAsyncLaunches() {
  return std::make_unique<AsyncLaunches>();
}

} // namespace heddle::bench
