// The values of the conditions of one instantiated graph. Its conditional nodes read them, and its
// kernels set them by cudaGraphSetConditional, which names a condition by its handle.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace heddle::exec {

class GraphConditions {
public:
  using Handle = std::uint64_t;

  // A condition that is there already keeps its value. One without a default begins with 0, as on a
  // GPU.
  void add(Handle handle, std::optional<unsigned> defaultValue) {
    std::lock_guard lock(mutex_);
    conditions_.try_emplace(handle, Condition{defaultValue.value_or(0), defaultValue});
  }
  bool empty() const {
    std::lock_guard lock(mutex_);
    return conditions_.empty();
  }
  // Called at the beginning of each launch.
  void assignDefaults() {
    std::lock_guard lock(mutex_);
    for (auto& [handle, condition] : conditions_)
      condition.value = condition.defaultValue.value_or(condition.value);
  }
  // False when the graph has no such condition.
  bool set(Handle handle, unsigned value) {
    std::lock_guard lock(mutex_);
    const auto found = conditions_.find(handle);
    if (found == conditions_.end())
      return false;
    found->second.value = value;
    return true;
  }
  unsigned value(Handle handle) const {
    std::lock_guard lock(mutex_);
    return conditions_.at(handle).value;
  }

private:
  struct Condition {
    unsigned value;
    std::optional<unsigned> defaultValue;
  };

  mutable std::mutex mutex_; // kernels of one launch may set conditions at the same time
  std::unordered_map<Handle, Condition> conditions_;
};

} // namespace heddle::exec
