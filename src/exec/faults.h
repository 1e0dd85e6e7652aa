// Faults of kernels: illegal and misaligned addresses, traps, failed assertions, stack overflows.
// The signal handlers (fault_signals.cpp) send a fault inside a kernel back to the worker that runs
// it. All other signals go on to the program's own handlers.
#pragma once

#include "ir/kernel_abi.h"

#include <cstdint>
#include <optional>
#include <pthread.h>

namespace heddle::exec {

enum class Fault : std::uint8_t {
  None,
  IllegalAddress,
  MisalignedAddress,
  InvalidProgramCounter, // a call through a pointer that is no device function
  IllegalInstruction,    // a tensor copy or barrier that a GPU refuses
  LaunchFailed,          // trap, breakpoint, arithmetic fault, illegal instruction, deadlock
  Assert,
  OutOfMemory, // the host has no memory for what the kernel needs
  Timeout,     // longer than HEDDLE_TIMEOUT
};

// What is known about a fault when the kernel has been left.
struct FaultRecord {
  Fault fault = Fault::None;
  const char* description = "";      // empty where a message was printed already, as by assert()
  const void* instruction = nullptr; // where the fault happened, if known
  std::optional<std::uint32_t> thread;
  std::optional<std::uintptr_t> address; // the address of the access
};

// The largest memory access of one thread, in bytes: a PTX vector of eight words.
constexpr std::uintptr_t kLargestAccess = 32;

class Worker;

// Finds the thread that faulted, and the address that it accessed. The lanes of a gang access
// memory together, so the signal does not tell. This runs the block again in a child process, with
// each thread by itself, and fills in `record` if the same fault happens again. It leaves `record`
// as it is where the second run takes another way, as when the block had overwritten its own input
// or waits for other blocks.
void findFaultingThread(FaultRecord& record, const CompiledKernel& kernel,
                        const BlockContext& context, Worker& worker);

// Prints one line about the fault on standard error, unless HEDDLE_QUIET is set.
void reportFault(const FaultRecord& record, const char* kernel, const CompiledKernel& compiled,
                 const BlockContext& context);

// Prints one line about a copy or fill that accessed memory which is not there.
void reportMemoryFault();
// Prints one line about a task for which the host had no memory.
void reportNoMemory(const char* task);

// Must be called before the first kernel or copy runs. Only the first call has an effect.
void installFaultHandlers();
// Installs the handlers again where the program has installed others over them. Costs a system
// call.
void ensureFaultHandlers();
// Makes the thread call Worker::onInterrupt().
void sendInterrupt(pthread_t thread);

} // namespace heddle::exec
