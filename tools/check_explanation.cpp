#include "tools/check_explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <utility>

namespace heddle::tools {

struct Explanation {
  std::string_view begin; // of the message
  std::string_view part;  // of the message or of a detail; empty: any finding that begins so
  std::string_view tool;
  std::string_view title;
  std::string_view advice;
};

namespace {

// The first row that fits a finding explains it.
constexpr Explanation kExplanations[] = {
    {"Invalid __global__", "misaligned", "memcheck",
     "a kernel uses an address that is not a multiple of the size of the access",
     "A value of N bytes has to lie at a multiple of N bytes, also the vectors float2 and float4. "
     "Look at how the pointer was made: a cast, or an index that was added before a cast."},
    {"Invalid __global__", "before it is allocated", "memcheck",
     "a kernel uses memory of cudaMallocAsync that another stream allocates",
     "Nothing orders the kernel behind the allocation, so it may run first. Record an event behind "
     "cudaMallocAsync, and let the kernel's stream wait for it with cudaStreamWaitEvent."},
    {"Use-before-alloc", "", "memcheck",
     "a copy or fill uses memory of cudaMallocAsync that another stream allocates",
     "Nothing orders the call behind the allocation. Record an event behind cudaMallocAsync, and "
     "let the other stream wait for it with cudaStreamWaitEvent."},
    {"Free-before-alloc", "", "memcheck",
     "memory of cudaMallocAsync is freed on another stream than it is allocated on",
     "Nothing orders the free behind the allocation. Let its stream wait for an event that was "
     "recorded behind the allocation, or free on the stream of the allocation."},
    {"Use-after-free", "", "memcheck", "memory is freed while another stream may still use it",
     "Nothing orders the free behind that use. Record an event behind the use, and let the stream "
     "of cudaFreeAsync wait for it with cudaStreamWaitEvent."},
    {"Invalid __global__", "bytes after the nearest", "memcheck",
     "a kernel accesses memory behind the end of an allocation",
     "There are often more threads than elements. Compare the index with the number of elements "
     "before the access, as in `if (i < n)`, and the number of elements with what cudaMalloc got: "
     "that is in bytes."},
    {"Invalid __global__", "bytes before the nearest", "memcheck",
     "a kernel accesses memory before the beginning of an allocation",
     "The index is negative, or a difference of unsigned numbers has become very large."},
    {"Invalid __global__", "", "memcheck", "a kernel accesses memory that is not allocated",
     "Is the pointer one of cudaMalloc, and has it not been freed? Memory of the host, from malloc "
     "or new or of a local variable, has to be copied to the device first."},
    {"Invalid __shared__", "misaligned", "memcheck",
     "a kernel uses an address in shared memory that is not a multiple of the size of the access",
     "A value of N bytes has to lie at a multiple of N bytes. __align__(16) at the declaration of "
     "an array helps if vectors are read from it."},
    {"Invalid __shared__", "", "memcheck",
     "a kernel accesses shared memory outside of what its block has",
     "The array ends where its declaration says; an `extern __shared__` array has as many bytes "
     "as the third value between <<< and >>> says, which is none if it is not there."},
    {"Invalid __local__", "", "memcheck",
     "a thread accesses an array of its own outside of the bounds",
     "Compare the index with the size in the declaration of the array."},
    {"Invalid", "", "memcheck", "a kernel makes an access that is not allowed", ""},
    {"Malloc/Free Error", "double free", "memcheck", "a kernel frees the same memory twice",
     "Only one thread may call free() or delete for what malloc() or new has given."},
    {"Malloc/Free Error", "", "memcheck", "a kernel frees what malloc() has not given",
     "free() and delete in a kernel are for what malloc() and new in a kernel have given. What the "
     "host has allocated, the host frees with cudaFree()."},
    {"Uninitialized __shared__", "", "initcheck",
     "a kernel reads shared memory that its block has not written",
     "Shared memory has no particular content when a block begins. Let the threads write all of it "
     "first, with __syncthreads() before others read."},
    {"Uninitialized __local__", "", "initcheck",
     "a thread reads an element of an array of its own that it has not written",
     "A local array has no particular content. `= {}` at its declaration makes it zero."},
    {"Uninitialized __global__", "", "initcheck", "a kernel reads memory that nobody has written",
     "What cudaMalloc gives has no particular content. Copy values into it (cudaMemcpy), fill it "
     "(cudaMemset), or let a kernel write all of it first; mind that sizes are in bytes."},
    {"Host API memory access error", "Uninitialized", "initcheck",
     "a copy reads device memory that nobody has written",
     "Has the kernel that should have written it run without an error, and for all elements?"},
    {"Warning: Race", "", "racecheck",
     "two threads of a warp access the same memory, and nothing says who comes first",
     "Threads of a warp need not run in step. Put __syncwarp() between the two accesses."},
    {"Error: Race", "", "racecheck",
     "two threads access the same memory, one of them writes, and nothing says who comes first",
     "Put __syncthreads() between the two accesses, or use atomics if many threads add to one "
     "place."},
    {"Barrier error detected. Divergent thread(s) in warp", "names thread", "synccheck",
     "threads of a warp wait for one that their mask names and that does not come",
     "All lanes in the mask of __shfl_sync(), __ballot_sync() and the like have to make the call, "
     "unless they have returned. Move it out of the branch or loop, and let lanes without work "
     "take "
     "part with a value that changes nothing, or compute the mask before the branch, with "
     "__ballot_sync()."},
    {"Barrier error detected. Divergent thread(s) in warp", "", "synccheck",
     "not all threads of a warp come to a barrier",
     "All threads of a block have to come to the same __syncthreads(). Move it out of the branch "
     "or loop that only some threads go through, and let threads without work come to it, too."},
    {"Deadlock detected", "", "synccheck",
     "all threads of a kernel wait for each other, so that none of them ever goes on",
     "The lines below say who waits where. A thread that holds a lock must not wait for those that "
     "want it; a flag has to be set, and a barrier come to, by someone who does not wait."},
    {"Barrier error detected. Divergent thread(s) in block", "deadlock", "synccheck",
     "threads wait at a barrier for others that never come",
     "All threads of a block have to come to the same __syncthreads(). Threads that have gone "
     "another way, or wait at another barrier, keep these waiting for ever."},
    {"Barrier error detected. Divergent thread(s) in block", "", "synccheck",
     "not all warps of a block come to the same barrier",
     "All threads of a block have to come to the same __syncthreads(). Move it out of the branch "
     "that only some warps go through, and do not give each branch a barrier of its own."},
    {"Barrier error detected. Invalid arguments", "", "synccheck",
     "a thread calls an operation of its warp with a mask that does not name it",
     "The mask of __shfl_sync(), __ballot_sync() and the like has a bit for each lane that makes "
     "the call. __activemask() is no way to find it: compute it from the condition before the "
     "branch, with __ballot_sync()."},
    {"Barrier error detected. Missing init", "", "synccheck",
     "an asynchronous barrier is used before it has been initialised",
     "One thread calls init() for the barrier, and __syncthreads() stands behind it."},
    {"Barrier error detected. Missing wait", "", "synccheck",
     "threads arrive at an asynchronous barrier again without having waited for it", ""},
    {"Barrier error", "", "synccheck", "a barrier is used in a way that is not allowed", ""},
    {"Portability: Threads of a warp", "", "portability",
     "threads of a warp count on running in lockstep",
     "From compute capability 7.0 on each thread of a warp may be at another place. Put "
     "__syncwarp() "
     "between the two accesses."},
    {"Portability: Blocks wait", "", "portability",
     "blocks wait for blocks that need not be resident",
     "Launch the kernel with cudaLaunchCooperativeKernel, which fails if the blocks do not all "
     "fit, "
     "or let a block wait only for those with smaller numbers that it draws from a counter."},
    {"Portability: A launch needs", "", "portability", "a launch does not fit other GPUs",
     "Ask the device for its limits (cudaDeviceGetAttribute), and choose the size by them."},
    {"Portability: What the program prints", "", "portability",
     "results depend on the order in which blocks run",
     "Sums of floating-point numbers by atomics depend on the order. Add up in a fixed order, or "
     "in "
     "integers, or compare results with a tolerance."},
    {"Program hit", "", "memcheck", "a call of the CUDA API has failed",
     "Compare what each call returns with cudaSuccess; cudaGetErrorString() says what it means."},
    {"Leaked", "", "memcheck", "device memory has not been freed",
     "Each cudaMalloc needs a cudaFree."},
    {"", "", "", "something is wrong", ""},
};

bool hasPart(const ParsedFinding& finding, std::string_view part) {
  return finding.message.find(part) != std::string::npos ||
         std::ranges::any_of(finding.detail, [&](const std::string& detail) {
           return detail.find(part) != std::string::npos;
         });
}

const Explanation& explanationOf(const ParsedFinding& finding) {
  return *std::ranges::find_if(kExplanations, [&](const Explanation& row) {
    return finding.message.starts_with(row.begin) && hasPart(finding, row.part);
  });
}

bool isSame(const SourcePlace& one, const SourcePlace& other) {
  return one.function == other.function && one.file == other.file && one.line == other.line;
}

// After a kernel has failed, all calls return its error, which is no mistake of its own.
bool isOfFailedKernel(const ParsedFinding& finding) {
  constexpr std::string_view kFailures[] = {"Program hit cudaErrorLaunchFailure",
                                            "Program hit CUDA_ERROR_LAUNCH_FAILED"};
  return std::ranges::any_of(
      kFailures, [&](std::string_view failure) { return finding.message.starts_with(failure); });
}

bool endsKernel(const ParsedFinding& finding) {
  return finding.message.starts_with("Invalid") || finding.message.starts_with("Malloc/Free") ||
         hasPart(finding, "deadlock");
}

std::string fileName(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

// The line of a place and its neighbours, as far as the source can be read.
std::string sourceLines(const SourcePlace& place) {
  constexpr std::uint64_t kNeighbours = 1;
  std::ifstream file(place.file);
  std::string text, line;
  for (std::uint64_t number = 1; number <= place.line + kNeighbours && std::getline(file, line);
       ++number)
    if (number + kNeighbours >= place.line)
      text += fmt::format("    {} {:4} | {}\n", number == place.line ? '>' : ' ', number, line);
  return text;
}

std::string describePlace(const SourcePlace& place) {
  const std::string line = place.line ? fmt::format(":{}", place.line) : "";
  return fmt::format("  {}{}, in {}\n{}", fileName(place.file), line, place.function,
                     place.line ? sourceLines(place) : "");
}

std::string describeThreads(const ParsedFinding& finding) {
  std::string text;
  for (std::size_t index = 0; index + 1 < finding.threads.size(); index += 2)
    text += fmt::format("{}thread {} of block {}", text.empty() ? "" : " and ",
                        finding.threads[index], finding.threads[index + 1]);
  return text;
}

// A text in lines of at most 96 characters that are indented.
std::string wrapped(std::string_view first, std::string_view text) {
  constexpr std::size_t kWidth = 96;
  std::string all(first), indent(first.size(), ' ');
  std::size_t column = all.size();
  std::string_view separator;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size() == text.size() ? word.size() : word.size() + 1);
    if (column + separator.size() + word.size() > kWidth) {
      all.append("\n").append(indent);
      column = indent.size();
      separator = "";
    }
    all.append(separator).append(word);
    column += separator.size() + word.size();
    separator = " ";
  }
  return all + "\n";
}

} // namespace

std::string ExplainedReport::describe(std::size_t number, const Mistake& mistake) {
  const ParsedFinding& finding = mistake.first;
  const std::string head = fmt::format("{}. ", number);
  std::string text =
      wrapped(head, fmt::format("{} [{}]", mistake.explanation->title, mistake.explanation->tool));
  for (const SourcePlace& place : finding.places)
    text += describePlace(place);
  for (const SourcePlace& caller : finding.callers)
    text += fmt::format("  called at {}:{}, in {}\n", fileName(caller.file), caller.line,
                        caller.function);
  // The lines about a race are the two places, which stand above.
  const bool isRace = finding.message.find("Race reported") != std::string::npos;
  if (!isRace)
    text += fmt::format("  {}\n", finding.message);
  if (!isRace)
    for (const std::string& detail : finding.detail)
      text += fmt::format("  {}\n", detail);
  if (const std::string threads = describeThreads(finding); !threads.empty())
    text += fmt::format("  by {}{}\n", threads,
                        mistake.count > 1 ? fmt::format(", and {} more", mistake.count - 1) : "");
  else if (mistake.count > 1)
    text += fmt::format("  {} times\n", mistake.count);
  if (!mistake.explanation->advice.empty())
    text += wrapped("  How to mend it: ", mistake.explanation->advice);
  return text + "\n";
}

bool ExplainedReport::isOf(const Mistake& mistake, const ParsedFinding& finding) {
  return mistake.explanation == &explanationOf(finding) &&
         std::ranges::equal(mistake.first.places, finding.places, isSame) &&
         (!finding.places.empty() || mistake.first.message == finding.message);
}

void ExplainedReport::add(ParsedFinding finding) {
  const auto same = std::ranges::find_if(
      mistakes_, [&](const Mistake& mistake) { return isOf(mistake, finding); });
  if (same != mistakes_.end())
    ++same->count;
  else if (isOfFailedKernel(finding) && std::ranges::any_of(mistakes_, [](const Mistake& mistake) {
             return endsKernel(mistake.first);
           }))
    ++failedCalls_;
  else
    mistakes_.push_back({&explanationOf(finding), std::move(finding)});
}

std::string ExplainedReport::text(std::string_view checked) const {
  if (mistakes_.empty())
    return fmt::format("heddle check: nothing wrong was found ({})\n", checked);
  std::string all = fmt::format("\nheddle check: {} mistake{}\n\n", mistakes_.size(),
                                mistakes_.size() == 1 ? "" : "s");
  for (std::size_t index = 0; index < mistakes_.size(); ++index)
    all += describe(index + 1, mistakes_[index]);
  if (failedCalls_)
    all += fmt::format("A wrong access ends its kernel, and {} of the API failed after that.\n",
                       failedCalls_ == 1 ? "a call" : fmt::format("{} calls", failedCalls_));
  return all;
}

} // namespace heddle::tools
