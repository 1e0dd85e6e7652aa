// The clocks by which the programs time their runs.
#pragma once

#include <ctime>
#include <vector>

namespace heddle::bench {

class Clock {
public:
  virtual ~Clock() = default;
  // Called before each run, outside of what is timed.
  virtual void prepare() {}
  virtual double seconds() const = 0;
};

class WallClock : public Clock {
public:
  double seconds() const override;
};

// What all threads of the process have used of the processors together. The clock of the process
// would not do: it lags behind by what threads that run on other processors have used since the
// last tick of the scheduler, and the shortest of several times would be one that lacks most.
class ProcessorClock : public Clock {
public:
  // Finds the threads that have been started since.
  void prepare() override;
  double seconds() const override;

private:
  std::vector<clockid_t> threads_;
};

} // namespace heddle::bench
