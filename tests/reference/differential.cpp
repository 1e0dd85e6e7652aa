// The engine against the reference interpreter on random modules:
//
//   differential [--seed=N] [--count=N] [--shape=XxYxZ] [--width=W] [--every] [--forms] [--threads]
//                [--jobs=N] [FILE]
//
// Each seed gives a module, a block shape and a gang width; --every runs it at every shape and
// width instead, --forms at its shape in every form: at each width with optimised and both kinds of
// quick code, in a switch from one to the other, and with each thread by itself. --threads does the
// latter alone. A module on which the two differ is made as
// small as possible and printed. With FILE, that module is run at all widths (or the one given),
// and made small when they differ.
#include "engine.h"
#include "generator.h"
#include "interpreter.h"
#include "shrink.h"

#include "jit/checks.h"

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace heddle::reference;

namespace {

constexpr std::array<std::uint32_t, 3> kShapes[] = {
    {32, 1, 1}, {64, 1, 1}, {1, 1, 1},  {7, 1, 1},  {33, 1, 1},  {16, 4, 1},  {96, 1, 1},
    {5, 3, 2},  {8, 8, 1},  {48, 1, 1}, {1, 40, 1}, {128, 1, 1}, {100, 1, 1}, {3, 5, 7},
};
// Slow in the interpreter: one module in kLargeOneIn.
constexpr std::array<std::uint32_t, 3> kLargeShapes[] = {{1024, 1, 1}, {256, 1, 1}, {32, 16, 2}};
constexpr unsigned kLargeOneIn = 50;
constexpr unsigned kWidths[] = {0, 1, 2, 4, 8, 16, 32, 64}; // 0: what the engine chooses

struct Options {
  std::uint64_t seed = 1, count = 100;
  unsigned jobs = 1;
  bool every = false;
  bool forms = false;
  bool threads = false;
  bool showText = false;
  std::optional<unsigned> width;
  std::optional<std::array<std::uint32_t, 3>> shape;
  std::vector<std::string> files;
};

std::string nameOf(const Variant& variant) {
  const auto& b = variant.shape.block;
  return fmt::format("block {}x{}x{}, grid {}, gang width {}{}", b[0], b[1], b[2],
                     variant.shape.grid[0],
                     variant.gangWidth ? std::to_string(variant.gangWidth) : "chosen",
                     variant.plainMemory ? ", plain memory" : "") +
         (variant.code == Variant::Code::Quick      ? ", quick code"
          : variant.code == Variant::Code::Switched ? ", quick code, then optimised"
                                                    : "") +
         (variant.isLarge ? "" : ", as a small kernel") +
         (variant.callFunctions ? ", functions called" : "") +
         (variant.threads ? ", threads by themselves" : "");
}

Variant variantOf(std::uint64_t seed, const Options& options) {
  std::uint64_t hash = seed * 0x9e3779b97f4a7c15;
  hash ^= hash >> 29;
  Variant variant;
  variant.shape.block = kShapes[hash % std::size(kShapes)];
  if ((hash >> 48) % kLargeOneIn == 0)
    variant.shape.block = kLargeShapes[hash % std::size(kLargeShapes)];
  if (options.shape)
    variant.shape.block = *options.shape;
  variant.shape.grid[0] = 1 + (hash >> 16) % 3;
  variant.gangWidth = options.width ? *options.width : kWidths[(hash >> 24) % std::size(kWidths)];
  variant.plainMemory = (hash >> 40) % 4 == 0;
  // Most of the time goes into native code, which LLVM's own tests cover.
  constexpr Variant::Code kCodes[] = {Variant::Code::Full,  Variant::Code::Quick,
                                      Variant::Code::Quick, Variant::Code::Quick,
                                      Variant::Code::Quick, Variant::Code::Switched};
  variant.code = kCodes[(hash >> 44) % std::size(kCodes)];
  // Small kernels have no quick code to switch from.
  variant.isLarge = variant.code == Variant::Code::Switched || (hash >> 52) % 4 != 0;
  variant.callFunctions = (hash >> 50) % 2 == 0;
  variant.threads = options.threads;
  return variant;
}

std::vector<Variant> everyShapeAndWidth(const Variant& variant) {
  std::vector<Variant> variants;
  for (const auto& shape : kShapes)
    for (unsigned width : kWidths) {
      variants.push_back(variant);
      variants.back().shape.block = shape;
      variants.back().gangWidth = width;
    }
  return variants;
}

std::vector<Variant> everyForm(const Variant& variant) {
  std::vector<Variant> variants;
  const auto add = [&](unsigned width, Variant::Code code, bool isLarge, bool threads) {
    variants.push_back(variant);
    variants.back().gangWidth = width;
    variants.back().code = code;
    variants.back().isLarge = isLarge;
    variants.back().threads = threads;
  };
  for (unsigned width : kWidths) {
    add(width, Variant::Code::Full, true, false);
    add(width, Variant::Code::Quick, true, false);
    add(width, Variant::Code::Quick, false, false);
  }
  add(0, Variant::Code::Switched, true, false);
  add(0, Variant::Code::Full, true, true);
  return variants;
}

// The variants in which the module of this seed is tried.
std::vector<Variant> variantsOf(std::uint64_t seed, const Options& options) {
  const Variant variant = variantOf(seed, options);
  if (options.every)
    return everyShapeAndWidth(variant);
  if (options.forms)
    return everyForm(variant);
  return {variant};
}

// Of processor time: on a busy machine, or an emulated one, any other may go by.
void allowSeconds(int seconds) {
  itimerval limit{};
  limit.it_value.tv_sec = seconds;
  setitimer(ITIMER_PROF, &limit, nullptr);
}

// In a process of its own, since the engine may do anything: what differs, or nothing.
Verdict judgeApart(const std::string& text, const Variant& variant) {
  int pipes[2];
  if (pipe(pipes) != 0)
    return {Verdict::Kind::Invalid, "no pipe"};
  std::fflush(nullptr);
  pid_t child = fork();
  if (child == 0) {
    close(pipes[0]);
    allowSeconds(60);
    Verdict verdict = judge(text, variant);
    std::string message = std::to_string(static_cast<int>(verdict.kind)) + verdict.reason;
    [[maybe_unused]] auto written = write(pipes[1], message.data(), message.size());
    _exit(0);
  }
  close(pipes[1]);
  std::string message;
  char buffer[4096];
  for (ssize_t n = 0; (n = read(pipes[0], buffer, sizeof buffer)) > 0;)
    message.append(buffer, static_cast<std::size_t>(n));
  close(pipes[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status))
    return {Verdict::Kind::Differs, fmt::format("the engine ended by signal {}", WTERMSIG(status))};
  if (message.empty())
    return {Verdict::Kind::Invalid, "no answer"};
  return {static_cast<Verdict::Kind>(message[0] - '0'), message.substr(1)};
}

void report(std::uint64_t seed, const std::string& text, const Variant& variant,
            const Verdict& verdict) {
  std::printf("seed %llu, %s: %s\n", static_cast<unsigned long long>(seed), nameOf(variant).c_str(),
              verdict.reason.c_str());
  std::fflush(stdout);
  if (verdict.kind != Verdict::Kind::Differs)
    return;
  std::string small = shrink(text, [&](const std::string& candidate) {
    Verdict other = judgeApart(candidate, variant);
    return other.kind == Verdict::Kind::Differs &&
           // A crash does not turn into a wrong result on the way.
           other.reason.substr(0, 12) == verdict.reason.substr(0, 12);
  });
  std::printf("---- shrunk\n%s---- %s\n", small.c_str(), judgeApart(small, variant).reason.c_str());
  std::fflush(stdout);
}

// Seeds in order, in a child that is replaced when the engine ends it.
unsigned runSeeds(std::uint64_t first, std::uint64_t step, std::uint64_t end,
                  const Options& options) {
  unsigned failures = 0;
  std::uint64_t next = first;
  while (next < end) {
    int pipes[2];
    if (pipe(pipes) != 0)
      return 1;
    std::fflush(nullptr);
    pid_t child = fork();
    if (child == 0) {
      close(pipes[0]);
      for (std::uint64_t seed = next; seed < end; seed += step) {
        const std::vector<Variant> variants = variantsOf(seed, options);
        for (std::size_t i = 0; i < variants.size(); ++i) {
          // What is being tried, for the parent, should this process end here.
          std::uint64_t mark[3] = {seed, i, 0};
          [[maybe_unused]] auto written = write(pipes[1], mark, sizeof mark);
          allowSeconds(300);
          std::string text = generateModule(seed, variants[i].shape);
          if (judge(text, variants[i]).kind != Verdict::Kind::Agrees)
            _exit(1);
        }
      }
      _exit(0);
    }
    close(pipes[1]);
    std::uint64_t mark[3] = {next, 0, 0}, read3[3];
    while (read(pipes[0], read3, sizeof read3) == sizeof read3)
      std::memcpy(mark, read3, sizeof mark);
    close(pipes[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
      return failures;
    ++failures;
    std::uint64_t seed = mark[0];
    const Variant variant = variantsOf(seed, options)[mark[1]];
    std::string text = generateModule(seed, variant.shape);
    Verdict verdict = judgeApart(text, variant);
    if (verdict.kind == Verdict::Kind::Agrees)
      verdict = {Verdict::Kind::Invalid, "failed once, but not alone"};
    report(seed, text, variant, verdict);
    if (failures == 20)
      return failures;
    next = seed + step;
  }
  return failures;
}

unsigned runFile(const std::string& name, const Options& options) {
  std::ifstream stream(name);
  std::stringstream content;
  content << stream.rdbuf();
  std::string text = content.str();
  unsigned failures = 0;
  std::vector<std::array<std::uint32_t, 3>> shapes = {{33, 1, 1}, {16, 4, 1}, {64, 1, 1}};
  if (options.shape)
    shapes = {*options.shape};
  auto tryVariant = [&](const Variant& variant) {
    Verdict verdict = judgeApart(text, variant);
    if (verdict.kind == Verdict::Kind::Agrees)
      return;
    std::printf("%s, %s: %s\n", name.c_str(), nameOf(variant).c_str(), verdict.reason.c_str());
    if (failures++ == 0)
      report(0, text, variant, verdict);
  };
  bool hasFunctions = text.find(".func") != std::string::npos;
  for (const auto& shape : shapes)
    for (unsigned width : kWidths)
      for (Variant::Code code : {Variant::Code::Full, Variant::Code::Quick}) {
        if (options.width && *options.width != width)
          continue;
        Variant variant;
        variant.shape.block = shape;
        variant.gangWidth = width;
        variant.code = code;
        variant.threads = options.threads;
        tryVariant(variant);
        variant.callFunctions = true;
        if (hasFunctions)
          tryVariant(variant);
      }
  return failures;
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    std::size_t equals = argument.find('=');
    std::string name = argument.substr(0, equals);
    std::string value = equals == std::string::npos ? "" : argument.substr(equals + 1);
    if (name == "--seed")
      options.seed = std::strtoull(value.c_str(), nullptr, 0);
    else if (name == "--count")
      options.count = std::strtoull(value.c_str(), nullptr, 0);
    else if (name == "--jobs")
      options.jobs = static_cast<unsigned>(std::atoi(value.c_str()));
    else if (name == "--width")
      options.width = static_cast<unsigned>(std::atoi(value.c_str()));
    else if (name == "--every")
      options.every = true;
    else if (name == "--forms")
      options.forms = true;
    else if (name == "--threads")
      options.threads = true;
    else if (name == "--show")
      options.showText = true;
    else if (name == "--shape") {
      std::array<std::uint32_t, 3> shape{1, 1, 1};
      std::sscanf(value.c_str(), "%ux%ux%u", &shape[0], &shape[1], &shape[2]);
      options.shape = shape;
    } else if (argument.starts_with("--")) {
      std::fprintf(stderr, "unknown option %s\n", argument.c_str());
      std::exit(2);
    } else {
      options.files.push_back(argument);
    }
  }
  return options;
}

} // namespace

int main(int argc, char** argv) {
  Options options = parse(argc, argv);
  setenv("CUDA_CACHE_DISABLE", "1", 1);
  heddle::jit::enableAddressTests(); // unless HEDDLE_WALL forbids it or there are protection keys
  if (options.showText) {
    std::fputs(generateModule(options.seed, variantOf(options.seed, options).shape).c_str(),
               stdout);
    return 0;
  }
  if (!options.files.empty()) {
    unsigned failures = 0;
    for (const std::string& file : options.files)
      failures += runFile(file, options);
    return failures != 0;
  }
  auto start = std::chrono::steady_clock::now();
  std::uint64_t end = options.seed + options.count;
  std::vector<pid_t> children;
  for (unsigned job = 1; job < options.jobs; ++job) {
    std::fflush(nullptr);
    pid_t child = fork();
    if (child == 0)
      _exit(runSeeds(options.seed + job, options.jobs, end, options) != 0);
    children.push_back(child);
  }
  bool failed = runSeeds(options.seed, options.jobs, end, options) != 0;
  for (pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    failed |= status != 0;
  }
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf("%llu modules in %.1f s%s\n", static_cast<unsigned long long>(options.count), seconds,
              failed ? ", with differences" : "");
  return failed;
}
