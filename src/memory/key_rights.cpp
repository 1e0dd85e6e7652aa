// Rights of threads other than the calling one, and of code that a signal has interrupted.

#include "memory/key_rights.h"

#include "memory/protection_keys.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <sys/rseq.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <ucontext.h>
#include <unistd.h>
#include <utility>
#include <vector>

#ifdef __x86_64__
#include <cpuid.h>
#endif

namespace heddle::memory {

bool signalFramesNeedNoRights() {
  constexpr std::pair kFirstVersion(6, 12);
  utsname system;
  std::pair version(0, 0);
  return uname(&system) == 0 &&
         std::sscanf(system.release, "%d.%d", &version.first, &version.second) == 2 &&
         version >= kFirstVersion;
}

#ifdef __x86_64__

namespace {

void* restartableSequences() {
  return static_cast<char*>(__builtin_thread_pointer()) + __rseq_offset;
}

// The sizes with which the C library may have registered the area. The C library tells only how
// many bytes are in use, and in its first version these are fewer than the 32 that it registers.
constexpr unsigned kFirstAreaBytes = 32;
std::array<unsigned, 3> possibleAreaBytes() {
  return {kFirstAreaBytes, __rseq_size,
          (__rseq_size + kFirstAreaBytes - 1) / kFirstAreaBytes * kFirstAreaBytes};
}

// The layout of the register state in a signal frame: an area of FXSAVE, at whose end Linux says
// whether an area of XSAVE is around it, and behind it the header of that area.
constexpr std::size_t kLinuxWords = 464, kHeader = 512;
constexpr std::uint32_t kExtendedMagic = 0x46505853;
constexpr unsigned kRightsFeature = 9;

std::size_t offsetOfRights() {
  unsigned size = 0, offset = 0, c = 0, d = 0;
  return __get_cpuid_count(0xd, kRightsFeature, &size, &offset, &c, &d) && size ? offset : 0;
}

// Clears bits in the rights that the interrupted code will have. False when the frame has none.
bool clearInterruptedRights(void* context, std::uint32_t bits) {
  static const std::size_t offset = offsetOfRights();
  auto* area = reinterpret_cast<char*>(static_cast<ucontext_t*>(context)->uc_mcontext.fpregs);
  if (!area || !offset)
    return false;
  std::uint32_t magic;
  std::memcpy(&magic, area + kLinuxWords, sizeof magic);
  if (magic != kExtendedMagic)
    return false;
  std::uint64_t present;
  std::memcpy(&present, area + kHeader, sizeof present);
  std::uint32_t rights = 0;
  if (present >> kRightsFeature & 1)
    std::memcpy(&rights, area + offset, sizeof rights);
  rights &= ~bits;
  present |= std::uint64_t{1} << kRightsFeature;
  std::memcpy(area + offset, &rights, sizeof rights);
  std::memcpy(area + kHeader, &present, sizeof present);
  return true;
}

// A signal that is ignored by default, so that one that arrives late does no harm.
constexpr int kSignal = SIGURG;
constexpr int kMostMilliseconds = 500;

// The threads that have handled the signal.
struct Answers {
  std::atomic<unsigned> count{0};
  std::array<std::atomic<pid_t>, 4096> threads{};
  bool has(pid_t thread) const {
    return std::any_of(threads.begin(),
                       threads.begin() + std::min<std::size_t>(count, threads.size()),
                       [&](const auto& answered) { return answered == thread; });
  }
};
Answers* answers = nullptr;

pid_t currentThread() {
  return static_cast<pid_t>(syscall(SYS_gettid));
}

void onSignal(int, siginfo_t*, void* context) {
  const int error = errno;
  if (clearInterruptedRights(context, heddle_key_rights))
    if (const unsigned index = answers->count++; index < answers->threads.size())
      answers->threads[index] = currentThread();
  errno = error;
}

std::vector<pid_t> otherThreads() {
  std::vector<pid_t> found;
  DIR* folder = opendir("/proc/self/task");
  if (!folder)
    return found;
  while (const dirent* entry = readdir(folder)) {
    pid_t thread = 0;
    std::from_chars(entry->d_name, entry->d_name + std::strlen(entry->d_name), thread);
    if (thread != 0 && thread != currentThread())
      found.push_back(thread);
  }
  closedir(folder);
  return found;
}

// Whether the thread blocks the signal. It would never answer, and waiting for it would be in vain.
bool blocksSignal(pid_t thread) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/self/task/%d/status", thread);
  std::FILE* status = std::fopen(path, "re");
  if (!status)
    return false;
  std::uint64_t blocked = 0;
  char line[256];
  while (std::fgets(line, sizeof line, status) &&
         std::sscanf(line, "SigBlk: %" SCNx64, &blocked) != 1) {
  }
  std::fclose(status);
  return blocked >> (kSignal - 1) & 1;
}

// Signals the threads that have not answered until there are none. A thread that has not answered
// may have made another one meanwhile, which has no access either.
bool signalUntilAllAnswered() {
  std::vector<pid_t> told;
  for (int waited = 0; waited < kMostMilliseconds; ++waited) {
    bool anyMissing = false;
    for (const pid_t thread : otherThreads()) {
      if (answers->has(thread))
        continue;
      anyMissing = true;
      if (std::find(told.begin(), told.end(), thread) == told.end()) {
        if (blocksSignal(thread))
          return false;
        told.push_back(thread);
        syscall(SYS_tgkill, getpid(), thread, kSignal);
      }
    }
    if (!anyMissing)
      return true;
    const timespec millisecond{0, 1'000'000};
    nanosleep(&millisecond, nullptr);
  }
  return false;
}

} // namespace

bool leaveRestartableSequences() {
  if (__rseq_size == 0)
    return true;
  for (const unsigned bytes : possibleAreaBytes())
    if (syscall(SYS_rseq, restartableSequences(), bytes, RSEQ_FLAG_UNREGISTER, RSEQ_SIG) == 0)
      return true;
  return false;
}

bool canLeaveRestartableSequences() {
  if (__rseq_size == 0)
    return true;
  for (const unsigned bytes : possibleAreaBytes())
    if (syscall(SYS_rseq, restartableSequences(), bytes, RSEQ_FLAG_UNREGISTER, RSEQ_SIG) == 0) {
      syscall(SYS_rseq, restartableSequences(), bytes, 0, RSEQ_SIG);
      return true;
    }
  return false;
}

bool allowAllKeysInOtherThreads() {
  if (otherThreads().empty())
    return true;
  // Never freed: a thread may handle the signal late.
  answers = new Answers;
  struct sigaction action{}, before{};
  action.sa_sigaction = onSignal;
  action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  if (sigaction(kSignal, &action, &before) != 0)
    return false;
  const bool allAnswered = signalUntilAllAnswered();
  sigaction(kSignal, &before, nullptr);
  return allAnswered;
}

bool allowAllKeysAfterHandler(const void* signalInformation, void* context) {
  const auto& information = *static_cast<const siginfo_t*>(signalInformation);
  if (!protectionKeysInUse() || information.si_signo != SIGSEGV ||
      information.si_code != SEGV_PKUERR || !(heddle_key_rights >> 2 * information.si_pkey & 1))
    return false;
  return clearInterruptedRights(context, heddle_key_rights);
}

#else

bool leaveRestartableSequences() {
  return false;
}

bool canLeaveRestartableSequences() {
  return false;
}

bool allowAllKeysInOtherThreads() {
  return false;
}

bool allowAllKeysAfterHandler(const void*, void*) {
  return false;
}

#endif

} // namespace heddle::memory
