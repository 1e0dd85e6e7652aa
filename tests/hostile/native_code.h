// A kernel that stores a number, and its object code with another number in it: which of the two a
// launch stores tells whose code has run.
#pragma once

#include <cuda.h>

#include <cstdint>
#include <cstring>
#include <string>

namespace heddle::hostile {

inline constexpr std::uint32_t kHonest = 0x1234567, kForged = 0x7654321;

// The kernel `name` stores `number`.
inline std::string storingKernel(const std::string& name, std::uint32_t number = kHonest) {
  return ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry " + name +
         "(.param .u64 p)\n.reqntid 32, 1, 1\n{\n  .reg .b64 %d;\n  ld.param.u64 %d, [p];\n"
         "  st.global.u32 [%d], " +
         std::to_string(number) + ";\n  ret;\n}\n";
}

// Replaces the number in machine code; false when it is not there.
inline bool forge(std::string& code) {
  const std::string honest(reinterpret_cast<const char*>(&kHonest), sizeof kHonest);
  const std::string forged(reinterpret_cast<const char*>(&kForged), sizeof kForged);
  bool isFound = false;
  for (auto at = code.find(honest); at != code.npos; at = code.find(honest, at)) {
    code.replace(at, forged.size(), forged);
    isFound = true;
  }
  return isFound;
}

// What the kernel `name` of the image stores; 0 when it does not load or run.
inline std::uint32_t storedBy(const void* image, const char* name) {
  CUmodule module;
  CUfunction function;
  CUdeviceptr memory;
  std::uint32_t number = 0;
  if (cuModuleLoadData(&module, image) != CUDA_SUCCESS)
    return 0;
  if (cuModuleGetFunction(&function, module, name) == CUDA_SUCCESS &&
      cuMemAlloc(&memory, sizeof number) == CUDA_SUCCESS) {
    void* parameters[] = {&memory};
    if (cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, parameters, nullptr) ==
        CUDA_SUCCESS)
      cuMemcpyDtoH(&number, memory, sizeof number);
    cuMemFree(memory);
  }
  cuModuleUnload(module);
  return number;
}

} // namespace heddle::hostile
