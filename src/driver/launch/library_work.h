// Work of libraries such as cuBLAS on streams and in graphs.
#pragma once

#include "driver/context/context.h"
#include "exec/task.h"
#include "ir/library_work.h"

#include <memory>

namespace heddle::driver {

// The functions behind LibraryInternals.
int launchLibraryWork(void* stream, const LibraryWork& work);
unsigned workersPerDevice();

exec::TaskRef makeLibraryTask(Context& context, std::shared_ptr<const LibraryWork> work);

} // namespace heddle::driver
