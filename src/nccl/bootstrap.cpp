#include "nccl/bootstrap.h"

#include "environment/environment.h"

#include "nccl/failure.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <poll.h>
#include <random>
#include <thread>
#include <unistd.h>

namespace heddle::nccl {

namespace {

// How long a rank looks for a root that another process has yet to start (NCCL_COMM_ID).
constexpr int kRootSeconds = 60;

struct Hello {
  std::uint64_t secret[2] = {};
  RankInfo info;
};

struct Answer {
  std::int32_t result = ncclSuccess;
  std::int32_t ranks = 0;
};

std::uint64_t randomBits() {
  std::random_device random;
  return (std::uint64_t{random()} << 32) | random();
}

RootAddress readId(const ncclUniqueId& id) {
  RootAddress root;
  std::memcpy(static_cast<void*>(&root), id.internal, sizeof root);
  if (root.address.length == 0 || root.address.length > sizeof root.address.bytes)
    throw Failure{ncclInvalidArgument, "the unique id was not made by ncclGetUniqueId()"};
  return root;
}

// The thread that brings the ranks of one communicator together.
class Root {
public:
  Root(Descriptor listener, const RootAddress& address)
      : listener_(std::move(listener)), address_(address) {}

  void serve() {
    while (!isDone_)
      look();
  }

  static void start(Descriptor listener, const RootAddress& address) {
    auto root = std::make_shared<Root>(std::move(listener), address);
    // Where it fails, the ranks see that their connections are closed.
    std::thread([root] {
      (void)guarded([&] {
        root->serve();
        return ncclSuccess;
      });
    }).detach();
  }

private:
  struct Guest {
    Descriptor socket;
    Hello hello;
    std::size_t received = 0;
    bool hasJoined() const { return received == sizeof(Hello); }
  };

  // Waits until a rank has something to say, and listens to it.
  void look() {
    std::vector<pollfd> states{{listener_.get(), POLLIN, 0}};
    for (const auto& guest : guests_)
      states.push_back({guest->socket.get(), POLLIN, 0});
    if (poll(states.data(), states.size(), -1) < 0 && errno != EINTR)
      throw Failure{ncclSystemError, "poll"};
    for (std::size_t index = guests_.size(); index-- > 0 && !isDone_;)
      if (states[index + 1].revents)
        hear(index);
    if (!isDone_ && states[0].revents) {
      auto guest = std::make_unique<Guest>();
      guest->socket = acceptFrom(listener_, abort_);
      guests_.push_back(std::move(guest));
    }
  }

  void hear(std::size_t index) {
    Guest& guest = *guests_[index];
    const bool hadJoined = guest.hasJoined();
    const ssize_t count =
        recv(guest.socket.get(), reinterpret_cast<char*>(&guest.hello) + guest.received,
             hadJoined ? 1 : sizeof(Hello) - guest.received, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
      return;
    if (count <= 0 && hadJoined) {
      answerAll(ncclRemoteError); // a rank is gone that the others would wait for
      return;
    }
    if (count > 0 && !hadJoined)
      guest.received += static_cast<std::size_t>(count);
    const bool isRefused = guest.hasJoined() && !hadJoined && !admit(guest);
    if (count <= 0 || isRefused) {
      if (isRefused)
        answer(guest, ncclInvalidArgument);
      guests_.erase(guests_.begin() + static_cast<std::ptrdiff_t>(index));
      return;
    }
    if (isComplete())
      answerAll(ncclSuccess);
  }

  // Whether a guest that has introduced itself may join.
  bool admit(const Guest& guest) {
    const RankInfo& info = guest.hello.info;
    if (std::memcmp(guest.hello.secret, address_.secret, sizeof address_.secret) != 0 ||
        info.ranks < 1 || info.rank < 0 || info.rank >= info.ranks)
      return false;
    return std::ranges::all_of(guests_, [&](const auto& other) {
      return other.get() == &guest || !other->hasJoined() ||
             (other->hello.info.ranks == info.ranks && other->hello.info.rank != info.rank);
    });
  }

  bool isComplete() const {
    const auto joined =
        std::ranges::count_if(guests_, [](const auto& guest) { return guest->hasJoined(); });
    return std::ranges::any_of(guests_, [&](const auto& guest) {
      return guest->hasJoined() && guest->hello.info.ranks == joined;
    });
  }

  void answerAll(ncclResult_t result) {
    isDone_ = true;
    std::erase_if(guests_, [](const auto& guest) { return !guest->hasJoined(); });
    std::ranges::sort(guests_, {}, [](const auto& guest) { return guest->hello.info.rank; });
    for (const auto& guest : guests_)
      answer(*guest, result);
  }

  void answer(const Guest& guest, ncclResult_t result) {
    // Where a rank is gone, the others see that when they connect to it.
    (void)guarded([&] {
      const Answer head{result, static_cast<std::int32_t>(guests_.size())};
      sendAll(guest.socket, &head, sizeof head, abort_);
      if (result == ncclSuccess)
        for (const auto& other : guests_)
          sendAll(guest.socket, &other->hello.info, sizeof(RankInfo), abort_);
      return ncclSuccess;
    });
  }

  Descriptor listener_;
  const RootAddress address_;
  const AbortFlag abort_{false};
  std::vector<std::unique_ptr<Guest>> guests_;
  bool isDone_ = false;
};

std::string machineName() {
  if (const char* given = environmentVariable("NCCL_HOSTID"))
    return given;
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string name;
  std::getline(file, name);
  return name;
}

// The local sockets that ranks exchange shared memory through reach as far as a network namespace.
std::string networkNamespace() {
  std::array<char, 64> name{};
  const ssize_t length = readlink("/proc/self/ns/net", name.data(), name.size() - 1);
  return length > 0 ? name.data() : "";
}

} // namespace

ncclUniqueId makeUniqueId() {
  RootAddress root;
  if (const char* given = environmentVariable("NCCL_COMM_ID")) {
    root.address = parseAddress(given);
  } else {
    root.secret[0] = randomBits();
    root.secret[1] = randomBits();
    root.address = interfaceAddress();
    Root::start(listenAt(root.address), root);
  }
  ncclUniqueId id{};
  std::memcpy(id.internal, &root, sizeof root);
  return id;
}

void describeProcess(RankInfo& info) {
  static const std::uint64_t random = randomBits();
  info.process[0] = random;
  info.process[1] = static_cast<std::uint64_t>(getpid()); // a child has its parent's random bits
  const std::string host = machineName() + networkNamespace();
  std::memcpy(info.host, host.data(), std::min(host.size(), sizeof info.host - 1));
}

Clique meet(const ncclUniqueId& id, const RankInfo& own, const AbortFlag& abort) {
  RootAddress root = readId(id);
  const bool isGiven = root.secret[0] == 0 && root.secret[1] == 0; // by NCCL_COMM_ID
  if (isGiven && own.rank == 0)
    Root::start(listenAt(root.address), root);
  Hello hello;
  std::copy_n(root.secret, 2, hello.secret);
  hello.info = own;
  const Descriptor socket = connectTo(root.address, isGiven ? kRootSeconds : 0, abort);
  sendAll(socket, &hello, sizeof hello, abort);
  Answer answer;
  receiveAll(socket, &answer, sizeof answer, abort);
  if (answer.result != ncclSuccess)
    throw Failure{static_cast<ncclResult_t>(answer.result),
                  answer.result == ncclRemoteError
                      ? "a rank has gone before the communicator was complete"
                      : "the ranks do not agree about the communicator: a rank is there twice, or "
                        "the number of ranks differs"};
  Clique clique;
  std::copy_n(root.secret, 2, clique.secret);
  clique.ranks.resize(static_cast<std::size_t>(own.ranks));
  for (RankInfo& info : clique.ranks)
    receiveAll(socket, &info, sizeof info, abort);
  return clique;
}

} // namespace heddle::nccl
