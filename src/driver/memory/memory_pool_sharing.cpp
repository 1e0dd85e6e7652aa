// Pools that several processes use. A file descriptor carries the properties of a pool, and a
// pointer into the pool is exported and imported as memory of its own (ipc.h).
#include "driver/core/handle_tables.h"
#include "driver/memory/ipc.h"

#include <cstring>
#include <unistd.h>

using namespace heddle;
using namespace heddle::driver;

CUresult cuMemPoolExportToShareableHandle(void* out, CUmemoryPool handle,
                                          CUmemAllocationHandleType type,
                                          unsigned long long flags) {
  MemoryPool* pool;
  HEDDLE_TRY(findPool(handle, pool));
  if (!out || flags || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR ||
      !(pool->properties().handleTypes & type))
    return CUDA_ERROR_INVALID_VALUE;
  // The descriptor carries only the properties of the pool: memory is imported pointer by pointer.
  const memory::InterprocessMemory description(sizeof(CUmemPoolProps));
  if (!description || pwrite(description.descriptor(), &pool->properties(), sizeof(CUmemPoolProps),
                             0) != sizeof(CUmemPoolProps))
    return CUDA_ERROR_OUT_OF_MEMORY;
  const int descriptor = description.duplicate();
  if (descriptor < 0)
    return CUDA_ERROR_OUT_OF_MEMORY;
  std::memcpy(out, &descriptor, sizeof descriptor);
  return CUDA_SUCCESS;
}

CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool* out, void* handle,
                                            CUmemAllocationHandleType type,
                                            unsigned long long flags) {
  HEDDLE_TRY(Driver::instance().state());
  if (!out || flags || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
    return CUDA_ERROR_INVALID_VALUE;
  CUmemPoolProps properties;
  const int descriptor = static_cast<int>(reinterpret_cast<std::intptr_t>(handle));
  if (pread(descriptor, &properties, sizeof properties, 0) != sizeof properties)
    return CUDA_ERROR_UNKNOWN;
  HEDDLE_TRY(cuMemPoolCreate(out, &properties));
  reinterpret_cast<MemoryPool*>(*out)->imported = true;
  return CUDA_SUCCESS;
}

CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData* out, CUdeviceptr pointer) {
  HEDDLE_TRY(Driver::instance().state());
  const MemoryPool* pool = poolOf(reinterpret_cast<void*>(pointer));
  if (!out || !pool || !(pool->properties().handleTypes & CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR))
    return CUDA_ERROR_INVALID_VALUE;
  SharedMemoryName name;
  HEDDLE_TRY(exportMemory(pointer, name));
  *out = {};
  std::memcpy(out->reserved, &name, sizeof name);
  return CUDA_SUCCESS;
}

CUresult cuMemPoolImportPointer(CUdeviceptr* out, CUmemoryPool handle,
                                CUmemPoolPtrExportData* data) {
  MemoryPool* pool;
  HEDDLE_TRY(findPool(handle, pool));
  if (!out || !data || !pool->imported)
    return CUDA_ERROR_INVALID_VALUE;
  SharedMemoryName name;
  std::memcpy(&name, data->reserved, sizeof name);
  return importMemory(name, out);
}
