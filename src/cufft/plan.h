// The object behind a cufftHandle.
#pragma once

#include "cufft/layout.h"
#include "cufft/transform.h"

#include <array>
#include <memory>
#include <mutex>

namespace heddle::cufft {

class Plan {
public:
  Plan() = default;
  ~Plan();
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  // Decides what the plan does, once. `workBytes` gets the size of the work area.
  cufftResult make(const TransformArguments& arguments, bool isDouble, std::size_t* workBytes);
  cufftResult execute(PassKind kind, bool isDouble, void* in, void* out, int direction);
  // The same for a plan of any type.
  cufftResult execute(void* in, void* out, int direction);

  cufftResult workBytes(std::size_t* bytes);
  cufftResult setWorkArea(void* area);
  cufftResult setAutoAllocation(bool isAutomatic);
  cufftResult setStream(cudaStream_t stream);

private:
  // All of these need mutex_.
  cufftResult launch(void* in, void* out, int direction);
  cufftResult ensureWorkArea(std::size_t bytes);
  const Transform& transformFor(bool isInPlace);

  std::mutex mutex_;
  bool isMade_ = false, isDouble_ = false, isAutomatic_ = true;
  cudaStream_t stream_ = nullptr;
  Geometry geometry_, inPlaceGeometry_;
  // The second one, for data in place, is made when it is first needed.
  std::unique_ptr<Transform> transform_, inPlaceTransform_;
  void* ownWorkArea_ = nullptr;
  void* workArea_ = nullptr;
};

// The size of the work area of a plan that does not exist.
cufftResult estimateWorkBytes(const TransformArguments& arguments, bool isDouble,
                              std::size_t* bytes);

} // namespace heddle::cufft
