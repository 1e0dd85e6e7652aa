// A table of the objects behind one kind of handle. A handle is the address of a slot in a reserved
// range of the address space. So a program may pass any value as a handle: whether it is a live one
// is known without a lock and without reading memory outside of the range.
#pragma once

#include "memory/reservation.h"
#include "memory/sanitizer.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

namespace heddle::driver {

template <typename Object> class HandleTable {
public:
  // `user` says who reads the objects. Throws std::bad_alloc when there are no addresses for it.
  explicit HandleTable(std::size_t capacity = 1u << 20, memory::User user = memory::User::Driver)
      : memory_(memory::Reservation::addressesOnly(user, capacity * sizeof(Slot), 0)) {
    if (!memory_)
      throw std::bad_alloc();
  }
  ~HandleTable() {
    for (std::size_t index = 0; index < used_; ++index)
      memory::removeLeakRoots(memory_.data() + index * sizeof(Slot), sizeof(Slot));
  }
  HandleTable(const HandleTable&) = delete;
  HandleTable& operator=(const HandleTable&) = delete;

  // Null when the table is full.
  template <typename... Arguments> Object* create(Arguments&&... arguments) {
    Slot* slot = takeSlot();
    if (!slot)
      return nullptr;
    try {
      auto* object = ::new (slot->storage) Object(std::forward<Arguments>(arguments)...);
      slot->live.store(true, std::memory_order_release);
      return object;
    } catch (...) {
      giveSlot(slot);
      throw;
    }
  }

  // As create(), but throws std::bad_alloc when the table is full.
  template <typename... Arguments> Object* createOrThrow(Arguments&&... arguments) {
    Object* const object = create(std::forward<Arguments>(arguments)...);
    if (!object)
      throw std::bad_alloc();
    return object;
  }

  // Does nothing with null, as `delete`.
  void destroy(Object* object) {
    if (!object)
      return;
    Slot* slot = slotOf(object);
    slot->live.store(false, std::memory_order_release);
    std::destroy_at(object);
    giveSlot(slot);
  }

  // The caller makes sure that no object of the table is created or destroyed meanwhile.
  template <typename Visit> void forEach(Visit visit) {
    const std::size_t used = used_.load(std::memory_order_acquire);
    for (std::size_t index = 0; index < used; ++index) {
      Slot* slot = reinterpret_cast<Slot*>(memory_.data() + index * sizeof(Slot));
      if (slot->live.load(std::memory_order_acquire))
        visit(*slot->object());
    }
  }

  // The object, or null when `handle` is not a live handle of this table.
  Object* find(const void* handle) const {
    const auto offset = reinterpret_cast<std::uintptr_t>(handle) -
                        reinterpret_cast<std::uintptr_t>(memory_.data()) - offsetof(Slot, storage);
    if (offset >= used_.load(std::memory_order_acquire) * sizeof(Slot) ||
        offset % sizeof(Slot) != 0)
      return nullptr;
    Slot* slot = reinterpret_cast<Slot*>(memory_.data() + offset);
    return slot->live.load(std::memory_order_acquire) ? slot->object() : nullptr;
  }

  // As find(), for the address of an object that is or was in this table.
  bool lives(Object* object) const { return slotOf(object)->live.load(std::memory_order_acquire); }

private:
  // More slots find more uses of stale handles, and take more memory.
  static constexpr std::size_t kSlotsKeptFree = 64;
  // A table that is full gets memory for this many more bytes of slots at once, because each time
  // costs a system call.
  static constexpr std::size_t kProvidedTogether = 64u << 10;

  struct Slot {
    std::atomic<bool> live;
    Slot* nextFree = nullptr;
    alignas(Object) std::byte storage[sizeof(Object)];
    Object* object() { return std::launder(reinterpret_cast<Object*>(storage)); }
  };

  static Slot* slotOf(Object* object) {
    return reinterpret_cast<Slot*>(reinterpret_cast<std::byte*>(object) - offsetof(Slot, storage));
  }

  Slot* takeSlot() {
    std::lock_guard lock(mutex_);
    // The slot that has been free for the longest time is taken first, and some stay free, so that
    // a stale handle does not soon refer to another object.
    if (freeCount_ > kSlotsKeptFree)
      return takeFirstFree();
    const std::size_t index = used_.load(std::memory_order_relaxed);
    // Those that stay free are taken when there is no room for more.
    if (!provideMemory((index + 1) * sizeof(Slot)))
      return freeCount_ > 0 ? takeFirstFree() : nullptr;
    auto* slot = ::new (memory_.data() + index * sizeof(Slot)) Slot;
    memory::addLeakRoots(slot, sizeof(Slot));
    used_.store(index + 1, std::memory_order_release);
    return slot;
  }

  Slot* takeFirstFree() {
    --freeCount_;
    return std::exchange(firstFree_, firstFree_->nextFree);
  }

  // The free slots are a list through the slots, so that to give one back takes no memory.
  void giveSlot(Slot* slot) {
    std::lock_guard lock(mutex_);
    slot->nextFree = nullptr;
    (freeCount_++ == 0 ? firstFree_ : lastFree_->nextFree) = slot;
    lastFree_ = slot;
  }

  // Slots that have not been used yet have no memory, so that a kernel's access to them through a
  // wrong pointer faults.
  bool provideMemory(std::size_t bytes) {
    if (bytes <= provided_)
      return true;
    const std::size_t wanted = std::min(memory::roundUp(bytes, kProvidedTogether), memory_.size());
    if (bytes > wanted || !memory_.commit(wanted))
      return false;
    provided_ = wanted;
    return true;
  }

  memory::Reservation memory_;
  std::size_t provided_ = 0; // bytes of memory_ that commit() has provided
  std::atomic<std::size_t> used_{0};
  std::mutex mutex_;
  Slot* firstFree_ = nullptr;
  Slot* lastFree_ = nullptr;
  std::size_t freeCount_ = 0;
};

} // namespace heddle::driver
