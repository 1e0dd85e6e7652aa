// Requests and results as text: for the cache, and on the way to and from the process that
// compiles.
#pragma once

#include "nvrtc/compiler.h"
#include "toolkit/packing.h"

#include <string>
#include <string_view>

namespace heddle::nvrtc {

using toolkit::Packer;
using toolkit::Unpacker;

// Everything but the callback.
std::string pack(const Request& request);
bool unpack(std::string_view text, Request& request);
// Everything but the time.
std::string pack(const Result& result);
bool unpack(std::string_view text, Result& result);

} // namespace heddle::nvrtc
