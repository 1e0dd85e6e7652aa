// bin2c: prints a file as an array in C.
#include "toolkit/files.h"
#include "toolkit/tool_options.h"
#include "tools/commands.h"

#include <charconv>
#include <cstdint>
#include <fmt/format.h>

namespace heddle::tools {
namespace {

using toolkit::ToolOptions;
using toolkit::UsageError;

struct BaseType {
  std::string_view option, name, suffix;
  unsigned bytes;
};
constexpr BaseType kTypes[] = {{"char", "unsigned char", "", 1},
                               {"short", "unsigned short", "", 2},
                               {"int", "unsigned int", "", 4},
                               {"longlong", "unsigned long long", "ULL", 8}};
constexpr unsigned kBytesPerLine = 16;

const BaseType& findType(const std::string& name) {
  for (const BaseType& type : kTypes)
    if (type.option == name)
      return type;
  throw UsageError(fmt::format("'{}' is no type: char, short, int and longlong are", name));
}

// Parses bytes as numbers of C with commas between them.
std::string parseBytes(std::string_view list) {
  std::string bytes;
  while (!list.empty()) {
    std::string_view number = list.substr(0, list.find(','));
    list.remove_prefix(std::min(number.size() + 1, list.size()));
    const bool hexadecimal = number.starts_with("0x") || number.starts_with("0X");
    if (hexadecimal)
      number.remove_prefix(2);
    unsigned value = 0;
    const auto [end, error] =
        std::from_chars(number.data(), number.data() + number.size(), value, hexadecimal ? 16 : 10);
    if (error != std::errc() || end != number.data() + number.size() || value > 255)
      throw UsageError(fmt::format("'{}' is no byte", number));
    bytes += static_cast<char>(value);
  }
  return bytes;
}

struct Request {
  std::string file, name = "imageBytes", padding, section, alignment;
  const BaseType* type = &kTypes[0];
  bool isConst = false, isStatic = false, withLength = false;
  std::string_view wide; // the name to print for unsigned long long; empty: that one
};

Request parse(const Arguments& arguments) {
  Request request;
  for (ToolOptions options(arguments); !options.atEnd(); options.next()) {
    if (const auto name = options.value({"--name", "-n"}))
      request.name = *name;
    else if (const auto type = options.value({"--type", "-t"}))
      request.type = &findType(*type);
    else if (const auto padding = options.value({"--padd", "-p"}))
      request.padding = parseBytes(*padding);
    else if (const auto section = options.value({"--section", "-s"}))
      request.section = *section;
    else if (const auto alignment = options.value({"--alignment", "-a"}))
      request.alignment = *alignment;
    else if (options.is({"--const", "-c"}))
      request.isConst = true;
    else if (options.is({"--static", "-st"}))
      request.isStatic = true;
    else if (options.is({"--length", "-l"}))
      request.withLength = true;
    else if (options.is({"--stdint", "-stdint"}))
      request.wide = "uint64_t";
    else if (options.is({"--nvint", "-nvint"}))
      request.wide = "nv_uint64";
    else if (!options.isFile())
      options.refuseUnknown();
    else if (!request.file.empty())
      throw UsageError("more than one file is named");
    else
      request.file = options.word();
  }
  if (request.file.empty())
    throw UsageError("no file is named");
  return request;
}

// All hosts of CUDA are little-endian.
std::uint64_t elementAt(const std::string& bytes, std::size_t at, unsigned size) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < size && at + i < bytes.size(); ++i)
    value |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  return value;
}

} // namespace

int bin2cCommand(const Arguments& arguments) {
  const Request request = parse(arguments);
  const std::optional<std::string> content = toolkit::readFile(request.file);
  if (!content)
    throw std::runtime_error(fmt::format("cannot read '{}'", request.file));
  const std::string bytes = *content + request.padding;

  const BaseType& type = *request.type;
  const bool renamed = type.bytes == 8 && !request.wide.empty();
  if (renamed && request.wide == "uint64_t")
    fmt::print("#include <stdint.h>\n");
  if (renamed && request.wide == "nv_uint64")
    fmt::print("typedef unsigned long long nv_uint64;\n");
  fmt::print("#ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n");
  // An attribute before the name applies to the array.
  std::string attributes;
  if (!request.section.empty()) {
    const char* quote = request.section.starts_with('"') ? "" : "\"";
    attributes += fmt::format("__attribute__((section({0}{1}{0}))) ", quote, request.section);
  }
  if (!request.alignment.empty())
    attributes += fmt::format("__attribute__((aligned({}))) ", request.alignment);
  fmt::print("{}{}{} {}{}[] = {{", request.isStatic ? "static " : "",
             request.isConst ? "const " : "", renamed ? request.wide : type.name, attributes,
             request.name);
  std::size_t count = 0;
  for (std::size_t at = 0; at < bytes.size(); at += type.bytes, ++count)
    fmt::print("{}{}0x{:0{}x}{}", count ? "," : "", at % kBytesPerLine == 0 ? "\n" : "",
               elementAt(bytes, at, type.bytes), 2 * type.bytes, type.suffix);
  fmt::print("\n}};\n\n");
  if (request.withLength)
    fmt::print("unsigned int {}Length = {};\n\n", request.name, count);
  fmt::print("#ifdef __cplusplus\n}}\n#endif\n");
  return 0;
}

} // namespace heddle::tools
