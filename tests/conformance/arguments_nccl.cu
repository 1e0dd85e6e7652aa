// Codes of NCCL's functions for wrong arguments, with a communicator of one rank.

// nvcc: -lnccl
#include "arguments.h"

#include <nccl.h>

// Each member but one is right.
static ncclConfig_t config() {
  ncclConfig_t made = NCCL_CONFIG_INITIALIZER;
  return made;
}

template <class Change> static int initialised(const ncclUniqueId& id, Change change) {
  ncclConfig_t made = config();
  change(made);
  ncclComm_t communicator = nullptr;
  const ncclResult_t result = ncclCommInitRankConfig(&communicator, 1, id, 0, &made);
  if (result == ncclSuccess)
    ncclCommDestroy(communicator);
  return result;
}

static ncclUniqueId newId() {
  ncclUniqueId id;
  OK(ncclGetUniqueId(&id));
  return id;
}

static void versionsAndTexts() {
  int version = 0;
  GIVES(0, ncclGetVersion(&version));
  CHECK(version / 10000 == 2);
  GIVES(4, ncclGetVersion(nullptr));
  GIVES(4, ncclGetUniqueId(nullptr));
  CHECK(strcmp(ncclGetErrorString(ncclSuccess), "no error") == 0);
  CHECK(strcmp(ncclGetErrorString(ncclRemoteError),
               "remote process exited or there was a network error") == 0);
  CHECK(strcmp(ncclGetErrorString(ncclNumResults), "unknown result code") == 0);
}

static void making() {
  ncclComm_t made = nullptr;
  const ncclUniqueId id = newId();
  GIVES(4, ncclCommInitRank(nullptr, 1, id, 0));
  GIVES(4, ncclCommInitRank(&made, 0, id, 0));
  GIVES(4, ncclCommInitRank(&made, 1, id, 1));
  GIVES(4, ncclCommInitRank(&made, 1, id, -1));
  ncclUniqueId one = newId();
  GIVES(4, ncclCommInitRankScalable(&made, 1, 0, 0, &one, nullptr));
  GIVES(4, ncclCommInitRankScalable(&made, 1, 0, 2, &one, nullptr));
  int devices = 0;
  OK(cudaGetDeviceCount(&devices));
  const int same[2] = {0, 0}, absent[1] = {devices}, negative[1] = {-1};
  ncclComm_t two[2];
  GIVES(4, ncclCommInitAll(nullptr, 1, nullptr));
  GIVES(4, ncclCommInitAll(two, -1, nullptr));
  GIVES(5, ncclCommInitAll(two, 2, same));
  GIVES(4, ncclCommInitAll(two, 1, absent));
  GIVES(4, ncclCommInitAll(two, 1, negative));
  GIVES(4, initialised(newId(), [](ncclConfig_t& each) { each.magic = 1; }));
  GIVES(4, initialised(newId(), [](ncclConfig_t& each) { each.blocking = 2; }));
  GIVES(4, initialised(newId(), [](ncclConfig_t& each) { each.cgaClusterSize = -1; }));
  GIVES(4, initialised(newId(), [](ncclConfig_t& each) { each.minCTAs = 0; }));
  GIVES(4, initialised(newId(), [](ncclConfig_t& each) { each.maxCTAs = -1; }));
  GIVES(4, initialised(newId(), [](ncclConfig_t& each) {
          each.minCTAs = 4;
          each.maxCTAs = 2;
        }));
  GIVES(4, initialised(newId(), [](ncclConfig_t& each) { each.splitShare = 2; }));
  GIVES(0, initialised(newId(), [](ncclConfig_t& each) { each.maxCTAs = 4; }));
}

static void asking(ncclComm_t communicator) {
  int value = 0;
  ncclResult_t error;
  GIVES(4, ncclCommCount(nullptr, &value));
  GIVES(4, ncclCommCount(communicator, nullptr));
  GIVES(4, ncclCommCuDevice(nullptr, &value));
  GIVES(4, ncclCommCuDevice(communicator, nullptr));
  GIVES(4, ncclCommUserRank(nullptr, &value));
  GIVES(4, ncclCommUserRank(communicator, nullptr));
  GIVES(4, ncclCommGetAsyncError(nullptr, &error));
  GIVES(4, ncclCommGetAsyncError(communicator, nullptr));
  GIVES(0, ncclCommDestroy(nullptr));
  GIVES(0, ncclCommAbort(nullptr));
  GIVES(0, ncclCommFinalize(nullptr));
}

static void collectives(ncclComm_t communicator, int* memory) {
  const auto type = static_cast<ncclDataType_t>(ncclNumTypes);
  const auto negativeType = static_cast<ncclDataType_t>(-1);
  const auto op = static_cast<ncclRedOp_t>(100), negativeOp = static_cast<ncclRedOp_t>(-1);
  GIVES(4, ncclAllReduce(memory, memory, 1, ncclInt, ncclSum, nullptr, nullptr));
  GIVES(4, ncclAllReduce(memory, memory, 1, type, ncclSum, communicator, nullptr));
  GIVES(4, ncclAllReduce(memory, memory, 1, negativeType, ncclSum, communicator, nullptr));
  GIVES(4, ncclAllReduce(memory, memory, 1, ncclInt, op, communicator, nullptr));
  GIVES(4, ncclAllReduce(memory, memory, 1, ncclInt, negativeOp, communicator, nullptr));
  GIVES(0, ncclAllReduce(nullptr, nullptr, 0, ncclInt, ncclSum, communicator, nullptr));
  GIVES(4, ncclAllReduce(nullptr, nullptr, 0, type, ncclSum, communicator, nullptr));
  GIVES(4, ncclReduce(memory, memory, 1, ncclInt, ncclSum, 1, communicator, nullptr));
  GIVES(4, ncclReduce(memory, memory, 1, ncclInt, ncclSum, -1, communicator, nullptr));
  GIVES(4, ncclBroadcast(memory, memory, 1, ncclInt, 1, communicator, nullptr));
  GIVES(4, ncclBcast(memory, 1, ncclInt, -1, communicator, nullptr));
  GIVES(4, ncclGather(memory, memory, 1, ncclInt, 1, communicator, nullptr));
  GIVES(4, ncclScatter(memory, memory, 1, ncclInt, 1, communicator, nullptr));
  GIVES(4, ncclAllGather(memory, memory, 1, type, communicator, nullptr));
  GIVES(4, ncclReduceScatter(memory, memory, 1, ncclInt, op, communicator, nullptr));
  GIVES(4, ncclAlltoAll(memory, memory, 1, type, communicator, nullptr));
  GIVES(4, ncclSend(memory, 1, ncclInt, 1, communicator, nullptr));
  GIVES(4, ncclRecv(memory, 1, ncclInt, -1, communicator, nullptr));
}

static void operators(ncclComm_t communicator) {
  int scalar = 2;
  ncclRedOp_t op;
  GIVES(4, ncclRedOpCreatePreMulSum(&op, &scalar, ncclInt, ncclScalarHostImmediate, nullptr));
  GIVES(3, ncclRedOpCreatePreMulSum(&op, &scalar, static_cast<ncclDataType_t>(77),
                                    ncclScalarHostImmediate, communicator));
  GIVES(4, ncclRedOpDestroy(ncclSum, communicator));
  GIVES(4, ncclRedOpDestroy(static_cast<ncclRedOp_t>(100), communicator));
  OK(ncclRedOpCreatePreMulSum(&op, &scalar, ncclInt, ncclScalarHostImmediate, communicator));
  GIVES(4, ncclRedOpDestroy(op, nullptr));
  int* memory;
  OK(cudaMalloc(&memory, sizeof(int)));
  GIVES(4, ncclAllReduce(memory, memory, 1, ncclFloat, op, communicator, nullptr));
  GIVES(0, ncclAllReduce(memory, memory, 1, ncclInt, op, communicator, nullptr));
  OK(cudaDeviceSynchronize());
  OK(ncclRedOpDestroy(op, communicator));
  GIVES(4, ncclAllReduce(memory, memory, 1, ncclInt, op, communicator, nullptr));
  for (const ncclDataType_t type : {ncclFloat8e4m3, ncclFloat8e5m2}) {
    OK(ncclRedOpCreatePreMulSum(&op, &scalar, type, ncclScalarHostImmediate, communicator));
    GIVES(4, ncclAllReduce(memory, memory, 1, type, op, communicator, nullptr));
    GIVES(4, ncclReduceScatter(memory, memory, 1, type, op, communicator, nullptr));
    GIVES(4, ncclReduce(memory, memory, 1, type, op, 0, communicator, nullptr));
    GIVES(4, ncclAllReduce(memory, memory, 1, type, ncclAvg, communicator, nullptr));
    OK(cudaDeviceSynchronize());
    OK(ncclRedOpDestroy(op, communicator));
  }
  OK(cudaFree(memory));
}

static void groups(ncclComm_t communicator, int* memory) {
  GIVES(5, ncclGroupEnd());
  OK(ncclGroupStart());
  GIVES(4, ncclSend(memory, 1, ncclInt, 3, communicator, nullptr));
  GIVES(4, ncclGroupEnd());
  OK(ncclGroupStart());
  OK(ncclGroupStart());
  OK(ncclGroupEnd());
  OK(ncclGroupEnd());
}

static void dividing(ncclComm_t communicator) {
  ncclComm_t made = nullptr;
  GIVES(4, ncclCommSplit(nullptr, 0, 0, &made, nullptr));
  GIVES(4, ncclCommSplit(communicator, 0, 0, nullptr, nullptr));
  GIVES(0, ncclCommSplit(communicator, NCCL_SPLIT_NOCOLOR, 0, &made, nullptr));
  CHECK(made == nullptr);
}

static void buffers(ncclComm_t communicator, int* memory) {
  void* handle = nullptr;
  GIVES(1, ncclMemAlloc(nullptr, 16));
  GIVES(0, ncclMemAlloc(&handle, 0));
  GIVES(0, ncclMemFree(nullptr));
  GIVES(4, ncclCommRegister(nullptr, memory, 4, &handle));
  GIVES(0, ncclCommRegister(communicator, memory, 4, &handle));
  GIVES(0, ncclCommDeregister(communicator, handle));
  GIVES(4, ncclCommDeregister(nullptr, handle));
}

int main() {
  versionsAndTexts();
  making();
  ncclComm_t communicator;
  OK(ncclCommInitAll(&communicator, 1, nullptr));
  int* memory;
  OK(cudaMalloc(&memory, 64));
  asking(communicator);
  collectives(communicator, memory);
  operators(communicator);
  groups(communicator, memory);
  dividing(communicator);
  buffers(communicator, memory);
  OK(cudaDeviceSynchronize());
  OK(cudaFree(memory));
  GIVES(0, ncclCommFinalize(communicator));
  GIVES(0, ncclCommDestroy(communicator));
  return ok();
}
