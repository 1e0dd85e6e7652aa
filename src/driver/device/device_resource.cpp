#include "driver/device/device_resource.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "exec/engine.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>
#include <mutex>
#include <optional>
#include <span>

namespace heddle::driver {

namespace {

// In how many multiprocessors a GPU of a compute capability from `major` on can be split at least,
// and of what the size of a part is a multiple.
struct PartitionRule {
  int major;
  unsigned least;
  unsigned multiple;
};
constexpr PartitionRule kPartitionRules[] = {{9, 8, 8}, {8, 4, 2}, {0, 2, 2}};

// Marks a structure that these functions have filled in, and not the program.
constexpr std::uint32_t kMark = 0x68645253;

// What the padding of a CUdevResource holds.
struct Content {
  std::uint32_t mark;
  std::int32_t device;
  // Which call of cuDevSmResourceSplitByCount has made it; 0 for what has not been split.
  std::uint32_t split;
  std::uint32_t set; // an index into the sets below
};
static_assert(sizeof(Content) <= sizeof(CUdevResource::_internal_padding));

// All sets of multiprocessors that resources name. They live as long as the process, since a
// program may keep a resource for as long.
class KnownSets {
public:
  std::uint32_t add(const MultiprocessorSet& set) {
    std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(sets_, set);
    const auto index = static_cast<std::uint32_t>(found - sets_.begin());
    if (found == sets_.end())
      sets_.push_back(set);
    return index;
  }
  std::optional<MultiprocessorSet> find(std::uint32_t index) {
    std::lock_guard lock(mutex_);
    return index < sets_.size() ? std::optional(sets_[index]) : std::nullopt;
  }
  static KnownSets& instance() {
    static auto* const sets = new KnownSets;
    return *sets;
  }

private:
  std::mutex mutex_;
  std::deque<MultiprocessorSet> sets_;
};

int attributeOf(const Device& device, CUdevice_attribute attribute) {
  int value = 0;
  cuDeviceGetAttribute(&value, attribute, device.ordinal());
  return value;
}

unsigned multiprocessorCount(const Device& device) {
  return std::clamp(
      static_cast<unsigned>(attributeOf(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)), 1u,
      exec::kMostWorkers);
}

// The rule of the GPU that the device answers as. A machine with few cores has too few
// multiprocessors for two parts of a GPU's size, so the numbers shrink until there are two.
PartitionRule partitionRule(const Device& device) {
  const int major = attributeOf(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  PartitionRule rule = *std::ranges::find_if(
      kPartitionRules, [&](const PartitionRule& each) { return major >= each.major; });
  const unsigned half = std::max(1u, multiprocessorCount(device) / 2);
  while (rule.least > half)
    rule.least /= 2;
  rule.multiple = std::min(rule.multiple, rule.least);
  return rule;
}

// Without a rule the resource cannot be split.
void describe(const Device& device, const MultiprocessorSet& set, std::uint32_t split,
              const PartitionRule& rule, CUdevResource& resource) {
  const Content content{kMark, device.ordinal(), split, KnownSets::instance().add(set)};
  resource = {};
  resource.type = CU_DEV_RESOURCE_TYPE_SM;
  std::memcpy(resource._internal_padding, &content, sizeof content);
  resource.sm = {static_cast<unsigned>(set.count()), rule.least, rule.multiple};
}

// What a resource consists of. Fails for a structure that the program has made up.
CUresult readResource(const CUdevResource& resource, Content& content, MultiprocessorSet& set) {
  if (resource.type != CU_DEV_RESOURCE_TYPE_SM)
    return CUDA_ERROR_INVALID_RESOURCE_TYPE;
  std::memcpy(&content, resource._internal_padding, sizeof content);
  const auto known = KnownSets::instance().find(content.set);
  if (content.mark != kMark || !known)
    return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
  set = *known;
  return CUDA_SUCCESS;
}

// The first `count` multiprocessors of a set, which no longer has them afterwards.
MultiprocessorSet takeFirst(MultiprocessorSet& set, unsigned count) {
  MultiprocessorSet taken;
  for (std::size_t each = 0; each < set.size() && taken.count() < count; ++each)
    if (set.test(each)) {
      taken.set(each);
      set.reset(each);
    }
  return taken;
}

// Flags that exclude each other. A GPU's driver ignores unknown ones.
constexpr unsigned kSplitFlags = CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING |
                                 CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE;

// The rule for a split with these flags. Without co-scheduling, two multiprocessors are a part.
PartitionRule splitRule(const Device& device, unsigned flags) {
  PartitionRule rule = partitionRule(device);
  if (flags & CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING)
    rule.least = rule.multiple = std::min(rule.multiple, 2u);
  return rule;
}

unsigned roundUpTo(unsigned multiple, unsigned number) {
  return (number + multiple - 1) / multiple * multiple;
}

} // namespace

MultiprocessorSet allMultiprocessors(const Device& device) {
  MultiprocessorSet all;
  for (unsigned each = 0; each < multiprocessorCount(device); ++each)
    all.set(each);
  return all;
}

void describeMultiprocessors(const Device& device, const MultiprocessorSet& multiprocessors,
                             CUdevResource& resource) {
  describe(device, multiprocessors, 0, partitionRule(device), resource);
}

exec::WorkerSet workersOf(const Device& device, const MultiprocessorSet& multiprocessors) {
  const unsigned workers = exec::Engine::workersPerDevice();
  const unsigned count = multiprocessorCount(device);
  exec::WorkerSet result;
  for (unsigned each = 0; each < count; ++each)
    if (multiprocessors.test(each))
      result.set(std::size_t{each} * workers / count);
  return result;
}

} // namespace heddle::driver

using namespace heddle::driver;

CUresult cuDeviceGetDevResource(CUdevice handle, CUdevResource* resource, CUdevResourceType type) {
  Device* device;
  HEDDLE_TRY(findDevice(handle, device));
  if (!resource)
    return CUDA_ERROR_INVALID_VALUE;
  if (type != CU_DEV_RESOURCE_TYPE_SM)
    return CUDA_ERROR_INVALID_RESOURCE_TYPE;
  describeMultiprocessors(*device, allMultiprocessors(*device), *resource);
  return CUDA_SUCCESS;
}

CUresult cuDevSmResourceSplitByCount(CUdevResource* parts, unsigned int* count,
                                     const CUdevResource* input, CUdevResource* remaining,
                                     unsigned int flags, unsigned int least) {
  static std::atomic<std::uint32_t> nextSplit{1};
  HEDDLE_TRY(Driver::instance().state());
  if (!count || !input || (flags & kSplitFlags) == kSplitFlags || (parts && *count == 0))
    return CUDA_ERROR_INVALID_VALUE;
  Content content;
  MultiprocessorSet rest;
  HEDDLE_TRY(readResource(*input, content, rest));
  Device* device;
  HEDDLE_TRY(findDevice(content.device, device));
  if (content.split)
    return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
  const PartitionRule rule = splitRule(*device, flags);
  const auto available = static_cast<unsigned>(rest.count());
  if (least > available)
    return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
  const unsigned size = std::min(available, std::max(rule.least, roundUpTo(rule.multiple, least)));
  const unsigned most = available / size;
  if (!parts) {
    *count = most;
    return CUDA_SUCCESS;
  }
  *count = std::min(*count, most);
  const std::uint32_t split = nextSplit.fetch_add(1);
  for (CUdevResource& part : std::span(parts, *count))
    describe(*device, takeFirst(rest, size), split, {}, part);
  if (remaining) {
    *remaining = {};
    if (rest.any())
      describe(*device, rest, split, {}, *remaining);
  }
  return CUDA_SUCCESS;
}

CUresult cuDevResourceGenerateDesc(CUdevResourceDesc* out, CUdevResource* resources,
                                   unsigned int count) {
  HEDDLE_TRY(Driver::instance().state());
  if (!out || !resources || count == 0)
    return CUDA_ERROR_INVALID_VALUE;
  Content first;
  MultiprocessorSet all;
  HEDDLE_TRY(readResource(resources[0], first, all));
  for (const CUdevResource& resource : std::span(resources, count).subspan(1)) {
    Content content;
    MultiprocessorSet set;
    HEDDLE_TRY(readResource(resource, content, set));
    if (content.device != first.device)
      return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
    all |= set;
  }
  auto* descriptor = Driver::instance().tables().resourceDescriptors.create(first.device, all);
  if (!descriptor)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *out = reinterpret_cast<CUdevResourceDesc>(descriptor);
  return CUDA_SUCCESS;
}
