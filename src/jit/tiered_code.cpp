// Which code a kernel begins with, and how optimised code takes the place of quick code.

#include "environment/environment.h"
#include "jit/background_threads.h"
#include "jit/llvm_job.h"
#include "jit/program_impl.h"
#include "jit/quick_run_time.h"
#include "simt/warp_synchronous.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <algorithm>

namespace heddle::jit {
namespace {

// Times are in nanoseconds of one core. A kernel that is optimised in less time than this has no
// quick code before, which would hardly be there sooner. With a limit of 800 ms, most of what 58
// programs of HeCBench took from an empty cache was still spent on optimising kernels that then ran
// for some milliseconds. With 75 ms, 21 programs that run for short or long took 3 % more
// (2026-11).
constexpr std::uint64_t kWorthWaitingFor = 150'000'000;
// Quick code of a kernel that is optimised in less time than this is not strip-mined. That would
// save half of the time to make it, but kernels of bench/ would run two to six times as slowly: all
// of them together 2.8 times as slowly as optimised code, and 2.0 times so (2026-11).
constexpr std::uint64_t kSoonOptimised = 350'000'000;

// Quick code takes about this part of the time. It was between a ninth and a twelfth for the
// kernels of CUB's reduction, scan and radix sort (2026-11).
constexpr int kQuickCodeSaves = 8;

// What optimising a kernel takes for each instruction of its thread IR and each register that a
// value of a gang fills, and once more for what does not depend on registers. These are the
// geometric means of 121 kernels of HeCBench, on AArch64 with 8 registers for a warp and 4 for
// other gangs; two thirds of the kernels take between half and twice as long (2026-11). Where
// threads do not meet, more of a kernel's loads and stores are those of single lanes.
constexpr std::uint64_t kTimePerRegister = 190'000;
constexpr std::uint64_t kTimePerRegisterIfThreadsMeet = 150'000;
// A kernel that takes longer by the number of its PTX instructions alone is not lowered for the
// estimate: that would take a while and tell nothing new, since thread IR hardly ever has fewer
// instructions than PTX.
constexpr std::uint64_t kCertainlyLarge = 2'000'000'000;
// The bits of a 32-bit value: in one lane, in all lanes of a gang that is a warp, and in all lanes
// of any other gang.
constexpr unsigned kLaneBits = 32;
constexpr unsigned kWarpBits = 32 * kLaneBits;
constexpr unsigned kGangBits = 16 * kLaneBits;
// An atomic operation counts as many instructions, because lanes do it one by one, each with a test
// of its mask, its address, the operation and its result. Without this, the histogram of CUB's
// radix sort, which has 11 atomics, counted as small and took 1.1 s to optimise before its first
// launch (2026-11).
constexpr std::size_t kInstructionsOfAtomicLane = 4;

// How many times as long it takes with the checks of compute-sanitizer: 1.6 times for memcheck, 1.8
// for initcheck and 4.1 for racecheck in the reduction of CUB, and 22 times or more for racecheck
// of global memory in small kernels, with a shadow word for each four bytes of an access (2026-11).
unsigned factorOf(const simt::Checks& checks) {
  if (checks.globalRaces)
    return 20;
  if (checks.sharedRaces)
    return 4;
  return checks.any() ? 2 : 1;
}

// Quick code takes up to this many times as long as optimised code. Where processes are too short
// for the background, one optimises the kernel before it runs it, when those before it have lost as
// much time by their quick code as that takes.
constexpr std::uint64_t kQuickCodeSlowness = 2;

bool usesBarriers(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call && (threadOpInfo(*call).flags & BlockLevel);
  });
}

} // namespace

unsigned Program::Impl::registersOf(unsigned gangBits) const {
  return std::max(gangBits / vectors.registerBits, 1u);
}

std::uint64_t Program::Impl::timePerInstruction(unsigned gangBits,
                                                std::uint64_t timePerRegister) const {
  return timePerRegister * (registersOf(gangBits) + 1) * factorOf(code.checks);
}

std::uint64_t Program::Impl::optimisingCostOfThreadIr(const std::string& kernel) const {
  return runLlvmJob([&]() -> std::uint64_t {
    llvm::LLVMContext context;
    context.setDiscardValueNames(true);
    std::vector<ptx::Diagnostic> diagnostics;
    const std::unique_ptr<llvm::Module> lowered =
        lowerKernel(kernel, context, diagnostics, ptx::DebugLocations::None);
    if (!lowered)
      return 0;
    std::size_t instructions = 0, atomics = 0;
    for (const llvm::Function& function : *lowered) {
      instructions += function.getInstructionCount();
      atomics += llvm::count_if(llvm::instructions(function),
                                [](const llvm::Instruction& each) { return each.isAtomic(); });
    }
    const bool isWarp = llvm::any_of(*lowered, simt::usesWarpOperations);
    const bool threadsMeet = isWarp || llvm::any_of(*lowered, usesBarriers);
    const unsigned gangBits = isWarp ? kWarpBits : kGangBits;
    instructions +=
        atomics * gangBits / kLaneBits * kInstructionsOfAtomicLane / registersOf(gangBits);
    return instructions * timePerInstruction(gangBits, threadsMeet ? kTimePerRegisterIfThreadsMeet
                                                                   : kTimePerRegister);
  });
}

std::uint64_t Program::Impl::optimisingCost(const std::string& kernel) const {
  std::lock_guard lock(optimisingCostsMutex);
  if (const auto known = optimisingCosts.find(kernel); known != optimisingCosts.end())
    return known->second;
  std::uint64_t cost =
      timePerInstruction(kGangBits, kTimePerRegister) * ptx::instructionCount(*module, kernel);
  if (cost < kCertainlyLarge)
    cost = optimisingCostOfThreadIr(kernel);
  optimisingCosts.emplace(kernel, cost);
  return cost;
}

bool Program::Impl::isLarge(const std::string& kernel) const {
  return takesSmallKernelsForLarge || optimisingCost(kernel) >= kSoonOptimised;
}

bool Program::Impl::isWorthQuickCode(const std::string& kernel) const {
  std::uint64_t worth = kWorthWaitingFor;
  // Quick code with checks runs up to ten times as slowly as optimised code, so that it is worth
  // waiting longer for the latter. Where races on global memory are checked, it would be too long.
  if (!code.checks.globalRaces)
    worth *= factorOf(code.checks);
  return takesSmallKernelsForLarge || optimisingCost(kernel) >= worth;
}

bool Program::Impl::beginsQuickly(const std::string& kernel, const BlockDim& blockDim) const {
  if (tier != CodeTier::Tiered)
    return tier == CodeTier::Quick;
  const std::string key = cacheKey({kernel, blockDim});
  std::string payload;
  if (findObject(key, payload) || !isWorthQuickCode(kernel))
    return false;
  return quickRunTime(key).earlier / kQuickCodeSlowness < optimisingCost(kernel);
}

CompileTimes Program::Impl::compileTimes(const std::string& kernel) const {
  // optimisingCost() need not be exact for large kernels.
  CompileTimes times{std::chrono::nanoseconds(optimisingCostOfThreadIr(kernel)), {}};
  if (isWorthQuickCode(kernel))
    times.quick = times.optimised / kQuickCodeSaves;
  return times;
}

void Program::Impl::compileAhead() {
  // What is printed of a compilation must not depend on how many cores are idle.
  const unsigned cores = environmentVariable("HEDDLE_DUMP") ? 0 : idleCores();
  if (cores == 0)
    return;
  try {
    while (const std::optional<KernelsAhead::Launch> launch = kernelsAhead.next(cores))
      runOnIdleCore([program = weak_from_this(), launch] {
        const std::shared_ptr<Impl> alive = program.lock();
        if (alive)
          alive->kernelsAhead.run(*launch, [&] { alive->makeObjectAhead(*launch); });
      });
  } catch (...) { // NOLINT(bugprone-empty-catch): see below
    // Without memory or a thread each launch compiles its own kernel.
  }
}

void Program::Impl::makeObjectAhead(const KernelsAhead::Launch& launch) {
  const auto& [kernel, blockDim] = launch;
  const KernelVariant variant{kernel, blockDim, beginsQuickly(kernel, blockDim)};
  const std::string key = cacheKey(variant);
  std::string payload;
  // The launch compiles the kernel again if that fails, and reports why.
  if (!findOrCompileObject(variant, key, payload))
    return;
  std::lock_guard lock(objectsAheadMutex);
  objectsAhead.emplace(key, std::move(payload));
}

void Program::Impl::addOptimisedCode(const std::string& kernel, const BlockDim& blockDim,
                                     KernelForBlockDim& entry) {
  // The entry lives as long as this object, which the job keeps alive.
  const auto optimise = [this, kernel, blockDim, &entry] {
    if (makeCode({kernel, blockDim}, entry, entry.optimisedKernel))
      entry.optimised->set(entry.optimisedKernel);
  };
  std::atomic<std::uint64_t>& runTime = quickRunTime(cacheKey({kernel, blockDim})).total;
  entry.optimised =
      std::make_unique<OptimisedCode>(optimisingCost(kernel), runTime, [this, optimise] {
        try {
          // A job that has not begun when the program goes is dropped.
          runInBackground([program = weak_from_this(), optimise] {
            if (const std::shared_ptr<Impl> alive = program.lock())
              optimise();
          });
        } catch (...) { // NOLINT(bugprone-empty-catch): see below
          // Without memory or a thread the quick code stays.
        }
      });
  entry.kernel.optimised = entry.optimised.get();
}

} // namespace heddle::jit
