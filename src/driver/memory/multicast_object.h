// CUmemGenericAllocationHandle of a multicast object: a range that is mapped like memory, and to
// which memory of each device of a team is bound. There are such objects where there are several
// devices.
#pragma once

#include "driver/core/driver.h"
#include "memory/multicast.h"

#include <map>
#include <set>
#include <vector>

namespace heddle::driver {

class PhysicalMemory;

// virtualMemoryMutex() guards these objects.
class MulticastObject {
public:
  explicit MulticastObject(const CUmulticastObjectProp& properties) : properties_(properties) {}
  ~MulticastObject();
  MulticastObject(const MulticastObject&) = delete;
  MulticastObject& operator=(const MulticastObject&) = delete;

  std::size_t size() const { return properties_.size; }
  const std::shared_ptr<memory::MulticastBindings>& bindings() const { return bindings_; }
  // Whether the devices of the team are known. Nothing can be bound or mapped before.
  bool isComplete() const { return team_.size() == properties_.numDevices; }

  CUresult addDevice(unsigned device);
  // Binds memory of a device at an address. Takes over one reference to `owner`, which may be null,
  // if it succeeds.
  CUresult bind(const memory::MulticastBinding& binding, PhysicalMemory* owner);
  CUresult unbind(unsigned device, std::size_t offset, std::size_t bytes);

  unsigned handles = 1;    // how many the program holds
  unsigned references = 1; // handles and mappings

private:
  CUmulticastObjectProp properties_;
  std::set<unsigned> team_;
  std::shared_ptr<memory::MulticastBindings> bindings_ =
      std::make_shared<memory::MulticastBindings>();
  // The memory behind each binding that has a handle, by device and offset.
  std::map<std::pair<unsigned, std::size_t>, PhysicalMemory*> owners_;
};

// Whether the devices have multicast objects.
bool hasMulticast();

} // namespace heddle::driver
