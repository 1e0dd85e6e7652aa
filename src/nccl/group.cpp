#include "nccl/group.h"

#include "library/handles.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <thread>
#include <utility>

namespace heddle::nccl {

namespace {

struct MemberCall {
  std::shared_ptr<Communicator> communicator;
  Communicator::Call call;
};

struct Group {
  int depth = 0;
  ncclResult_t error = ncclSuccess;
  std::vector<MemberCall> calls;
  std::vector<InitJob> jobs;
  std::vector<ExchangeJob> exchanges;
};

thread_local Group group;

// Makes a copy of each send to this rank itself and the receive that belongs to it.
std::vector<Communicator::Call> matchOwn(const Communicator& communicator,
                                         const std::vector<Communicator::Call>& calls) {
  std::vector<Communicator::Call> result, sends, receives;
  for (const Communicator::Call& call : calls) {
    const bool isOwn = call.operation.root == communicator.rank;
    if (isOwn && call.operation.kind == OperationKind::Send)
      sends.push_back(call);
    else if (isOwn && call.operation.kind == OperationKind::Receive)
      receives.push_back(call);
    else
      result.push_back(call);
  }
  if (sends.size() != receives.size())
    throw Failure{ncclInvalidUsage, "a rank sends to itself without a receive, or the reverse"};
  for (std::size_t index = 0; index < sends.size(); ++index) {
    Communicator::Call call = sends[index];
    const Operation& receive = receives[index].operation;
    if (receive.bytes() != call.operation.bytes())
      throw Failure{ncclInvalidUsage, "a rank sends itself another size than it receives"};
    call.operation.kind = OperationKind::Copy;
    call.operation.receive = receive.receive;
    result.push_back(call);
    if (receives[index].stream != call.stream) {
      // The receive's stream has to wait, too; a copy of nothing stands for it.
      call.operation.count = 0;
      call.stream = receives[index].stream;
      result.push_back(call);
    }
  }
  return result;
}

ncclResult_t launch(Communicator& communicator, const std::vector<Communicator::Call>& calls) {
  return guarded([&] { return communicator.launch(matchOwn(communicator, calls)); });
}

void runJob(const InitJob& job) {
  const ncclResult_t result = guarded([&] {
    job.run();
    return ncclSuccess;
  });
  job.communicator->state = result;
}

void forget(const InitJob& job) {
  library::Handles<ncclComm>::get().remove(*job.handle);
  *job.handle = nullptr;
}

ncclResult_t runJobs(std::vector<InitJob>& jobs) {
  ncclResult_t result = ncclSuccess;
  std::vector<std::pair<const InitJob*, std::thread>> threads;
  for (const InitJob& job : jobs) {
    const bool isBlocking = job.communicator->config.blocking != 0;
    if (!isBlocking) {
      std::thread([job] { runJob(job); }).detach();
      result = ncclInProgress;
    } else if (jobs.size() == 1) {
      runJob(job);
      threads.emplace_back(&job, std::thread());
    } else {
      threads.emplace_back(&job, std::thread([&job] { runJob(job); }));
    }
  }
  for (auto& [job, thread] : threads) {
    if (thread.joinable())
      thread.join();
    if (const ncclResult_t state = job->communicator->state) {
      result = state;
      forget(*job);
    }
  }
  return result;
}

ncclResult_t runExchange(const ExchangeJob& job) {
  return guarded([&] {
    job.run();
    return ncclSuccess;
  });
}

// The jobs of one communicator wait for those of others in the group, so each has a thread.
ncclResult_t runExchanges(const std::vector<ExchangeJob>& jobs) {
  std::map<Communicator*, std::vector<const ExchangeJob*>> byCommunicator;
  for (const ExchangeJob& job : jobs)
    byCommunicator[job.communicator.get()].push_back(&job);
  std::atomic<ncclResult_t> result{ncclSuccess};
  std::vector<std::thread> threads;
  for (const auto& [communicator, own] : byCommunicator)
    threads.emplace_back([&result, &own = own] {
      for (const ExchangeJob* job : own)
        if (const ncclResult_t error = runExchange(*job)) {
          result = error;
          return;
        }
    });
  for (std::thread& thread : threads)
    thread.join();
  return result;
}

ncclResult_t launchCalls(const std::vector<MemberCall>& all) {
  std::vector<Communicator*> order;
  for (const MemberCall& each : all)
    if (std::ranges::find(order, each.communicator.get()) == order.end())
      order.push_back(each.communicator.get());
  for (Communicator* const communicator : order) {
    std::vector<Communicator::Call> calls;
    for (const MemberCall& each : all)
      if (each.communicator.get() == communicator)
        calls.push_back(each.call);
    if (const ncclResult_t error = launch(*communicator, calls))
      return error;
  }
  return ncclSuccess;
}

// Ends the outermost group. Where `simulates`, nothing of it is done.
ncclResult_t end(bool simulates) {
  if (group.depth == 0)
    return report(ncclInvalidUsage, "ncclGroupEnd() without ncclGroupStart()");
  if (--group.depth > 0)
    return group.error;
  Group ended = std::exchange(group, Group{});
  if (ended.error || simulates) {
    for (const InitJob& job : ended.jobs)
      forget(job);
    return ended.error;
  }
  const ncclResult_t result = runJobs(ended.jobs);
  if (result != ncclSuccess && result != ncclInProgress)
    return result;
  if (const ncclResult_t error = runExchanges(ended.exchanges))
    return error;
  const ncclResult_t launched = launchCalls(ended.calls);
  return launched ? launched : result;
}

} // namespace

ncclResult_t noteInGroup(ncclResult_t result) {
  if (group.depth > 0 && group.error == ncclSuccess && result != ncclInProgress)
    group.error = result;
  return result;
}

ncclResult_t submit(const std::shared_ptr<Communicator>& communicator,
                    const Communicator::Call& call) {
  if (group.depth == 0)
    return launch(*communicator, {call});
  group.calls.push_back({communicator, call});
  return ncclSuccess;
}

ncclResult_t submit(InitJob job) {
  std::vector<InitJob> jobs;
  if (group.depth > 0) {
    group.jobs.push_back(std::move(job));
    return ncclSuccess;
  }
  jobs.push_back(std::move(job));
  return runJobs(jobs);
}

ncclResult_t submit(ExchangeJob job) {
  if (group.depth == 0)
    return runExchange(job);
  group.exchanges.push_back(std::move(job));
  return ncclSuccess;
}

} // namespace heddle::nccl

using namespace heddle::nccl;

ncclResult_t ncclGroupStart() {
  ++group.depth;
  return ncclSuccess;
}
HEDDLE_PROFILED(ncclGroupStart);

ncclResult_t ncclGroupEnd() {
  return guarded([] { return end(false); });
}
HEDDLE_PROFILED(ncclGroupEnd);

// The estimate assumes that ranks exchange this many bytes in a microsecond, and that an operation
// takes at least this many microseconds.
ncclResult_t ncclGroupSimulateEnd(ncclSimInfo_t* info) {
  constexpr float kBytesPerMicrosecond = 5000, kLatency = 20;
  return guarded([&] {
    if (info && info->magic != 0x74685283)
      return report(ncclInvalidArgument, "ncclSimInfo_t is not initialised");
    float time = group.calls.empty() ? 0 : kLatency;
    for (const MemberCall& each : group.calls)
      time += static_cast<float>(each.call.operation.bytes()) / kBytesPerMicrosecond;
    const ncclResult_t result = end(true);
    if (info && result == ncclSuccess)
      info->estimatedTime = time;
    return result;
  });
}
HEDDLE_PROFILED(ncclGroupSimulateEnd);
