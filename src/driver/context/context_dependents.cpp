#include "driver/context/context_dependents.h"

#include <utility>

namespace heddle::driver {

ContextDependent::~ContextDependent() {
  if (list_) {
    std::lock_guard lock(list_->mutex_);
    list_->remove(*this);
  }
}

void ContextDependents::add(ContextDependent& dependent, std::function<void()> end) {
  std::lock_guard lock(mutex_);
  dependent.list_ = this;
  dependent.end_ = std::move(end);
  dependent.newer_ = nullptr;
  dependent.older_ = newest_;
  if (newest_)
    newest_->newer_ = &dependent;
  newest_ = &dependent;
}

void ContextDependents::endAll() {
  // `end` usually destroys the dependent, and may destroy others or take locks under which
  // dependents are added: it is called without the lock, after the dependent has left the list.
  for (;;) {
    std::function<void()> end;
    {
      std::lock_guard lock(mutex_);
      if (!newest_)
        return;
      end = std::move(newest_->end_);
      remove(*newest_);
    }
    end();
  }
}

void ContextDependents::remove(ContextDependent& dependent) {
  (dependent.newer_ ? dependent.newer_->older_ : newest_) = dependent.older_;
  if (dependent.older_)
    dependent.older_->newer_ = dependent.newer_;
  dependent.list_ = nullptr;
}

} // namespace heddle::driver
