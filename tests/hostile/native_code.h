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

#ifdef __aarch64__
// An instruction holds 16 bits of a number, from its bit 5 on: movz the lower ones, movk with a
// shift the upper ones.
struct NumberInCode {
  static constexpr std::uint32_t kMovz = 0x52800000, kMovkUpper = 0x72a00000;
  static constexpr std::uint32_t kOpcode = 0xffe00000, kRegister = 0x1f;

  static std::uint32_t forged(std::uint32_t word) {
    const std::uint32_t target = word & kRegister;
    if ((word & kOpcode) == kMovz && half(word) == (kHonest & 0xffff))
      return kMovz | (kForged & 0xffff) << 5 | target;
    if ((word & kOpcode) == kMovkUpper && half(word) == kHonest >> 16)
      return kMovkUpper | kForged >> 16 << 5 | target;
    return word;
  }

private:
  static std::uint32_t half(std::uint32_t word) { return word >> 5 & 0xffff; }
};
#else
// An instruction holds the number as it is in memory.
struct NumberInCode {
  static std::uint32_t forged(std::uint32_t word) { return word == kHonest ? kForged : word; }
};
#endif

// Replaces the number in machine code; false when it is not there.
inline bool forge(std::string& code) {
  bool isFound = false;
  for (std::size_t at = 0; at + sizeof(std::uint32_t) <= code.size(); ++at) {
    std::uint32_t word;
    std::memcpy(&word, code.data() + at, sizeof word);
    const std::uint32_t forged = NumberInCode::forged(word);
    std::memcpy(code.data() + at, &forged, sizeof forged);
    isFound |= forged != word;
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
