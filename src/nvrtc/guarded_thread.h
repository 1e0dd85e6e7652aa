// LLVM ends the process on a fatal error. A program that compiles at run time must survive that. So
// clang runs in a thread of its own, which also has a stack deep enough for it, and on a fatal
// error that thread sleeps for ever instead.
#pragma once

#include <functional>
#include <string>

namespace heddle::nvrtc {

// Runs `work` in such a thread. Returns LLVM's message on a fatal error, and an empty string when
// `work` returned. After a fatal error the thread still exists, so `work` must own what it uses.
std::string runGuarded(std::function<void()> work);

} // namespace heddle::nvrtc
