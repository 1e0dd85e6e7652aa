// What compiled kernels and the engine agree on: the layout of the block context, the signature of
// a compiled kernel, and the run-time functions that kernels call. Plain C layout, no dependencies;
// src/simt writes code against it, src/exec fills it in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace heddle {

struct Launch; // src/exec: one grid in flight

constexpr std::uint32_t kMostClusterBlocks = 16;
struct ClusterState;

// One per resident block. Compiled code reads the fields by their offsets (thread_operations.def
// says which operation reads which), so order and types are part of the ABI; raise
// kKernelAbiVersion when they change.
struct BlockContext {
  const void* params; // the kernel's parameter buffer, laid out as PTX .param declares it
  char* shared;       // base of this block's shared memory; shared-space address 0
  std::uint32_t ctaid[3];
  std::uint32_t nctaid[3];
  std::uint32_t sharedBytes; // static plus dynamic shared memory
  std::uint32_t dynamicSharedBytes;
  std::uint32_t workerIndex; // %smid
  std::uint32_t workerCount; // %nsmid
  std::uint64_t gridId;      // %gridid
  char* frame; // CompiledKernel::frameBytes of memory that begin with a BlockFrameHeader
  Launch* launch;
  // This worker's stack. Local memory lies there, or in the frame if it lives across barriers.
  const char* localLow;
  const char* localHigh;
  std::uint32_t ntid[3];       // block shape, for code that is not specialised on it
  std::uint32_t clusterDim[3]; // blocks in a cluster, along each axis
  ClusterState* cluster;       // null where a cluster is one block
  std::uint64_t sharedStride;  // between the shared memories of blocks of a cluster; a power of two
  std::uint32_t frameBytes;    // of `frame`
  std::uint32_t parameterBytes; // of `params`, without what is behind the last parameter
  // A grid that writes more bytes than this stores around the caches, because the next grid would
  // not find them there anyway (simt/stream_stores.h).
  std::uint64_t cachedGridBytes;
};

// What the blocks of a cluster share: barrier.cluster counts here, see exec/cluster_barrier.cpp.
struct ClusterState {
  std::uint64_t barrier;                   // the phase in the upper half
  std::uint32_t phase[kMostClusterBlocks]; // that each block's threads have arrived for
  std::uint32_t* arrivals; // of each thread: one more than the phase that it last arrived for
};

constexpr std::uint32_t kKernelAbiVersion = 9;
// Added to the address of a misaligned access. No process may access the memory there, so the
// access faults, and the address of the fault tells which one was meant.
#ifdef __aarch64__
constexpr unsigned kUserAddressBits = 48;
#else
constexpr unsigned kUserAddressBits = 47;
#endif
constexpr std::uint64_t kMisalignedDistance = ~std::uint64_t{0} << kUserAddressBits;
// Stands in front of each device function that can be called through a pointer, so that a call of
// any other address is recognised: an arbitrary number, which other code and data hardly contain.
constexpr std::uint64_t kFunctionMark = 0x5ae1'c97b'03d4'6f2e;
// Symbols whose addresses are the begin and the size of the range in which device functions lie.
constexpr const char* kFunctionRangeBegin = "heddle_function_range_begin";
constexpr const char* kFunctionRangeBytes = "heddle_function_range_bytes";
constexpr std::size_t kSharedAlignment = 1024;    // of BlockContext::shared
constexpr std::size_t kLeastParameterBytes = 512; // that can be read behind BlockContext::params
constexpr std::size_t kParameterAlignment = 64;   // of BlockContext::params
constexpr unsigned kNamedBarriers = 16;           // of a block, in PTX

namespace exec {
class ThreadFibers;
}

// How the frame of every block begins. Whoever starts a block clears it; what follows in the frame
// belongs to the block function, which makes no assumption about it.
struct alignas(64) BlockFrameHeader {
  std::uint32_t predicateSums[kNamedBarriers]; // of bar.red, between its two barriers
  std::uint32_t isSuspended;                   // the block function has returned Yielded before
  exec::ThreadFibers* fibers;                  // of a block whose threads run as fibers
};

enum class BlockStatus : std::int32_t {
  Done = 0,    // every thread of the block has returned
  Yielded = 1, // call again later with the same context (the block waits for another block)
};

using BlockFunction = BlockStatus (*)(BlockContext*);
using ThreadFunction = void (*)(BlockContext*, std::uint32_t thread);

// What the lanes of a warp do together where each thread runs by itself.
enum class WarpOperation : std::uint32_t {
  Barrier,
  ShuffleIndex,
  ShuffleUp,
  ShuffleDown,
  ShuffleButterfly,
  VoteAny,
  VoteAll,
  VoteUniform,
  VoteBallot,
  ActiveMask,
  MatchAny,
  MatchAll,
  ReduceAdd,
  ReduceMin,
  ReduceMax,
  ReduceUnsignedMin,
  ReduceUnsignedMax,
  ReduceAnd,
  ReduceOr,
  ReduceXor,
};

// A function of this process that compiled kernels call, by the name it has in their code.
struct RuntimeSymbol {
  const char* name;
  void* address;
};

class OptimisedCode; // ir/optimised_code.h

// A compiled kernel. `run` runs all threads of one block from start to end, or to its next yield.
struct CompiledKernel {
  BlockFunction run = nullptr;
  std::uint32_t frameBytes = sizeof(BlockFrameHeader); // BlockContext::frame, 64-byte aligned
  std::uint32_t staticSharedBytes =
      0; // at shared-space address 0; dynamic shared memory follows at dynamicSharedOffset
  std::uint32_t dynamicSharedOffset = 0;
  std::uint32_t gangWidth = 1;
  std::uint32_t requiredCluster[3] = {}; // zeros where the launch decides
  bool yields = false; // may return Yielded: keep every block's context until Done
  // The source location of an instruction, as "file:line"; empty when it is not known. Slow: it
  // compiles the kernel again.
  std::function<std::string(const void* instruction)> sourceLocationOf;
  // The same kernel compiled as fibers, in which each fault belongs to one thread; null when it
  // does not compile that way. Slow: it compiles the kernel again.
  std::function<const CompiledKernel*()> compiledAsFibers;
  // Of code that was made quickly: the code that takes its place. Null for code that stays.
  OptimisedCode* optimised = nullptr;
};

} // namespace heddle

// Functions that compiled kernels call: src/exec defines them, the driver hands their addresses to
// the JIT (RuntimeSymbol). thread_operations.def says which operation calls which. `thread` is the
// linear thread index in the block. Those that report a fault do not return: they leave the kernel
// through the block runner's recovery point.
extern "C" {
std::int32_t heddle_vprintf(heddle::BlockContext*, std::uint32_t thread, const char* format,
                            const void* args);
void* heddle_malloc(heddle::BlockContext*, std::uint32_t thread, std::uint64_t bytes);
void heddle_free(heddle::BlockContext*, std::uint32_t thread, void* pointer);
[[noreturn]] void heddle_assertfail(heddle::BlockContext*, std::uint32_t thread,
                                    const char* message, const char* file, std::uint32_t line,
                                    const char* function, std::uint64_t charSize);
[[noreturn]] void heddle_trap(heddle::BlockContext*, std::uint32_t thread);
// Reports an instruction with operands that a GPU refuses when it comes to it.
[[noreturn]] void heddle_illegal_instruction(heddle::BlockContext*, std::uint32_t thread);
// Reports a call through a pointer that is no device function.
[[noreturn]] void heddle_invalid_call(heddle::BlockContext*, std::uint32_t thread,
                                      const void* target);
void heddle_cluster_arrive(heddle::BlockContext*, std::uint32_t thread);
// If `leaves` is not 0, the thread counts as arrived from now on.
void heddle_cluster_exit(heddle::BlockContext*, std::uint32_t thread, std::uint32_t leaves);
std::uint64_t heddle_globaltimer(heddle::BlockContext*); // nanoseconds, CLOCK_REALTIME
std::uint64_t heddle_clock64(heddle::BlockContext*);
void heddle_nanosleep(heddle::BlockContext*, std::uint32_t nanoseconds);

// The address of one of the copies that an address of a multicast object stands for, numbered from
// 0 on; 0 if there are fewer copies.
std::uint64_t heddle_multicast_copy(heddle::BlockContext*, std::uint32_t thread,
                                    std::uint64_t address, std::uint32_t number);

// Packs four words into a surface's format and stores them at the element (src/texture).
void heddle_surface_pack(heddle::BlockContext*, std::uint32_t thread, std::uint64_t surface,
                         std::uint64_t element, std::uint32_t x, std::uint32_t y, std::uint32_t z,
                         std::uint32_t w);

// Copies a box of a tensor; `shared` is an address of shared memory, `offsets` holds three numbers
// of 16 bits for im2col mode, and `request` is a TensorRequest. Gives the bytes of the box.
std::uint32_t heddle_tensor_copy(heddle::BlockContext*, std::uint32_t thread, std::uint64_t map,
                                 std::uint64_t shared, std::uint32_t c0, std::uint32_t c1,
                                 std::uint32_t c2, std::uint32_t c3, std::uint32_t c4,
                                 std::uint64_t offsets, std::uint32_t request);

// Where the threads of a block run as fibers (src/exec/thread_fibers.h).
heddle::BlockStatus heddle_run_threads(heddle::BlockContext*, heddle::ThreadFunction function,
                                       std::uint32_t threads);
void heddle_barrier(heddle::BlockContext*, std::uint32_t thread, std::uint32_t id,
                    std::uint32_t threads);
void heddle_barrier_arrive(heddle::BlockContext*, std::uint32_t thread, std::uint32_t id,
                           std::uint32_t threads);
std::uint32_t heddle_barrier_sum(heddle::BlockContext*, std::uint32_t thread, std::uint32_t id,
                                 std::uint32_t threads, std::uint32_t predicate);
void heddle_wait(heddle::BlockContext*, std::uint32_t thread);
void heddle_step(heddle::BlockContext*, std::uint32_t thread, std::uint64_t position);
// The value that the first of the warp's lanes has loaded that came to this place, if it was from
// the same address, and otherwise the value that this one has loaded.
std::uint64_t heddle_agree(heddle::BlockContext*, std::uint32_t thread, std::uint64_t value,
                           const void* address, std::uint64_t position);
[[noreturn]] void heddle_exit(heddle::BlockContext*, std::uint32_t thread);
// The low 32 bits are the value, bit 32 the predicate.
std::uint64_t heddle_warp_operation(heddle::BlockContext*, std::uint32_t thread,
                                    heddle::WarpOperation operation, std::uint64_t value,
                                    std::uint32_t b, std::uint32_t c, std::uint32_t members);
}
