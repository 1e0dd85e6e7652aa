// Attributes of a device, and cudaDeviceProp, which is made of them.
#include "runtime/runtime.h"

#include <cstddef>
#include <cstring>

using namespace heddle::runtime;

namespace {

enum class FieldType { Int, Size };

struct Property {
  cudaDeviceAttr attribute;
  FieldType type;
  std::size_t offset;
};

constexpr Property kProperties[] = {
#define HEDDLE_PROPERTY_SIZE(field, attribute)                                                     \
  {attribute, FieldType::Size, offsetof(cudaDeviceProp, field)},
#define HEDDLE_PROPERTY_INT(field, attribute)                                                      \
  {attribute, FieldType::Int, offsetof(cudaDeviceProp, field)},
#include "runtime/device_properties.def"
#undef HEDDLE_PROPERTY_SIZE
#undef HEDDLE_PROPERTY_INT
};

void store(cudaDeviceProp& properties, const Property& property, int value) {
  char* field = reinterpret_cast<char*>(&properties) + property.offset;
  if (property.type == FieldType::Size) {
    auto size = static_cast<std::size_t>(value);
    std::memcpy(field, &size, sizeof size);
  } else {
    std::memcpy(field, &value, sizeof value);
  }
}

} // namespace

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attr, int device) {
  if (!value)
    return record(cudaErrorInvalidValue);
  return inDriver([&](const Driver& driver) {
    return driver.cuDeviceGetAttribute(value, static_cast<CUdevice_attribute>(attr), device);
  });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* prop, int device) {
  if (!prop)
    return record(cudaErrorInvalidValue);
  return inDriver([&](const Driver& driver) -> CUresult {
    cudaDeviceProp found{};
    if (CUresult result = driver.cuDeviceGetName(found.name, sizeof found.name, device))
      return result;
    if (CUresult result = driver.cuDeviceTotalMem(&found.totalGlobalMem, device))
      return result;
    if (CUresult result = driver.cuDeviceGetUuid(&found.uuid, device))
      return result;
    // Attributes that this driver does not know stay zero.
    for (const Property& property : kProperties) {
      int value = 0;
      if (driver.cuDeviceGetAttribute(&value, static_cast<CUdevice_attribute>(property.attribute),
                                      device) == CUDA_SUCCESS)
        store(found, property, value);
    }
    *prop = found;
    return CUDA_SUCCESS;
  });
}
