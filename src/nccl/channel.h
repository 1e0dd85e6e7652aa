// A stream of bytes in both directions between two ranks: through shared memory on one machine, or
// through a socket between machines. Nothing here waits. What is written and consumed comes in
// multiples of kUnit bytes, so that no element of any type is cut in two.
#pragma once

#include "nccl/socket.h"

#include <memory>
#include <poll.h>
#include <span>

namespace heddle::nccl {

constexpr std::size_t kUnit = 8;

class Channel {
public:
  virtual ~Channel() = default;
  // Takes as many of the bytes as there is room for, and returns their number.
  virtual std::size_t write(const void* data, std::size_t bytes) = 0;
  // What has arrived and was not consumed, or a part of that.
  virtual std::span<const char> readable() = 0;
  virtual void consume(std::size_t bytes) = 0;
  // Whether the other side has closed the channel. What it wrote before can still be read.
  virtual bool isClosed() const = 0;
  // Before the thread sleeps: what it has to poll for. Without events there is something to do, and
  // it must not sleep.
  virtual pollfd prepareSleep(bool wantsToWrite) = 0;
  virtual void awake(short events) = 0;
  // Closes both directions; the other side can read what was written.
  virtual void shutDown() = 0;
};

// The file behind a channel of shared memory, which both sides map.
Descriptor makeSharedMemory(std::size_t bytesEachWay);
// `isFirst` on one side alone. The socket is for waking the other side, and says when that is gone.
std::unique_ptr<Channel> openSharedMemory(Descriptor socket, const Descriptor& file, bool isFirst);
std::unique_ptr<Channel> openSocket(Descriptor socket);

} // namespace heddle::nccl
