// An event that several processes record and wait for. It is two counters in shared memory: how
// often it was recorded, and which record is complete.
#pragma once

#include "memory/reservation.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <sys/types.h>

namespace heddle::driver {

class InterprocessEvent {
public:
  struct Name {
    char magic[8];
    pid_t process;
    int descriptor;
  };
  static_assert(sizeof(Name) <= 64);

  // Null when the OS refuses.
  static std::shared_ptr<InterprocessEvent> create();
  // Null when the process that created it has ended, or when the name is invalid.
  static std::shared_ptr<InterprocessEvent> open(const Name& name);

  Name name() const;
  // Begins a new record and returns its number.
  std::uint64_t record();
  void complete(std::uint64_t record);
  std::uint64_t lastRecord() const { return state().recorded.load(); }
  // Whether the record is complete. It also counts as complete when the process that should
  // complete it has ended.
  bool done(std::uint64_t record) const;

private:
  struct State {
    std::atomic<std::uint64_t> recorded, completed;
    std::atomic<pid_t> recorder;
  };

  InterprocessEvent() = default;
  State& state() const { return *reinterpret_cast<State*>(mapping_.data()); }

  memory::InterprocessMemory memory_;
  memory::Reservation mapping_;
};

} // namespace heddle::driver
