// Managed memory: cuMemAllocManaged, advice and prefetches. Host and devices have one memory, so
// nothing ever moves. What a program has asked for is stored, and answered when it asks.
#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/device/device_profile.h"
#include "driver/graph/stream_capture.h"
#include "driver/memory/leak_check.h"
#include "memory/saturating_size.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <vector>

namespace heddle::driver {

namespace {

using memory::Kind;

constexpr CUmemLocation kNowhere{CU_MEM_LOCATION_TYPE_INVALID, CU_DEVICE_INVALID};

struct Advice {
  bool readMostly = false;
  CUmemLocation preferred = kNowhere;
  CUmemLocation prefetched = kNowhere;
  std::set<int> accessedBy; // ordinals of devices, and CU_DEVICE_CPU
};

// The advice for ranges of memory: each entry holds from its address to that of the next.
class AdviceMap {
public:
  // Calls `visit` for the advice of each part of the range, which it may change.
  template <typename Visit> void visit(std::uintptr_t begin, std::uintptr_t end, Visit visit) {
    std::lock_guard lock(mutex_);
    cut(begin);
    cut(end);
    for (auto at = entries_.find(begin); at != entries_.end() && at->first < end; ++at)
      visit(at->second);
  }
  void clear(std::uintptr_t begin, std::uintptr_t end) {
    std::lock_guard lock(mutex_);
    if (entries_.size() <= 1)
      return;
    cut(begin);
    cut(end);
    entries_.erase(entries_.find(begin), entries_.find(end));
    entries_.emplace(begin, Advice{});
  }

private:
  void cut(std::uintptr_t at) {
    const auto next = entries_.upper_bound(at);
    entries_.emplace(at, std::prev(next)->second);
  }

  std::mutex mutex_;
  std::map<std::uintptr_t, Advice> entries_{{0, {}}};
};

AdviceMap& allAdvice() {
  static auto* const map = new AdviceMap;
  return *map;
}

// The pages that a range of bytes touches.
struct Pages {
  std::uintptr_t begin, end;
};

Pages pagesOf(CUdeviceptr pointer, std::size_t bytes) {
  const std::size_t page = memory::pageSize();
  return {pointer / page * page, memory::roundUp(pointer + bytes, page)};
}

bool accessesPageableMemory(Context& context) {
  int value = 0;
  return cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS,
                              context.device().ordinal()) == CUDA_SUCCESS &&
         value != 0;
}

// Whether the range is managed memory, or pageable memory where the device can access it.
CUresult checkManaged(Context& context, CUdeviceptr pointer, std::size_t bytes) {
  // The end of the range, rounded up to a page, must be an address.
  if (bytes == 0 || pointer == 0 ||
      memory::saturatingSum(pointer, bytes) > SIZE_MAX - memory::pageSize())
    return CUDA_ERROR_INVALID_VALUE;
  const auto allocation = Driver::instance().memory().find(reinterpret_cast<void*>(pointer));
  if (!allocation)
    return accessesPageableMemory(context) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  return allocation->kind == Kind::Managed &&
                 Driver::instance().memory().contains(reinterpret_cast<void*>(pointer), bytes)
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

CUresult checkLocation(const CUmemLocation& location) {
  switch (location.type) {
  case CU_MEM_LOCATION_TYPE_DEVICE: {
    Device* device;
    return findDevice(location.id, device);
  }
  case CU_MEM_LOCATION_TYPE_HOST:
  case CU_MEM_LOCATION_TYPE_HOST_NUMA:
  case CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT:
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

// A location as the older attributes tell it: the ordinal of a device, or the number of the host.
int asDevice(const CUmemLocation& location) {
  switch (location.type) {
  case CU_MEM_LOCATION_TYPE_DEVICE:
    return location.id;
  case CU_MEM_LOCATION_TYPE_INVALID:
    return CU_DEVICE_INVALID;
  default:
    return CU_DEVICE_CPU;
  }
}

CUresult putInteger(void* out, std::size_t size, int value) {
  if (size != sizeof value)
    return CUDA_ERROR_INVALID_VALUE;
  std::memcpy(out, &value, sizeof value);
  return CUDA_SUCCESS;
}

CUresult putDevices(void* out, std::size_t size, const std::set<int>& devices) {
  if (size == 0 || size % sizeof(int))
    return CUDA_ERROR_INVALID_VALUE;
  auto* list = static_cast<int*>(out);
  const std::size_t room = size / sizeof(int);
  std::fill_n(list, room, static_cast<int>(CU_DEVICE_INVALID));
  // Devices come first, by their ordinals, then the host, whose number is negative.
  std::vector<int> ordered(devices.begin(), devices.end());
  std::ranges::rotate(ordered, std::ranges::lower_bound(ordered, 0));
  std::copy_n(ordered.begin(), std::min(room, ordered.size()), list);
  return CUDA_SUCCESS;
}

// The advice that holds for the whole range.
Advice commonAdvice(CUdeviceptr pointer, std::size_t bytes) {
  Advice result;
  bool first = true;
  const Pages pages = pagesOf(pointer, bytes);
  allAdvice().visit(pages.begin, pages.end, [&](const Advice& part) {
    if (std::exchange(first, false)) {
      result = part;
      return;
    }
    result.readMostly &= part.readMostly;
    if (asDevice(result.preferred) != asDevice(part.preferred))
      result.preferred = kNowhere;
    if (asDevice(result.prefetched) != asDevice(part.prefetched))
      result.prefetched = kNowhere;
    std::erase_if(result.accessedBy, [&](int id) { return !part.accessedBy.contains(id); });
  });
  return result;
}

CUresult rangeAttribute(void* out, std::size_t size, CUmem_range_attribute attribute,
                        const Advice& found) {
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  switch (attribute) {
  case CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY:
    return putInteger(out, size, found.readMostly);
  case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION:
    return putInteger(out, size, asDevice(found.preferred));
  case CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY:
    return putDevices(out, size, found.accessedBy);
  case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION:
    return putInteger(out, size, asDevice(found.prefetched));
  case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE:
    return putInteger(out, size, found.preferred.type);
  case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID:
    return putInteger(out, size, found.preferred.id);
  case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE:
    return putInteger(out, size, found.prefetched.type);
  case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID:
    return putInteger(out, size, found.prefetched.id);
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

} // namespace

// New memory must not inherit the advice for earlier memory at its address.
static void forgetAdvice(const void* base, std::size_t bytes) {
  const Pages pages = pagesOf(reinterpret_cast<CUdeviceptr>(base), bytes);
  allAdvice().clear(pages.begin, pages.end);
}

} // namespace heddle::driver

using namespace heddle;
using namespace heddle::driver;

CUresult cuMemAllocManaged(CUdeviceptr* out, size_t bytes, unsigned int flags) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!limits().managedMemory)
    return CUDA_ERROR_NOT_SUPPORTED;
  if (!out || bytes == 0 || (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST))
    return CUDA_ERROR_INVALID_VALUE;
  void* pointer = Driver::instance().memory().allocate(bytes, Kind::Managed, flags, context,
                                                       context->device().index());
  if (!pointer)
    return CUDA_ERROR_OUT_OF_MEMORY;
  noteAllocation(pointer, bytes);
  *out = reinterpret_cast<CUdeviceptr>(pointer);
  forgetAdvice(pointer, bytes);
  return CUDA_SUCCESS;
}

CUresult cuMemAdvise(CUdeviceptr pointer, size_t bytes, CUmem_advise advice,
                     CUmemLocation location) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  HEDDLE_TRY(checkManaged(*context, pointer, bytes));
  if (advice < CU_MEM_ADVISE_SET_READ_MOSTLY || advice > CU_MEM_ADVISE_UNSET_ACCESSED_BY)
    return CUDA_ERROR_INVALID_VALUE;
  const bool aboutLocation = advice == CU_MEM_ADVISE_SET_PREFERRED_LOCATION ||
                             advice == CU_MEM_ADVISE_SET_ACCESSED_BY ||
                             advice == CU_MEM_ADVISE_UNSET_ACCESSED_BY;
  if (aboutLocation ? checkLocation(location) != CUDA_SUCCESS
                    : location.type == CU_MEM_LOCATION_TYPE_INVALID)
    return CUDA_ERROR_INVALID_VALUE;
  const Pages pages = pagesOf(pointer, bytes);
  allAdvice().visit(pages.begin, pages.end, [&](Advice& part) {
    switch (advice) {
    case CU_MEM_ADVISE_SET_READ_MOSTLY:
    case CU_MEM_ADVISE_UNSET_READ_MOSTLY:
      part.readMostly = advice == CU_MEM_ADVISE_SET_READ_MOSTLY;
      break;
    case CU_MEM_ADVISE_SET_PREFERRED_LOCATION:
      part.preferred = location;
      break;
    case CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION:
      part.preferred = kNowhere;
      break;
    case CU_MEM_ADVISE_SET_ACCESSED_BY:
      part.accessedBy.insert(asDevice(location));
      break;
    default:
      part.accessedBy.erase(asDevice(location));
      break;
    }
  });
  return CUDA_SUCCESS;
}

CUresult cuMemPrefetchAsync(CUdeviceptr pointer, size_t bytes, CUmemLocation location,
                            unsigned int flags, CUstream handle) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (flags)
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(checkManaged(*target.context, pointer, bytes));
  HEDDLE_TRY(checkLocation(location));
  const Pages pages = pagesOf(pointer, bytes);
  allAdvice().visit(pages.begin, pages.end, [&](Advice& part) { part.prefetched = location; });
  return CUDA_SUCCESS;
}

CUresult cuMemRangeGetAttribute(void* out, size_t size, CUmem_range_attribute attribute,
                                CUdeviceptr pointer, size_t bytes) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  HEDDLE_TRY(checkManaged(*context, pointer, bytes));
  return rangeAttribute(out, size, attribute, commonAdvice(pointer, bytes));
}

CUresult cuMemRangeGetAttributes(void** out, size_t* sizes, CUmem_range_attribute* attributes,
                                 size_t count, CUdeviceptr pointer, size_t bytes) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  HEDDLE_TRY(checkManaged(*context, pointer, bytes));
  if (!out || !sizes || !attributes || count == 0)
    return CUDA_ERROR_INVALID_VALUE;
  const Advice found = commonAdvice(pointer, bytes);
  for (size_t index = 0; index < count; ++index)
    HEDDLE_TRY(rangeAttribute(out[index], sizes[index], attributes[index], found));
  return CUDA_SUCCESS;
}

CUresult cuStreamAttachMemAsync(CUstream handle, CUdeviceptr pointer, size_t bytes,
                                unsigned int flags) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (flags & (flags - 1) || flags > CU_MEM_ATTACH_SINGLE ||
      (flags == CU_MEM_ATTACH_SINGLE && !target.object))
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(refuseWhileCapturing(target));
  const auto allocation = Driver::instance().memory().find(reinterpret_cast<void*>(pointer));
  // Only whole allocations can be attached. Attaching has no effect, since host and devices can
  // always use managed memory at the same time.
  return allocation && allocation->kind == Kind::Managed &&
                 reinterpret_cast<CUdeviceptr>(allocation->base) == pointer &&
                 (bytes == 0 || bytes == allocation->size)
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}
