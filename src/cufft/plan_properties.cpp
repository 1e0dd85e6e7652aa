// Properties of plans: cufftSetPlanPropertyInt64() and what belongs to it. The order of the checks
// is that of NVIDIA's library.
#include "cufft/plans.h"

namespace heddle::cufft {

namespace {

// Whether a plan has the property at all. The number of host threads is a property that NVIDIA's
// library knows, but gives to no plan.
cufftResult check(cufftProperty property) {
  switch (property) {
  case NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT:
    return CUFFT_SUCCESS;
  case NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS:
    return CUFFT_NOT_SUPPORTED;
  }
  return CUFFT_INVALID_VALUE;
}

} // namespace

cufftResult Plan::setProperty(cufftProperty property, long long value) {
  const std::lock_guard lock(mutex_);
  if (isMade_)
    return CUFFT_NOT_SUPPORTED;
  const cufftResult result = check(property);
  if (result == CUFFT_SUCCESS)
    isPatient_ = value != 0;
  return result;
}

cufftResult Plan::resetProperty(cufftProperty property) {
  return setProperty(property, 0);
}

cufftResult Plan::property(cufftProperty property, long long* value) {
  if (!value)
    return CUFFT_INVALID_VALUE;
  const std::lock_guard lock(mutex_);
  const cufftResult result = check(property);
  if (result == CUFFT_SUCCESS)
    *value = isPatient_;
  return result;
}

} // namespace heddle::cufft

using heddle::cufft::Plan;
using heddle::cufft::withPlan;

cufftResult cufftSetPlanPropertyInt64(cufftHandle plan, cufftProperty property,
                                      const long long int value) {
  return withPlan(plan, [&](Plan& found) { return found.setProperty(property, value); });
}

cufftResult cufftResetPlanProperty(cufftHandle plan, cufftProperty property) {
  return withPlan(plan, [&](Plan& found) { return found.resetProperty(property); });
}

cufftResult cufftGetPlanPropertyInt64(cufftHandle plan, cufftProperty property,
                                      long long int* value) {
  return withPlan(plan, [&](Plan& found) { return found.property(property, value); });
}
