// A secret of this user, by which Heddle knows again what it has made itself.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace heddle {

using UserKey = std::array<std::uint8_t, 32>;

// The key, which is made when it is first asked for. It is a file that only this user can read:
// `heddle/key` in XDG_STATE_HOME or else in ~/.local/state, and where neither can be written, below
// CUDA_CACHE_PATH. Nothing where none of them can.
const std::optional<UserKey>& userKey();

} // namespace heddle
