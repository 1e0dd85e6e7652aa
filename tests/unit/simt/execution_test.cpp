// Kernels through all SIMT passes and onto the CPU, for many block shapes and gang widths, against
// the same computation written as a loop over threads.
#include "../test_jit.h"
#include "ir/kernel_abi.h"
#include "simt/pass_runner.h"
#include "simt/pipeline.h"
#include "simt/specialise_block_dim.h"

#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <numeric>

using namespace heddle;

namespace {

struct Params {
  int* out;
  const int* in;
  int n;
};

struct Grid {
  simt::BlockDim block;
  unsigned blocks;
  unsigned threads() const { return block.threads() * blocks; }
};

// Block functions with barriers name it; no kernel here waits for ever.
[[noreturn]] void reportDeadlock(BlockContext*, std::uint32_t barrier, std::uint32_t,
                                 std::uint32_t) {
  std::fprintf(stderr, "barrier %u never completes\n", barrier);
  std::abort();
}

// Runs `kernel` over the grid; returns the outputs, which start at `initial`.
std::vector<int> run(const std::string& kernel, const Grid& grid, const std::vector<int>& in, int n,
                     unsigned registerBits, bool masked, std::size_t outputs = 0) {
  static const bool initialised = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)initialised;
  auto context = std::make_unique<llvm::LLVMContext>();
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module = llvm::parseIRFile(HEDDLE_KERNELS, diagnostic, *context);
  if (!module) {
    ADD_FAILURE() << diagnostic.getMessage().str();
    return {};
  }
  for (llvm::Function& function : *module)
    if (!function.isDeclaration() && !function.hasInternalLinkage() && function.getName() != kernel)
      function.deleteBody();
  llvm::Function* function = module->getFunction(kernel);
  function->setAttributes({});
  function->addFnAttr("heddle-kernel");
  llvm::ModuleAnalysisManager analyses;
  llvm::GlobalDCEPass().run(*module, analyses);

  simt::PassRunner runner({registerBits, masked, masked, masked});
  llvm::ModulePassManager passes;
  passes.addPass(simt::SpecialiseBlockDimPass(grid.block));
  passes.addPass(simt::threadToBlockPipeline("block"));
  if (llvm::Error error = runner.run(std::move(passes), *module)) {
    ADD_FAILURE() << llvm::toString(std::move(error));
    return {};
  }
  const simt::BlockCode code = llvm::cantFail(simt::blockCode(*module, "block"));
  std::string message;
  llvm::raw_string_ostream stream(message);
  if (llvm::verifyModule(*module, &stream)) {
    ADD_FAILURE() << message;
    return {};
  }
  auto jit = makeTestJit();
  module->setDataLayout(jit->getDataLayout());
  module->setTargetTriple(jit->getTargetTriple().str());
  llvm::cantFail(jit->getMainJITDylib().define(llvm::orc::absoluteSymbols(
      {{jit->mangleAndIntern("heddle_barrier_deadlock"),
        {llvm::orc::ExecutorAddr::fromPtr(&reportDeadlock),
         llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable}}})));
  llvm::cantFail(jit->addIRModule({std::move(module), std::move(context)}));
  auto block = llvm::cantFail(jit->lookup("block")).toPtr<BlockFunction>();

  std::vector<int> out(outputs ? outputs : grid.threads(), 0);
  Params params{out.data(), in.data(), n};
  std::vector<char> shared(code.staticSharedBytes + 64);
  std::vector<char> frame(code.frameBytes + 64);
  BlockContext blockContext{};
  blockContext.params = &params;
  blockContext.shared = reinterpret_cast<char*>(
      (reinterpret_cast<std::uintptr_t>(shared.data()) + 63) & ~std::uintptr_t(63));
  blockContext.frame = reinterpret_cast<char*>(
      (reinterpret_cast<std::uintptr_t>(frame.data()) + 63) & ~std::uintptr_t(63));
  blockContext.nctaid[0] = grid.blocks;
  blockContext.ntid[0] = grid.block.x;
  blockContext.ntid[1] = grid.block.y;
  blockContext.ntid[2] = grid.block.z;
  for (unsigned i = 0; i < grid.blocks; ++i) {
    std::ranges::fill(frame, 0);
    blockContext.ctaid[0] = i;
    EXPECT_EQ(block(&blockContext), BlockStatus::Done);
  }
  return out;
}

std::vector<int> numbers(std::size_t count) {
  std::vector<int> values(count);
  unsigned state = 12345;
  for (int& value : values)
    value = static_cast<int>((state = state * 1664525 + 1013904223) >> 20);
  return values;
}

// For shapes with gangs in one row, in several rows, in a column, partly empty, of one thread.
void forShapes(const std::function<void(const Grid&, unsigned bits, bool masked)>& body,
               unsigned most = 1024) {
  const simt::BlockDim shapes[] = {{256, 1, 1}, {32, 4, 1}, {16, 16, 1}, {10, 10, 1},
                                   {1, 64, 1},  {5, 3, 2},  {1, 1, 1},   {3, 1, 1},
                                   {7, 1, 1},   {33, 1, 1}, {100, 1, 1}};
  for (const simt::BlockDim& shape : shapes)
    for (unsigned bits : {128u, 512u})
      for (bool masked : {false, true}) {
        if (shape.threads() > most)
          continue;
        SCOPED_TRACE(testing::Message() << shape.x << "x" << shape.y << "x" << shape.z << " bits "
                                        << bits << " masked " << masked);
        body({shape, 3}, bits, masked);
        if (testing::Test::HasFailure())
          return;
      }
}

// A kernel whose threads do not speak to each other: thread i gives expected(i).
void checkThreads(
    const std::string& kernel,
    const std::function<int(unsigned i, const std::vector<int>& in, int n)>& expected) {
  forShapes([&](const Grid& grid, unsigned bits, bool masked) {
    std::vector<int> in = numbers(grid.threads() + 16);
    int n = static_cast<int>(grid.threads()) - static_cast<int>(grid.threads() > 20 ? 5 : 0);
    std::vector<int> out = run(kernel, grid, in, n, bits, masked);
    ASSERT_EQ(out.size(), grid.threads());
    for (unsigned i = 0; i < grid.threads(); ++i)
      ASSERT_EQ(out[i], expected(i, in, n)) << "thread " << i;
  });
}

} // namespace

TEST(SimtExecution, GuardedCopy) {
  checkThreads("guardedCopy", [](unsigned i, const std::vector<int>& in, int n) {
    return static_cast<int>(i) < n ? in[i] * 3 + static_cast<int>(i) : 0;
  });
}

TEST(SimtExecution, Collatz) {
  checkThreads("collatz", [](unsigned i, const std::vector<int>&, int n) {
    if (static_cast<int>(i) >= n)
      return 0;
    unsigned value = i + 1;
    int steps = 0;
    for (; value != 1; ++steps)
      value = value & 1 ? 3 * value + 1 : value / 2;
    return steps;
  });
}

TEST(SimtExecution, TwistedLoops) {
  checkThreads("twistedLoops", [](unsigned i, const std::vector<int>& in, int n) {
    int sum = 0;
    for (int a = 0; a < static_cast<int>(i % 7) + 2; ++a) {
      for (int b = 0;; ++b) {
        if (b > static_cast<int>(i % 5) + a)
          break;
        if ((a + b) % 3 == 1)
          continue;
        sum += a * b + in[(i + b) % static_cast<unsigned>(n)];
        if (sum > 700)
          return -sum;
      }
      if (sum % 11 == 5)
        break;
    }
    return sum;
  });
}

TEST(SimtExecution, Switches) {
  checkThreads("switches", [](unsigned i, const std::vector<int>& in, int n) {
    int value = in[i];
    switch (value % 6) {
    case 0:
      return value + 5;
    case 1:
      return value * 3 - 7;
    case 2:
      return value - 7;
    case 3:
      return 1;
    case 4:
      return in[(i * 7) % static_cast<unsigned>(n)];
    default:
      return -value;
    }
  });
}

TEST(SimtExecution, LocalArray) {
  checkThreads("localArray", [](unsigned i, const std::vector<int>&, int) {
    int stack[16];
    int top = 0, sum = 0;
    for (int k = 0; k < 16; ++k)
      stack[k] = static_cast<int>(i) + k;
    for (unsigned k = i; k > 0; k /= 3) {
      top = (top + static_cast<int>(k % 5) + 1) & 15;
      stack[top] += static_cast<int>(k);
    }
    for (int k = 0; k < 16; ++k)
      sum += stack[k] * (k + 1);
    return sum;
  });
}

TEST(SimtExecution, Recursion) {
  std::function<int(int, int)> ackermann = [&](int m, int n) -> int {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
  };
  checkThreads("recursion", [&](unsigned i, const std::vector<int>&, int) {
    return i % 2 == 0 ? ackermann(static_cast<int>(i % 3), static_cast<int>(i % 4))
                      : -static_cast<int>(i);
  });
}

TEST(SimtExecution, UnsignedNeighbour) {
  checkThreads("unsignedNeighbour", [](unsigned i, const std::vector<int>& in, int n) {
    int sum = 0;
    if (i - 1 < static_cast<unsigned>(n))
      sum += in[i - 1];
    if (i + 1 < static_cast<unsigned>(n))
      sum += 2 * in[i + 1];
    return sum;
  });
}

TEST(SimtExecution, ClampedNeighbours) {
  constexpr int kLargest = std::numeric_limits<int>::max();
  for (const int start : {-4, 0, 5, kLargest - 20, kLargest - 1, -kLargest - 1})
    forShapes([start](const Grid& grid, unsigned bits, bool masked) {
      std::vector<int> in = numbers(grid.threads() + 16);
      in[0] = static_cast<int>(grid.threads());
      const std::vector<int> out = run("clampedNeighbours", grid, in, start, bits, masked);
      ASSERT_EQ(out.size(), grid.threads());
      for (unsigned i = 0; i < grid.threads(); ++i) {
        unsigned sum = 0;
        for (const int k : {-3, -1, 0, 2, 3}) {
          const auto place =
              static_cast<int>(i + static_cast<unsigned>(start) + static_cast<unsigned>(k));
          sum = sum * 3 + static_cast<unsigned>(in[std::clamp(place, 0, in[0])]);
        }
        ASSERT_EQ(out[i], static_cast<int>(sum)) << "thread " << i << " from " << start;
      }
    });
}

TEST(SimtExecution, Indices) {
  forShapes([](const Grid& grid, unsigned bits, bool masked) {
    std::vector<int> out = run("indices", grid, {0}, 0, bits, masked);
    std::size_t i = 0;
    for (unsigned b = 0; b < grid.blocks; ++b)
      for (unsigned z = 0; z < grid.block.z; ++z)
        for (unsigned y = 0; y < grid.block.y; ++y)
          for (unsigned x = 0; x < grid.block.x; ++x)
            ASSERT_EQ(out[i++], static_cast<int>(x + 100 * y + 10000 * z + 1000000 * b));
  });
}

TEST(SimtExecution, ReduceShared) {
  forShapes([](const Grid& grid, unsigned bits, bool masked) {
    std::vector<int> in = numbers(grid.threads());
    std::vector<int> out = run("reduceShared", grid, in, 0, bits, masked);
    for (unsigned b = 0; b < grid.blocks; ++b) {
      auto first = in.begin() + b * grid.block.threads();
      ASSERT_EQ(out[b], std::accumulate(first, first + grid.block.threads(), 0));
    }
  });
}

TEST(SimtExecution, FirstThreadSums) {
  forShapes([](const Grid& grid, unsigned bits, bool masked) {
    std::vector<int> in = numbers(grid.threads());
    std::vector<int> out = run("firstThreadSums", grid, in, 0, bits, masked);
    unsigned n = grid.block.threads();
    for (unsigned b = 0; b < grid.blocks; ++b) {
      int total = 0;
      for (int round = 0; round < 4; ++round) {
        int sum = 0;
        for (unsigned t = 0; t < std::min(n, 64u); t += 16)
          sum += in[b * n + t] + round;
        total = total * 3 + sum;
      }
      ASSERT_EQ(out[b], total);
    }
  });
}

TEST(SimtExecution, BarriersInLoop) {
  forShapes([](const Grid& grid, unsigned bits, bool masked) {
    std::vector<int> in = numbers(grid.threads());
    std::vector<int> out = run("barriersInLoop", grid, in, 0, bits, masked);
    unsigned n = grid.block.threads();
    for (unsigned b = 0; b < grid.blocks; ++b) {
      std::vector<int> mine(in.begin() + b * n, in.begin() + (b + 1) * n);
      std::vector<long> wide(n);
      std::vector<float> scaled(n);
      for (unsigned t = 0; t < n; ++t) {
        wide[t] = static_cast<long>(mine[t]) << 20;
        scaled[t] = static_cast<float>(mine[t]) * 0.5f;
      }
      for (unsigned round = 0; round < 3 + b; ++round) {
        std::vector<int> shared = mine;
        for (unsigned t = 0; t < n; ++t) {
          int other = shared[(t + 1) % n];
          mine[t] = mine[t] / 2 + other % 100 + static_cast<int>(round);
          wide[t] += other;
          scaled[t] += static_cast<float>(other);
        }
      }
      for (unsigned t = 0; t < n; ++t)
        ASSERT_EQ(out[b * n + t],
                  mine[t] + static_cast<int>(wide[t] >> 3) + static_cast<int>(scaled[t]));
    }
  });
}

TEST(SimtExecution, ReturnBeforeBarrier) {
  forShapes([](const Grid& grid, unsigned bits, bool masked) {
    unsigned n = grid.block.threads(), stay = (n + 1) / 2;
    std::vector<int> in = numbers(grid.threads());
    std::vector<int> out =
        run("returnBeforeBarrier", grid, in, static_cast<int>(stay), bits, masked);
    for (unsigned b = 0; b < grid.blocks; ++b)
      for (unsigned t = 0; t < n; ++t)
        ASSERT_EQ(out[b * n + t], t < stay ? in[b * n + stay - 1 - t] : -1);
  });
}

TEST(SimtExecution, BarrierOnBothSides) {
  for (unsigned bits : {128u, 512u}) {
    Grid grid{{256, 1, 1}, 2};
    std::vector<int> out = run("barrierOnBothSides", grid, {0}, 0, bits, true);
    for (unsigned t = 0; t < 256; ++t)
      ASSERT_EQ(out[t], static_cast<int>(255 - t) * (t < 64 ? 2 : 3));
  }
}

TEST(SimtExecution, BarrierVotes) {
  forShapes([](const Grid& grid, unsigned bits, bool masked) {
    unsigned n = grid.block.threads();
    std::vector<int> in = numbers(grid.threads());
    in[n] = 12345;
    std::vector<int> out = run("barrierVotes", grid, in, 0, bits, masked);
    for (unsigned b = 0; b < grid.blocks; ++b) {
      int odd = 0, any = 0;
      for (unsigned t = 0; t < n; ++t) {
        odd += in[b * n + t] & 1;
        any |= in[b * n + t] == 12345;
      }
      for (unsigned t = 0; t < n; ++t)
        ASSERT_EQ(out[b * n + t], odd * 1000 + 100 + any * 10 + static_cast<int>(std::min(n, 5u)));
    }
  });
}

TEST(SimtExecution, NamedBarriers) {
  for (unsigned bits : {128u, 512u}) {
    Grid grid{{96, 1, 1}, 2};
    std::vector<int> in = numbers(96);
    std::vector<int> out = run("namedBarriers", grid, in, 0, bits, false);
    for (unsigned t = 0; t < 96; ++t)
      ASSERT_EQ(out[t], t >= 32 && t < 64 ? 4 * in[t - 32] + 6 : 0) << t;
  }
}

TEST(SimtExecution, LocalArrayAcrossBarrier) {
  forShapes([](const Grid& grid, unsigned bits, bool masked) {
    unsigned n = grid.block.threads();
    std::vector<int> out = run("localArrayAcrossBarrier", grid, {0}, 0, bits, masked);
    std::vector<std::array<int, 4>> mine(n);
    for (unsigned t = 0; t < n; ++t)
      for (unsigned k = 0; k < 4; ++k)
        mine[t][(k + t) & 3] = static_cast<int>(t * 10 + k);
    auto shared = mine;
    for (unsigned t = 0; t < n; ++t) {
      mine[t][t & 3] += shared[(t + 3) % n][1];
      ASSERT_EQ(out[t], mine[t][0] + 2 * mine[t][1] + 3 * mine[t][2] + 4 * mine[t][3]);
    }
  });
}

TEST(SimtExecution, Histogram) {
  forShapes([](const Grid& grid, unsigned bits, bool masked) {
    unsigned n = grid.block.threads();
    std::vector<int> in = numbers(grid.threads());
    std::vector<int> out = run("histogram", grid, in, 0, bits, masked, 16);
    std::vector<int> expected(16);
    for (unsigned i = 0; i < grid.threads(); ++i) {
      if (i % n % 3 != 1)
        ++expected[in[i] & 15];
      expected[0] += static_cast<int>(i % n);
    }
    ASSERT_EQ(out, expected);
  });
}

TEST(SimtExecution, CasLoop) {
  forShapes([](const Grid& grid, unsigned bits, bool masked) {
    std::vector<int> out = run("casLoop", grid, {0}, 0, bits, masked, 5);
    std::vector<int> expected(5);
    for (unsigned i = 0; i < grid.threads(); ++i)
      expected[i % 5] += static_cast<int>(i);
    ASSERT_EQ(out, expected);
  });
}

TEST(SimtExecution, Ballots) {
  forShapes([](const Grid& grid, unsigned bits, bool masked) {
    unsigned n = grid.block.threads();
    std::vector<int> in = numbers(grid.threads());
    std::vector<int> out = run("ballots", grid, in, 0, bits, masked);
    for (unsigned i = 0; i < grid.threads(); ++i) {
      unsigned warp = i / n * n + i % n / 32 * 32, last = std::min(warp + 32, (i / n + 1) * n);
      unsigned all = 0, some = 0;
      for (unsigned k = warp; k < last; ++k) {
        all |= static_cast<unsigned>(in[k] & 1) << (k - warp);
        some |= static_cast<unsigned>(in[k] % 3 == 0) << (k - warp);
      }
      ASSERT_EQ(static_cast<unsigned>(out[i]), all ^ (in[i] % 3 == 0 ? some * 3 : 0)) << i;
    }
  });
}
