// What compiled code tests addresses against where the CPU has no protection keys: the contract
// between simt/mark_host_addresses.h and memory/kernel_access.h.
#pragma once

namespace heddle {

// The symbol of the range: two numbers of 64 bits, its begin and its size. An access outside of it
// gets an address with all bits of kMisalignedDistance (kernel_abi.h), so that it faults.
constexpr const char* kKernelAccessRange = "heddle_kernel_access_range";

} // namespace heddle
