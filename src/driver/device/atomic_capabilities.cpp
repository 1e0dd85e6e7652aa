// Which atomic operations a device can do on the memory of the host or of a peer. All memory is the
// host's, so these are all atomic operations of device code.
#include "driver/device/device.h"

namespace heddle::driver {

namespace {

constexpr unsigned kInteger = CU_ATOMIC_CAPABILITY_SIGNED | CU_ATOMIC_CAPABILITY_UNSIGNED;
constexpr unsigned k32 = CU_ATOMIC_CAPABILITY_SCALAR_32;
constexpr unsigned k64 = k32 | CU_ATOMIC_CAPABILITY_SCALAR_64;
constexpr unsigned k128 = k64 | CU_ATOMIC_CAPABILITY_SCALAR_128;
constexpr unsigned kReduction = CU_ATOMIC_CAPABILITY_REDUCTION;
constexpr unsigned kVector = CU_ATOMIC_CAPABILITY_VECTOR_32x4;

// What each CUatomicOperation can do, in the order of the enumeration.
constexpr unsigned kCapabilities[] = {
    kInteger | kReduction | k64,                              // add
    kInteger | kReduction | k64,                              // minimum
    kInteger | kReduction | k64,                              // maximum
    CU_ATOMIC_CAPABILITY_UNSIGNED | kReduction | k32,         // increment
    CU_ATOMIC_CAPABILITY_UNSIGNED | kReduction | k32,         // decrement
    kInteger | kReduction | k64,                              // and
    kInteger | kReduction | k64,                              // or
    kInteger | kReduction | k64,                              // exclusive or
    kInteger | k128,                                          // exchange
    kInteger | k128,                                          // compare and swap
    CU_ATOMIC_CAPABILITY_SIGNED | kReduction | k64 | kVector, // floating add
    0,                                                        // floating minimum
    0,                                                        // floating maximum
};
static_assert(std::size(kCapabilities) == CU_ATOMIC_OPERATION_MAX);

CUresult tell(unsigned* capabilities, const CUatomicOperation* operations, unsigned count,
              bool native) {
  if (!capabilities || !operations || count == 0)
    return CUDA_ERROR_INVALID_VALUE;
  for (unsigned index = 0; index < count; ++index) {
    const auto operation = static_cast<unsigned>(operations[index]);
    if (operation >= std::size(kCapabilities))
      return CUDA_ERROR_INVALID_VALUE;
    capabilities[index] = native ? kCapabilities[operation] : 0;
  }
  return CUDA_SUCCESS;
}

} // namespace
} // namespace heddle::driver

using namespace heddle::driver;

CUresult cuDeviceGetHostAtomicCapabilities(unsigned int* capabilities,
                                           const CUatomicOperation* operations, unsigned int count,
                                           CUdevice device) {
  int native = 0;
  HEDDLE_TRY(
      cuDeviceGetAttribute(&native, CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED, device));
  return tell(capabilities, operations, count, native);
}

CUresult cuDeviceGetP2PAtomicCapabilities(unsigned int* capabilities,
                                          const CUatomicOperation* operations, unsigned int count,
                                          CUdevice source, CUdevice destination) {
  int native = 0;
  HEDDLE_TRY(cuDeviceGetP2PAttribute(&native, CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED,
                                     source, destination));
  return tell(capabilities, operations, count, native);
}
