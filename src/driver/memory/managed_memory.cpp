// Managed memory: where programs want it. There is one memory, so nothing moves; what was asked for
// is remembered and told.
#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/device/device_profile.h"
#include "driver/graph/stream_capture.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <vector>

namespace heddle::driver {

namespace {

using memory::Kind;

constexpr CUmemLocation kNowhere{CU_MEM_LOCATION_TYPE_INVALID, CU_DEVICE_INVALID};

struct Wishes {
  bool readMostly = false;
  CUmemLocation preferred = kNowhere;
  CUmemLocation prefetched = kNowhere;
  std::set<int> accessedBy; // devices, and CU_DEVICE_CPU
};

// The wishes for stretches of memory: each entry holds from its address to the next entry's.
class WishMap {
public:
  template <typename Change> void change(std::uintptr_t begin, std::uintptr_t end, Change change) {
    std::lock_guard lock(mutex_);
    cut(begin);
    cut(end);
    for (auto at = entries_.find(begin); at != entries_.end() && at->first < end; ++at)
      change(at->second);
  }
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
    entries_.emplace(begin, Wishes{});
  }

private:
  void cut(std::uintptr_t at) {
    const auto next = entries_.upper_bound(at);
    entries_.emplace(at, std::prev(next)->second);
  }

  std::mutex mutex_;
  std::map<std::uintptr_t, Wishes> entries_{{0, {}}};
};

WishMap& wishes() {
  static auto* const map = new WishMap;
  return *map;
}

// The pages that the bytes touch.
struct Pages {
  std::uintptr_t begin, end;
};

Pages pagesOf(CUdeviceptr pointer, std::size_t bytes) {
  const std::size_t page = memory::pageSize();
  return {pointer / page * page, memory::roundUp(pointer + bytes, page)};
}

// Managed memory, or memory of the program's own, which the device reaches as well.
CUresult checkManaged(CUdeviceptr pointer, std::size_t bytes) {
  if (bytes == 0 || pointer == 0)
    return CUDA_ERROR_INVALID_VALUE;
  const auto allocation = Driver::instance().memory().find(reinterpret_cast<void*>(pointer));
  if (!allocation)
    return CUDA_SUCCESS;
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

// A location as the older attributes tell it: a device, or the processor.
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
  // The devices by their numbers, then the host, whose number is negative.
  std::vector<int> ordered(devices.begin(), devices.end());
  std::ranges::rotate(ordered, std::ranges::lower_bound(ordered, 0));
  std::copy_n(ordered.begin(), std::min(room, ordered.size()), list);
  return CUDA_SUCCESS;
}

// What holds for the whole range.
Wishes common(CUdeviceptr pointer, std::size_t bytes) {
  Wishes result;
  bool first = true;
  const Pages pages = pagesOf(pointer, bytes);
  wishes().visit(pages.begin, pages.end, [&](const Wishes& part) {
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
                        const Wishes& found) {
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

// New memory comes without the wishes for what was there before.
static void forgetWishes(const void* base, std::size_t bytes) {
  const Pages pages = pagesOf(reinterpret_cast<CUdeviceptr>(base), bytes);
  wishes().clear(pages.begin, pages.end);
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
  *out = reinterpret_cast<CUdeviceptr>(pointer);
  forgetWishes(pointer, bytes);
  return CUDA_SUCCESS;
}

CUresult cuMemAdvise(CUdeviceptr pointer, size_t bytes, CUmem_advise advice,
                     CUmemLocation location) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  HEDDLE_TRY(checkManaged(pointer, bytes));
  if (advice < CU_MEM_ADVISE_SET_READ_MOSTLY || advice > CU_MEM_ADVISE_UNSET_ACCESSED_BY)
    return CUDA_ERROR_INVALID_VALUE;
  const bool aboutLocation = advice == CU_MEM_ADVISE_SET_PREFERRED_LOCATION ||
                             advice == CU_MEM_ADVISE_SET_ACCESSED_BY ||
                             advice == CU_MEM_ADVISE_UNSET_ACCESSED_BY;
  if (aboutLocation ? checkLocation(location) != CUDA_SUCCESS
                    : location.type == CU_MEM_LOCATION_TYPE_INVALID)
    return CUDA_ERROR_INVALID_VALUE;
  const Pages pages = pagesOf(pointer, bytes);
  wishes().change(pages.begin, pages.end, [&](Wishes& part) {
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
  HEDDLE_TRY(checkManaged(pointer, bytes));
  HEDDLE_TRY(checkLocation(location));
  const Pages pages = pagesOf(pointer, bytes);
  wishes().change(pages.begin, pages.end, [&](Wishes& part) { part.prefetched = location; });
  return CUDA_SUCCESS;
}

CUresult cuMemRangeGetAttribute(void* out, size_t size, CUmem_range_attribute attribute,
                                CUdeviceptr pointer, size_t bytes) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  HEDDLE_TRY(checkManaged(pointer, bytes));
  return rangeAttribute(out, size, attribute, common(pointer, bytes));
}

CUresult cuMemRangeGetAttributes(void** out, size_t* sizes, CUmem_range_attribute* attributes,
                                 size_t count, CUdeviceptr pointer, size_t bytes) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  HEDDLE_TRY(checkManaged(pointer, bytes));
  if (!out || !sizes || !attributes || count == 0)
    return CUDA_ERROR_INVALID_VALUE;
  const Wishes found = common(pointer, bytes);
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
  // An allocation is attached as a whole; host and device may use it at the same time anyway.
  return allocation && allocation->kind == Kind::Managed &&
                 reinterpret_cast<CUdeviceptr>(allocation->base) == pointer &&
                 (bytes == 0 || bytes == allocation->size)
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}
