// Every operation, type and operator over sizes and layouts, as one rank sees it. The numbers are
// small integers, so that all types hold them and their sums exactly.
#pragma once

#include "nccl.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace heddle::nccl_test {

struct Rank {
  ncclComm_t communicator = nullptr;
  int rank = 0, ranks = 0;
  cudaStream_t stream = nullptr;
};

inline std::size_t bytesOf(ncclDataType_t type) {
  constexpr std::size_t kBytes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};
  return kBytes[type];
}

template <class T> void put(void* to, T value) {
  std::memcpy(to, &value, sizeof value);
}
template <class T> T get(const void* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

inline void encode(ncclDataType_t type, double value, void* to) {
  const auto single = static_cast<float>(value);
  switch (type) {
  case ncclInt8:
    return put(to, static_cast<std::int8_t>(value));
  case ncclUint8:
    return put(to, static_cast<std::uint8_t>(static_cast<std::int64_t>(value)));
  case ncclInt32:
    return put(to, static_cast<std::int32_t>(value));
  case ncclUint32:
    return put(to, static_cast<std::uint32_t>(static_cast<std::int64_t>(value)));
  case ncclInt64:
    return put(to, static_cast<std::int64_t>(value));
  case ncclUint64:
    return put(to, static_cast<std::uint64_t>(static_cast<std::int64_t>(value)));
  case ncclFloat16:
    return put(to, __float2half(single));
  case ncclFloat32:
    return put(to, single);
  case ncclFloat64:
    return put(to, value);
  case ncclBfloat16:
    return put(to, __float2bfloat16(single));
  case ncclFloat8e4m3:
    return put(to, __nv_fp8_e4m3(single));
  default:
    return put(to, __nv_fp8_e5m2(single));
  }
}

inline double decode(ncclDataType_t type, const void* from) {
  switch (type) {
  case ncclInt8:
    return get<std::int8_t>(from);
  case ncclUint8:
    return get<std::uint8_t>(from);
  case ncclInt32:
    return get<std::int32_t>(from);
  case ncclUint32:
    return get<std::uint32_t>(from);
  case ncclInt64:
    return static_cast<double>(get<std::int64_t>(from));
  case ncclUint64:
    return static_cast<double>(get<std::uint64_t>(from));
  case ncclFloat16:
    return __half2float(get<__half>(from));
  case ncclFloat32:
    return get<float>(from);
  case ncclFloat64:
    return get<double>(from);
  case ncclBfloat16:
    return __bfloat162float(get<__nv_bfloat16>(from));
  case ncclFloat8e4m3:
    return static_cast<float>(get<__nv_fp8_e4m3>(from));
  default:
    return static_cast<float>(get<__nv_fp8_e5m2>(from));
  }
}

inline bool isFloat(ncclDataType_t type) {
  return type >= ncclFloat16;
}

// The element of a rank's operand. Of eight ranks, sums are at most 8 and products at most 2.
inline double operandOf(ncclRedOp_t op, int rank, std::size_t index) {
  const std::size_t mixed = index * 7 + static_cast<std::size_t>(rank) * 3;
  if (op == ncclProd)
    return mixed % 8 == 0 ? 2 : 1;
  if (op == ncclMax || op == ncclMin)
    return static_cast<double>(mixed % 5);
  return static_cast<double>(mixed % 2);
}

inline double reduced(ncclRedOp_t op, ncclDataType_t type, int ranks, std::size_t index) {
  double result = operandOf(op, 0, index);
  for (int rank = 1; rank < ranks; ++rank) {
    const double next = operandOf(op, rank, index);
    result = op == ncclProd  ? result * next
             : op == ncclMax ? std::fmax(result, next)
             : op == ncclMin ? std::fmin(result, next)
                             : result + next;
  }
  if (op != ncclAvg)
    return result;
  return isFloat(type) ? result / ranks : std::floor(result / ranks);
}

// An average of floating-point numbers is a sum of scaled ones, each of which is rounded.
inline double tolerance(ncclRedOp_t op, ncclDataType_t type, int ranks) {
  if (op != ncclAvg || !isFloat(type) || (ranks & (ranks - 1)) == 0)
    return 0;
  constexpr double kEpsilon[] = {0x1p-10, 0x1p-23, 0x1p-52, 0x1p-7, 0x1p-3, 0x1p-2};
  return kEpsilon[type - ncclFloat16] * 2;
}

// Device memory with a known filling around it, so that a write beside it is seen.
class Buffer {
public:
  explicit Buffer(std::size_t bytes) : host_(bytes + 2 * kMargin, kFilling) {
    if (cudaMalloc(&device_, host_.size()) != cudaSuccess)
      device_ = nullptr;
  }
  ~Buffer() { cudaFree(device_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  char* host() { return host_.data() + kMargin; }
  char* device() { return static_cast<char*>(device_) + kMargin; }
  void upload(cudaStream_t stream) {
    cudaMemcpyAsync(device_, host_.data(), host_.size(), cudaMemcpyHostToDevice, stream);
  }
  void download(cudaStream_t stream) {
    cudaMemcpyAsync(host_.data(), device_, host_.size(), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
  }
  bool marginsAreWhole() const {
    for (std::size_t index = 0; index < kMargin; ++index)
      if (host_[index] != kFilling || host_[host_.size() - 1 - index] != kFilling)
        return false;
    return true;
  }

private:
  static constexpr std::size_t kMargin = 64;
  static constexpr char kFilling = 0x5a;
  std::vector<char> host_;
  void* device_ = nullptr;
};

struct Case {
  std::string name = "";
  ncclDataType_t type = ncclInt8;
  ncclRedOp_t op = ncclSum;
  std::size_t count = 0;
  int root = 0;
  bool isInPlace = false;
};

// The number of elements that are wrong, or -1 where a call failed.
using Operand = std::function<double(std::size_t index)>;
using Call = std::function<ncclResult_t(const char* send, char* receive)>;

// Makes the call with `sendCount` elements and compares `receiveCount` elements with what they
// should be. In place, the operand begins at element `sendAt` of the result, or the result at
// element -`sendAt` of the operand.
inline std::string check(const Rank& self, const Case& what, std::size_t sendCount,
                         std::size_t receiveCount, const Operand& operand, const Operand& expected,
                         std::ptrdiff_t sendAt, const Call& call) {
  const std::size_t size = bytesOf(what.type);
  const std::size_t all = std::max(sendCount, receiveCount);
  Buffer first(all * size), second(all * size);
  const std::size_t sendShift = what.isInPlace && sendAt > 0 ? static_cast<std::size_t>(sendAt) : 0;
  const std::size_t receiveShift =
      what.isInPlace && sendAt < 0 ? static_cast<std::size_t>(-sendAt) : 0;
  for (std::size_t index = 0; index < sendCount; ++index)
    encode(what.type, operand(index), first.host() + (sendShift + index) * size);
  Buffer& result = what.isInPlace ? first : second;
  first.upload(self.stream);
  second.upload(self.stream);
  const ncclResult_t error =
      call(first.device() + sendShift * size, result.device() + receiveShift * size);
  const std::string label =
      what.name + " type " + std::to_string(what.type) + " op " + std::to_string(what.op) +
      " count " + std::to_string(what.count) + " root " + std::to_string(what.root) +
      (what.isInPlace ? " in place" : "") + " rank " + std::to_string(self.rank) + ": ";
  if (error)
    return label + ncclGetErrorString(error) + ", " + ncclGetLastError(self.communicator) + "\n";
  result.download(self.stream);
  if (!result.marginsAreWhole())
    return label + "memory beside the result was written\n";
  for (std::size_t index = 0; index < receiveCount; ++index) {
    const double found = decode(what.type, result.host() + (receiveShift + index) * size);
    const double wanted = expected(index);
    if (!(std::fabs(found - wanted) <=
          tolerance(what.op, what.type, self.ranks) * std::fmax(1, std::fabs(wanted))))
      return label + "element " + std::to_string(index) + " is " + std::to_string(found) +
             " and not " + std::to_string(wanted) + "\n";
  }
  return "";
}

inline std::string checkReductions(const Rank& self, Case what) {
  const auto ranks = static_cast<std::size_t>(self.ranks), me = static_cast<std::size_t>(self.rank);
  const auto own = [&](std::size_t index) { return operandOf(what.op, self.rank, index); };
  const auto result = [&](std::size_t index) {
    return reduced(what.op, what.type, self.ranks, index);
  };
  std::string errors;
  what.name = "ncclAllReduce";
  errors +=
      check(self, what, what.count, what.count, own, result, 0, [&](auto* send, auto* receive) {
        return ncclAllReduce(send, receive, what.count, what.type, what.op, self.communicator,
                             self.stream);
      });
  what.name = "ncclReduce";
  const bool isRoot = self.rank == what.root;
  errors += check(self, what, what.count, isRoot ? what.count : 0, own, result, 0,
                  [&](auto* send, auto* receive) {
                    return ncclReduce(send, isRoot ? receive : nullptr, what.count, what.type,
                                      what.op, what.root, self.communicator, self.stream);
                  });
  what.name = "ncclReduceScatter";
  errors += check(
      self, what, what.count * ranks, what.count, own,
      [&](std::size_t index) { return result(me * what.count + index); },
      -static_cast<std::ptrdiff_t>(me * what.count),
      [&](auto* send, auto* receive) {
        return ncclReduceScatter(send, receive, what.count, what.type, what.op, self.communicator,
                                 self.stream);
      });
  return errors;
}

inline std::string checkMoves(const Rank& self, Case what) {
  const auto ranks = static_cast<std::size_t>(self.ranks), me = static_cast<std::size_t>(self.rank);
  const bool isRoot = self.rank == what.root;
  const auto of = [](int rank, std::size_t index) { return operandOf(ncclMax, rank, index); };
  const auto own = [&](std::size_t index) { return of(self.rank, index); };
  const auto roots = [&](std::size_t index) { return of(what.root, index); };
  const auto gathered = [&](std::size_t index) {
    return of(static_cast<int>(index / what.count), index % what.count);
  };
  std::string errors;
  what.name = "ncclBroadcast";
  errors +=
      check(self, what, what.count, what.count, own, roots, 0, [&](auto* send, auto* receive) {
        return ncclBroadcast(send, receive, what.count, what.type, what.root, self.communicator,
                             self.stream);
      });
  what.name = "ncclAllGather";
  errors += check(self, what, what.count, what.count * ranks, own, gathered,
                  static_cast<std::ptrdiff_t>(me * what.count), [&](auto* send, auto* receive) {
                    return ncclAllGather(send, receive, what.count, what.type, self.communicator,
                                         self.stream);
                  });
  what.name = "ncclGather";
  errors += check(self, what, what.count, isRoot ? what.count * ranks : 0, own, gathered,
                  static_cast<std::ptrdiff_t>(isRoot ? me * what.count : 0),
                  [&](auto* send, auto* receive) {
                    return ncclGather(send, receive, what.count, what.type, what.root,
                                      self.communicator, self.stream);
                  });
  what.name = "ncclScatter";
  errors += check(
      self, what, isRoot ? what.count * ranks : 0, what.count, own,
      [&](std::size_t index) { return of(what.root, me * what.count + index); },
      -static_cast<std::ptrdiff_t>(isRoot ? me * what.count : 0),
      [&](auto* send, auto* receive) {
        return ncclScatter(send, receive, what.count, what.type, what.root, self.communicator,
                           self.stream);
      });
  if (what.isInPlace)
    return errors;
  what.name = "ncclAlltoAll";
  errors += check(
      self, what, what.count * ranks, what.count * ranks, own,
      [&](std::size_t index) {
        return of(static_cast<int>(index / what.count), me * what.count + index % what.count);
      },
      0,
      [&](auto* send, auto* receive) {
        return ncclAlltoAll(send, receive, what.count, what.type, self.communicator, self.stream);
      });
  what.name = "ncclSend and ncclRecv";
  errors += check(
      self, what, what.count, what.count, own,
      [&](std::size_t index) { return of((self.rank + self.ranks - 1) % self.ranks, index); }, 0,
      [&](auto* send, auto* receive) {
        ncclGroupStart();
        ncclSend(send, what.count, what.type, (self.rank + 1) % self.ranks, self.communicator,
                 self.stream);
        ncclRecv(receive, what.count, what.type, (self.rank + self.ranks - 1) % self.ranks,
                 self.communicator, self.stream);
        return ncclGroupEnd();
      });
  return errors;
}

// All of them. Returns what is wrong, or nothing.
inline std::string sweep(const Rank& self, const std::vector<std::size_t>& counts) {
  std::string errors;
  int root = 0;
  for (const std::size_t count : counts)
    for (int type = 0; type < ncclNumTypes; ++type)
      for (const bool isInPlace : {false, true}) {
        Case what{
            .type = static_cast<ncclDataType_t>(type), .count = count, .isInPlace = isInPlace};
        what.root = root++ % self.ranks;
        for (int op = 0; op < ncclNumOps; ++op) {
          what.op = static_cast<ncclRedOp_t>(op);
          errors += checkReductions(self, what);
        }
        what.op = ncclMax;
        errors += checkMoves(self, what);
      }
  return errors;
}

} // namespace heddle::nccl_test
