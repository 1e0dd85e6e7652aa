// The thread of one rank of a communicator. It moves the data of operations whose turn in their
// stream has come, so that neither the program nor a worker of the device waits for other ranks.
#pragma once

#include "ir/library_work.h"
#include "nccl/direct_memory.h"
#include "nccl/link.h"
#include "nccl/schedule.h"

#include <condition_variable>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <string>

namespace heddle::nccl {

// Operations that run at the same time, since the program has grouped them. It does not change, and
// a captured batch may run many times.
struct Batch {
  std::vector<Operation> operations;
};

class Progress : public std::enable_shared_from_this<Progress>, private LinkListener {
public:
  // The link to this rank itself is null.
  Progress(int rank, std::vector<std::unique_ptr<Link>> links);
  void startThread();

  // Begins a run, which ends with library::finish(pending). After a failure it ends at once.
  void begin(std::shared_ptr<const Batch> batch, std::vector<Reduction> reductions,
             PendingWork* pending);
  // Exchanges as many bytes with all of these ranks; `all` gets them in the order of the ranks.
  // Returns false if one of them is gone.
  bool exchange(const std::vector<int>& members, const void* own, std::size_t bytes, void* all);
  // ncclSuccess until something fails.
  ncclResult_t failure() const { return failure_.load(); }
  std::string failureText();
  // Ends all runs with an error. Links stay open.
  void revoke(ncclResult_t result, const std::string& text);
  // Ends all runs and closes all links, so that the other ranks see it, and ends the thread.
  void abort();
  // Says goodbye to the other ranks and returns when they can hear it. The thread ends later.
  void leave();

private:
  struct Run;
  struct OperationRun;
  // A transfer that is under way.
  struct ActiveTransfer {
    const Transfer* transfer = nullptr;
    OperationRun* operation = nullptr;
    Tag tag;
    std::size_t done = 0; // bytes that have arrived
    std::uint64_t offer = 0;
    bool isComplete = false;
  };
  struct OperationRun {
    Run* run = nullptr;
    Schedule schedule;
    Reduction reduction;
    Tag tag; // its part changes with the transfer
    std::vector<ActiveTransfer> transfers;
    std::size_t left = 0;
  };
  struct Run {
    std::shared_ptr<const Batch> batch;
    PendingWork* pending = nullptr;
    std::promise<bool>* exchanged = nullptr; // for a run of control, which has no `pending`
    std::list<OperationRun> operations;
    std::size_t left = 0;
  };
  struct Peer {
    std::unique_ptr<Link> link;
    std::map<Tag, ActiveTransfer*> sends, receives; // which wait for the other side
    std::map<Tag, std::uint64_t> readies;           // bytes that the other side waits for
    std::map<Tag, Frame> offers;
    ActiveTransfer* arriving = nullptr; // the receive that the present frame of data is for
    std::uint64_t sent[3] = {}, received[3] = {}; // sequences by Stream
    bool isGone = false;
  };

  void arrived(int peer, const Frame& frame) override;
  bool dataBegins(int peer, const Frame& frame) override;
  void dataArrived(int peer, std::span<const char> data) override;
  void dataEnds(int peer) override;
  void dataSent(void* what) override;

  void main();
  void call(std::function<void()> command);
  bool runCommands();
  bool pump();
  bool takeOffers();
  void sleep();
  void checkLink(int peer);

  void start(Run& run);
  void startControl(const std::vector<int>& members, const void* own, std::size_t bytes, void* all,
                    std::promise<bool>* done);
  OperationRun& addOperation(Run& run, Schedule schedule, const Tag& tag);
  void addToRun(Run& run, const Operation& operation, const Reduction& reduction);
  void post(ActiveTransfer& active);
  void postSend(ActiveTransfer& active);
  void postReceive(ActiveTransfer& active);
  void deliver(ActiveTransfer& active, const char* data, std::size_t bytes);
  void complete(ActiveTransfer& active);
  void end(Run& run, bool isGood);
  void fail(ncclResult_t result, const std::string& text);
  void endRuns(bool control);
  bool mismatches(const ActiveTransfer& active, int peer, std::uint64_t bytes);

  const int rank_;
  std::vector<Peer> peers_;
  std::uint64_t collectives_ = 0;
  std::list<Run> runs_;
  std::list<std::pair<ActiveTransfer*, std::shared_ptr<DirectMemory>>> taking_;
  bool mustEndRuns_ = false; // since the communicator has failed

  Descriptor wakeUp_; // an eventfd
  std::mutex mutex_;  // guards the members up to failureText_
  std::vector<std::function<void()>> commands_;
  bool hasEnded_ = false; // the thread takes no further commands
  std::string failureText_;
  std::mutex afterEnd_;
  std::atomic<bool> sleeps_{false};
  std::atomic<ncclResult_t> failure_{ncclSuccess};
  enum class Phase : std::uint8_t { Working, Leaving, Over } phase_ = Phase::Working;
  std::promise<void>* left_ = nullptr;
};

} // namespace heddle::nccl
