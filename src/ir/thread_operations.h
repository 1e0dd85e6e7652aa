// The operations of thread IR (thread_operations.def) as LLVM functions: which operation a call is,
// what is known of it, and how it is declared.
#pragma once

#include "ir/kernel_abi.h"
#include "ir/thread_op.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include <cstddef>
#include <string>

namespace heddle {

// What LLVM may assume of a call, as function attributes. All are nounwind.
namespace effects {
enum ThreadOpEffects : unsigned {
  Anything = 0,
  NoMemory = 1,
  WillReturn = 2,
  Speculatable = 4,
  Convergent = 8,
  // The call accesses only memory that the program cannot name. The program's loads and stores may
  // move across such a call, but other calls of this kind may not.
  HiddenMemory = 16,
  OnlyReads = 32,
  NoReturn = 64,

  Pure = NoMemory | WillReturn | Speculatable,
  ReadClock = HiddenMemory | WillReturn,
  // Threads wait for each other, and what they stored before is visible afterwards.
  Meet = Convergent,
  // Lanes exchange values without ordering memory.
  Exchange = Convergent | HiddenMemory,
  // Reads memory that nothing writes while the kernel runs.
  Fetch = HiddenMemory | OnlyReads | WillReturn,
};
} // namespace effects

enum ThreadOpFlags : unsigned {
  UniformResult = 1, // every active lane gets the same value
  WarpLevel = 2,     // the lanes of a warp take part
  BlockLevel = 4,    // the threads of a block take part
  PerLane = 8,       // a call of the run-time library for each active lane
};

// What an operation becomes; thread_operations.def says what each kind means.
struct ThreadOpImplementation {
  enum class Kind { Computed, Field, Call, LaneCall, SamplerCall, FiberCall, WarpExchange };
  Kind kind = Kind::Computed;
  const char* function = ""; // of the calls; for a family what its functions' names begin with
  std::size_t offset = 0;    // Field: in BlockContext
  std::size_t bytes = 0;     // Field: its size
  WarpOperation operation = WarpOperation::Barrier; // WarpExchange
};

struct ThreadOpInfo {
  ThreadOp op;
  const char* name;
  const char* result;
  const char* parameters;
  unsigned effects;
  unsigned flags;
  ThreadOpImplementation implementation;
};

const ThreadOpInfo& threadOpInfo(ThreadOp op);
const ThreadOpInfo& threadOpInfo(llvm::StringRef name);
// What is known of the operation that `callee` declares, or of ThreadOp::None if it declares none.
const ThreadOpInfo& threadOpInfo(const llvm::Value* callee);
inline const ThreadOpInfo& threadOpInfo(const llvm::CallBase& call) {
  return threadOpInfo(call.getCalledOperand());
}
inline ThreadOp threadOp(const llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call ? threadOpInfo(*call).op : ThreadOp::None;
}
inline const char* threadOpName(ThreadOp op) {
  return threadOpInfo(op).name;
}

// The type of the operation's result.
llvm::Type* resultType(const ThreadOpInfo& info, llvm::LLVMContext& context);
// The attributes that the operation's effects and the range of its result amount to.
void addAttributes(llvm::Function& function, const ThreadOpInfo& info);

// Declares the operation in the module, unless it is there.
llvm::Function* declareThreadOp(llvm::Module& module, ThreadOp op);
// Declares a function of a family, by the rest of its name.
llvm::Function* declareThreadOp(llvm::Module& module, ThreadOp family, llvm::StringRef rest,
                                llvm::FunctionType* type);
llvm::CallInst* callThreadOp(llvm::IRBuilderBase& builder, ThreadOp op,
                             llvm::ArrayRef<llvm::Value*> arguments = {},
                             const llvm::Twine& name = "");

// The run-time function behind a call of an operation that is implemented by one.
std::string runtimeFunction(const llvm::CallBase& call, const ThreadOpInfo& info);
// Calls a function of the run-time library, which is declared by the types of its arguments.
llvm::CallInst* callRuntime(llvm::IRBuilderBase& builder, llvm::StringRef function,
                            llvm::Type* result, llvm::ArrayRef<llvm::Value*> arguments);

} // namespace heddle
