#include "engine.h"

#include "generator.h"

#include "exec/runtime_symbols.h"
#include "ir/optimised_code.h"
#include "jit/program.h"
#include "memory/kernel_addresses.h"

#include <chrono>
#include <cstring>
#include <ctime>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <map>
#include <new>
#include <pthread.h>
#include <random>
#include <sys/mman.h>
#include <system_error>
#include <thread>

namespace heddle::reference {
namespace {

// Memory where a kernel's lies in a program, since compiled code tests addresses
// (simt/mark_host_addresses.h).
template <typename T> struct KernelAllocator {
  using value_type = T;
  T* allocate(std::size_t count) {
    void* const memory =
        memory::mapInKernelRange(count * sizeof(T), kPage, kPage, PROT_READ | PROT_WRITE);
    // Where that range is not available, the tests let all addresses pass.
    return static_cast<T*>(memory ? memory : ::operator new(count * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t count) {
    if (memory::isMappedInKernelRange(memory))
      memory::unmapInKernelRange(memory, count * sizeof(T));
    else
      ::operator delete(memory);
  }
  bool operator==(const KernelAllocator&) const = default;

private:
  static constexpr std::size_t kPage = 64u << 10;
};
template <typename T> using KernelVector = std::vector<T, KernelAllocator<T>>;

struct Parameters {
  std::uint64_t in, out, sums;
  std::uint32_t u0, u1;
};

// What a kernel reads and writes; the same at the start of every run.
struct Buffers {
  KernelVector<std::uint64_t> in, out, sums;
  explicit Buffers(const LaunchShape& shape)
      : in(kInputBytes / 8), out(shape.threads() * shape.grid[0] * kOutputBytes / 8),
        sums(kSumsBytes / 8) {
    std::mt19937_64 random(42);
    // Small numbers, floats and halves of ordinary size, special values, and anything.
    for (std::size_t i = 0; i < in.size(); ++i) {
      auto word = [&]() -> std::uint32_t {
        std::uint64_t bits = random();
        auto low = static_cast<std::uint32_t>(bits);
        switch (bits >> 60) {
        case 0:
        case 1:
        case 2:
          return low % 100;
        case 3:
          return 0u - low % 100;
        case 4:
        case 5:
          return 0x3f000000 + (low & 0x80ffffff);
        case 6:
          return 0x3c003800 + (low & 0x83ff83ff);
        case 7:
          return low & 0x807fffff;
        case 8:
          return 0x7f800000 | (low & 0x80000000);
        case 9:
          return 0x40000000 | (low & 0x803fffff);
        default:
          return low;
        }
      };
      std::uint32_t low = word(), high = word();
      in[i] = std::uint64_t{high} << 32 | low;
    }
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = i * 0x0101010101010101;
    for (std::size_t i = 0; i < sums.size(); ++i)
      sums[i] = i << 40 | 12345;
  }
  Parameters parameters() {
    return {reinterpret_cast<std::uint64_t>(in.data()), reinterpret_cast<std::uint64_t>(out.data()),
            reinterpret_cast<std::uint64_t>(sums.data()), 6, 0xfffffff9};
  }
};

std::string interpret(const std::string& text, const LaunchShape& shape, bool backwards,
                      Buffers& buffers) {
  std::vector<ptx::Diagnostic> diagnostics;
  std::shared_ptr<const ptx::Module> module = ptx::parse(text, diagnostics);
  if (module) {
    std::shared_ptr<const ptx::Module> modules[] = {module};
    module = ptx::link(modules, diagnostics);
  }
  if (!module)
    return diagnostics.empty()
               ? "rejected"
               : fmt::format("{}: {}", diagnostics[0].location.line, diagnostics[0].message);
  Interpreter interpreter(module);
  Parameters parameters = buffers.parameters();
  std::uint8_t bytes[sizeof parameters];
  std::memcpy(bytes, &parameters, sizeof parameters);
  Buffer list[] = {{buffers.in.data(), buffers.in.size() * 8, false},
                   {buffers.out.data(), buffers.out.size() * 8, true},
                   {buffers.sums.data(), buffers.sums.size() * 8, true}};
  RunOptions options;
  options.backwards = backwards;
  options.fuel = 30'000'000; // more than any module takes
  return interpreter.run("k", shape, bytes, list, options);
}

// Calls of blocks that wait, before they count as waiting for ever.
constexpr int kMostRounds = 1'000'000;

// The memory of one block.
struct ResidentBlock {
  ResidentBlock(const CompiledKernel& kernel, const LaunchShape& shape, std::uint32_t number,
                const Parameters* parameters)
      : // Rubbish, as the memory of a block before.
        shared(kernel.staticSharedBytes + 1024 + kAlignment, '\x5a'),
        frame(kernel.frameBytes + kAlignment) {
    auto aligned = [](KernelVector<char>& memory) {
      auto at = reinterpret_cast<std::uintptr_t>(memory.data());
      return memory.data() + (kAlignment - at % kAlignment) % kAlignment;
    };
    context.params = parameters;
    context.shared = aligned(shared);
    context.frame = aligned(frame);
    for (unsigned i = 0; i < 3; ++i) {
      context.nctaid[i] = shape.grid[i];
      context.ntid[i] = shape.block[i];
    }
    context.ctaid[0] = number;
    context.sharedBytes = kernel.staticSharedBytes;
  }

  static constexpr std::size_t kAlignment = 128;
  KernelVector<char> shared, frame;
  BlockContext context{};
};

jit::CodeTier tierOf(Variant::Code code) {
  switch (code) {
  case Variant::Code::Full:
    return jit::CodeTier::Full;
  case Variant::Code::Quick:
    return jit::CodeTier::Quick;
  case Variant::Code::Switched:
    return jit::CodeTier::Tiered;
  }
  return jit::CodeTier::Full;
}

// The CPU time of this process, which says more about its work than the time on a busy machine.
std::chrono::nanoseconds processTime() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

// Waits for the code that takes the place of quick code. False if it does not come.
bool optimise(const CompiledKernel& quick) {
  if (!quick.optimised)
    return true; // it was in the cache
  quick.optimised->startNow();
  const auto latest = processTime() + std::chrono::seconds(50);
  while (!quick.optimised->get()) {
    if (processTime() > latest)
      return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

// Runs a function on a thread whose stack lies where those of kernels do: compiled code also tests
// addresses of local memory that it gets from elsewhere.
void onKernelStack(const std::function<void()>& function) {
  constexpr std::size_t bytes = std::size_t{64} << 20, page = std::size_t{64} << 10;
  void* const stack = memory::mapInKernelRange(bytes, page, page, PROT_READ | PROT_WRITE);
  if (!stack)
    return function(); // the tests let all addresses pass
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, bytes);
  pthread_t thread{};
  const auto run = [](void* argument) -> void* {
    (*static_cast<const std::function<void()>*>(argument))();
    return nullptr;
  };
  const int error =
      pthread_create(&thread, &attributes, run, const_cast<std::function<void()>*>(&function));
  pthread_attr_destroy(&attributes);
  if (error != 0)
    throw std::system_error(error, std::generic_category(), "pthread_create");
  pthread_join(thread, nullptr);
  memory::unmapInKernelRange(stack, bytes);
}

std::string runEngine(const std::string& text, const Variant& variant, Buffers& buffers) {
  jit::PtxSource source{text, "differential"};
  jit::Status status;
  jit::ProgramOptions options;
  options.computeCapability = std::numeric_limits<unsigned>::max(); // as the text asks
  options.gangWidth = variant.gangWidth;
  options.plainMemory = variant.plainMemory;
  options.runtimeSymbols = exec::runtimeSymbols();
  options.tier = tierOf(variant.code);
  options.takesSmallKernelsForLarge = variant.isLarge;
  options.callFunctions = variant.callFunctions;
  std::unique_ptr<jit::Program> program;
  status = jit::Program::create({&source, 1}, options, program);
  auto message = [&] {
    return status.diagnostics.empty() ? std::string("failed") : status.diagnostics[0].message;
  };
  if (!program)
    return "the engine rejects the module: " + message();
  std::map<std::string, KernelVector<std::uint64_t>> variables;
  for (const jit::VariableInfo& variable : program->variables()) {
    auto& memory = variables[variable.name];
    memory.resize(variable.size / 8 + 3);
    auto at = reinterpret_cast<std::uintptr_t>(memory.data());
    std::ranges::copy(variable.initialiser, reinterpret_cast<std::uint8_t*>((at + 15) / 16 * 16));
  }
  program->bindVariables([&](const std::string& name) {
    auto at = reinterpret_cast<std::uintptr_t>(variables.at(name).data());
    return reinterpret_cast<void*>((at + 15) / 16 * 16);
  });
  const CompiledKernel* compiled = nullptr;
  status = program->specialise("k", variant.shape.block, compiled);
  if (!status)
    return "the engine does not compile the kernel: " + message();
  if (variant.threads && !(compiled = compiled->compiledAsFibers()))
    return "the engine does not compile the kernel for threads by themselves";
  Parameters parameters = buffers.parameters();
  std::vector<std::unique_ptr<ResidentBlock>> blocks;
  std::uint32_t first = 0;
  if (variant.code == Variant::Code::Switched) {
    if (!optimise(*compiled))
      return "the engine does not optimise the kernel";
    const CompiledKernel& optimised = latestCode(*compiled);
    // Where blocks wait for each other in one of the codes, all run the same code.
    if (!compiled->yields && !optimised.yields)
      if (ResidentBlock block(*compiled, variant.shape, first++, &parameters);
          compiled->run(&block.context) != BlockStatus::Done)
        return "a block waits";
    compiled = &optimised;
  }
  for (std::uint32_t i = first; i < variant.shape.grid[0]; ++i)
    blocks.push_back(std::make_unique<ResidentBlock>(*compiled, variant.shape, i, &parameters));
  // A block that waits for others is run again after them.
  for (int round = 0; !blocks.empty(); ++round) {
    if (round == kMostRounds)
      return "the engine does not finish";
    std::erase_if(blocks, [&](const std::unique_ptr<ResidentBlock>& block) {
      return compiled->run(&block->context) == BlockStatus::Done;
    });
  }
  return {};
}

} // namespace

Verdict judge(const std::string& text, const Variant& variant) {
  Buffers expected(variant.shape), again(variant.shape), got(variant.shape);
  std::string error = interpret(text, variant.shape, false, expected);
  if (!error.empty())
    return {Verdict::Kind::Invalid, error};
  error = interpret(text, variant.shape, true, again);
  if (!error.empty() || expected.out != again.out || expected.sums != again.sums)
    return {Verdict::Kind::Invalid, "the result depends on the order of threads " + error};
  onKernelStack([&] { error = runEngine(text, variant, got); });
  if (!error.empty())
    return {Verdict::Kind::Differs, error};
  auto difference = [](const KernelVector<std::uint64_t>& a, const KernelVector<std::uint64_t>& b,
                       const char* name, std::size_t perThread) -> std::string {
    for (std::size_t i = 0; i < a.size(); ++i)
      if (a[i] != b[i])
        return fmt::format("results: {} of thread {} at {}: {:#x} where {:#x} is expected", name,
                           i / perThread, i % perThread * 8, b[i], a[i]);
    return {};
  };
  error = difference(expected.out, got.out, "out", kOutputBytes / 8);
  if (error.empty())
    error = difference(expected.sums, got.sums, "sums", kSumsBytes / 8);
  if (!error.empty())
    return {Verdict::Kind::Differs, error};
  return {Verdict::Kind::Agrees, {}};
}

} // namespace heddle::reference
