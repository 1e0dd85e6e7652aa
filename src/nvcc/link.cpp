#include "nvcc/link.h"
#include "fatbin/cubin.h"
#include "nvcc/fatbin_steps.h"
#include "nvcc/files.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::nvcc {

namespace fs = std::filesystem;

namespace {

bool isDeviceImage(FileKind kind) {
  return kind == FileKind::Ptx || kind == FileKind::Cubin || kind == FileKind::Fatbin;
}

} // namespace

std::vector<std::string> libraryOptions(const Toolchain& toolchain) {
  return {"-L" + toolchain.lib.string()};
}

std::vector<LinkedObject> Linker::linkedObjects(const Objects& objects) const {
  std::vector<fs::path> files;
  std::vector<std::string> libraries;
  for (std::size_t i = 0; i < settings_.inputs.size(); ++i) {
    if (auto object = objects.find(i); object != objects.end())
      files.push_back(object->second);
    else if (settings_.inputs[i].kind == FileKind::Object ||
             settings_.inputs[i].kind == FileKind::Archive)
      files.push_back(settings_.inputs[i].path);
  }
  for (const LinkItem& item : settings_.linkItems)
    if (!item.input && item.options.front().starts_with("-l"))
      libraries.push_back(item.options.front().substr(2));
  return findLinkedObjects(files, libraries, settings_.libraryPaths);
}

// Makes native code of the kernels at the device link, because a kernel's code depends on the
// functions of other objects that it calls, and only here all of them are known. Members of
// archives that no device code needs are left out: only the host linker decides whether they become
// part of the program, and their kernels are then compiled at their first launch.
fs::path Linker::nativeCode(const std::vector<std::string>& texts) const {
  const fs::path cubin = work_.file("link-native.cubin");
  fs::path container = work_.file("link-native.fatbin");
  std::vector<std::string> command{toolchain_.prefix / "bin" / "ptxas",
                                   "-arch=" + ourDevice().realName(), "--native-code-only",
                                   "--split-compile=0"};
  if (const auto& seconds = settings_.aheadOfTime->seconds)
    command.push_back(fmt::format("--native-code-budget={}", *seconds));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    command.push_back(work_.file(fmt::format("link-native-{}.ptx", i)));
    writeFile(command.back(), texts[i]);
  }
  command.insert(command.end(), {"-o", cubin});
  runner_.performMaking(CommandStep(command), cubin);
  // The cubin is empty if the sources do not show with how many threads any kernel is launched.
  if (!fatbin::readCubin(readFile(cubin)))
    return {};
  runner_.perform(FatbinStep({{cubin, nullptr}}, {}, container));
  return container;
}

// The PTX that native code is made of: all that is known to become part of the program, or nothing
// if native code is not asked for or if some of the PTX is not available.
std::vector<std::string>
Linker::textsForNativeCode(const std::vector<LinkedObject>& linked,
                           const std::optional<OptimizedCode>& optimized) const {
  const bool isWanted = settings_.aheadOfTime && settings_.aheadOfTime->seconds != 0;
  if (!isWanted || runner_.dryRun() || (!optimized && !deviceInputs().empty()))
    return {};
  std::vector<std::string> texts;
  if (optimized)
    texts = optimized->ptx;
  for (const LinkedObject& object : linked) {
    if (!object.required || object.isInOptimizedCode)
      continue;
    if (object.ptx.empty())
      return {};
    texts.push_back(object.ptx);
  }
  return texts;
}

std::vector<fs::path> Linker::deviceInputs() const {
  std::vector<fs::path> files;
  for (const Input& input : settings_.inputs)
    if (isDeviceImage(input.kind))
      files.emplace_back(input.path);
  return files;
}

std::vector<fs::path> Linker::packed(const std::vector<fs::path>& files) const {
  std::vector<fs::path> containers;
  for (const fs::path& file : files) {
    containers.push_back(work_.file(fmt::format("link-{}.fatbin", containers.size())));
    runner_.perform(FatbinStep({{file, nullptr}}, {}, containers.back()));
  }
  return containers;
}

void Linker::makeRegistration(std::vector<LinkedObject> linked, const fs::path& output) const {
  std::optional<OptimizedCode> optimized;
  if (settings_.linkTimeOptimization)
    optimized =
        LinkTimeOptimizer(settings_, toolchain_, work_, runner_).optimize(linked, deviceInputs());
  std::vector<fs::path> containers = optimized ? optimized->containers : packed(deviceInputs());
  if (const auto texts = textsForNativeCode(linked, optimized); !texts.empty())
    if (const fs::path container = nativeCode(texts); !container.empty())
      containers.push_back(container);
  fs::path source = work_.file(output.stem().string() + ".reg.c");
  if (!runner_.dryRun())
    writeFile(source, registrationSource(linked, containers));
  runner_.performMaking(
      CommandStep({toolchain_.clang, "-x", "c", "-O1", "-fPIC", "-w", "-c", source, "-o", output}),
      output);
}

void Linker::requireOurLibraries() const {
  if (runner_.dryRun())
    return;
  auto require = [&](const std::string& name, std::string_view suffix) {
    fs::path file = toolchain_.lib / fmt::format("lib{}{}", name, suffix);
    std::error_code error;
    if (!fs::exists(file, error))
      throw FatalError(fmt::format("'{}' is missing from this installation", file.string()));
  };
  if (settings_.cudart == Cudart::Static)
    require("cudart_static", ".a");
  else if (settings_.cudart == Cudart::Shared)
    require("cudart", ".so");
  for (const LinkItem& item : settings_.linkItems)
    for (const std::string& option : item.options) {
      if (option == "-lcudart" || option == "-lcuda")
        require(option.substr(2), ".so");
      else if (option == "-lcudart_static")
        require(option.substr(2), ".a");
    }
}

void Linker::deviceLink(const Objects& objects, const fs::path& output) const {
  makeRegistration(linkedObjects(objects), output);
}

void Linker::link(const Objects& objects, const fs::path& output) const {
  const Settings& s = settings_;
  std::vector<std::string> command{toolchain_.hostCompiler};
  auto add = [&](std::initializer_list<std::string> words) {
    command.insert(command.end(), words);
  };
  if (s.shared)
    add({"-shared"});
  command.insert(command.end(), s.hostLanguage.begin(), s.hostLanguage.end());
  command.insert(command.end(), s.hostOptions.begin(), s.hostOptions.end());
  // Our libraries come before the user's directories, since one of those may hold another CUDA
  // runtime, which does not work with our driver.
  for (const std::string& option : libraryOptions(toolchain_))
    add({option});
  add({"-Wl,-rpath," + toolchain_.lib.string(), "-Wl,--start-group"});
  if (s.deviceLink)
    if (std::vector<LinkedObject> linked = linkedObjects(objects); !linked.empty()) {
      fs::path registration = work_.file(output.stem().string() + "_dlink.o");
      makeRegistration(linked, registration);
      add({registration});
    }
  for (const LinkItem& item : s.linkItems) {
    if (!item.input) {
      // Objects that clang compiled call libomp, and others libgomp. One runtime must serve both.
      // libomp also has libgomp's functions, and comes first, so it is the one.
      if (item.options.front() == "-lgomp" && fs::exists(toolchain_.openmp))
        add({"-Wl,--push-state,--as-needed", toolchain_.openmp, "-Wl,--pop-state"});
      command.insert(command.end(), item.options.begin(), item.options.end());
      continue;
    }
    const Input& input = s.inputs[*item.input];
    if (auto object = objects.find(*item.input); object != objects.end())
      add({object->second});
    else if (!isDeviceImage(input.kind))
      add({input.path});
  }
  requireOurLibraries();
  if (s.cudart == Cudart::Static)
    add({"-lcudadevrt", "-lcudart_static", "-lrt", "-lpthread", "-ldl"});
  else if (s.cudart == Cudart::Shared)
    add({"-lcudadevrt", "-lcudart"});
  add({"-Wl,--end-group", "-o", output});
  runner_.perform(CommandStep(command));
}

void Linker::archive(const Objects& objects, const fs::path& output) const {
  std::vector<std::string> command{toolchain_.archiver, "qc"};
  command.insert(command.end(), settings_.archiverOptions.begin(), settings_.archiverOptions.end());
  command.push_back(output);
  for (std::size_t i = 0; i < settings_.inputs.size(); ++i) {
    if (auto object = objects.find(i); object != objects.end())
      command.push_back(object->second);
    else if (settings_.inputs[i].kind == FileKind::Object)
      command.push_back(settings_.inputs[i].path);
  }
  // The archiver would add to an existing archive.
  std::error_code error;
  if (!runner_.dryRun())
    fs::remove(output, error);
  runner_.perform(CommandStep(command));
}

} // namespace heddle::nvcc
