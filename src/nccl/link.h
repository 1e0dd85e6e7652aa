// The messages between two ranks, as frames on a channel. A receiver says that it is ready before
// data is sent, so that what arrives always has a place and no message is in the way of another.
// Ranks of one process do not send data: the sender offers its memory, the receiver takes from it.
#pragma once

#include "nccl/channel.h"

#include <compare>
#include <cstdint>
#include <deque>
#include <list>

namespace heddle::nccl {

// Which counter the sequence of a message comes from.
enum class Stream : std::uint8_t { Collective, PointToPoint, Control };

struct Tag {
  Stream stream = Stream::Collective;
  std::uint32_t part = 0;
  std::uint64_t sequence = 0;
  auto operator<=>(const Tag&) const = default;
};

struct Frame {
  enum class Kind : std::uint32_t {
    Ready, // the receiver waits for `bytes` of data in all
    Data,  // `bytes` of data follow
    Offer, // the sender has `bytes` of data in its memory, see direct_memory.h
    Taken, // the receiver has all of an offer
    Bye,   // the sender will say nothing more
  };
  Kind kind = Kind::Ready;
  std::uint32_t part = 0;
  std::uint64_t sequence = 0;
  std::uint64_t bytes = 0;
  std::uint32_t stream = 0;
  std::uint32_t reserved = 0;
  std::uint64_t offer = 0;
  Tag tag() const { return {static_cast<Stream>(stream), part, sequence}; }
};
static_assert(sizeof(Frame) % kUnit == 0);

Frame makeFrame(Frame::Kind kind, const Tag& tag, std::uint64_t bytes = 0);

// What a link tells its owner.
class LinkListener {
public:
  virtual ~LinkListener() = default;
  // A frame other than data.
  virtual void arrived(int peer, const Frame& frame) = 0;
  // Begins a frame of data. Data that nobody wants (false) is read and forgotten.
  virtual bool dataBegins(int peer, const Frame& frame) = 0;
  virtual void dataArrived(int peer, std::span<const char> data) = 0;
  virtual void dataEnds(int peer) = 0;
  virtual void dataSent(void* what) = 0;
};

class Link {
public:
  Link(int peer, std::unique_ptr<Channel> channel, bool isSameProcess)
      : peer_(peer), channel_(std::move(channel)), isSameProcess_(isSameProcess) {}

  bool isSameProcess() const { return isSameProcess_; }
  void post(const Frame& frame) { control_.push_back(frame); }
  // Sends the data, in as many frames as it takes; `what` is for dataSent().
  void postData(const Tag& tag, const char* data, std::size_t bytes, void* what) {
    data_.push_back({tag, data, bytes, what});
  }
  // Forgets the data that is to be sent and the place of data that is to come, but for control.
  void dropData();
  // Moves what can be moved. Returns whether that was anything.
  bool pump(LinkListener& listener);
  bool hasOutput() const { return !control_.empty() || !data_.empty() || hasFrame_; }
  // Whether the other side is gone, and everything that it said was heard.
  bool isOver() const { return isOver_; }
  bool saidBye() const { return saidBye_; }
  Channel& channel() { return *channel_; }

private:
  struct Outgoing {
    Tag tag;
    const char* data;
    std::size_t bytes;
    void* what;
  };

  bool write(LinkListener& listener);
  bool read(LinkListener& listener);
  bool beginFrame();
  bool writeSegment(const char* data, std::size_t bytes, std::size_t& done);
  void readFrame(std::span<const char> bytes, LinkListener& listener);
  void readData(std::span<const char> bytes, LinkListener& listener);

  const int peer_;
  std::unique_ptr<Channel> channel_;
  const bool isSameProcess_;
  std::deque<Frame> control_;
  std::list<Outgoing> data_; // the next frame is of the first one, which then goes to the end

  // The frame that is being written: a header, whole units of payload, and the rest of the payload
  // in a unit of its own.
  bool hasFrame_ = false;
  Frame frame_;
  const char* payload_ = nullptr; // null for zeros in place of data that was dropped
  std::size_t payloadBytes_ = 0, headerDone_ = 0, payloadDone_ = 0, restDone_ = 0;
  bool isOfData_ = false;

  // The frame that is being read.
  Frame incoming_;
  std::size_t incomingDone_ = 0;
  bool isReadingData_ = false, isWanted_ = false;
  std::size_t dataLeft_ = 0;
  bool isOver_ = false, saidBye_ = false;
};

} // namespace heddle::nccl
