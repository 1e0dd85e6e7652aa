#include "cufft/callback_transform.h"

#include "cufft/layout.h"

namespace heddle::cufft {

namespace {

std::size_t roundUp(std::size_t bytes) {
  return (bytes + kVectorAlignment - 1) / kVectorAlignment * kVectorAlignment;
}

// The geometry of the data that the transform itself sees.
Geometry innerGeometry(const Geometry& geometry, const Callbacks& callbacks) {
  const Geometry dense = denseGeometry(geometry);
  Geometry inner = geometry;
  if (callbacks.load.routine)
    inner.in = dense.in;
  if (callbacks.store.routine)
    inner.out = dense.out;
  return inner;
}

// What the kernels need to know, but for the addresses of data.
CallbackCall describeCall(const Geometry& geometry, const Layout& layout, bool isReal,
                          cufftXtCallbackType type, const Callback& callback) {
  CallbackCall call{};
  call.type = type;
  call.routine = callback.routine;
  call.info = callback.info;
  call.sharedBytes = callback.sharedBytes;
  const std::ptrdiff_t scalars = isReal ? 1 : 2;
  unsigned axis = 0;
  for (unsigned dimension = geometry.rank; dimension-- > 0; ++axis) {
    call.extents[axis] = isReal ? geometry.lengths[dimension] : geometry.complexExtent(dimension);
    call.strides[axis] = layout.strides[dimension] / scalars;
  }
  call.extents[axis] = geometry.batch;
  call.strides[axis] = layout.distance / scalars;
  for (++axis; axis < kCallbackAxes; ++axis)
    call.extents[axis] = 1;
  return call;
}

class CallbackTransform : public Transform {
public:
  CallbackTransform(const Geometry& geometry, Precision precision, const Callbacks& callbacks)
      : callbacks_(callbacks),
        load_(describeCall(geometry, geometry.in, geometry.kind == PassKind::RealToComplex,
                           loadCallbackType(geometry, precision), callbacks.load)),
        store_(describeCall(geometry, geometry.out, geometry.kind == PassKind::ComplexToReal,
                            storeCallbackType(geometry, precision), callbacks.store)) {
    const Geometry inner = innerGeometry(geometry, callbacks);
    inner_ = makeTransform(inner, precision);
    const std::size_t bytes = scalarBytes(precision);
    inBytes_ = callbacks.load.routine ? roundUp(inputScalars(inner) * bytes) : 0;
    outBytes_ = callbacks.store.routine ? roundUp(outputScalars(inner) * bytes) : 0;
  }
  ~CallbackTransform() override { cudaFree(memory_); }
  CallbackTransform(const CallbackTransform&) = delete;
  CallbackTransform& operator=(const CallbackTransform&) = delete;

  bool allocate() {
    return cudaMalloc(reinterpret_cast<void**>(&memory_),
                      inBytes_ + outBytes_ + inner_->workBytes()) == cudaSuccess;
  }
  std::size_t workBytes() const override { return 0; }

  cudaError_t launch(cudaStream_t stream, void* in, void* out, void*,
                     bool isInverse) const override {
    void* const from = callbacks_.load.routine ? memory_ : in;
    void* const to = callbacks_.store.routine ? memory_ + inBytes_ : out;
    if (callbacks_.load.routine)
      if (const cudaError_t error = call(load_, in, from, stream))
        return error;
    if (const cudaError_t error =
            inner_->launch(stream, from, to, memory_ + inBytes_ + outBytes_, isInverse))
      return error;
    return callbacks_.store.routine ? call(store_, out, to, stream) : cudaSuccess;
  }

private:
  static cudaError_t call(CallbackCall description, void* data, void* dense, cudaStream_t stream) {
    description.data = data;
    description.dense = dense;
    return launchCallbacks(description, stream);
  }

  const Callbacks callbacks_;
  const CallbackCall load_, store_;
  std::unique_ptr<Transform> inner_;
  std::size_t inBytes_ = 0, outBytes_ = 0;
  char* memory_ = nullptr;
};

} // namespace

cufftXtCallbackType loadCallbackType(const Geometry& geometry, Precision precision) {
  const bool isDouble = precision == Precision::Double;
  if (geometry.kind == PassKind::RealToComplex)
    return isDouble ? CUFFT_CB_LD_REAL_DOUBLE : CUFFT_CB_LD_REAL;
  return isDouble ? CUFFT_CB_LD_COMPLEX_DOUBLE : CUFFT_CB_LD_COMPLEX;
}

cufftXtCallbackType storeCallbackType(const Geometry& geometry, Precision precision) {
  const bool isDouble = precision == Precision::Double;
  if (geometry.kind == PassKind::ComplexToReal)
    return isDouble ? CUFFT_CB_ST_REAL_DOUBLE : CUFFT_CB_ST_REAL;
  return isDouble ? CUFFT_CB_ST_COMPLEX_DOUBLE : CUFFT_CB_ST_COMPLEX;
}

std::unique_ptr<Transform> makeCallbackTransform(const Geometry& geometry, Precision precision,
                                                 const Callbacks& callbacks) {
  auto transform = std::make_unique<CallbackTransform>(geometry, precision, callbacks);
  return transform->allocate() ? std::move(transform) : nullptr;
}

} // namespace heddle::cufft
