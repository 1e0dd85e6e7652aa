#include "nccl/link.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace heddle::nccl {

namespace {

// The most data in one frame, after which other messages have their turn.
constexpr std::size_t kFrameBytes = 256 << 10;
static_assert(kFrameBytes % kUnit == 0);

constexpr std::array<char, 4096> kZeros{};

} // namespace

Frame makeFrame(Frame::Kind kind, const Tag& tag, std::uint64_t bytes) {
  return {kind, tag.part, tag.sequence, bytes, static_cast<std::uint32_t>(tag.stream), 0, 0};
}

void Link::dropData() {
  std::erase_if(data_, [](const Outgoing& each) { return each.tag.stream != Stream::Control; });
  if (frame_.tag().stream != Stream::Control) {
    payload_ = nullptr;
    isOfData_ = false;
  }
  isWanted_ &= incoming_.tag().stream == Stream::Control;
}

bool Link::pump(LinkListener& listener) {
  const bool hasRead = read(listener);
  const bool hasWritten = write(listener);
  isOver_ = channel_->isClosed() && channel_->readable().size() < kUnit;
  return hasRead || hasWritten;
}

bool Link::beginFrame() {
  if (control_.empty() && data_.empty())
    return false;
  headerDone_ = payloadDone_ = restDone_ = payloadBytes_ = 0;
  isOfData_ = control_.empty();
  hasFrame_ = true;
  if (!isOfData_) {
    frame_ = control_.front();
    control_.pop_front();
    return true;
  }
  Outgoing& first = data_.front();
  payload_ = first.data;
  payloadBytes_ = std::min(first.bytes, kFrameBytes);
  frame_ = makeFrame(Frame::Kind::Data, first.tag, payloadBytes_);
  return true;
}

// Writes the rest of a piece of the frame. Returns whether all of it is written.
bool Link::writeSegment(const char* data, std::size_t bytes, std::size_t& done) {
  while (done < bytes) {
    const std::size_t count =
        data ? channel_->write(data + done, bytes - done)
             : channel_->write(kZeros.data(), std::min(bytes - done, kZeros.size()));
    if (count == 0)
      return false;
    done += count;
  }
  return true;
}

bool Link::write(LinkListener& listener) {
  bool hasMoved = false;
  while (hasFrame_ || beginFrame()) {
    const std::size_t before = headerDone_ + payloadDone_ + restDone_;
    const std::size_t whole = payloadBytes_ / kUnit * kUnit;
    std::array<char, kUnit> rest{};
    if (payload_ && payloadBytes_ > whole)
      std::memcpy(rest.data(), payload_ + whole, payloadBytes_ - whole);
    const bool isDone =
        writeSegment(reinterpret_cast<const char*>(&frame_), sizeof frame_, headerDone_) &&
        writeSegment(payload_, whole, payloadDone_) &&
        writeSegment(rest.data(), payloadBytes_ > whole ? kUnit : 0, restDone_);
    hasMoved |= headerDone_ + payloadDone_ + restDone_ != before;
    if (!isDone)
      break;
    hasFrame_ = false;
    if (!isOfData_)
      continue;
    Outgoing sent = data_.front();
    data_.pop_front();
    sent.data += payloadBytes_;
    sent.bytes -= payloadBytes_;
    if (sent.bytes)
      data_.push_back(sent);
    else
      listener.dataSent(sent.what);
    break; // one frame of data at a time, so that reading has its turn
  }
  return hasMoved;
}

bool Link::read(LinkListener& listener) {
  bool hasMoved = false;
  // As much as one frame of data at a time, so that other links have their turn.
  for (std::size_t budget = kFrameBytes; budget;) {
    const std::span<const char> bytes = channel_->readable();
    if (bytes.empty())
      break;
    if (isReadingData_) {
      const auto part = bytes.first(std::min(bytes.size(), budget));
      budget -= part.size();
      readData(part, listener);
    } else {
      readFrame(bytes, listener);
    }
    hasMoved = true;
  }
  return hasMoved;
}

void Link::readData(std::span<const char> bytes, LinkListener& listener) {
  // The last unit of the payload may have filling behind the data.
  const std::size_t padded = (dataLeft_ + kUnit - 1) / kUnit * kUnit;
  const std::size_t count = std::min(bytes.size(), padded);
  const std::size_t data = std::min(count, dataLeft_);
  if (isWanted_)
    listener.dataArrived(peer_, bytes.first(data));
  channel_->consume(count);
  dataLeft_ -= data;
  if (dataLeft_)
    return;
  isReadingData_ = false;
  if (isWanted_)
    listener.dataEnds(peer_);
}

// A header may lie across the end of a ring, so it is put together from its pieces.
void Link::readFrame(std::span<const char> bytes, LinkListener& listener) {
  const std::size_t count = std::min(bytes.size(), sizeof(Frame) - incomingDone_);
  std::memcpy(reinterpret_cast<char*>(&incoming_) + incomingDone_, bytes.data(), count);
  incomingDone_ += count;
  channel_->consume(count);
  if (incomingDone_ < sizeof(Frame))
    return;
  incomingDone_ = 0;
  if (incoming_.kind == Frame::Kind::Data) {
    isReadingData_ = incoming_.bytes != 0;
    dataLeft_ = incoming_.bytes;
    isWanted_ = listener.dataBegins(peer_, incoming_);
  } else {
    saidBye_ |= incoming_.kind == Frame::Kind::Bye;
    listener.arrived(peer_, incoming_);
  }
}

} // namespace heddle::nccl
