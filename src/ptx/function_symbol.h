// The names of device functions in thread IR and object code.
#pragma once

#include <string>
#include <string_view>

namespace heddle::ptx {

// The symbol of a device function that the module defines: its name, unless the C library has a
// function of that name. Generated code may call such a one, memcpy above all, and means the
// host's, whatever the device function does.
std::string functionSymbol(std::string_view function);

} // namespace heddle::ptx
