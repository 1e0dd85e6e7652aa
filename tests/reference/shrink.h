// Makes a failing module small: fewer lines, then simpler operands, as long as it fails.
#pragma once

#include <functional>
#include <string>

namespace heddle::reference {

std::string shrink(const std::string& text,
                   const std::function<bool(const std::string&)>& stillFails);

} // namespace heddle::reference
