#include "driver/launch/portable_launches.h"

#include "driver/device/capability_attributes.h"
#include "exec/access_site.h"
#include "exec/resident_limit.h"
#include "trace/findings.h"
#include "trace/host_frames.h"

#include <mutex>
#include <set>
#include <string>

namespace heddle::driver {
namespace {

// The compute capabilities of which GPUs have less than a launch needs, with what they have.
std::string lackingCapabilities(CUdevice_attribute attribute, std::uint64_t needed) {
  std::string text;
  for (const auto& [capability, value] : attributeByCapability(attribute))
    if (static_cast<std::uint64_t>(value) < needed)
      text += (text.empty() ? "" : ", ") + capability +
              (value ? " (" + std::to_string(value) + ")" : "");
  return text;
}

void reportLacking(const Function& function, const std::string& need, const std::string& lacking) {
  if (lacking.empty())
    return;
  static std::mutex mutex;
  static auto& reported = *new std::set<std::string>; // launches happen until the very end
  const std::string message =
      "Portability: " + need + "\n    at " + exec::shownName(function.info().name) +
      "\n    which GPUs of these compute capabilities do not have: " + lacking;
  const std::lock_guard lock(mutex);
  if (reported.insert(message).second)
    trace::reportFinding(trace::Finding::Error,
                         message + trace::describe(trace::hostFrames(), "kernel launch time"));
}

} // namespace

void checkPortability(const Function& function, const exec::LaunchDimensions& dimensions,
                      bool cooperative, exec::KernelTask& task) {
  const std::uint64_t shared =
      std::uint64_t{function.info().staticSharedBytes} + dimensions.dynamicSharedBytes;
  reportLacking(function,
                "A launch needs " + std::to_string(shared) + " bytes of shared memory per block",
                lackingCapabilities(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, shared));
  if (dimensions.blocksPerCluster() > 1)
    reportLacking(function, "A launch needs clusters of blocks",
                  lackingCapabilities(CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, 1));
  if (!cooperative)
    exec::setResidentLimit(task, maxResidentBlocks(function, dimensions));
}

} // namespace heddle::driver
