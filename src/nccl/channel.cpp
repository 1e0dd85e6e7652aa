#include "nccl/channel.h"

#include "nccl/failure.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace heddle::nccl {

namespace {

// One direction of shared memory: a ring of bytes behind this header. The counts never wrap.
struct Ring {
  alignas(64) std::atomic<std::uint64_t> written{0};
  alignas(64) std::atomic<std::uint64_t> consumed{0};
  // Set by a side that is about to sleep, cleared by whoever wakes it.
  alignas(64) std::atomic<std::uint32_t> readerSleeps{0};
  std::atomic<std::uint32_t> writerSleeps{0};
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

class SharedMemory : public Channel {
public:
  SharedMemory(Descriptor socket, const Descriptor& file, bool isFirst)
      : socket_(std::move(socket)) {
    struct stat state{};
    if (fstat(file.get(), &state) != 0 || state.st_size < static_cast<off_t>(4 * sizeof(Ring)))
      throw Failure{ncclSystemError, "another rank sent no shared memory"};
    bytes_ = static_cast<std::size_t>(state.st_size);
    base_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
    if (base_ == MAP_FAILED)
      throw Failure{ncclSystemError, "shared memory cannot be mapped"};
    capacity_ = bytes_ / 2 - sizeof(Ring);
    auto* const first = static_cast<char*>(base_);
    out_ = reinterpret_cast<Ring*>(isFirst ? first : first + bytes_ / 2);
    in_ = reinterpret_cast<Ring*>(isFirst ? first + bytes_ / 2 : first);
  }
  ~SharedMemory() override { munmap(base_, bytes_); }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  std::size_t write(const void* data, std::size_t bytes) override {
    const std::uint64_t at = out_->written.load(std::memory_order_relaxed);
    const std::size_t count = std::min(bytes, room());
    const std::size_t begin = at % capacity_;
    const std::size_t head = std::min(count, capacity_ - begin);
    std::memcpy(bytesOf(*out_) + begin, data, head);
    std::memcpy(bytesOf(*out_), static_cast<const char*>(data) + head, count - head);
    out_->written.store(at + count, std::memory_order_seq_cst);
    if (count)
      wakeIf(out_->readerSleeps);
    return count;
  }
  std::span<const char> readable() override {
    const std::uint64_t at = in_->consumed.load(std::memory_order_relaxed);
    const std::size_t count = in_->written.load(std::memory_order_acquire) - at;
    const std::size_t begin = at % capacity_;
    // Another process wrote the count.
    return {bytesOf(*in_) + begin, std::min(count, capacity_ - begin)};
  }
  void consume(std::size_t bytes) override {
    in_->consumed.fetch_add(bytes, std::memory_order_seq_cst);
    wakeIf(in_->writerSleeps);
  }
  bool isClosed() const override { return isClosed_; }

  pollfd prepareSleep(bool wantsToWrite) override {
    in_->readerSleeps.store(1, std::memory_order_seq_cst);
    if (wantsToWrite)
      out_->writerSleeps.store(1, std::memory_order_seq_cst);
    const bool isBusy = in_->written.load() != in_->consumed.load() || (wantsToWrite && room());
    return {isClosed_ ? -1 : socket_.get(), static_cast<short>(isBusy ? 0 : POLLIN), 0};
  }
  void awake(short events) override {
    in_->readerSleeps.store(0, std::memory_order_relaxed);
    out_->writerSleeps.store(0, std::memory_order_relaxed);
    if (!events)
      return;
    std::array<char, 64> bells;
    const ssize_t count = recv(socket_.get(), bells.data(), bells.size(), MSG_DONTWAIT);
    isClosed_ |= count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
  }
  void shutDown() override { shutdown(socket_.get(), SHUT_RDWR); }

private:
  static char* bytesOf(Ring& ring) { return reinterpret_cast<char*>(&ring + 1); }
  std::size_t room() const {
    const std::size_t used = out_->written.load(std::memory_order_relaxed) - out_->consumed.load();
    return used > capacity_ ? 0 : capacity_ - used;
  }
  void wakeIf(std::atomic<std::uint32_t>& sleeps) {
    if (sleeps.load(std::memory_order_seq_cst) && sleeps.exchange(0))
      (void)send(socket_.get(), "", 1, MSG_DONTWAIT | MSG_NOSIGNAL);
  }

  Descriptor socket_;
  void* base_ = nullptr;
  std::size_t bytes_ = 0, capacity_ = 0;
  Ring *out_ = nullptr, *in_ = nullptr;
  bool isClosed_ = false;
};

class SocketChannel : public Channel {
public:
  explicit SocketChannel(Descriptor socket)
      : socket_(std::move(socket)), buffer_(kBufferBytes / sizeof(std::uint64_t)) {
    makeNonBlocking(socket_);
  }

  std::size_t write(const void* data, std::size_t bytes) override {
    const ssize_t sent = send(socket_.get(), data, bytes, MSG_DONTWAIT | MSG_NOSIGNAL);
    isClosed_ |= sent < 0 && errno != EAGAIN && errno != EINTR;
    return sent > 0 ? static_cast<std::size_t>(sent) : 0;
  }
  std::span<const char> readable() override {
    if (end_ - begin_ < kUnit)
      receive();
    return {bytes() + begin_, (end_ - begin_) / kUnit * kUnit};
  }
  void consume(std::size_t count) override { begin_ += count; }
  bool isClosed() const override { return isClosed_; }
  pollfd prepareSleep(bool wantsToWrite) override {
    if (end_ - begin_ >= kUnit)
      return {socket_.get(), 0, 0};
    return {isClosed_ ? -1 : socket_.get(),
            static_cast<short>(wantsToWrite ? POLLIN | POLLOUT : POLLIN), 0};
  }
  void awake(short) override {}
  void shutDown() override { shutdown(socket_.get(), SHUT_RDWR); }

private:
  static constexpr std::size_t kBufferBytes = 512 << 10;

  char* bytes() { return reinterpret_cast<char*>(buffer_.data()); }
  void receive() {
    // Less than a unit is left, which goes to the front, so that elements stay aligned.
    std::memmove(bytes(), bytes() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    const ssize_t count = recv(socket_.get(), bytes() + end_, kBufferBytes - end_, MSG_DONTWAIT);
    if (count > 0)
      end_ += static_cast<std::size_t>(count);
    isClosed_ |= count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
  }

  Descriptor socket_;
  std::vector<std::uint64_t> buffer_;
  std::size_t begin_ = 0, end_ = 0;
  bool isClosed_ = false;
};

} // namespace

Descriptor makeSharedMemory(std::size_t bytesEachWay) {
  Descriptor file(memfd_create("heddle-nccl", MFD_CLOEXEC));
  const std::size_t bytes = 2 * (sizeof(Ring) + bytesEachWay);
  if (!file || ftruncate(file.get(), static_cast<off_t>(bytes)) != 0)
    throw Failure{ncclSystemError, "there is no shared memory"};
  return file;
}

std::unique_ptr<Channel> openSharedMemory(Descriptor socket, const Descriptor& file, bool isFirst) {
  return std::make_unique<SharedMemory>(std::move(socket), file, isFirst);
}

std::unique_ptr<Channel> openSocket(Descriptor socket) {
  return std::make_unique<SocketChannel>(std::move(socket));
}

} // namespace heddle::nccl
