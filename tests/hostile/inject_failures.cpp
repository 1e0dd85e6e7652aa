// A library for LD_PRELOAD that makes one call of the system's functions fail: the n-th allocation,
// mapping, thread or file since the test armed it. The product has no code for this. It also counts
// the heap's live bytes, so that a test sees leaks.
#include "inject_failures.h"

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/mman.h>

namespace {

using hostile::Kind;
using hostile::kKinds;

std::atomic<long> calls[kKinds];
std::atomic<long> failAt[kKinds];  // 0: never
std::atomic<long> failing[kKinds]; // how many calls in a row fail
std::atomic<long> failures;
std::atomic<long> liveBytes;
std::atomic<unsigned long> largestRequest;

template <typename Function> Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

bool fails(Kind kind) {
  const auto index = static_cast<unsigned>(kind);
  const long call = calls[index].fetch_add(1, std::memory_order_relaxed) + 1;
  const long first = failAt[index].load(std::memory_order_relaxed);
  if (first == 0 || call < first || call - first >= failing[index].load(std::memory_order_relaxed))
    return false;
  failures.fetch_add(1, std::memory_order_relaxed);
  return true;
}

void* counted(void* memory) {
  if (memory)
    liveBytes.fetch_add(static_cast<long>(malloc_usable_size(memory)), std::memory_order_relaxed);
  return memory;
}

void discount(void* memory) {
  if (memory)
    liveBytes.fetch_sub(static_cast<long>(malloc_usable_size(memory)), std::memory_order_relaxed);
}

void noteRequest(size_t bytes) {
  unsigned long largest = largestRequest.load(std::memory_order_relaxed);
  while (bytes > largest &&
         !largestRequest.compare_exchange_weak(largest, bytes, std::memory_order_relaxed)) {
  }
}

void* noMemory() {
  errno = ENOMEM;
  return nullptr;
}

} // namespace

extern "C" {

// glibc's own names, because dlsym() itself allocates.
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
void __libc_free(void*);

void hostileArm(Kind kind, long call, long count) {
  const auto index = static_cast<unsigned>(kind);
  failAt[index] = 0;
  calls[index] = 0;
  failing[index] = count;
  failAt[index] = call;
}

void hostileDisarm() {
  for (auto& each : failAt)
    each = 0;
}

long hostileCalls(Kind kind) {
  return calls[static_cast<unsigned>(kind)];
}

long hostileFailures() {
  return failures;
}

long hostileLiveBytes() {
  return liveBytes;
}

unsigned long hostileTakeLargestRequest() {
  return largestRequest.exchange(0);
}

void* malloc(size_t bytes) {
  noteRequest(bytes);
  return fails(Kind::Memory) ? noMemory() : counted(__libc_malloc(bytes));
}

void* calloc(size_t count, size_t bytes) {
  noteRequest(count * bytes);
  return fails(Kind::Memory) ? noMemory() : counted(__libc_calloc(count, bytes));
}

void* realloc(void* memory, size_t bytes) {
  noteRequest(bytes);
  if (fails(Kind::Memory))
    return noMemory();
  const long before = memory ? static_cast<long>(malloc_usable_size(memory)) : 0;
  void* moved = __libc_realloc(memory, bytes);
  if (moved || bytes == 0)
    liveBytes.fetch_sub(before, std::memory_order_relaxed);
  return counted(moved);
}

void* memalign(size_t alignment, size_t bytes) {
  noteRequest(bytes);
  return fails(Kind::Memory) ? noMemory() : counted(__libc_memalign(alignment, bytes));
}

void* aligned_alloc(size_t alignment, size_t bytes) {
  return memalign(alignment, bytes);
}

int posix_memalign(void** out, size_t alignment, size_t bytes) {
  void* memory = memalign(alignment, bytes);
  if (!memory)
    return ENOMEM;
  *out = memory;
  return 0;
}

void free(void* memory) {
  discount(memory);
  __libc_free(memory);
}

void* mmap(void* address, size_t bytes, int protection, int flags, int file, off_t offset) {
  static auto* const real = next<decltype(mmap)>("mmap");
  if (!fails(Kind::Mapping))
    return real(address, bytes, protection, flags, file, offset);
  errno = ENOMEM;
  return MAP_FAILED;
}

int mprotect(void* address, size_t bytes, int protection) {
  static auto* const real = next<decltype(mprotect)>("mprotect");
  if (!fails(Kind::Mapping))
    return real(address, bytes, protection);
  errno = ENOMEM;
  return -1;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*main)(void*),
                   void* argument) {
  static auto* const real = next<decltype(pthread_create)>("pthread_create");
  return fails(Kind::Thread) ? EAGAIN : real(thread, attributes, main, argument);
}

int open(const char* path, int flags, ...) {
  static auto* const real = next<int(const char*, int, ...)>("open");
  va_list arguments;
  va_start(arguments, flags);
  const int mode = va_arg(arguments, int);
  va_end(arguments);
  if (!fails(Kind::File))
    return real(path, flags, mode);
  errno = EMFILE;
  return -1;
}

int open64(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const int mode = va_arg(arguments, int);
  va_end(arguments);
  return open(path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
  static auto* const real = next<int(int, const char*, int, ...)>("openat");
  va_list arguments;
  va_start(arguments, flags);
  const int mode = va_arg(arguments, int);
  va_end(arguments);
  if (!fails(Kind::File))
    return real(folder, path, flags, mode);
  errno = EMFILE;
  return -1;
}

int memfd_create(const char* name, unsigned flags) {
  static auto* const real = next<int(const char*, unsigned)>("memfd_create");
  if (!fails(Kind::File))
    return real(name, flags);
  errno = EMFILE;
  return -1;
}

} // extern "C"
