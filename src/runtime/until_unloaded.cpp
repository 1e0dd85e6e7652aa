#include "runtime/until_unloaded.h"

namespace heddle::runtime {
namespace {

constinit std::atomic<UntilUnloadedBase*> youngest = nullptr;

} // namespace

void UntilUnloadedBase::add() {
  older_ = youngest.load(std::memory_order_relaxed);
  while (!youngest.compare_exchange_weak(older_, this, std::memory_order_acq_rel))
    ;
}

void UntilUnloadedBase::destroyAll() {
  for (UntilUnloadedBase* object = youngest.exchange(nullptr, std::memory_order_acq_rel); object;
       object = object->older_)
    object->destroy_(*object);
}

} // namespace heddle::runtime
