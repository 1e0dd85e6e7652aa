// The place of a device on the PCI bus, as each version of the function gives it.
#include "nvml/device_query.h"

#include <cstdio>

#undef nvmlDeviceGetPciInfo

using namespace heddle::nvml;

namespace {

nvmlPciInfo_t pciInfoOf(CUdevice device) {
  nvmlPciInfo_t pci{};
  pci.domain = static_cast<unsigned>(attribute(device, CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID));
  pci.bus = static_cast<unsigned>(attribute(device, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID));
  pci.device = static_cast<unsigned>(attribute(device, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID));
  std::snprintf(pci.busId, sizeof pci.busId, "%08X:%02X:%02X.0", pci.domain, pci.bus, pci.device);
  std::snprintf(pci.busIdLegacy, sizeof pci.busIdLegacy, "%04X:%02X:%02X.0", pci.domain & 0xffff,
                pci.bus & 0xff, pci.device & 0xff);
  return pci;
}

// The structure of the first version, with which the later ones begin.
struct FirstPciInfo {
  char busId[NVML_DEVICE_PCI_BUS_ID_BUFFER_V2_SIZE];
  unsigned domain, bus, device, pciDeviceId;
};

} // namespace

HEDDLE_NVML nvmlDeviceGetPciInfo_v3(nvmlDevice_t handle, nvmlPciInfo_t* pci) {
  return query(handle, pci, [&](CUdevice device) {
    *pci = pciInfoOf(device);
    return NVML_SUCCESS;
  });
}

// Callers that were built for an earlier version have a smaller structure than nvmlPciInfo_t.
HEDDLE_NVML nvmlDeviceGetPciInfo(nvmlDevice_t handle, nvmlPciInfo_t* pci) {
  return query(handle, pci, [&](CUdevice device) {
    const nvmlPciInfo_t found = pciInfoOf(device);
    auto* first = reinterpret_cast<FirstPciInfo*>(pci);
    std::snprintf(first->busId, sizeof first->busId, "%s", found.busIdLegacy);
    first->domain = found.domain;
    first->bus = found.bus;
    first->device = found.device;
    first->pciDeviceId = found.pciDeviceId;
    return NVML_SUCCESS;
  });
}
HEDDLE_NVML nvmlDeviceGetPciInfo_v2(nvmlDevice_t handle, nvmlPciInfo_t* pci) {
  const nvmlReturn_t status = nvmlDeviceGetPciInfo(handle, pci);
  if (status == NVML_SUCCESS)
    pci->pciSubSystemId = 0;
  return status;
}

HEDDLE_NVML nvmlDeviceGetPciInfoExt(nvmlDevice_t handle, nvmlPciInfoExt_t* pci) {
  return query(handle, pci, [&](CUdevice device) {
    if (pci->version != nvmlPciInfoExt_v1)
      return NVML_ERROR_ARGUMENT_VERSION_MISMATCH;
    const nvmlPciInfo_t found = pciInfoOf(device);
    *pci = {};
    pci->version = nvmlPciInfoExt_v1;
    pci->domain = found.domain;
    pci->bus = found.bus;
    pci->device = found.device;
    std::snprintf(pci->busId, sizeof pci->busId, "%s", found.busId);
    return NVML_SUCCESS;
  });
}
