#include "nvrtc/packing.h"

#include <fmt/format.h>

namespace heddle::nvrtc {

namespace {

// The parts of each structure, once for packing and unpacking.
template <typename Each> bool forEachPart(Options& options, Each each) {
  for (bool* flag : {&options.real,
                     &options.relocatable,
                     &options.debug,
                     &options.lineInfo,
                     &options.flushToZero,
                     &options.preciseSquareRoot,
                     &options.preciseDivision,
                     &options.fusedMultiplyAdd,
                     &options.fastMath,
                     &options.defaultDevice,
                     &options.int128,
                     &options.moveForward,
                     &options.initializerList,
                     &options.noSourceInclude,
                     &options.noWarnings,
                     &options.briefDiagnostics,
                     &options.syntaxOnly,
                     &options.ltoIr,
                     &options.noCache,
                     &options.createPch})
    if (!each(*flag))
      return false;
  return each(options.standard) && each(options.ptxasOptions) && each(options.timeFile) &&
         each(options.timeTraceFile) && each(options.macros) && each(options.includePaths) &&
         each(options.preIncludes);
}

bool unpack(Unpacker& unpacker, std::vector<Header>& headers) {
  std::size_t count = 0;
  if (!unpacker.take(count))
    return false;
  for (; count > 0; --count) {
    Header header;
    if (!unpacker.take(header.name) || !unpacker.take(header.text))
      return false;
    headers.push_back(std::move(header));
  }
  return true;
}

} // namespace

std::string pack(const Request& request) {
  Packer packer;
  packer.add(std::string_view(request.source));
  packer.add(std::string_view(request.name));
  packer.add(std::string_view(request.directory));
  packer.add(request.headers.size());
  for (const Header& header : request.headers) {
    packer.add(std::string_view(header.name));
    packer.add(std::string_view(header.text));
  }
  packer.add(request.expressions);
  packer.add(request.options.architecture->name);
  packer.add(std::string_view(request.installation.prefix.native()));
  Options options = request.options;
  forEachPart(options, [&](const auto& part) {
    if constexpr (std::is_same_v<decltype(part), const std::string&>)
      packer.add(std::string_view(part));
    else
      packer.add(part);
    return true;
  });
  return std::move(packer.text);
}

bool unpack(std::string_view text, Request& request) {
  Unpacker unpacker(text);
  std::string architecture, prefix;
  if (!unpacker.take(request.source) || !unpacker.take(request.name) ||
      !unpacker.take(request.directory) || !unpack(unpacker, request.headers) ||
      !unpacker.take(request.expressions) || !unpacker.take(architecture) ||
      !unpacker.take(prefix) ||
      !forEachPart(request.options, [&](auto& part) { return unpacker.take(part); }))
    return false;
  request.installation = installationAt(prefix);
  request.options.architecture = toolkit::findArchitecture(architecture);
  return request.options.architecture && unpacker.isAtEnd();
}

std::string pack(const Result& result) {
  Packer packer;
  packer.add(static_cast<std::size_t>(result.status));
  packer.add(std::string_view(result.ptx));
  packer.add(std::string_view(result.bitcode));
  packer.add(std::string_view(result.log));
  packer.add(result.loweredNames);
  packer.add(result.files);
  return std::move(packer.text);
}

bool unpack(std::string_view text, Result& result) {
  Unpacker unpacker(text);
  std::size_t status = 0;
  if (!unpacker.take(status) || status > static_cast<std::size_t>(Status::InternalError) ||
      !unpacker.take(result.ptx) || !unpacker.take(result.bitcode) || !unpacker.take(result.log) ||
      !unpacker.take(result.loweredNames) || !unpacker.take(result.files))
    return false;
  result.status = static_cast<Status>(status);
  return unpacker.isAtEnd();
}

} // namespace heddle::nvrtc
