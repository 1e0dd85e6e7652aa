// The plans that exist. Handles are looked up here, so that an invalid one is an error and does not
// crash the program.
#pragma once

#include "cufft/guarded.h"
#include "cufft/plan.h"

#include <memory>
#include <mutex>
#include <unordered_map>

namespace heddle::cufft {

class Plans {
public:
  static Plans& get();
  cufftHandle add(std::shared_ptr<Plan> plan);
  // Null when there is none.
  std::shared_ptr<Plan> find(cufftHandle handle);
  std::shared_ptr<Plan> remove(cufftHandle handle);

private:
  std::mutex mutex_;
  cufftHandle next_ = 1;
  std::unordered_map<cufftHandle, std::shared_ptr<Plan>> all_;
};

// Calls body(plan), unless the handle is invalid.
template <class Body> cufftResult withPlan(cufftHandle handle, Body body) {
  return guarded([&] {
    const std::shared_ptr<Plan> plan = Plans::get().find(handle);
    return plan ? body(*plan) : CUFFT_INVALID_PLAN;
  });
}

} // namespace heddle::cufft
