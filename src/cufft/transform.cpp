#include "cufft/transform.h"

#include "cufft/half_transform.h"
#include "cufft/layout.h"
#include "cufft/program_launch.h"

namespace heddle::cufft {

namespace {

template <class T> class TransformOf : public Transform {
public:
  explicit TransformOf(const Geometry& geometry)
      : geometry_(geometry), program_(makeProgram<T>(geometry)) {}

  std::size_t workBytes() const override {
    const std::uint64_t scalars = program_->workScalars();
    // The program's memory need not be aligned.
    return scalars ? scalars * sizeof(T) + kVectorAlignment : 0;
  }

  cudaError_t launch(cudaStream_t stream, void* in, void* out, void* work,
                     bool isInverse) const override {
    const Buffers<T> buffers{static_cast<const T*>(in), static_cast<T*>(out), alignedWork<T>(work)};
    const Accesses accesses{memoryRange(in, inputScalars(geometry_) * sizeof(T)),
                            memoryRange(out, outputScalars(geometry_) * sizeof(T)),
                            memoryRange(buffers.work, program_->workScalars() * sizeof(T))};
    return launchProgram(stream, program_, buffers, isInverse, accesses);
  }

private:
  const Geometry geometry_;
  const std::shared_ptr<const Program<T>> program_;
};

} // namespace

std::unique_ptr<Transform> makeTransform(const Geometry& geometry, Precision precision) {
  switch (precision) {
  case Precision::Half:
    return makeHalfTransform(geometry);
  case Precision::Bfloat:
    return makeBfloatTransform(geometry);
  case Precision::Single:
    return std::make_unique<TransformOf<float>>(geometry);
  case Precision::Double:
    return std::make_unique<TransformOf<double>>(geometry);
  }
  return nullptr;
}

} // namespace heddle::cufft
