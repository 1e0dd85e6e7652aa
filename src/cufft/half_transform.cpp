#include "cufft/half_transform.h"

#include "crt/half_bits.h"
#include "cufft/layout.h"
#include "cufft/program_launch.h"

namespace heddle::cufft {

namespace {

using Bits = std::uint16_t;

struct Half {
  static float toFloat(Bits bits) { return device::floatFromHalf(bits); }
  static Bits fromFloat(float value) { return device::halfFromFloat(value, device::roundNearest); }
};
struct Bfloat {
  static float toFloat(Bits bits) { return device::floatFromBfloat(bits); }
  static Bits fromFloat(float value) {
    return device::bfloatFromFloat(value, device::roundNearest);
  }
};

// One side of a transform, row by row: the program's data in 16 bits, and their copy without gaps.
struct Rows {
  std::uint64_t elements = 0;             // of a row
  std::uint64_t scalars = 0;              // of an element: 1 for real data, else 2
  std::ptrdiff_t stride = 0;              // between elements, in scalars
  std::uint64_t outer[kMostDimensions]{}; // the extents of the other dimensions, and of the batch
  std::ptrdiff_t outerStrides[kMostDimensions]{};
  std::uint64_t count = 1;

  Rows(const Geometry& geometry, const Layout& layout, bool isReal) {
    const unsigned last = geometry.rank - 1;
    elements = isReal ? geometry.lastLength() : geometry.complexExtent(last);
    scalars = isReal ? 1 : 2;
    stride = layout.strides[last];
    // The dimension that varies fastest first.
    unsigned at = 0;
    for (unsigned dimension = last; dimension-- > 0; ++at) {
      outer[at] = geometry.lengths[dimension];
      outerStrides[at] = layout.strides[dimension];
    }
    outer[at] = geometry.batch;
    outerStrides[at] = layout.distance;
    for (unsigned index = 0; index <= at; ++index)
      count *= outer[index];
    for (++at; at < kMostDimensions; ++at)
      outer[at] = 1;
  }

  std::uint64_t copyScalars() const { return count * elements * scalars; }
  std::ptrdiff_t offset(std::uint64_t row) const {
    std::ptrdiff_t sum = 0;
    for (unsigned index = 0; index < kMostDimensions; ++index) {
      sum += static_cast<std::ptrdiff_t>(row % outer[index]) * outerStrides[index];
      row /= outer[index];
    }
    return sum;
  }
  // Calls visit(offset in the data, offset in the copy) for each scalar of a row.
  template <class Visit> void visit(std::uint64_t row, Visit visit) const {
    const std::ptrdiff_t first = offset(row);
    std::uint64_t copy = row * elements * scalars;
    for (std::uint64_t element = 0; element < elements; ++element)
      for (std::uint64_t scalar = 0; scalar < scalars; ++scalar)
        visit(first + static_cast<std::ptrdiff_t>(element) * stride +
                  static_cast<std::ptrdiff_t>(scalar),
              copy++);
  }
};

template <class Format> class HalfTransform : public Transform {
public:
  explicit HalfTransform(const Geometry& geometry)
      : geometry_(geometry), in_(geometry, geometry.in, geometry.kind == PassKind::RealToComplex),
        out_(geometry, geometry.out, geometry.kind == PassKind::ComplexToReal),
        program_(makeProgram<float>(denseGeometry(geometry))) {}

  std::size_t workBytes() const override {
    return workScalars() * sizeof(float) + kVectorAlignment;
  }

  cudaError_t launch(cudaStream_t stream, void* in, void* out, void* work,
                     bool isInverse) const override {
    auto* const area = alignedWork<float>(work);
    const Buffers<float> buffers{area, area + padded(in_.copyScalars()),
                                 area + padded(in_.copyScalars()) + padded(out_.copyScalars())};
    const Accesses accesses{memoryRange(in, inputScalars(geometry_) * sizeof(Bits)),
                            memoryRange(out, outputScalars(geometry_) * sizeof(Bits)),
                            memoryRange(area, workScalars() * sizeof(float))};
    if (const cudaError_t error = library::launch(
            stream, "cufft", in_.count,
            [rows = in_, accesses, from = static_cast<const Bits*>(in),
             to = area](void* scratch, std::uint64_t begin, std::uint64_t end) {
              if (!areAccessible(accesses, scratch))
                return false;
              for (std::uint64_t row = begin; row < end; ++row)
                rows.visit(row, [&](std::ptrdiff_t data, std::uint64_t copy) {
                  to[copy] = Format::toFloat(from[data]);
                });
              return true;
            },
            library::kMarkBytes))
      return error;
    if (const cudaError_t error = launchProgram(stream, program_, buffers, isInverse, accesses))
      return error;
    return library::launch(
        stream, "cufft", out_.count,
        [rows = out_, accesses, from = static_cast<const float*>(buffers.out),
         to = static_cast<Bits*>(out)](void* scratch, std::uint64_t begin, std::uint64_t end) {
          if (!areAccessible(accesses, scratch))
            return false;
          for (std::uint64_t row = begin; row < end; ++row)
            rows.visit(row, [&](std::ptrdiff_t data, std::uint64_t copy) {
              to[data] = Format::fromFloat(from[copy]);
            });
          return true;
        },
        library::kMarkBytes);
  }

private:
  // Rounded up so that what follows is aligned for vectors.
  static std::uint64_t padded(std::uint64_t scalars) {
    return (scalars + kVectorAlignment - 1) / kVectorAlignment * kVectorAlignment;
  }
  std::uint64_t workScalars() const {
    return padded(in_.copyScalars()) + padded(out_.copyScalars()) + program_->workScalars();
  }

  const Geometry geometry_;
  const Rows in_, out_;
  const std::shared_ptr<const Program<float>> program_;
};

} // namespace

std::unique_ptr<Transform> makeHalfTransform(const Geometry& geometry) {
  return std::make_unique<HalfTransform<Half>>(geometry);
}

std::unique_ptr<Transform> makeBfloatTransform(const Geometry& geometry) {
  return std::make_unique<HalfTransform<Bfloat>>(geometry);
}

} // namespace heddle::cufft
