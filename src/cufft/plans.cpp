#include "cufft/plans.h"

#include <utility>

namespace heddle::cufft {

Plans& Plans::get() {
  static auto* plans = new Plans; // never destroyed, since static objects may hold plans
  return *plans;
}

cufftHandle Plans::add(std::shared_ptr<Plan> plan) {
  const std::lock_guard lock(mutex_);
  all_.emplace(next_, std::move(plan));
  return next_++;
}

std::shared_ptr<Plan> Plans::find(cufftHandle handle) {
  const std::lock_guard lock(mutex_);
  const auto found = all_.find(handle);
  return found == all_.end() ? nullptr : found->second;
}

std::shared_ptr<Plan> Plans::remove(cufftHandle handle) {
  const std::lock_guard lock(mutex_);
  const auto node = all_.extract(handle);
  return node ? node.mapped() : nullptr;
}

} // namespace heddle::cufft
