// LLVM ends the process when it meets something that it cannot go on from. A program that compiles
// at run time must outlive that, so clang runs in a thread of its own, with a stack deep enough for
// it, which stops for good in that case.
#pragma once

#include <functional>
#include <string>

namespace heddle::nvrtc {

// What LLVM had to say; empty when `work` returned.
std::string runGuarded(std::function<void()> work);

} // namespace heddle::nvrtc
