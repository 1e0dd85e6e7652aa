// The default execution space of libnvrtc, by which functions and variables without a qualifier
// belong to the device.
#pragma once

namespace heddle::frontend {

// The name of the text, in front of the source, that qualifies all variables. A qualifier from
// there is no more explicit than those that clang adds itself.
inline constexpr char kDefaultSpaceFile[] = "<default execution space>";

} // namespace heddle::frontend
