// Compiled objects outside of the process, in the compute cache and in cubins. They are machine
// code that the process runs, so each stands behind a seal: a digest of its name and its content
// under a key that only this user has (environment/user_key.h). Nobody else can make one that
// opens, or exchange two of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace heddle::jit {

// Puts a seal in front of the object. Where the user has no key, openSealed() does not open the
// result.
std::string seal(std::string_view name, std::string_view object);

// The object behind the seal; nothing when it is damaged or this user has not sealed it under this
// name. The result points into `sealed`.
std::optional<std::string_view> openSealed(std::string_view name, std::string_view sealed);

// The same for an object from the program's own executable or libraries: whoever made those may
// have sealed it, and it is trusted as they are.
std::optional<std::string_view> openTrusted(std::string_view sealed);

} // namespace heddle::jit
