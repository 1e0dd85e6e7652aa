#include "tools/commands.h"

#if defined(__aarch64__)
#include <sys/auxv.h>
#endif

namespace heddle::tools {

// The operating system knows which extensions can be used. The name of the CPU does not tell, since
// a virtual machine may hide some.
std::vector<std::string> vectorExtensions() {
  std::vector<std::string> names;
#if defined(__x86_64__)
  __builtin_cpu_init();
#define HEDDLE_FEATURE(name)                                                                       \
  if (__builtin_cpu_supports(name))                                                                \
  names.emplace_back(name)
  HEDDLE_FEATURE("sse2");
  HEDDLE_FEATURE("avx");
  HEDDLE_FEATURE("avx2");
  HEDDLE_FEATURE("fma");
  HEDDLE_FEATURE("avx512f");
  HEDDLE_FEATURE("avx512bw");
  HEDDLE_FEATURE("avx512dq");
  HEDDLE_FEATURE("avx512vl");
#undef HEDDLE_FEATURE
#elif defined(__aarch64__)
  struct Capability {
    unsigned auxiliaryType;
    unsigned long bit;
    const char* name;
  };
  // The bits are those of Linux's documentation of ELF hwcaps.
  constexpr Capability kCapabilities[] = {
      {AT_HWCAP, 1ul << 1, "asimd"},    {AT_HWCAP, 1ul << 10, "asimdhp"},
      {AT_HWCAP, 1ul << 20, "asimddp"}, {AT_HWCAP2, 1ul << 13, "i8mm"},
      {AT_HWCAP2, 1ul << 14, "bf16"},   {AT_HWCAP, 1ul << 22, "sve"},
      {AT_HWCAP2, 1ul << 1, "sve2"},
  };
  for (const Capability& capability : kCapabilities) {
    if (getauxval(capability.auxiliaryType) & capability.bit) {
      names.emplace_back(capability.name);
    }
  }
#endif
  return names;
}

} // namespace heddle::tools
