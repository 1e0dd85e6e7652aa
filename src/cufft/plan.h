// The object behind a cufftHandle.
#pragma once

#include "cufft/callback_transform.h"
#include "cufft/distribution.h"
#include "cufft/jit_callback.h"
#include "cufft/layout.h"
#include "cufft/transform.h"

#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace heddle::cufft {

class Plan {
public:
  Plan() = default;
  ~Plan();
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  // Decides what the plan does, once. `workBytes` gets the size of the work area, for each device.
  cufftResult make(const TransformArguments& arguments, Precision precision,
                   std::size_t* workBytes);
  // Transforms data as the plan says: a GPU does not look whether the function that was called is
  // the one for the plan's type, either. A transform from or to real data has one direction.
  cufftResult execute(void* in, void* out, int direction);

  // Chooses the devices, before the plan is made. Without this, the plan has the current one.
  cufftResult setDevices(int count, const int* devices);
  // Data that are divided among the devices (distribution.h). They begin in the order that the
  // format stands for.
  cufftResult allocateData(cudaLibXtDesc** data, cufftXtSubFormat format);
  // Copies between the host and the devices, or among the devices. On the host the data are whole
  // and in natural order, so a copy also divides them or puts them in order.
  cufftResult copyData(void* to, void* from, cufftXtCopyType type);
  cufftResult executeData(PassKind kind, Precision precision, cudaLibXtDesc* in, cudaLibXtDesc* out,
                          int direction);
  // Transforms divided data whatever the type of the plan is, as cufftXtExecDescriptor() does.
  cufftResult executeData(cudaLibXtDesc* in, cudaLibXtDesc* out, int direction);

  // Says how one-dimensional data are divided among the devices once they are transformed.
  cufftResult query(cufftXtQueryType type, cufftXt1dFactors* factors);

  cufftResult workBytes(std::size_t* bytes);
  cufftResult setWorkArea(void* area);
  // The same for cufftXtSetWorkArea(), which is for plans of several devices.
  cufftResult setWorkAreaOfDevices(void* area);
  cufftResult setAutoAllocation(bool isAutomatic);
  // Asks for a smaller work area, which a plan that is made may have. As on a GPU, there is none:
  // it succeeds once for a plan without a work area, and no policy but the minimal one is known.
  cufftResult setWorkAreaPolicy(cufftXtWorkAreaPolicy policy);
  cufftResult setStream(cudaStream_t stream);
  // A null routine takes the callback away.
  cufftResult setCallback(cufftXtCallbackType type, void* routine, void* info);
  // Keeps code of a callback until the plan is made.
  cufftResult setJitCallback(cufftXtCallbackType type, JitCallbackCode code);
  cufftResult setCallbackSharedSize(cufftXtCallbackType type, std::size_t bytes);
  // Properties say how NVIDIA's library compiles kernels. They are kept for programs that ask, and
  // cannot be changed any more when the plan is made.
  cufftResult setProperty(cufftProperty property, long long value);
  cufftResult resetProperty(cufftProperty property);
  cufftResult property(cufftProperty property, long long* value);

private:
  // All of these need mutex_.
  cufftResult launch(void* in, void* out, int direction);
  cufftResult ensureWorkArea(std::size_t bytes);
  std::vector<int> devices() const;
  Distribution distribution(std::size_t devices) const;
  // Null when there is no memory on the device.
  const Transform* transformFor(bool isInPlace);
  const Transform* callbackTransformFor(bool isInPlace);
  // Changes the callback of this type by change(callback).
  template <class Change> cufftResult changeCallback(cufftXtCallbackType type, Change change);
  cufftResult loadJitCallbacks();
  // Waits for the plan's work, before memory that it uses is freed.
  void waitForWork() const;

  std::mutex mutex_;
  bool isMade_ = false, isAutomatic_ = true, hasPolicy_ = false;
  bool isPatient_ = false; // NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT
  Precision precision_ = Precision::Single;
  cudaStream_t stream_ = nullptr;
  Geometry geometry_, inPlaceGeometry_;
  // The second one, for data in place, is made when it is first needed.
  std::unique_ptr<Transform> transform_, inPlaceTransform_;
  Callbacks callbacks_;
  std::map<cufftXtCallbackType, JitCallbackCode> jitCallbackCode_;
  JitCallback jitLoad_, jitStore_;
  std::unique_ptr<Transform> callbackTransform_, inPlaceCallbackTransform_;
  std::vector<int> devices_;
  void* gathered_ = nullptr; // the data of all devices, on the first one
  void* ownWorkArea_ = nullptr;
  void* workArea_ = nullptr;
};

// Frees what Plan::allocateData() has made.
cufftResult freeData(cudaLibXtDesc* data);

// The size of the work area of a plan that does not exist.
cufftResult estimateWorkBytes(const TransformArguments& arguments, Precision precision,
                              std::size_t* bytes);

} // namespace heddle::cufft
