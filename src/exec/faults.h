// Faults of kernels: bad addresses, traps, failed assertions, exhausted stacks. The signal handlers
// lead a kernel's fault back to the worker that runs it and everybody else's to whoever handled
// the signal before.
#pragma once

#include "ir/kernel_abi.h"

#include <cstdint>
#include <optional>

namespace heddle::exec {

enum class Fault : std::uint8_t {
  None,
  IllegalAddress,
  MisalignedAddress,
  LaunchFailed, // trap, arithmetic fault, illegal instruction, stack overflow
  Assert,
};

// What a worker knows when it has left a kernel.
struct FaultRecord {
  Fault fault = Fault::None;
  const char* what = "";      // in words; empty where the kernel has said it itself
  const void* code = nullptr; // the instruction
  std::optional<std::uint32_t> thread;
  std::optional<std::uintptr_t> address; // of the access
};

class Worker;

// The thread of a fault in a gang, whose lanes access memory together, and its own address: runs
// the block once more, each thread by itself, in a process that is thrown away. Finds nothing where
// that goes another way, as where the block had changed what it read, or waits for others.
void findThread(FaultRecord& record, const CompiledKernel& kernel, const BlockContext& context,
                Worker& worker);

// One line on standard error, unless HEDDLE_QUIET is set.
void reportFault(const FaultRecord& record, const char* kernel, const CompiledKernel& compiled,
                 const BlockContext& context);

// Before the first kernel runs; does its work once.
void installFaultHandlers();

} // namespace heddle::exec
