#include "nvcc/device_link.h"
#include "fatbin/fatbin.h"
#include "nvcc/code_targets.h"
#include "nvcc/elf_objects.h"
#include "nvcc/ptx_symbols.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace heddle::nvcc {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kFunctionPrefix = "__cudaRegisterLinkedBinary";
constexpr std::string_view kWrapperPrefix = "__fatbinwrap";

// An object that is not required takes part only if the host linker takes it. How many objects take
// part is known at run time, by the weak references to their wrappers: those of objects left out
// are null.
constexpr std::string_view kSourceHead = R"(
struct Wrapper { int magic, version; const void *container; const void *extra; };
struct Header { unsigned magic; unsigned short version, headerSize; unsigned long long bodySize; };
typedef void (*Callback)(void **);
extern void **__cudaRegisterFatBinary(void *);
extern void __cudaRegisterFatBinaryEnd(void **);
extern void __cudaUnregisterFatBinary(void **);
extern int atexit(void (*)(void));
)";

constexpr std::string_view kSourceTail = R"(
static const struct Header noImages = {0xBA55ED50u, 1, 16, 0};
static const void *containers[OBJECTS + EXTRAS + 1];
static Callback callbacks[OBJECTS];
static int count, containerCount;
static void **handle;
static struct Wrapper linked __attribute__((section(".nvFatBinSegment"), used)) =
    {0x466243b1, 2, &noImages, containers};
static void unregisterAll(void) { __cudaUnregisterFatBinary(handle); }
static void registerObject(Callback callback, const struct Wrapper *wrapper) {
  int expected = 0;
  for (int i = 0; i < OBJECTS; ++i)
    expected += wrappers[i] != 0;
  callbacks[count++] = callback;
  if (wrapper)
    containers[containerCount++] = wrapper->container;
  if (count != expected)
    return;
  for (int i = 0; i < EXTRAS; ++i)
    containers[containerCount + i] = extras[i];
  handle = __cudaRegisterFatBinary(&linked);
  for (int i = 0; i < count; ++i)
    callbacks[i](handle);
  __cudaRegisterFatBinaryEnd(handle);
  atexit(unregisterAll);
}
)";

// A relocatable object before it is known whether it is required.
struct Candidate {
  std::string name;
  bool required;
  PtxSymbols symbols;
  std::string ptx, ltoIr;
};

PtxSymbols deviceSymbols(std::string_view container) {
  PtxSymbols symbols;
  auto images = fatbin::read(container.data(), container.size());
  if (!images)
    return symbols;
  for (const fatbin::Image& image : *images)
    if (image.kind == fatbin::Kind::Ptx)
      if (auto text = image.content())
        collectPtxSymbols(*text, symbols);
  return symbols;
}

// What `select` chooses for our device; empty when there is nothing.
std::string codeForOurDevice(std::string_view container,
                             const fatbin::Image* (*select)(std::span<const fatbin::Image>,
                                                            unsigned)) {
  const auto images = fatbin::read(container.data(), container.size());
  const fatbin::Image* found = images ? select(*images, ourDevice().number) : nullptr;
  if (!found)
    return {};
  const auto content = found->content();
  return content ? *content : std::string();
}

// Marks the objects that define a symbol which a required object wants, and so on from those.
void markRequired(std::vector<Candidate>& candidates) {
  std::set<std::string, std::less<>> wanted;
  auto take = [&](Candidate& candidate) {
    candidate.required = true;
    wanted.insert(candidate.symbols.wanted.begin(), candidate.symbols.wanted.end());
  };
  for (Candidate& candidate : candidates)
    if (candidate.required)
      take(candidate);
  for (bool changed = true; changed;) {
    changed = false;
    for (Candidate& candidate : candidates) {
      const auto& defined = candidate.symbols.defined;
      if (candidate.required || std::none_of(defined.begin(), defined.end(), [&](const auto& name) {
            return wanted.contains(name);
          }))
        continue;
      take(candidate);
      changed = true;
    }
  }
}

// The static library that the host linker would take for -l; empty when it takes a shared one.
fs::path staticLibrary(const std::string& name, std::span<const std::string> paths) {
  std::error_code error;
  for (const std::string& path : paths) {
    if (fs::exists(fs::path(path) / ("lib" + name + ".so"), error))
      return {};
    if (fs::path file = fs::path(path) / ("lib" + name + ".a"); fs::exists(file, error))
      return file;
  }
  return {};
}

} // namespace

std::vector<LinkedObject> findLinkedObjects(std::span<const fs::path> files,
                                            std::span<const std::string> libraries,
                                            std::span<const std::string> paths) {
  std::vector<Candidate> candidates;
  std::set<std::string> written; // registration functions of an earlier device link
  auto visit = [&](const ObjectFile& object) {
    written.insert(object.defined.begin(), object.defined.end());
    for (const std::string& function : object.undefined)
      candidates.push_back({function.substr(kFunctionPrefix.size()), !object.inArchive,
                            deviceSymbols(object.deviceCode),
                            codeForOurDevice(object.deviceCode, fatbin::selectPtx),
                            codeForOurDevice(object.deviceCode, fatbin::selectLtoIr)});
  };
  for (const fs::path& file : files)
    visitObjects(file, kFunctionPrefix, visit);
  for (const std::string& library : libraries)
    if (fs::path file = staticLibrary(library, paths); !file.empty())
      visitObjects(file, kFunctionPrefix, visit);
  std::erase_if(candidates, [&](const Candidate& candidate) {
    return written.contains(std::string(kFunctionPrefix) + candidate.name);
  });
  markRequired(candidates);
  std::vector<LinkedObject> objects;
  std::set<std::string> seen; // a library may be named twice
  for (const Candidate& candidate : candidates)
    if (seen.insert(candidate.name).second)
      objects.push_back({candidate.name, candidate.required, candidate.ptx, candidate.ltoIr});
  return objects;
}

std::string registrationSource(std::span<const LinkedObject> objects,
                               std::span<const fs::path> containers) {
  if (objects.empty())
    return "/* no relocatable device code */\n";
  std::string text =
      fmt::format("enum {{ OBJECTS = {}, EXTRAS = {} }};\n", objects.size(), containers.size());
  text += kSourceHead;
  std::string wrappers, extras;
  for (const LinkedObject& object : objects) {
    text +=
        fmt::format("extern const struct Wrapper {}{} __attribute__(({}visibility(\"hidden\")));\n",
                    kWrapperPrefix, object.name, object.required ? "" : "weak, ");
    wrappers += fmt::format("&{}{}, ", kWrapperPrefix, object.name);
  }
  for (std::size_t i = 0; i < containers.size(); ++i) {
    text += fmt::format("__asm__(\".pushsection __nv_relfatbin,\\\"a\\\"\\n.balign 8\\n"
                        "heddle_container_{}:\\n.incbin \\\"{}\\\"\\n.popsection\");\n"
                        "extern const char heddle_container_{}[] "
                        "__attribute__((visibility(\"hidden\")));\n",
                        i, fs::absolute(containers[i]).string(), i);
    extras += fmt::format("heddle_container_{}, ", i);
  }
  // These references make the linker take the objects. Without volatile and used the compiler would
  // drop them.
  text += fmt::format("static const struct Wrapper *const volatile wrappers[] "
                      "__attribute__((used)) = {{{}}};\n",
                      wrappers);
  text += fmt::format("static const void *const extras[] = {{{}(void *)0}};\n", extras);
  text += kSourceTail;
  for (const LinkedObject& object : objects)
    text += fmt::format("__attribute__((visibility(\"hidden\"))) void {}{}(Callback callback, "
                        "const struct Wrapper *wrapper, void *id, void (*unused)(void *)) {{\n"
                        "  (void)wrapper, (void)id, (void)unused;\n"
                        "  registerObject(callback, {});\n}}\n",
                        kFunctionPrefix, object.name, object.isInOptimizedCode ? "0" : "wrapper");
  return text;
}

} // namespace heddle::nvcc
