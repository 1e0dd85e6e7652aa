#include "nvjitlink/device_linker.h"

#include "fatbin/cubin.h"
#include "fatbin/fatbin.h"
#include "fatbin/lto_ir.h"
#include "fatbin/object_files.h"
#include "jit/program.h"
#include "nvvm/compiler_process.h"

#include <algorithm>
#include <elf.h>
#include <fmt/format.h>

namespace heddle::nvjitlink {

namespace {

std::vector<jit::PtxSource> sourcesOf(const std::vector<std::string>& texts,
                                      const std::vector<std::string>& names) {
  std::vector<jit::PtxSource> sources;
  for (std::size_t i = 0; i < texts.size(); ++i)
    sources.push_back({texts[i], names[i]});
  return sources;
}

// How code is made of LTO-IR. The values are 0 and 1, or words.
constexpr std::string_view kLtoOptions[] = {"-ftz", "-prec-div", "-prec-sqrt", "-fma"};

} // namespace

std::string ltoOption(std::string_view option) {
  const std::size_t equals = option.find('=');
  const std::string_view name = option.substr(0, equals);
  if (equals == option.npos || std::ranges::find(kLtoOptions, name) == std::end(kLtoOptions))
    return {};
  const std::string_view value = option.substr(equals + 1);
  if (value == "1" || value == "true")
    return fmt::format("{}=1", name);
  return value == "0" || value == "false" ? fmt::format("{}=0", name) : std::string();
}

InputKind kindOf(std::string_view data) {
  if (fatbin::isLtoIr(data))
    return InputKind::LtoIr;
  if (data.size() >= 4 && fatbin::identify(data.data(), data.size()) == fatbin::Form::Container)
    return InputKind::FatBinary;
  if (fatbin::isArchive(data))
    return InputKind::Library;
  if (data.starts_with(ELFMAG))
    return fatbin::cubinSize(data.data(), data.size()) ? InputKind::Cubin : InputKind::Object;
  return data.find(".version") != data.npos ? InputKind::Ptx : InputKind::Unknown;
}

LinkResult DeviceLinker::addPtx(std::string text, const std::string& name) {
  text.resize(std::min(text.find('\0'), text.size()));
  const jit::PtxSource source{text, name};
  jit::ProgramOptions options;
  options.computeCapability = architecture_.number;
  std::unique_ptr<jit::Program> program;
  const jit::Status status = jit::Program::create({&source, 1}, options, program);
  // Another input may define the missing symbol. link() looks for it when all inputs are there.
  if (!status && status.failure != jit::Failure::UnresolvedSymbol) {
    for (const jit::Diagnostic& each : status.diagnostics)
      log_ += fmt::format("ptxas application ptx input, line {}; error   : {}\n", each.line,
                          each.message);
    log_ += "ptxas fatal   : Ptx assembly aborted due to errors\n";
    return LinkResult::InvalidPtx;
  }
  sources_.push_back(std::move(text));
  names_.push_back(name);
  return LinkResult::Success;
}

LinkResult DeviceLinker::addCubin(std::string_view file) {
  std::optional<fatbin::Cubin> cubin = fatbin::readCubin(file);
  if (!cubin || cubin->sources.empty())
    return LinkResult::WrongKind;
  if (cubin->arch && !fatbin::binaryRunsOn(cubin->arch, cubin->flags, architecture_.number))
    return LinkResult::NotForDevice;
  for (std::string& source : cubin->sources) {
    sources_.push_back(std::move(source));
    names_.push_back("cubin");
  }
  return LinkResult::Success;
}

LinkResult DeviceLinker::addContainer(std::string_view container) {
  // The reader expects the alignment that containers have in memory, which this one may lack.
  const std::vector<char> copy(container.begin(), container.end());
  const auto images = fatbin::read(copy.data(), copy.size());
  if (!images)
    return LinkResult::WrongKind;
  const fatbin::Image* ltoIr = fatbin::selectLtoIr(*images, architecture_.number);
  const auto addFoundLtoIr = [&] {
    const auto content = ltoIr->content();
    return content ? addLtoIr(*content, std::string(ltoIr->fileName)) : LinkResult::WrongKind;
  };
  if (prefersLtoIr_ && ltoIr)
    return addFoundLtoIr();
  for (const fatbin::Image& image : *images)
    if (image.kind == fatbin::Kind::Cubin &&
        fatbin::binaryRunsOn(image.arch, image.flags, architecture_.number))
      if (const auto content = image.content())
        return addCubin(*content);
  const fatbin::Image* ptx = fatbin::selectPtx(*images, architecture_.number);
  if (!ptx)
    return ltoIr ? addFoundLtoIr() : LinkResult::NotForDevice;
  const auto text = ptx->content();
  return text ? addPtx(*text, std::string(ptx->fileName)) : LinkResult::WrongKind;
}

LinkResult DeviceLinker::addObjects(std::string_view file) {
  const std::vector<fatbin::EmbeddedContainer> containers = fatbin::embeddedContainers(file);
  for (const fatbin::EmbeddedContainer& each : containers) {
    const LinkResult result = addContainer(each.content);
    // An archive may have members without code for this architecture.
    if (result != LinkResult::Success &&
        (containers.size() == 1 || result != LinkResult::NotForDevice))
      return result;
  }
  return LinkResult::Success;
}

LinkResult DeviceLinker::add(InputKind kind, std::string_view data, const std::string& name) {
  if (data.empty())
    return LinkResult::Empty;
  if (kindOf(data) != kind)
    return LinkResult::WrongKind;
  switch (kind) {
  case InputKind::Cubin:
    return addCubin(data);
  case InputKind::Ptx:
    return addPtx(std::string(data), name);
  case InputKind::LtoIr:
    return addLtoIr(data, name);
  case InputKind::FatBinary:
    return addContainer(data);
  case InputKind::Object:
  case InputKind::Library:
    return addObjects(data);
  case InputKind::Unknown:
    break;
  }
  return LinkResult::WrongKind;
}

LinkResult DeviceLinker::addLtoIr(std::string_view data, const std::string& name) {
  const std::optional<fatbin::LtoIr> code = fatbin::readLtoIr(data);
  if (!code)
    return LinkResult::NotSupported;
  ltoModules_.push_back({name, std::string(code->bitcode)});
  return LinkResult::Success;
}

// Functions of LTO-IR are not kept for others when all code is LTO-IR, so that what is inlined
// everywhere is gone, unless the caller knows of other code.
LinkResult DeviceLinker::compileLtoIr() {
  nvvm::Request request;
  request.keepsFunctions = keepsFunctions_ || !hasOnlyLtoIr();
  request.modules = std::move(ltoModules_);
  request.options = ltoOptions_;
  request.options.push_back(fmt::format("-arch={}", architecture_.virtualName()));
  nvvm::Response response = nvvm::compileInProcess(request);
  if (response.result != NVVM_SUCCESS) {
    log_ += response.log;
    return LinkResult::InvalidIr;
  }
  ltoPtx_ = std::move(response.ptx);
  return addPtx(ltoPtx_, "lto.ptx");
}

LinkResult DeviceLinker::link(std::string& cubin) {
  if (!ltoModules_.empty())
    if (const LinkResult result = compileLtoIr(); result != LinkResult::Success)
      return result;
  if (!sources_.empty()) {
    jit::ProgramOptions options;
    options.computeCapability = architecture_.number;
    options.definesExterns = false;
    std::unique_ptr<jit::Program> program;
    const jit::Status status = jit::Program::create(sourcesOf(sources_, names_), options, program);
    if (!status) {
      for (const jit::Diagnostic& each : status.diagnostics)
        log_ += fmt::format("error   : {}\n", each.message);
      return LinkResult::Unresolved;
    }
  }
  cubin = fatbin::writeCubin({{}, sources_, {}, architecture_.number, architecture_.imageFlags()});
  return LinkResult::Success;
}

} // namespace heddle::nvjitlink
