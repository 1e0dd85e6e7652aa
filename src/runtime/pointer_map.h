// A map from host addresses to objects whose lookups take no lock: every launch does one. Writers
// are rare (program start, dlopen) and serialised; a table that has been outgrown is kept, since a
// reader may still be in it.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace heddle::runtime {

template <class Value> class PointerMap {
public:
  Value* find(const void* key) const {
    const Table* table = current_.load(std::memory_order_acquire);
    if (!table || !key)
      return nullptr;
    for (std::size_t i = table->start(key);; i = (i + 1) & table->mask()) {
      const void* present = table->slots[i].key.load(std::memory_order_acquire);
      if (present == key)
        return table->slots[i].value.load(std::memory_order_acquire);
      if (!present)
        return nullptr;
    }
  }

  void insert(const void* key, Value* value) {
    if (!key)
      return;
    std::lock_guard lock(mutex_);
    if (tables_.empty() || 2 * (used_ + 1) > tables_.back()->slots.size())
      grow();
    if (insertInto(*tables_.back(), key, value))
      ++used_;
  }

  // Removes `key` unless another value has been inserted for it meanwhile.
  void erase(const void* key, const Value* value) {
    std::lock_guard lock(mutex_);
    if (tables_.empty())
      return;
    Table& table = *tables_.back();
    for (std::size_t i = table.start(key);; i = (i + 1) & table.mask()) {
      Slot& slot = table.slots[i];
      const void* present = slot.key.load(std::memory_order_relaxed);
      if (!present)
        return;
      if (present == key) {
        if (slot.value.load(std::memory_order_relaxed) == value)
          slot.value.store(nullptr, std::memory_order_release);
        return;
      }
    }
  }

private:
  struct Slot {
    std::atomic<const void*> key = nullptr; // never changes once set; an erased key has no value
    std::atomic<Value*> value = nullptr;
  };

  struct Table {
    explicit Table(std::size_t size) : slots(size), shift(64 - std::countr_zero(size)) {}
    std::size_t mask() const { return slots.size() - 1; }
    // Where the search for a key begins: Fibonacci hashing, which multiplies by 2^64 over the
    // golden ratio.
    std::size_t start(const void* key) const {
      auto bits = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(key));
      return static_cast<std::size_t>((bits * 0x9e3779b97f4a7c15u) >> shift);
    }
    std::vector<Slot> slots;
    int shift;
  };

  // Returns whether the key is new to the table.
  static bool insertInto(Table& table, const void* key, Value* value) {
    for (std::size_t i = table.start(key);; i = (i + 1) & table.mask()) {
      Slot& slot = table.slots[i];
      const void* present = slot.key.load(std::memory_order_relaxed);
      if (present && present != key)
        continue;
      slot.value.store(value, std::memory_order_release);
      if (present)
        return false;
      slot.key.store(key, std::memory_order_release);
      return true;
    }
  }

  void grow() {
    constexpr std::size_t kFirstSize = 64;
    std::size_t size = tables_.empty() ? kFirstSize : 2 * tables_.back()->slots.size();
    auto table = std::make_unique<Table>(size);
    used_ = 0;
    if (!tables_.empty())
      for (const Slot& slot : tables_.back()->slots)
        if (Value* value = slot.value.load(std::memory_order_relaxed))
          used_ += insertInto(*table, slot.key.load(std::memory_order_relaxed), value);
    current_.store(table.get(), std::memory_order_release);
    tables_.push_back(std::move(table));
  }

  std::atomic<const Table*> current_ = nullptr;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Table>> tables_;
  std::size_t used_ = 0;
};

} // namespace heddle::runtime
