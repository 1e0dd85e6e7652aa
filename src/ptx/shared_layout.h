// Where the shared variables of functions lie that are called through pointers, or for other
// reasons are not part of the kernels (separateFunctions). Such a function is compiled once for all
// kernels, so its variables have the same offsets in each: they come first in the shared memory of
// every kernel that may call it.
#pragma once

#include <cstdint>
#include <map>

namespace heddle::ptx {

class Module;

struct SharedLayout {
  std::map<std::uint32_t, std::uint64_t> offsets; // by index of the variable's definition
  std::uint64_t bytes = 0;
};

// The layout of the variables that these functions reach.
SharedLayout sharedOfPointedFunctions(const Module& module);

// Whether the kernel's shared memory begins with this layout: it calls through pointers, or it
// uses one of the variables itself.
bool usesLayout(const Module& module, std::uint32_t kernel, const SharedLayout& layout);

} // namespace heddle::ptx
