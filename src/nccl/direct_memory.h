// Memory that a rank offers to other ranks of its process, which take the data from there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace heddle::nccl {

// The mutex is held while data is taken, so that the sender can withdraw its memory at any time.
struct DirectMemory {
  std::mutex mutex;
  const char* data = nullptr; // null once it is withdrawn
  std::size_t bytes = 0;
};

// The offers of all ranks of the process, by the number that is in the frame.
class DirectOffers {
public:
  static DirectOffers& get() {
    static auto* offers = new DirectOffers; // never destroyed, since threads may outlive statics
    return *offers;
  }
  std::uint64_t add(const char* data, std::size_t bytes) {
    auto offer = std::make_shared<DirectMemory>();
    offer->data = data;
    offer->bytes = bytes;
    const std::lock_guard lock(mutex_);
    offers_.emplace(++last_, std::move(offer));
    return last_;
  }
  // Null where the offer was withdrawn.
  std::shared_ptr<DirectMemory> find(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    const auto found = offers_.find(number);
    return found == offers_.end() ? nullptr : found->second;
  }
  void withdraw(std::uint64_t number) {
    const std::shared_ptr<DirectMemory> offer = find(number);
    if (!offer)
      return;
    {
      const std::lock_guard lock(offer->mutex);
      offer->data = nullptr;
    }
    const std::lock_guard lock(mutex_);
    offers_.erase(number);
  }

private:
  std::mutex mutex_;
  std::uint64_t last_ = 0;
  std::unordered_map<std::uint64_t, std::shared_ptr<DirectMemory>> offers_;
};

} // namespace heddle::nccl
