#include "nvcc/device_link.h"
#include "nvcc/elf_symbols.h"

#include <fmt/format.h>

namespace heddle::nvcc {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view functionPrefix = "__cudaRegisterLinkedBinary";
constexpr std::string_view wrapperPrefix = "__fatbinwrap";

// An object of an archive takes part only if the host linker takes it, so the number of objects is
// known at run time: the weak references to the wrappers of those left out are null.
constexpr std::string_view sourceHead = R"(
struct Wrapper { int magic, version; const void *container; const void *extra; };
struct Header { unsigned magic; unsigned short version, headerSize; unsigned long long bodySize; };
typedef void (*Callback)(void **);
extern void **__cudaRegisterFatBinary(void *);
extern void __cudaRegisterFatBinaryEnd(void **);
extern void __cudaUnregisterFatBinary(void **);
extern int atexit(void (*)(void));
)";

constexpr std::string_view sourceTail = R"(
static const struct Header noImages = {0xBA55ED50u, 1, 16, 0};
static const void *containers[OBJECTS + EXTRAS + 1];
static Callback callbacks[OBJECTS];
static int count;
static void **handle;
static struct Wrapper linked __attribute__((section(".nvFatBinSegment"), used)) =
    {0x466243b1, 2, &noImages, containers};
static void unregisterAll(void) { __cudaUnregisterFatBinary(handle); }
static void registerObject(Callback callback, const struct Wrapper *wrapper) {
  int expected = 0;
  for (int i = 0; i < OBJECTS; ++i)
    expected += wrappers[i] != 0;
  callbacks[count] = callback;
  containers[count++] = wrapper->container;
  if (count != expected)
    return;
  for (int i = 0; i < EXTRAS; ++i)
    containers[count + i] = extras[i];
  handle = __cudaRegisterFatBinary(&linked);
  for (int i = 0; i < count; ++i)
    callbacks[i](handle);
  __cudaRegisterFatBinaryEnd(handle);
  atexit(unregisterAll);
}
)";

} // namespace

std::vector<std::string> missingRegistrations(std::span<const fs::path> files,
                                              std::span<const std::string> libraries,
                                              std::span<const std::string> paths) {
  SymbolNames symbols;
  for (const fs::path& file : files)
    collectSymbols(file, functionPrefix, symbols);
  for (const std::string& library : libraries)
    for (const std::string& path : paths) {
      std::error_code error;
      fs::path file = fs::path(path) / ("lib" + library + ".a");
      // The host linker prefers the shared library of the same directory.
      if (fs::exists(fs::path(path) / ("lib" + library + ".so"), error))
        break;
      if (fs::exists(file, error)) {
        collectSymbols(file, functionPrefix, symbols);
        break;
      }
    }
  std::vector<std::string> missing;
  for (const std::string& name : symbols.undefined)
    if (!symbols.defined.contains(name))
      missing.push_back(name);
  return missing;
}

std::string registrationSource(std::span<const std::string> functions,
                               std::span<const fs::path> containers) {
  if (functions.empty())
    return "/* no relocatable device code */\n";
  std::string text =
      fmt::format("enum {{ OBJECTS = {}, EXTRAS = {} }};\n", functions.size(), containers.size());
  text += sourceHead;
  std::string wrappers, extras;
  for (const std::string& function : functions) {
    std::string wrapper(wrapperPrefix);
    wrapper += function.substr(functionPrefix.size());
    text += fmt::format(
        "extern const struct Wrapper {} __attribute__((weak, visibility(\"hidden\")));\n", wrapper);
    wrappers += fmt::format("&{}, ", wrapper);
  }
  for (std::size_t i = 0; i < containers.size(); ++i) {
    text += fmt::format("__asm__(\".pushsection __nv_relfatbin,\\\"a\\\"\\n.balign 8\\n"
                        "heddle_container_{}:\\n.incbin \\\"{}\\\"\\n.popsection\");\n"
                        "extern const char heddle_container_{}[] "
                        "__attribute__((visibility(\"hidden\")));\n",
                        i, fs::absolute(containers[i]).string(), i);
    extras += fmt::format("heddle_container_{}, ", i);
  }
  text += fmt::format("static const struct Wrapper *const wrappers[] = {{{}}};\n", wrappers);
  text += fmt::format("static const void *const extras[] = {{{}(void *)0}};\n", extras);
  text += sourceTail;
  for (const std::string& function : functions)
    text += fmt::format("__attribute__((visibility(\"hidden\"))) void {}(Callback callback, "
                        "const struct Wrapper *wrapper, void *id, void (*unused)(void *)) {{\n"
                        "  (void)id, (void)unused;\n  registerObject(callback, wrapper);\n}}\n",
                        function);
  return text;
}

} // namespace heddle::nvcc
