// Which workers of a device may run a task. Streams of a green context hand their set to each task;
// all other tasks have none and run on any worker.
#pragma once

#include <bitset>

namespace heddle::exec {

// The most workers of a device. Each reserves hundreds of megabytes of addresses for its stack, so
// a larger HEDDLE_WORKERS is not honoured.
constexpr unsigned kMostWorkers = 1024;

using WorkerSet = std::bitset<kMostWorkers>;

// The same object for equal sets. It lives as long as the process, because tasks that have not
// finished point to the set of a green context that has been destroyed.
const WorkerSet& internedWorkerSet(const WorkerSet& workers);

} // namespace heddle::exec
