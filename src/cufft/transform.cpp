#include "cufft/transform.h"

#include "cufft/layout.h"
#include "cufft/program.h"
#include "library/stream_work.h"

#include <atomic>
#include <cstdint>

namespace heddle::cufft {

namespace {

// The memory that a transform accesses.
struct Accesses {
  MemoryRows in, out, work;

  bool areAllowed() const {
    return library::isAccessible(in, false) && library::isAccessible(out, true) &&
           library::isAccessible(work, true);
  }
};

// Whether the memory of a transform is there. One look at it is enough for all items of a run, so
// the first that look leave a mark in the memory which the items share.
bool isAccessible(const Accesses& accesses, void* shared) {
  auto& mark = *static_cast<std::atomic<std::uint32_t>*>(shared);
  if (mark.load(std::memory_order_relaxed) != 0)
    return true;
  if (!accesses.areAllowed())
    return false;
  mark.store(1, std::memory_order_relaxed);
  return true;
}

void* aligned(void* work) {
  const auto address = reinterpret_cast<std::uintptr_t>(work);
  return reinterpret_cast<void*>((address + kVectorAlignment - 1) / kVectorAlignment *
                                 kVectorAlignment);
}

template <class T> class TransformOf : public Transform {
public:
  explicit TransformOf(const Geometry& geometry)
      : geometry_(geometry), program_(std::make_shared<const Program<T>>(geometry)) {}

  std::size_t workBytes() const override {
    const std::uint64_t scalars = program_->workScalars();
    // The program's memory need not be aligned.
    return scalars ? scalars * sizeof(T) + kVectorAlignment : 0;
  }

  cudaError_t launch(cudaStream_t stream, void* in, void* out, void* work,
                     bool isInverse) const override {
    const Buffers<T> buffers{static_cast<const T*>(in), static_cast<T*>(out),
                             static_cast<T*>(aligned(work))};
    for (std::size_t task = 0; task < program_->taskCount(); ++task) {
      const auto run = [program = program_, accesses = accessesOf(buffers), buffers, isInverse,
                        task](void* shared, std::uint64_t begin, std::uint64_t end) {
        return isAccessible(accesses, shared) && program->run(task, buffers, isInverse, begin, end);
      };
      const cudaError_t error = library::launch(stream, "cufft", program_->items(task), run,
                                                sizeof(std::atomic<std::uint32_t>));
      if (error != cudaSuccess)
        return error;
    }
    return cudaSuccess;
  }

private:
  static MemoryRows range(const void* address, std::uint64_t scalars) {
    return {address, scalars * sizeof(T), scalars * sizeof(T), 1};
  }
  Accesses accessesOf(const Buffers<T>& buffers) const {
    return {range(buffers.in, inputScalars(geometry_)),
            range(buffers.out, outputScalars(geometry_)),
            range(buffers.work, program_->workScalars())};
  }

  const Geometry geometry_;
  const std::shared_ptr<const Program<T>> program_;
};

} // namespace

std::unique_ptr<Transform> makeTransform(const Geometry& geometry, bool isDouble) {
  if (isDouble)
    return std::make_unique<TransformOf<double>>(geometry);
  return std::make_unique<TransformOf<float>>(geometry);
}

} // namespace heddle::cufft
