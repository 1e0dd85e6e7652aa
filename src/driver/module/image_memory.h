// Memory that a program hands over as an image, by a pointer alone. Its headers say how large it
// is, and they may lie.
#pragma once

#include <cstddef>
#include <string_view>

namespace heddle::driver {

// How many of `most` bytes from an address on can be read.
std::size_t readableBytes(const void* from, std::size_t most);

// The text at an address: up to a null, or to the end of what can be read.
std::string_view readableText(const void* from);

// From the address to the end of the read-only segment of the executable or library that it lies
// in; empty where it lies in none. Nobody has changed such memory since the file was loaded.
std::string_view programSegment(const void* address);

} // namespace heddle::driver
