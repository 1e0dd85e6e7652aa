// Limits TBB's threads, for which it reads no environment variable, to HEDDLE_BENCH_THREADS.
#include <tbb/global_control.h>

#include <cstdlib>
#include <optional>

namespace {

std::optional<tbb::global_control> limitThreads() {
  const char* const threads = std::getenv("HEDDLE_BENCH_THREADS");
  if (!threads) {
    return std::nullopt;
  }
  return std::optional<tbb::global_control>(std::in_place,
                                            tbb::global_control::max_allowed_parallelism,
                                            static_cast<std::size_t>(std::atoi(threads)));
}

// The limit holds as long as this object lives, which is until the program ends.
const std::optional<tbb::global_control> limit = limitThreads();

} // namespace
