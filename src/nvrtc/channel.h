// Texts over the socket between libnvrtc and the compiler. Either side may have ended: no function
// raises SIGPIPE then.
#pragma once

#include "environment/file_descriptor.h"

#include <cerrno>
#include <cstdint>
#include <string>
#include <string_view>
#include <sys/socket.h>

namespace heddle::nvrtc {

inline bool sendAll(int channel, const void* from, std::size_t bytes) {
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t count =
        send(channel, static_cast<const char*>(from) + done, bytes - done, MSG_NOSIGNAL);
    if (count < 0 && errno != EINTR)
      return false;
    done += count < 0 ? 0 : static_cast<std::size_t>(count);
  }
  return true;
}

inline bool sendText(int channel, std::string_view text) {
  const std::uint64_t bytes = text.size();
  return sendAll(channel, &bytes, sizeof bytes) && sendAll(channel, text.data(), text.size());
}

inline bool receiveText(int channel, std::string& text) {
  std::uint64_t bytes = 0;
  if (!readAll(channel, &bytes, sizeof bytes) || bytes > text.max_size())
    return false;
  text.resize(bytes);
  return readAll(channel, text.data(), text.size());
}

} // namespace heddle::nvrtc
