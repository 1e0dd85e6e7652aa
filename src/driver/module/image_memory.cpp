#include "driver/module/image_memory.h"

#include "memory/reservation.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <link.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace heddle::driver {

namespace {

// Whether the page of an address can be read. Linux reads the set of signals first and then refuses
// to do anything with it, since ~0 is no operation on it. This needs no file descriptor and no
// permission, and no signal comes where the page is not there.
bool isReadable(std::uintptr_t address) {
  constexpr std::size_t kKernelSetBytes = 8;
  const int before = errno;
  const auto* set = reinterpret_cast<const void*>(address & ~(kKernelSetBytes - 1));
  const bool fails =
      syscall(SYS_rt_sigprocmask, ~0, set, nullptr, kKernelSetBytes) != 0 && errno == EFAULT;
  errno = before;
  return !fails;
}

// The first address of the next page.
std::uintptr_t nextPage(std::uintptr_t address) {
  return (address & -memory::pageSize()) + memory::pageSize();
}

struct SegmentSearch {
  std::uintptr_t address;
  std::string_view found;
};

int searchObject(dl_phdr_info* object, std::size_t, void* argument) {
  auto& search = *static_cast<SegmentSearch*>(argument);
  for (unsigned i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object->dlpi_phdr[i];
    const std::uintptr_t begin = object->dlpi_addr + segment.p_vaddr;
    if (segment.p_type != PT_LOAD || !(segment.p_flags & PF_R) || (segment.p_flags & PF_W) ||
        search.address < begin || search.address - begin >= segment.p_filesz)
      continue;
    search.found = {reinterpret_cast<const char*>(search.address),
                    begin + segment.p_filesz - search.address};
    return 1;
  }
  return 0;
}

} // namespace

std::size_t readableBytes(const void* from, std::size_t most) {
  const auto begin = reinterpret_cast<std::uintptr_t>(from);
  std::size_t bytes = 0;
  while (bytes < most && isReadable(begin + bytes))
    bytes = nextPage(begin + bytes) - begin;
  return std::min(bytes, most);
}

std::string_view readableText(const void* from) {
  const auto* const text = static_cast<const char*>(from);
  const auto begin = reinterpret_cast<std::uintptr_t>(from);
  std::size_t length = 0;
  while (isReadable(begin + length)) {
    const std::size_t rest = nextPage(begin + length) - (begin + length);
    const std::size_t inPage = strnlen(text + length, rest);
    length += inPage;
    if (inPage < rest)
      break;
  }
  return {text, length};
}

std::string_view programSegment(const void* address) {
  SegmentSearch search{reinterpret_cast<std::uintptr_t>(address), {}};
  dl_iterate_phdr(searchObject, &search);
  return search.found;
}

} // namespace heddle::driver
