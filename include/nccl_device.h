/* NCCL's device API: communication that kernels start themselves. Ranks of one process read and
   write each other's windows directly ("LSA"), and so does GIN, which on a GPU uses the network. */
#ifndef HEDDLE_NCCL_DEVICE_H
#define HEDDLE_NCCL_DEVICE_H

#include "nccl.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define HEDDLE_NCCL_C extern "C"
#else
#define HEDDLE_NCCL_C
#endif
#ifdef __CUDACC__
#define HEDDLE_NCCL_BOTH static __host__ __device__ inline
#else
#define HEDDLE_NCCL_BOTH static inline
#endif

/* Ranks at equal distances in the communicator, among them this one. */
typedef struct ncclTeam {
  int nRanks, rank, stride;
} ncclTeam_t;

/* Where a buffer begins in the memory of a device communicator. */
typedef uint32_t ncclDevResourceHandle;
typedef ncclDevResourceHandle ncclDevResourceHandle_t;
typedef uint32_t ncclGinSignal_t;
typedef uint32_t ncclGinCounter_t;

typedef struct ncclMultimemHandle {
  void* mcBasePtr;
} ncclMultimemHandle_t;

/* Barriers of a team: for each, a counter for every member and the round that it is in. */
typedef struct ncclLsaBarrierHandle {
  ncclDevResourceHandle_t bufHandle;
  int nBarriers;
} ncclLsaBarrierHandle_t;
typedef struct ncclGinBarrierHandle {
  ncclDevResourceHandle_t bufHandle;
  int nBarriers;
} ncclGinBarrierHandle_t;

typedef struct ncclDevResourceRequirements {
  struct ncclDevResourceRequirements* next;
  size_t bufferSize, bufferAlign;
  ncclDevResourceHandle_t* outBufferHandle;
  int ginSignalCount;
  int ginCounterCount;
  ncclGinSignal_t* outGinSignalStart;
  ncclGinCounter_t* outGinCounterStart;
} ncclDevResourceRequirements_t;

typedef struct ncclTeamRequirements {
  struct ncclTeamRequirements* next;
  ncclTeam_t team;
  bool multimem;
  ncclMultimemHandle_t* outMultimemHandle;
} ncclTeamRequirements_t;

/* What ncclDevCommCreate() is to prepare. */
typedef struct ncclDevCommRequirements {
  ncclDevResourceRequirements_t* resourceRequirementsList;
  ncclTeamRequirements_t* teamRequirementsList;
  bool lsaMultimem;
  int barrierCount;
  int lsaBarrierCount;
  int railGinBarrierCount;
  int lsaLLA2ABlockCount, lsaLLA2ASlotCount;
  bool ginForceEnable;
  int ginContextCount;
  int ginSignalCount;
  int ginCounterCount;
} ncclDevCommRequirements_t;

/* What a window handle points at, in device memory. */
struct ncclWindow_vidmem {
  char* const* lsaPointers; /* where the window begins in each rank of the LSA team */
  int lsaRank, worldRank;
};

/* A communicator as a kernel is given it. */
typedef struct ncclDevComm {
  int rank, nRanks;
  int lsaRank, lsaSize;
  ncclWindow_t resourceWindow;
  ncclMultimemHandle_t lsaMultimem;
  ncclLsaBarrierHandle_t lsaBarrier;
  ncclGinBarrierHandle_t railGinBarrier;
  int ginContextCount;
  int ginSignalCount;
  int ginCounterCount;
  ncclDevResourceHandle_t ginSignals, ginSignalShadows, ginCounters;
} ncclDevComm_t;

HEDDLE_NCCL_C ncclResult_t ncclDevCommCreate(ncclComm_t comm,
                                             const ncclDevCommRequirements_t* requirements,
                                             ncclDevComm_t* outDevComm);
HEDDLE_NCCL_C ncclResult_t ncclDevCommDestroy(ncclComm_t comm, const ncclDevComm_t* devComm);
HEDDLE_NCCL_C ncclResult_t ncclLsaBarrierCreateRequirement(ncclTeam_t team, int nBarriers,
                                                           ncclLsaBarrierHandle_t* outHandle,
                                                           ncclDevResourceRequirements_t* outReq);
HEDDLE_NCCL_C ncclResult_t ncclGinBarrierCreateRequirement(ncclComm_t comm, ncclTeam_t team,
                                                           int nBarriers,
                                                           ncclGinBarrierHandle_t* outHandle,
                                                           ncclDevResourceRequirements_t* outReq);
HEDDLE_NCCL_C ncclTeam_t ncclTeamWorld(ncclComm_t comm);
HEDDLE_NCCL_C ncclTeam_t ncclTeamLsa(ncclComm_t comm);
HEDDLE_NCCL_C ncclTeam_t ncclTeamRail(ncclComm_t comm);
HEDDLE_NCCL_C int ncclTeamRankToWorld(ncclComm_t comm, ncclTeam_t team, int rank);
HEDDLE_NCCL_C int ncclTeamRankToLsa(ncclComm_t comm, ncclTeam_t team, int rank);

/* Distance of a member of `team` from this rank, in ranks of the communicator. */
HEDDLE_NCCL_BOTH int heddle_ncclDistance(ncclTeam_t team, int rank) {
  return (rank - team.rank) * team.stride;
}
HEDDLE_NCCL_BOTH int ncclTeamRankToTeam(ncclTeam_t a, ncclTeam_t b, int bPeer) {
  return a.rank + heddle_ncclDistance(b, bPeer) / a.stride;
}
HEDDLE_NCCL_BOTH bool ncclTeamRankIsMember(ncclTeam_t a, ncclTeam_t b, int bPeer) {
  const int rank = ncclTeamRankToTeam(a, b, bPeer);
  return heddle_ncclDistance(b, bPeer) % a.stride == 0 && rank >= 0 && rank < a.nRanks;
}
HEDDLE_NCCL_BOTH ncclTeam_t ncclTeamInnerFactor(ncclTeam_t parent, int innerSize) {
  const ncclTeam_t team = {innerSize, parent.rank % innerSize, parent.stride};
  return team;
}
HEDDLE_NCCL_BOTH ncclTeam_t ncclTeamOuterFactor(ncclTeam_t parent, int innerSize) {
  const ncclTeam_t team = {parent.nRanks / innerSize, parent.rank / innerSize,
                           parent.stride * innerSize};
  return team;
}
/* The index-th rank of `parent` that is not in `subset`. */
HEDDLE_NCCL_BOTH int ncclTeamRankInDifference(ncclTeam_t parent, ncclTeam_t subset, int index) {
  const int stride = subset.stride / parent.stride;
  int member = parent.rank - subset.rank * stride;
  for (int i = 0; i < subset.nRanks; ++i, member += stride)
    if (member <= index)
      ++index;
  return index;
}
HEDDLE_NCCL_BOTH size_t ncclGetResourceBufferOffset(ncclDevResourceHandle_t handle) {
  return (size_t)handle * 128;
}

#ifdef __cplusplus

struct ncclTeamTagWorld {};
struct ncclTeamTagLsa {};
struct ncclTeamTagRail {};

HEDDLE_NCCL_BOTH ncclTeam ncclTeamWorld(const ncclDevComm& comm) {
  return {comm.nRanks, comm.rank, 1};
}
HEDDLE_NCCL_BOTH ncclTeam ncclTeamLsa(const ncclDevComm& comm) {
  return {comm.lsaSize, comm.lsaRank, 1};
}
HEDDLE_NCCL_BOTH ncclTeam ncclTeamRail(const ncclDevComm& comm) {
  return ncclTeamOuterFactor(ncclTeamWorld(comm), comm.lsaSize);
}
HEDDLE_NCCL_BOTH int ncclTeamRankToWorld(const ncclDevComm& comm, ncclTeam team, int rank) {
  return comm.rank + heddle_ncclDistance(team, rank);
}
HEDDLE_NCCL_BOTH int ncclTeamRankToLsa(const ncclDevComm& comm, ncclTeam team, int rank) {
  return comm.lsaRank + heddle_ncclDistance(team, rank);
}

#endif

#if defined(__cplusplus) && defined(__CUDACC__)

/* The names of libcu++ that the API uses. Where libcu++ is not installed, nobody else defines them.
 */
#if __has_include(<cuda/atomic>)
#include <cuda/atomic>
#else
namespace cuda {
enum memory_order {
  memory_order_relaxed,
  memory_order_consume,
  memory_order_acquire,
  memory_order_release,
  memory_order_acq_rel,
  memory_order_seq_cst
};
enum thread_scope {
  thread_scope_system,
  thread_scope_device,
  thread_scope_block,
  thread_scope_thread = 10
};
} // namespace cuda
#endif

namespace heddle_nccl {

/* The place of this thread in its warp, whatever the shape of the block. */
static __device__ inline unsigned lane() {
  unsigned number;
  asm("mov.u32 %0, %%laneid;" : "=r"(number));
  return number;
}

} // namespace heddle_nccl

/* Threads that act together. */
template <int threads> struct ncclCoopTile {
  static_assert(threads > 0 && threads <= 32 && (threads & (threads - 1)) == 0,
                "a tile is a power of two of threads of a warp");
  __device__ int thread_rank() const { return heddle_nccl::lane() % threads; }
  __device__ constexpr int size() const { return threads; }
  __device__ constexpr int num_threads() const { return threads; }
  __device__ uint32_t laneMask() const {
    return (0xffffffffu >> (32 - threads)) << (heddle_nccl::lane() / threads * threads);
  }
  __device__ void sync() {
    if (threads > 1)
      __syncwarp(laneMask());
  }
};
using ncclCoopThread = ncclCoopTile<1>;
using ncclCoopWarp = ncclCoopTile<32>;

struct ncclCoopLanes {
  uint32_t lmask;
  __device__ constexpr ncclCoopLanes(uint32_t mask = 0xffffffffu) : lmask(mask) {}
  __device__ int thread_rank() const { return __popc(lmask & ((1u << heddle_nccl::lane()) - 1)); }
  __device__ int size() const { return __popc(lmask); }
  __device__ int num_threads() const { return __popc(lmask); }
  __device__ void sync() { __syncwarp(lmask); }
};

/* Warps of a block that follow each other, with a number from 0 to 14 of their own. */
struct ncclCoopWarpSpan {
  uint32_t warp0 : 8, nWarps : 8, id : 8;
  __device__ constexpr ncclCoopWarpSpan(int first, int count, int number)
      : warp0(first), nWarps(count), id(number) {}
  __device__ int thread_rank() const { return threadIdx.x - 32 * warp0; }
  __device__ int size() const { return 32 * nWarps; }
  __device__ int num_threads() const { return 32 * nWarps; }
  __device__ void sync() {
    asm volatile("barrier.sync %0, %1;" ::"r"(1 + id), "r"(32 * nWarps) : "memory");
  }
};

struct ncclCoopCta {
  __device__ int thread_rank() const { return threadIdx.x; }
  __device__ int size() const { return blockDim.x; }
  __device__ int num_threads() const { return blockDim.x; }
  __device__ void sync() { __syncthreads(); }
};

namespace heddle_nccl {

/* Other devices see these accesses, and what the thread has written before. */
static __device__ inline uint32_t loadAcquire(const uint32_t* address) {
  uint32_t value;
  asm volatile("ld.acquire.sys.u32 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
  return value;
}
static __device__ inline uint64_t loadAcquire(const uint64_t* address) {
  uint64_t value;
  asm volatile("ld.acquire.sys.u64 %0, [%1];" : "=l"(value) : "l"(address) : "memory");
  return value;
}
static __device__ inline void storeRelease(uint32_t* address, uint32_t value) {
  asm volatile("st.release.sys.u32 [%0], %1;" ::"l"(address), "r"(value) : "memory");
}
static __device__ inline void addRelease(uint64_t* address, uint64_t value) {
  asm volatile("red.release.sys.add.u64 [%0], %1;" ::"l"(address), "l"(value) : "memory");
}

/* Whether `value` is `least` or behind it, for counters of that many bits that start over. */
static __device__ inline bool hasReached(uint64_t value, uint64_t least, int bits) {
  const uint64_t mask = ~uint64_t(0) >> (64 - bits);
  return ((value - least) & mask) <= mask >> 1;
}

template <class Coop>
static __device__ inline void copy(Coop coop, char* to, const char* from, size_t bytes) {
  size_t done = 0;
  if ((reinterpret_cast<uintptr_t>(to) | reinterpret_cast<uintptr_t>(from)) % sizeof(uint4) == 0) {
    const size_t vectors = bytes / sizeof(uint4);
    for (size_t i = coop.thread_rank(); i < vectors; i += coop.size())
      reinterpret_cast<uint4*>(to)[i] = reinterpret_cast<const uint4*>(from)[i];
    done = vectors * sizeof(uint4);
  }
  for (size_t i = done + coop.thread_rank(); i < bytes; i += coop.size())
    to[i] = from[i];
}

} // namespace heddle_nccl

/* Windows: the memory of this rank and of others. */
static __device__ inline void* ncclGetLsaPointer(ncclWindow_t window, size_t offset, int peer) {
  return window->lsaPointers[peer] + offset;
}
static __device__ inline void* ncclGetLocalPointer(ncclWindow_t window, size_t offset) {
  return ncclGetLsaPointer(window, offset, window->lsaRank);
}
static __device__ inline void* ncclGetPeerPointer(ncclWindow_t window, size_t offset, int peer) {
  return ncclGetLsaPointer(window, offset, window->lsaRank + peer - window->worldRank);
}
static __device__ inline void* ncclGetPeerPointer(ncclWindow_t window, size_t offset, ncclTeam team,
                                                  int peer) {
  return ncclGetLsaPointer(window, offset, window->lsaRank + heddle_ncclDistance(team, peer));
}
/* ncclDevCommCreate() refuses multimem, so that no window has such an address. */
static __device__ inline void* ncclGetMultimemPointer(ncclWindow_t, size_t, ncclMultimemHandle) {
  return nullptr;
}
static __device__ inline void* ncclGetLsaMultimemPointer(ncclWindow_t, size_t, const ncclDevComm&) {
  return nullptr;
}
static __device__ inline void* ncclGetResourceBufferLocalPointer(const ncclDevComm& comm,
                                                                 ncclDevResourceHandle handle) {
  return ncclGetLocalPointer(comm.resourceWindow, ncclGetResourceBufferOffset(handle));
}
static __device__ inline void*
ncclGetResourceBufferLsaPointer(const ncclDevComm& comm, ncclDevResourceHandle handle, int peer) {
  return ncclGetLsaPointer(comm.resourceWindow, ncclGetResourceBufferOffset(handle), peer);
}
static __device__ inline void* ncclGetResourceBufferPeerPointer(const ncclDevComm& comm,
                                                                ncclDevResourceHandle handle,
                                                                ncclTeam team, int peer) {
  return ncclGetPeerPointer(comm.resourceWindow, ncclGetResourceBufferOffset(handle), team, peer);
}

/* A place in a window, of which each rank has its own. */
template <class T> struct ncclSymPtr {
  using ElementType = T;
  ncclWindow_t window;
  size_t offset;

  __host__ __device__ constexpr ncclSymPtr(ncclWindow_t in = nullptr, size_t at = 0)
      : window(in), offset(at) {}
  template <class U> __host__ __device__ operator ncclSymPtr<U>() const { return {window, offset}; }
  template <class Int> __host__ __device__ ncclSymPtr& operator+=(Int distance) {
    offset += static_cast<size_t>(distance) * sizeof(T);
    return *this;
  }
  template <class Int> __host__ __device__ ncclSymPtr& operator-=(Int distance) {
    offset -= static_cast<size_t>(distance) * sizeof(T);
    return *this;
  }
  __device__ T* localPtr() const { return static_cast<T*>(ncclGetLocalPointer(window, offset)); }
  __device__ T* lsaPtr(int peer) const {
    return static_cast<T*>(ncclGetLsaPointer(window, offset, peer));
  }
  __device__ T* peerPtr(int peer) const {
    return static_cast<T*>(ncclGetPeerPointer(window, offset, peer));
  }
  __device__ T* peerPtr(ncclTeam team, int peer) const {
    return static_cast<T*>(ncclGetPeerPointer(window, offset, team, peer));
  }
};
template <class T, class Int>
__host__ __device__ ncclSymPtr<T> operator+(ncclSymPtr<T> pointer, Int distance) {
  return pointer += distance;
}
template <class T, class Int>
__host__ __device__ ncclSymPtr<T> operator-(ncclSymPtr<T> pointer, Int distance) {
  return pointer -= distance;
}
template <class T>
__host__ __device__ ptrdiff_t operator-(ncclSymPtr<T> left, ncclSymPtr<T> right) {
  return static_cast<ptrdiff_t>(left.offset - right.offset) / static_cast<ptrdiff_t>(sizeof(T));
}
template <class T> __host__ __device__ bool operator==(ncclSymPtr<T> left, ncclSymPtr<T> right) {
  return left.window == right.window && left.offset == right.offset;
}
template <class T> __host__ __device__ bool operator!=(ncclSymPtr<T> left, ncclSymPtr<T> right) {
  return !(left == right);
}
static __device__ inline ncclSymPtr<char> ncclGetResourceBuffer(const ncclDevComm& comm,
                                                                ncclDevResourceHandle handle) {
  return {comm.resourceWindow, ncclGetResourceBufferOffset(handle)};
}

namespace heddle_nccl {

/* One barrier of a team. Each member has a counter for every other one, which says in how many
   rounds that one has arrived. The round is kept in memory from one session to the next. */
template <class Coop> class Barrier {
public:
  __device__ Barrier(Coop coop, const ncclDevComm& comm, ncclTeam team,
                     ncclDevResourceHandle_t buffer, int barriers, uint32_t index)
      : coop_(coop), team_(team), window_(comm.resourceWindow),
        offset_(ncclGetResourceBufferOffset(buffer) + index * sizeof(uint32_t) * team.nRanks),
        stored_(reinterpret_cast<uint32_t*>(ncclGetResourceBufferLocalPointer(comm, buffer)) +
                barriers * team.nRanks + index),
        round_(team.nRanks > 1 ? *stored_ : 0) {}
  __device__ ~Barrier() {
    if (team_.nRanks > 1 && coop_.thread_rank() == 0)
      *stored_ = round_;
    coop_.sync();
  }
  Barrier(const Barrier&) = delete;
  Barrier& operator=(const Barrier&) = delete;

  __device__ void arrive(Coop coop) {
    coop.sync();
    for (int peer = coop.thread_rank(); peer < team_.nRanks; peer += coop.size())
      if (peer != team_.rank)
        storeRelease(counterOf(peer, team_.rank), round_ + 1);
  }
  __device__ void wait(Coop coop) {
    ++round_;
    for (int peer = coop.thread_rank(); peer < team_.nRanks; peer += coop.size())
      if (peer != team_.rank)
        while (!hasReached(loadAcquire(counterOf(team_.rank, peer)), round_, 32))
          ;
    coop.sync();
  }

private:
  __device__ uint32_t* counterOf(int owner, int arriving) const {
    return static_cast<uint32_t*>(ncclGetPeerPointer(window_, offset_, team_, owner)) + arriving;
  }

  Coop coop_;
  ncclTeam team_;
  ncclWindow_t window_;
  size_t offset_;
  uint32_t* stored_;
  uint32_t round_;
};

} // namespace heddle_nccl

/* The order of memory accesses is always that of acquire and release, the strongest one that is
   asked for. */
template <class Coop> struct ncclLsaBarrierSession {
  __device__ ncclLsaBarrierSession(Coop coop, const ncclDevComm& comm, ncclTeam team,
                                   ncclLsaBarrierHandle handle, uint32_t index, bool = false,
                                   ncclMultimemHandle = {})
      : barrier_(coop, comm, team, handle.bufHandle, handle.nBarriers, index) {}
  __device__ ncclLsaBarrierSession(Coop coop, const ncclDevComm& comm, ncclTeamTagLsa,
                                   uint32_t index, bool multimem = false)
      : ncclLsaBarrierSession(coop, comm, ncclTeamLsa(comm), comm.lsaBarrier, index, multimem) {}
  __device__ void arrive(Coop coop, cuda::memory_order) { barrier_.arrive(coop); }
  __device__ void wait(Coop coop, cuda::memory_order) { barrier_.wait(coop); }
  __device__ void sync(Coop coop, cuda::memory_order order) {
    arrive(coop, order);
    wait(coop, order);
  }

private:
  heddle_nccl::Barrier<Coop> barrier_;
};

/* What a put does when the data is there, and when its source is free again. */
struct ncclGin_None {};
struct ncclGin_SignalAdd {
  ncclGinSignal_t signal;
  uint64_t value;
};
struct ncclGin_SignalInc {
  ncclGinSignal_t signal;
};
struct ncclGin_CounterInc {
  ncclGinCounter_t counter;
};
struct ncclGinDescriptorSmem {};
struct ncclGin_DescriptorSmem {
  ncclGinDescriptorSmem* descriptor;
};

/* Puts and signals. A put is over when it returns, so that there is nothing left to flush. */
struct ncclGin {
  const ncclDevComm& comm;

  __device__ ncclGin(const ncclDevComm& communicator, int) : comm(communicator) {}

  template <class RemoteAction = ncclGin_None, class LocalAction = ncclGin_None,
            class Coop = ncclCoopThread, class Descriptor = ncclGin_None>
  __device__ void put(ncclTeam team, int peer, ncclWindow_t toWindow, size_t toOffset,
                      ncclWindow_t fromWindow, size_t fromOffset, size_t bytes,
                      RemoteAction remote = {}, LocalAction local = {}, Coop coop = {},
                      Descriptor = {}, cuda::thread_scope = cuda::thread_scope_thread,
                      cuda::thread_scope = cuda::thread_scope_device) const {
    coop.sync();
    heddle_nccl::copy(coop, static_cast<char*>(ncclGetPeerPointer(toWindow, toOffset, team, peer)),
                      static_cast<const char*>(ncclGetLocalPointer(fromWindow, fromOffset)), bytes);
    finish(team, peer, remote, local, coop);
  }
  template <class T, class RemoteAction = ncclGin_None, class LocalAction = ncclGin_None,
            class Coop = ncclCoopThread, class Descriptor = ncclGin_None>
  __device__ void put(ncclTeam team, int peer, ncclSymPtr<T> to, ncclSymPtr<T> from, size_t count,
                      RemoteAction remote = {}, LocalAction local = {}, Coop coop = {},
                      Descriptor = {}, cuda::thread_scope = cuda::thread_scope_thread,
                      cuda::thread_scope = cuda::thread_scope_device) const {
    put(team, peer, to.window, to.offset, from.window, from.offset, count * sizeof(T), remote,
        local, coop);
  }
  template <class T, class RemoteAction = ncclGin_None, class Coop = ncclCoopThread,
            class Descriptor = ncclGin_None>
  __device__ void putValue(ncclTeam team, int peer, ncclWindow_t window, size_t offset, T value,
                           RemoteAction remote = {}, Coop coop = {}, Descriptor = {},
                           cuda::thread_scope = cuda::thread_scope_thread,
                           cuda::thread_scope = cuda::thread_scope_device) const {
    static_assert(sizeof(T) <= 8, "a value has at most eight bytes");
    coop.sync();
    if (coop.thread_rank() == 0)
      *static_cast<T*>(ncclGetPeerPointer(window, offset, team, peer)) = value;
    finish(team, peer, remote, ncclGin_None{}, coop);
  }
  template <class T, class RemoteAction = ncclGin_None, class Coop = ncclCoopThread,
            class Descriptor = ncclGin_None>
  __device__ void putValue(ncclTeam team, int peer, ncclSymPtr<T> to, T value,
                           RemoteAction remote = {}, Coop coop = {}, Descriptor = {},
                           cuda::thread_scope = cuda::thread_scope_thread,
                           cuda::thread_scope = cuda::thread_scope_device) const {
    putValue(team, peer, to.window, to.offset, value, remote, coop);
  }
  template <class RemoteAction, class Coop = ncclCoopThread, class Descriptor = ncclGin_None>
  __device__ void signal(ncclTeam team, int peer, RemoteAction remote, Coop coop = {},
                         Descriptor = {}, cuda::thread_scope = cuda::thread_scope_thread,
                         cuda::thread_scope = cuda::thread_scope_device) const {
    coop.sync();
    finish(team, peer, remote, ncclGin_None{}, coop);
  }
  template <class Coop>
  __device__ void flush(Coop coop, cuda::memory_order = cuda::memory_order_acquire) const {
    coop.sync();
  }

  __device__ uint64_t readCounter(ncclGinCounter_t counter, int bits = 56,
                                  cuda::memory_order = cuda::memory_order_acquire) const {
    return lowBits(heddle_nccl::loadAcquire(own(comm.ginCounters) + counter), bits);
  }
  template <class Coop>
  __device__ void waitCounter(Coop coop, ncclGinCounter_t counter, uint64_t least, int bits = 56,
                              cuda::memory_order = cuda::memory_order_acquire) const {
    waitFor(coop, own(comm.ginCounters) + counter, least, bits);
  }
  __device__ void resetCounter(ncclGinCounter_t counter) const {
    own(comm.ginCounters)[counter] = 0;
  }

  __device__ uint64_t readSignal(ncclGinSignal_t signal, int bits = 64,
                                 cuda::memory_order = cuda::memory_order_acquire) const {
    return lowBits(heddle_nccl::loadAcquire(own(comm.ginSignals) + signal), bits);
  }
  template <class Coop>
  __device__ void waitSignal(Coop coop, ncclGinSignal_t signal, uint64_t least, int bits = 64,
                             cuda::memory_order = cuda::memory_order_acquire) const {
    waitFor(coop, own(comm.ginSignals) + signal, least, bits);
  }
  __device__ void resetSignal(ncclGinSignal_t signal) const {
    own(comm.ginSignals)[signal] = 0;
    *getSignalShadowPtr(signal) = 0;
  }

  /* Each signal has a number beside it that is for the kernel alone. */
  __device__ uint64_t* getSignalShadowPtr(ncclGinSignal_t signal) const {
    return own(comm.ginSignalShadows) + signal;
  }
  __device__ void increaseSignalShadow(ncclGinSignal_t signal, uint64_t delta) const {
    *getSignalShadowPtr(signal) += delta;
  }
  template <class Coop>
  __device__ void waitSignalMeetShadow(Coop coop, ncclGinSignal_t signal, int bits = 64,
                                       cuda::memory_order = cuda::memory_order_acquire) const {
    waitSignal(coop, signal, *getSignalShadowPtr(signal), bits);
  }
  template <class Coop, class Uint>
  __device__ void waitSignalFollowShadow(Coop coop, ncclGinSignal_t signal, Uint leastDelta,
                                         Uint* before, Uint* delta, int bits = 64,
                                         cuda::memory_order = cuda::memory_order_acquire) const {
    const uint64_t shadow = *getSignalShadowPtr(signal);
    waitSignal(coop, signal, shadow + leastDelta, bits);
    const uint64_t value = readSignal(signal, bits);
    *before = static_cast<Uint>(shadow);
    *delta = static_cast<Uint>(lowBits(value - shadow, bits));
    coop.sync();
    if (coop.thread_rank() == 0)
      *getSignalShadowPtr(signal) = value;
    coop.sync();
  }

private:
  static __device__ uint64_t lowBits(uint64_t value, int bits) {
    return value & ~uint64_t(0) >> (64 - bits);
  }
  __device__ uint64_t* own(ncclDevResourceHandle_t handle) const {
    return static_cast<uint64_t*>(ncclGetResourceBufferLocalPointer(comm, handle));
  }
  template <class Coop>
  static __device__ void waitFor(Coop coop, const uint64_t* address, uint64_t least, int bits) {
    if (coop.thread_rank() == 0)
      while (!heddle_nccl::hasReached(heddle_nccl::loadAcquire(address), least, bits))
        ;
    coop.sync();
  }

  __device__ void act(ncclTeam, int, ncclGin_None) const {}
  __device__ void act(ncclTeam team, int peer, ncclGin_SignalAdd action) const {
    heddle_nccl::addRelease(static_cast<uint64_t*>(ncclGetResourceBufferPeerPointer(
                                comm, comm.ginSignals, team, peer)) +
                                action.signal,
                            action.value);
  }
  __device__ void act(ncclTeam team, int peer, ncclGin_SignalInc action) const {
    act(team, peer, ncclGin_SignalAdd{action.signal, 1});
  }
  __device__ void act(ncclTeam, int, ncclGin_CounterInc action) const {
    heddle_nccl::addRelease(own(comm.ginCounters) + action.counter, 1);
  }
  template <class RemoteAction, class LocalAction, class Coop>
  __device__ void finish(ncclTeam team, int peer, RemoteAction remote, LocalAction local,
                         Coop coop) const {
    coop.sync();
    if (coop.thread_rank() != 0)
      return;
    act(team, peer, remote);
    act(team, peer, local);
  }
};

enum class ncclGinFenceLevel { Relaxed };

template <class Coop> struct ncclGinBarrierSession {
  __device__ ncclGinBarrierSession(Coop coop, ncclGin gin, ncclTeam team,
                                   ncclGinBarrierHandle handle, uint32_t index)
      : barrier_(coop, gin.comm, team, handle.bufHandle, handle.nBarriers, index) {}
  __device__ ncclGinBarrierSession(Coop coop, ncclGin gin, ncclTeamTagRail, uint32_t index)
      : ncclGinBarrierSession(coop, gin, ncclTeamRail(gin.comm), gin.comm.railGinBarrier, index) {}
  __device__ void sync(Coop coop, cuda::memory_order, ncclGinFenceLevel) {
    barrier_.arrive(coop);
    barrier_.wait(coop);
  }

private:
  heddle_nccl::Barrier<Coop> barrier_;
};

/* Ranks of an LSA team meet first, then those with the same place in other LSA teams, then those of
   the LSA team once more, so that all have heard of all. */
template <class Coop> struct ncclBarrierSession {
  __device__ ncclBarrierSession(Coop coop, ncclTeam inner, ncclTeam outer, ncclGin gin,
                                ncclLsaBarrierHandle innerHandle, ncclGinBarrierHandle outerHandle,
                                uint32_t index, bool multimem = false,
                                ncclMultimemHandle innerMultimem = {})
      : lsa_(coop, gin.comm, inner, innerHandle, index, multimem, innerMultimem),
        gin_(coop, gin, outer, outerHandle, index), hasOuter_(outer.nRanks > 1) {}
  __device__ ncclBarrierSession(Coop coop, ncclTeamTagWorld, ncclGin gin, uint32_t index,
                                bool multimem = false)
      : ncclBarrierSession(coop, ncclTeamLsa(gin.comm), ncclTeamRail(gin.comm), gin,
                           gin.comm.lsaBarrier, gin.comm.railGinBarrier, index, multimem) {}
  __device__ ncclBarrierSession(Coop coop, ncclTeamTagLsa, const ncclDevComm& comm, uint32_t index,
                                bool multimem = false)
      : ncclBarrierSession(coop, ncclTeamLsa(comm), ncclTeam{1, 0, 1}, ncclGin(comm, 0),
                           comm.lsaBarrier, comm.railGinBarrier, index, multimem) {}
  __device__ ncclBarrierSession(Coop coop, ncclTeamTagRail, ncclGin gin, uint32_t index)
      : ncclBarrierSession(coop, ncclTeam{1, 0, 1}, ncclTeamRail(gin.comm), gin,
                           gin.comm.lsaBarrier, gin.comm.railGinBarrier, index) {}

  __device__ ncclLsaBarrierSession<Coop>& lsaBarrier() { return lsa_; }
  __device__ ncclGinBarrierSession<Coop>& ginBarrier() { return gin_; }
  __device__ void sync(Coop coop, cuda::memory_order order, ncclGinFenceLevel fence) {
    lsa_.sync(coop, order);
    if (!hasOuter_)
      return;
    gin_.sync(coop, order, fence);
    lsa_.sync(coop, order);
  }

private:
  ncclLsaBarrierSession<Coop> lsa_;
  ncclGinBarrierSession<Coop> gin_;
  bool hasOuter_;
};

#endif

#undef HEDDLE_NCCL_C
#undef HEDDLE_NCCL_BOTH

#endif
