// The operations between ranks.
#include "nccl/group.h"

#include <cstring>

namespace heddle::nccl {

namespace {

// Functions differ in the code that they give for a number that is no type.
void checkType(ncclDataType_t type, ncclResult_t code = ncclInvalidArgument) {
  if (type < 0 || type >= ncclNumTypes)
    throw Failure{code, "an invalid type: " + std::to_string(type)};
}

void checkRank(const Communicator& communicator, int rank, const char* what) {
  if (rank < 0 || rank >= communicator.ranks)
    throw Failure{ncclInvalidArgument, std::string("an invalid ") + what + ": " +
                                           std::to_string(rank) + " of " +
                                           std::to_string(communicator.ranks) + " ranks"};
}

// NCCL scales numbers of 8-bit floating point only between ranks. With one rank it lets a program
// create an operator that would, and refuses to reduce by it.
void checkScaling(const Communicator& communicator, ncclDataType_t type) {
  if (communicator.ranks == 1 && (type == ncclFloat8e4m3 || type == ncclFloat8e5m2))
    throw Failure{ncclInvalidArgument, "one rank cannot scale or average 8-bit floating point"};
}

Reduction reductionOf(Communicator& communicator, ncclRedOp_t op, ncclDataType_t type) {
  switch (op) {
  case ncclSum:
    return {.type = type, .op = Operator::Sum};
  case ncclProd:
    return {.type = type, .op = Operator::Product};
  case ncclMax:
    return {.type = type, .op = Operator::Maximum};
  case ncclMin:
    return {.type = type, .op = Operator::Minimum};
  case ncclAvg:
    checkScaling(communicator, type);
    return average(type, communicator.ranks);
  default:
    break;
  }
  const std::lock_guard lock(communicator.mutex);
  const auto found = communicator.operators.find(op);
  if (found == communicator.operators.end())
    throw Failure{ncclInvalidArgument,
                  "an invalid operator of this communicator: " + std::to_string(op)};
  if (found->second.type != type)
    throw Failure{ncclInvalidArgument, "the operator was created for another type"};
  checkScaling(communicator, type);
  return found->second;
}

struct Arguments {
  OperationKind kind;
  const void* send;
  void* receive;
  std::size_t count;
  ncclDataType_t type;
  int root = 0;
  const ncclRedOp_t* op = nullptr; // where the operation reduces
};

ncclResult_t perform(const Arguments& arguments, ncclComm_t handle, cudaStream_t stream) {
  return guardedInGroup([&] {
    const std::shared_ptr<Communicator> communicator = find(handle);
    checkRank(*communicator, arguments.root, "root or peer");
    checkType(arguments.type);
    Operation operation{.kind = arguments.kind,
                        .send = static_cast<const char*>(arguments.send),
                        .receive = static_cast<char*>(arguments.receive),
                        .count = arguments.count,
                        .elementBytes = bytesOf(arguments.type),
                        .reduction = {},
                        .root = arguments.root};
    if (arguments.op)
      operation.reduction = reductionOf(*communicator, *arguments.op, arguments.type);
    if (arguments.count == 0)
      return ncclSuccess; // all ranks leave it out
    return submit(communicator, {operation, stream});
  });
}

} // namespace

} // namespace heddle::nccl

using namespace heddle::nccl;

ncclResult_t ncclAllReduce(const void* send, void* receive, size_t count, ncclDataType_t type,
                           ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream) {
  return perform({OperationKind::AllReduce, send, receive, count, type, 0, &op}, comm, stream);
}
HEDDLE_PROFILED(ncclAllReduce);

ncclResult_t ncclReduce(const void* send, void* receive, size_t count, ncclDataType_t type,
                        ncclRedOp_t op, int root, ncclComm_t comm, cudaStream_t stream) {
  return perform({OperationKind::Reduce, send, receive, count, type, root, &op}, comm, stream);
}
HEDDLE_PROFILED(ncclReduce);

ncclResult_t ncclBroadcast(const void* send, void* receive, size_t count, ncclDataType_t type,
                           int root, ncclComm_t comm, cudaStream_t stream) {
  return perform({OperationKind::Broadcast, send, receive, count, type, root}, comm, stream);
}
HEDDLE_PROFILED(ncclBroadcast);

ncclResult_t ncclBcast(void* buffer, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                       cudaStream_t stream) {
  return ncclBroadcast(buffer, buffer, count, type, root, comm, stream);
}
HEDDLE_PROFILED(ncclBcast);

ncclResult_t ncclReduceScatter(const void* send, void* receive, size_t count, ncclDataType_t type,
                               ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream) {
  return perform({OperationKind::ReduceScatter, send, receive, count, type, 0, &op}, comm, stream);
}
HEDDLE_PROFILED(ncclReduceScatter);

ncclResult_t ncclAllGather(const void* send, void* receive, size_t count, ncclDataType_t type,
                           ncclComm_t comm, cudaStream_t stream) {
  return perform({OperationKind::AllGather, send, receive, count, type}, comm, stream);
}
HEDDLE_PROFILED(ncclAllGather);

ncclResult_t ncclAlltoAll(const void* send, void* receive, size_t count, ncclDataType_t type,
                          ncclComm_t comm, cudaStream_t stream) {
  return perform({OperationKind::AllToAll, send, receive, count, type}, comm, stream);
}
HEDDLE_PROFILED(ncclAlltoAll);

ncclResult_t ncclGather(const void* send, void* receive, size_t count, ncclDataType_t type,
                        int root, ncclComm_t comm, cudaStream_t stream) {
  return perform({OperationKind::Gather, send, receive, count, type, root}, comm, stream);
}
HEDDLE_PROFILED(ncclGather);

ncclResult_t ncclScatter(const void* send, void* receive, size_t count, ncclDataType_t type,
                         int root, ncclComm_t comm, cudaStream_t stream) {
  return perform({OperationKind::Scatter, send, receive, count, type, root}, comm, stream);
}
HEDDLE_PROFILED(ncclScatter);

ncclResult_t ncclSend(const void* send, size_t count, ncclDataType_t type, int peer,
                      ncclComm_t comm, cudaStream_t stream) {
  return perform({OperationKind::Send, send, nullptr, count, type, peer}, comm, stream);
}
HEDDLE_PROFILED(ncclSend);

ncclResult_t ncclRecv(void* receive, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream) {
  return perform({OperationKind::Receive, nullptr, receive, count, type, peer}, comm, stream);
}
HEDDLE_PROFILED(ncclRecv);

ncclResult_t ncclRedOpCreatePreMulSum(ncclRedOp_t* op, void* scalar, ncclDataType_t type,
                                      ncclScalarResidence_t residence, ncclComm_t comm) {
  // No two communicators have operators of the same number, so that they cannot be confused.
  static std::atomic<int> last{ncclNumOps - 1};
  return guarded([&] {
    const std::shared_ptr<Communicator> communicator = find(comm);
    if (!op || !scalar)
      return report(ncclInvalidArgument, "an argument is null");
    checkType(type, ncclInternalError);
    Reduction reduction{.type = type, .scales = true};
    if (residence == ncclScalarDevice)
      reduction.scalarAddress = scalar;
    else if (residence == ncclScalarHostImmediate)
      std::memcpy(&reduction.scalar, scalar, bytesOf(type));
    else
      return report(ncclInvalidArgument, "an invalid residence of a scalar");
    const std::lock_guard lock(communicator->mutex);
    const int number = ++last;
    communicator->operators[number] = reduction;
    *op = static_cast<ncclRedOp_t>(number);
    return ncclSuccess;
  });
}
HEDDLE_PROFILED(ncclRedOpCreatePreMulSum);

ncclResult_t ncclRedOpDestroy(ncclRedOp_t op, ncclComm_t comm) {
  return guarded([&] {
    const std::shared_ptr<Communicator> communicator = find(comm);
    const std::lock_guard lock(communicator->mutex);
    return communicator->operators.erase(op)
               ? ncclSuccess
               : report(ncclInvalidArgument,
                        "no operator of this communicator: " + std::to_string(op));
  });
}
HEDDLE_PROFILED(ncclRedOpDestroy);
