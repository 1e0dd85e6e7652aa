// Collectives between all devices, by one thread with groups. On a machine with one device they are
// copies, and scaled ones with an operator of the program. Results are exact in all types.

// nvcc: -lnccl
// env: HEDDLE_DEVICES=3
#include "check.h"

#include <math.h>
#include <nccl.h>
#include <string.h>
#include <type_traits>
#include <vector>

using namespace conformance;

#define NCCL_CHECK(call) EXPECT_EQ(static_cast<int>(call), static_cast<int>(ncclSuccess))

constexpr size_t kCount = 1031;

struct Device {
  ncclComm_t communicator;
  cudaStream_t stream;
  char *send, *receive;
};

static std::vector<Device> devices;

// Numbers that each type holds exactly.
template <class T> static T numberOf(int device, size_t index) {
  return static_cast<T>(static_cast<float>((index * 5 + static_cast<size_t>(device)) % 2));
}

template <class T> static void fill() {
  for (size_t device = 0; device < devices.size(); ++device) {
    std::vector<T> values(kCount);
    for (size_t index = 0; index < kCount; ++index)
      values[index] = numberOf<T>(static_cast<int>(device), index);
    CUDA_CHECK(cudaSetDevice(static_cast<int>(device)));
    CUDA_CHECK(cudaMemcpy(devices[device].send, values.data(), kCount * sizeof(T),
                          cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(devices[device].receive, 0, kCount * sizeof(T) * devices.size()));
  }
  CUDA_CHECK(cudaSetDevice(0));
}

template <class T> static std::vector<float> result(size_t device, size_t count) {
  std::vector<T> values(count);
  CUDA_CHECK(cudaStreamSynchronize(devices[device].stream));
  CUDA_CHECK(cudaMemcpy(values.data(), devices[device].receive, count * sizeof(T),
                        cudaMemcpyDeviceToHost));
  std::vector<float> floats(count);
  for (size_t index = 0; index < count; ++index)
    floats[index] = static_cast<float>(values[index]);
  return floats;
}

template <class Call> static void onAll(Call call) {
  NCCL_CHECK(ncclGroupStart());
  for (size_t device = 0; device < devices.size(); ++device)
    NCCL_CHECK(call(static_cast<int>(device), devices[device]));
  NCCL_CHECK(ncclGroupEnd());
}

template <class T> static void reduce(ncclDataType_t type, ncclRedOp_t op) {
  fill<T>();
  onAll([&](int, Device& each) {
    return ncclAllReduce(each.send, each.receive, kCount, type, op, each.communicator, each.stream);
  });
  for (size_t device = 0; device < devices.size(); ++device) {
    const std::vector<float> found = result<T>(device, kCount);
    for (size_t index = 0; index < kCount; ++index) {
      float expected = static_cast<float>(numberOf<T>(0, index));
      for (size_t other = 1; other < devices.size(); ++other) {
        const float next = static_cast<float>(numberOf<T>(static_cast<int>(other), index));
        expected = op == ncclSum    ? expected + next
                   : op == ncclProd ? expected * next
                   : op == ncclMax  ? fmaxf(expected, next)
                                    : fminf(expected, next);
      }
      EXPECT_EQ_AT(index, found[index], expected);
    }
  }
}

// Each device's numbers are doubled before they are added.
template <class T> static void scale(ncclDataType_t type) {
  fill<T>();
  std::vector<ncclRedOp_t> ops(devices.size());
  T two = static_cast<T>(2.0f);
  for (size_t device = 0; device < devices.size(); ++device)
    NCCL_CHECK(ncclRedOpCreatePreMulSum(&ops[device], &two, type, ncclScalarHostImmediate,
                                        devices[device].communicator));
  onAll([&](int device, Device& each) {
    return ncclAllReduce(each.send, each.receive, kCount, type, ops[static_cast<size_t>(device)],
                         each.communicator, each.stream);
  });
  for (size_t device = 0; device < devices.size(); ++device) {
    const std::vector<float> found = result<T>(device, kCount);
    for (size_t index = 0; index < kCount; ++index) {
      float sum = 0;
      for (size_t other = 0; other < devices.size(); ++other)
        sum += static_cast<float>(numberOf<T>(static_cast<int>(other), index));
      EXPECT_EQ_AT(index, found[index], 2 * sum);
    }
    NCCL_CHECK(ncclRedOpDestroy(ops[device], devices[device].communicator));
  }
}

template <class T> static void move(ncclDataType_t type) {
  fill<T>();
  onAll([&](int, Device& each) {
    return ncclAllGather(each.send, each.receive, kCount, type, each.communicator, each.stream);
  });
  for (size_t device = 0; device < devices.size(); ++device) {
    const std::vector<float> found = result<T>(device, kCount * devices.size());
    for (size_t index = 0; index < found.size(); ++index)
      EXPECT_EQ_AT(
          index, found[index],
          static_cast<float>(numberOf<T>(static_cast<int>(index / kCount), index % kCount)));
  }
  fill<T>();
  const int last = static_cast<int>(devices.size()) - 1;
  onAll([&](int, Device& each) {
    return ncclBroadcast(each.send, each.receive, kCount, type, last, each.communicator,
                         each.stream);
  });
  for (size_t device = 0; device < devices.size(); ++device) {
    const std::vector<float> found = result<T>(device, kCount);
    for (size_t index = 0; index < kCount; ++index)
      EXPECT_EQ_AT(index, found[index], static_cast<float>(numberOf<T>(last, index)));
  }
  // To the next device, and from the one before; with one device, to itself.
  fill<T>();
  const int count = static_cast<int>(devices.size());
  NCCL_CHECK(ncclGroupStart());
  for (int device = 0; device < count; ++device) {
    Device& each = devices[static_cast<size_t>(device)];
    NCCL_CHECK(
        ncclSend(each.send, kCount, type, (device + 1) % count, each.communicator, each.stream));
    NCCL_CHECK(ncclRecv(each.receive, kCount, type, (device + count - 1) % count, each.communicator,
                        each.stream));
  }
  NCCL_CHECK(ncclGroupEnd());
  for (int device = 0; device < count; ++device) {
    const std::vector<float> found = result<T>(static_cast<size_t>(device), kCount);
    for (size_t index = 0; index < kCount; ++index)
      EXPECT_EQ_AT(index, found[index],
                   static_cast<float>(numberOf<T>((device + count - 1) % count, index)));
  }
}

template <class T> static void all(ncclDataType_t type) {
  for (const ncclRedOp_t op : {ncclSum, ncclProd, ncclMax, ncclMin})
    reduce<T>(type, op);
  // NCCL does not scale numbers of 8 bits.
  if constexpr (!std::is_same_v<T, __nv_fp8_e4m3> && !std::is_same_v<T, __nv_fp8_e5m2>)
    scale<T>(type);
  move<T>(type);
}

int main() {
  int count = 0;
  CUDA_CHECK(cudaGetDeviceCount(&count));
  devices.resize(static_cast<size_t>(count));
  std::vector<ncclComm_t> communicators(devices.size());
  NCCL_CHECK(ncclCommInitAll(communicators.data(), count, nullptr));
  for (int device = 0; device < count; ++device) {
    Device& each = devices[static_cast<size_t>(device)];
    each.communicator = communicators[static_cast<size_t>(device)];
    CUDA_CHECK(cudaSetDevice(device));
    CUDA_CHECK(cudaStreamCreate(&each.stream));
    CUDA_CHECK(cudaMalloc(&each.send, kCount * sizeof(double)));
    CUDA_CHECK(cudaMalloc(&each.receive, kCount * sizeof(double) * devices.size()));
  }
  all<signed char>(ncclInt8);
  all<unsigned char>(ncclUint8);
  all<int>(ncclInt32);
  all<unsigned>(ncclUint32);
  all<long long>(ncclInt64);
  all<unsigned long long>(ncclUint64);
  all<__half>(ncclFloat16);
  all<float>(ncclFloat32);
  all<double>(ncclFloat64);
  all<__nv_bfloat16>(ncclBfloat16);
  all<__nv_fp8_e4m3>(ncclFloat8e4m3);
  all<__nv_fp8_e5m2>(ncclFloat8e5m2);
  for (Device& each : devices) {
    NCCL_CHECK(ncclCommDestroy(each.communicator));
    CUDA_CHECK(cudaStreamDestroy(each.stream));
    CUDA_CHECK(cudaFree(each.send));
    CUDA_CHECK(cudaFree(each.receive));
  }
  return ok();
}
