#include "nccl/progress.h"

#include "library/stream_work.h"
#include "nccl/direct_memory.h"
#include "nccl/failure.h"
#include "trace/message.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <pthread.h>
#include <sys/eventfd.h>
#include <thread>
#include <unistd.h>

namespace heddle::nccl {

namespace {

// How much is taken from another rank's memory before other messages have their turn.
constexpr std::size_t kTakenBytes = 1 << 20;
// How long a rank that has said goodbye waits for the others to do so, before it closes its links.
constexpr std::chrono::seconds kLeavingTime{10};

std::string nameOfRank(int rank) {
  return "rank " + std::to_string(rank);
}

} // namespace

Progress::Progress(int rank, std::vector<std::unique_ptr<Link>> links)
    : rank_(rank), peers_(links.size()), wakeUp_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!wakeUp_)
    throw Failure{ncclSystemError, "an eventfd cannot be made"};
  for (std::size_t index = 0; index < links.size(); ++index)
    peers_[index].link = std::move(links[index]);
}

void Progress::startThread() {
  // The program's signals are for its own threads.
  sigset_t all, before;
  sigfillset(&all);
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
    sigdelset(&all, fault);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    std::thread([self = shared_from_this()] { self->main(); }).detach();
  } catch (...) {
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    throw;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

std::string Progress::failureText() {
  const std::lock_guard lock(mutex_);
  return failureText_;
}

void Progress::call(std::function<void()> command) {
  {
    const std::lock_guard lock(mutex_);
    if (!hasEnded_) {
      commands_.push_back(std::move(command));
      command = nullptr;
    }
  }
  if (command) {
    const std::lock_guard lock(afterEnd_); // stands for the thread, which is no more
    command();
    return;
  }
  if (sleeps_.exchange(false)) {
    const std::uint64_t one = 1;
    (void)!write(wakeUp_.get(), &one, sizeof one);
  }
}

void Progress::begin(std::shared_ptr<const Batch> batch, std::vector<Reduction> reductions,
                     PendingWork* pending) {
  call([this, batch = std::move(batch), reductions = std::move(reductions), pending] {
    Run& run = runs_.emplace_back();
    run.batch = batch;
    run.pending = pending;
    if (failure_.load() != ncclSuccess || phase_ != Phase::Working) {
      end(run, false);
      return;
    }
    for (std::size_t index = 0; index < batch->operations.size(); ++index)
      addToRun(run, batch->operations[index], reductions[index]);
    start(run);
  });
}

bool Progress::exchange(const std::vector<int>& members, const void* own, std::size_t bytes,
                        void* all) {
  std::promise<bool> done;
  call([&] { startControl(members, own, bytes, all, &done); });
  return done.get_future().get();
}

void Progress::revoke(ncclResult_t result, const std::string& text) {
  std::promise<void> done;
  call([&] {
    fail(result, text);
    endRuns(false);
    done.set_value();
  });
  done.get_future().get();
}

void Progress::abort() {
  std::promise<void> done;
  call([&] {
    fail(ncclInternalError, "the communicator was aborted");
    endRuns(false);
    endRuns(true);
    for (Peer& peer : peers_)
      if (peer.link)
        peer.link->channel().shutDown();
    phase_ = Phase::Over;
    done.set_value();
  });
  done.get_future().get();
}

void Progress::leave() {
  std::promise<void> done;
  call([&] {
    if (phase_ == Phase::Over) {
      done.set_value();
      return;
    }
    phase_ = Phase::Leaving;
    left_ = &done;
    for (Peer& peer : peers_)
      if (peer.link && !peer.isGone)
        peer.link->post(makeFrame(Frame::Kind::Bye, {}));
  });
  done.get_future().get();
}

void Progress::main() {
  pthread_setname_np(pthread_self(), "heddle-nccl");
  auto leavingSince = std::chrono::steady_clock::time_point::max();
  while (phase_ != Phase::Over) {
    bool hasMoved = runCommands();
    hasMoved |= pump();
    hasMoved |= takeOffers();
    if (mustEndRuns_)
      endRuns(false);
    if (phase_ == Phase::Leaving) {
      const auto isDone = [](const Peer& peer) {
        return !peer.link || peer.isGone || (!peer.link->hasOutput() && peer.link->saidBye());
      };
      const bool isSaid = std::ranges::all_of(peers_, [](const Peer& peer) {
        return !peer.link || peer.isGone || !peer.link->hasOutput();
      });
      if (isSaid && left_) {
        std::exchange(left_, nullptr)->set_value();
        leavingSince = std::chrono::steady_clock::now();
      }
      if (!left_ && (std::ranges::all_of(peers_, isDone) ||
                     std::chrono::steady_clock::now() - leavingSince > kLeavingTime))
        phase_ = Phase::Over;
    }
    if (!hasMoved && phase_ != Phase::Over)
      sleep();
  }
  {
    const std::lock_guard lock(mutex_);
    hasEnded_ = true;
  }
  runCommands();
  endRuns(false);
  endRuns(true);
}

bool Progress::runCommands() {
  std::vector<std::function<void()>> commands;
  {
    const std::lock_guard lock(mutex_);
    commands.swap(commands_);
  }
  for (const auto& command : commands)
    command();
  return !commands.empty();
}

bool Progress::pump() {
  bool hasMoved = false;
  for (std::size_t index = 0; index < peers_.size(); ++index) {
    Peer& peer = peers_[index];
    if (!peer.link || peer.isGone)
      continue;
    hasMoved |= peer.link->pump(*this);
    if (peer.link->isOver()) {
      checkLink(static_cast<int>(index));
      hasMoved = true;
    }
  }
  return hasMoved;
}

// The other side has closed its link. It may do so while operations run here that it has had its
// part of, as the receiver of one chunk of a scatter has.
void Progress::checkLink(int index) {
  Peer& peer = peers_[static_cast<std::size_t>(index)];
  peer.isGone = true;
  const auto usesPeer = [&](const Run& run) {
    return std::ranges::any_of(run.operations, [&](const OperationRun& operation) {
      return std::ranges::any_of(operation.transfers, [&](const ActiveTransfer& active) {
        return !active.isComplete && active.transfer->kind != Transfer::Kind::Local &&
               active.transfer->peer == index;
      });
    });
  };
  for (auto run = runs_.begin(); run != runs_.end();) {
    Run& each = *run++;
    if (each.exchanged && usesPeer(each))
      end(each, false);
  }
  if (peer.link->saidBye() &&
      std::ranges::none_of(runs_, [&](const Run& run) { return !run.exchanged && usesPeer(run); }))
    return;
  if (phase_ == Phase::Working)
    fail(ncclRemoteError, nameOfRank(rank_) + ": " + nameOfRank(index) + " is gone");
}

void Progress::sleep() {
  sleeps_.store(true);
  std::vector<pollfd> states{{wakeUp_.get(), POLLIN, 0}};
  bool isBusy = false;
  for (Peer& peer : peers_) {
    if (!peer.link || peer.isGone) {
      states.push_back({-1, 0, 0});
      continue;
    }
    states.push_back(peer.link->channel().prepareSleep(peer.link->hasOutput()));
    isBusy |= states.back().events == 0;
  }
  {
    const std::lock_guard lock(mutex_);
    isBusy |= !commands_.empty();
  }
  if (!isBusy) {
    // A rank that is leaving looks at the clock now and then.
    constexpr int kLeavingPeriod = 500;
    poll(states.data(), states.size(), phase_ == Phase::Leaving ? kLeavingPeriod : -1);
  }
  sleeps_.store(false);
  if (states[0].revents) {
    std::uint64_t count;
    (void)!read(wakeUp_.get(), &count, sizeof count);
  }
  for (std::size_t index = 0; index < peers_.size(); ++index)
    if (peers_[index].link && !peers_[index].isGone)
      peers_[index].link->channel().awake(isBusy ? short{0} : states[index + 1].revents);
}

// Makes the transfers of one operation of the program.
void Progress::addToRun(Run& run, const Operation& operation, const Reduction& reduction) {
  Tag tag;
  const auto root = static_cast<std::size_t>(operation.root);
  if (operation.kind == OperationKind::Send)
    tag = {Stream::PointToPoint, 0, peers_[root].sent[1]++};
  else if (operation.kind == OperationKind::Receive)
    tag = {Stream::PointToPoint, 0, peers_[root].received[1]++};
  else
    tag = {Stream::Collective, 0, collectives_++};
  addOperation(run, makeSchedule(operation, rank_, static_cast<int>(peers_.size())), tag)
      .reduction = reduction;
}

Progress::OperationRun& Progress::addOperation(Run& run, Schedule schedule, const Tag& tag) {
  OperationRun& added = run.operations.emplace_back();
  added.run = &run;
  added.schedule = std::move(schedule);
  added.tag = tag;
  added.left = added.schedule.transfers.size();
  added.transfers.resize(added.left);
  for (std::size_t index = 0; index < added.left; ++index) {
    const Transfer& transfer = added.schedule.transfers[index];
    Tag own = tag;
    own.part = transfer.part;
    added.transfers[index] = {.transfer = &transfer, .operation = &added, .tag = own};
  }
  return added;
}

void Progress::startControl(const std::vector<int>& members, const void* own, std::size_t bytes,
                            void* all, std::promise<bool>* done) {
  Run& run = runs_.emplace_back();
  run.exchanged = done;
  const bool isAnyGone = std::ranges::any_of(members, [&](int member) {
    return member != rank_ && peers_[static_cast<std::size_t>(member)].isGone;
  });
  if (isAnyGone || phase_ != Phase::Working) {
    end(run, false);
    return;
  }
  char* place = static_cast<char*>(all);
  for (const int member : members) {
    if (member == rank_) {
      std::memcpy(place, own, bytes);
    } else {
      Peer& peer = peers_[static_cast<std::size_t>(member)];
      const auto control = static_cast<std::size_t>(Stream::Control);
      Schedule sending, receiving;
      sending.transfers.push_back({.kind = Transfer::Kind::Send,
                                   .peer = member,
                                   .data = static_cast<char*>(const_cast<void*>(own)),
                                   .bytes = bytes});
      receiving.transfers.push_back(
          {.kind = Transfer::Kind::Receive, .peer = member, .data = place, .bytes = bytes});
      addOperation(run, std::move(sending), {Stream::Control, 0, peer.sent[control]++});
      addOperation(run, std::move(receiving), {Stream::Control, 0, peer.received[control]++});
    }
    place += bytes;
  }
  start(run);
}

void Progress::start(Run& run) {
  run.left = run.operations.size() + 1; // one for this function, so that the run does not end in it
  for (OperationRun& operation : run.operations)
    if (operation.transfers.empty())
      --run.left;
  for (OperationRun& operation : run.operations)
    for (ActiveTransfer& active : operation.transfers)
      if (active.transfer->after < 0)
        post(active);
  if (--run.left == 0)
    end(run, true);
}

void Progress::post(ActiveTransfer& active) {
  const Transfer& transfer = *active.transfer;
  if (transfer.kind == Transfer::Kind::Local)
    prepare(active.operation->reduction, transfer.data, transfer.own, transfer.bytes);
  if (transfer.kind == Transfer::Kind::Local || transfer.bytes == 0)
    complete(active);
  else if (peers_[static_cast<std::size_t>(transfer.peer)].isGone)
    fail(ncclRemoteError, nameOfRank(transfer.peer) + " is gone");
  else if (transfer.kind == Transfer::Kind::Send)
    postSend(active);
  else
    postReceive(active);
}

void Progress::postSend(ActiveTransfer& active) {
  const Transfer& transfer = *active.transfer;
  Peer& peer = peers_[static_cast<std::size_t>(transfer.peer)];
  if (peer.link->isSameProcess()) {
    active.offer = DirectOffers::get().add(transfer.data, transfer.bytes);
    Frame frame = makeFrame(Frame::Kind::Offer, active.tag, transfer.bytes);
    frame.offer = active.offer;
    peer.sends[active.tag] = &active;
    peer.link->post(frame);
    return;
  }
  const auto ready = peer.readies.find(active.tag);
  if (ready == peer.readies.end()) {
    peer.sends[active.tag] = &active;
    return;
  }
  const std::uint64_t bytes = ready->second;
  peer.readies.erase(ready);
  if (!mismatches(active, transfer.peer, bytes))
    peer.link->postData(active.tag, transfer.data, transfer.bytes, &active);
}

void Progress::postReceive(ActiveTransfer& active) {
  const Transfer& transfer = *active.transfer;
  Peer& peer = peers_[static_cast<std::size_t>(transfer.peer)];
  peer.receives[active.tag] = &active;
  if (!peer.link->isSameProcess()) {
    peer.link->post(makeFrame(Frame::Kind::Ready, active.tag, transfer.bytes));
    return;
  }
  const auto offer = peer.offers.find(active.tag);
  if (offer == peer.offers.end())
    return;
  const Frame frame = offer->second;
  peer.offers.erase(offer);
  arrived(transfer.peer, frame);
}

// Whether the two sides of a message do not agree about its size, which ends everything.
bool Progress::mismatches(const ActiveTransfer& active, int peer, std::uint64_t bytes) {
  if (bytes == active.transfer->bytes)
    return false;
  fail(ncclInvalidUsage,
       nameOfRank(rank_) + " and " + nameOfRank(peer) +
           " do not agree about the size of a message: " + std::to_string(active.transfer->bytes) +
           " and " + std::to_string(bytes) + " bytes");
  for (Peer& each : peers_)
    if (each.link)
      each.link->channel().shutDown(); // the others would wait for this rank
  return true;
}

void Progress::arrived(int index, const Frame& frame) {
  Peer& peer = peers_[static_cast<std::size_t>(index)];
  const Tag tag = frame.tag();
  switch (frame.kind) {
  case Frame::Kind::Ready: {
    const auto found = peer.sends.find(tag);
    if (found == peer.sends.end()) {
      peer.readies[tag] = frame.bytes;
      return;
    }
    ActiveTransfer& active = *found->second;
    peer.sends.erase(found);
    if (!mismatches(active, index, frame.bytes))
      peer.link->postData(tag, active.transfer->data, active.transfer->bytes, &active);
    return;
  }
  case Frame::Kind::Offer: {
    const auto found = peer.receives.find(tag);
    if (found == peer.receives.end()) {
      peer.offers[tag] = frame;
      return;
    }
    ActiveTransfer& active = *found->second;
    peer.receives.erase(found);
    std::shared_ptr<DirectMemory> memory = DirectOffers::get().find(frame.offer);
    if (memory && !mismatches(active, index, frame.bytes))
      taking_.emplace_back(&active, std::move(memory));
    return;
  }
  case Frame::Kind::Taken: {
    const auto found = peer.sends.find(tag);
    if (found == peer.sends.end())
      return;
    ActiveTransfer& active = *found->second;
    peer.sends.erase(found);
    DirectOffers::get().withdraw(active.offer);
    complete(active);
    return;
  }
  case Frame::Kind::Data:
  case Frame::Kind::Bye:
    return;
  }
}

// Takes a piece of each of the offers that have a receive.
bool Progress::takeOffers() {
  const bool hasAny = !taking_.empty();
  for (auto each = taking_.begin(); each != taking_.end();) {
    ActiveTransfer& active = *each->first;
    const std::shared_ptr<DirectMemory> memory = each->second;
    const std::size_t count = std::min(kTakenBytes, active.transfer->bytes - active.done);
    {
      const std::lock_guard lock(memory->mutex);
      // Memory that was withdrawn is of a rank that ends, of which its link tells.
      if (!memory->data) {
        each = taking_.erase(each);
        continue;
      }
      deliver(active, memory->data + active.done, count);
    }
    if (active.done < active.transfer->bytes) {
      ++each;
      continue;
    }
    each = taking_.erase(each);
    peers_[static_cast<std::size_t>(active.transfer->peer)].link->post(
        makeFrame(Frame::Kind::Taken, active.tag));
    complete(active);
  }
  return hasAny;
}

bool Progress::dataBegins(int index, const Frame& frame) {
  Peer& peer = peers_[static_cast<std::size_t>(index)];
  const auto found = peer.receives.find(frame.tag());
  if (found == peer.receives.end() ||
      frame.bytes > found->second->transfer->bytes - found->second->done)
    return false;
  peer.arriving = found->second;
  return true;
}

void Progress::dataArrived(int index, std::span<const char> data) {
  deliver(*peers_[static_cast<std::size_t>(index)].arriving, data.data(), data.size());
}

void Progress::dataEnds(int index) {
  Peer& peer = peers_[static_cast<std::size_t>(index)];
  ActiveTransfer& active = *std::exchange(peer.arriving, nullptr);
  if (active.done < active.transfer->bytes)
    return;
  peer.receives.erase(active.tag);
  complete(active);
}

void Progress::dataSent(void* what) {
  complete(*static_cast<ActiveTransfer*>(what));
}

// Stores data that has arrived, or combines it with this rank's operand.
void Progress::deliver(ActiveTransfer& active, const char* data, std::size_t bytes) {
  const Transfer& transfer = *active.transfer;
  char* const to = transfer.data + active.done;
  if (!transfer.own) {
    std::memcpy(to, data, bytes);
  } else {
    Reduction reduction = active.operation->reduction;
    reduction.scales &= transfer.ownIsRaw;
    combine(reduction, to, data, transfer.own + active.done, bytes);
  }
  if (transfer.concludes)
    conclude(active.operation->reduction, to, bytes);
  active.done += bytes;
}

void Progress::complete(ActiveTransfer& active) {
  active.isComplete = true;
  OperationRun& operation = *active.operation;
  Run& run = *operation.run;
  const int index = static_cast<int>(&active - operation.transfers.data());
  // The run cannot end in this loop, since this transfer is not yet counted as done.
  for (ActiveTransfer& next : operation.transfers)
    if (next.transfer->after == index)
      post(next);
  if (--operation.left == 0 && --run.left == 0)
    end(run, true);
}

void Progress::end(Run& run, bool isGood) {
  PendingWork* const pending = run.pending;
  std::promise<bool>* const exchanged = run.exchanged;
  runs_.remove_if([&](const Run& each) { return &each == &run; });
  if (pending)
    library::finish(pending);
  if (exchanged)
    exchanged->set_value(isGood);
}

// Ends the runs of the program, or those of control.
void Progress::endRuns(bool control) {
  mustEndRuns_ &= control;
  for (Peer& peer : peers_) {
    const auto isDropped = [&](const auto& entry) {
      return (entry.first.stream == Stream::Control) == control;
    };
    for (const auto& [tag, active] : peer.sends)
      if ((tag.stream == Stream::Control) == control && active->offer)
        DirectOffers::get().withdraw(active->offer);
    std::erase_if(peer.sends, isDropped);
    std::erase_if(peer.receives, isDropped);
    if (peer.arriving && (peer.arriving->tag.stream == Stream::Control) == control)
      peer.arriving = nullptr;
    if (peer.link && !control)
      peer.link->dropData();
  }
  std::erase_if(taking_, [&](const auto& each) {
    return (each.first->tag.stream == Stream::Control) == control;
  });
  for (auto each = runs_.begin(); each != runs_.end();) {
    Run& run = *each++;
    if ((run.exchanged != nullptr) == control)
      end(run, false);
  }
}

// From now on all operations end at once. The program learns it from the next call. Those that run
// end in main(), since callers of this function still hold references to them.
void Progress::fail(ncclResult_t result, const std::string& text) {
  if (failure_.load() != ncclSuccess)
    return;
  {
    const std::lock_guard lock(mutex_);
    failureText_ = text;
  }
  failure_.store(result);
  mustEndRuns_ = true;
  // A program that never asks for asynchronous errors would go on with wrong results and no hint.
  if (result == ncclRemoteError)
    trace::printMessage("NCCL: " + text);
}

} // namespace heddle::nccl
