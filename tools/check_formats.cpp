#include "tools/check_formats.h"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>

namespace heddle::tools {
namespace {

std::string_view takeLine(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(line.size() == text.size() ? line.size() : line.size() + 1);
  return line;
}

// "add(float*) in /home/me/add.cu:12", and perhaps more behind it.
std::optional<SourcePlace> placeIn(std::string_view text) {
  const std::size_t in = text.find(" in ");
  if (in == std::string_view::npos)
    return std::nullopt;
  std::string_view rest = text.substr(in + 4);
  rest = rest.substr(0, rest.find(" ["));
  const std::size_t colon = rest.rfind(':');
  if (colon == std::string_view::npos)
    return std::nullopt;
  return SourcePlace{std::string(text.substr(0, in)), std::string(rest.substr(0, colon)),
                     std::strtoull(std::string(rest.substr(colon + 1)).c_str(), nullptr, 10)};
}

// "main [0x8dc9] in program", with or without the name.
HostFrame hostFrameIn(std::string_view text) {
  HostFrame frame;
  const std::size_t open = text.find('['), close = text.find(']'), in = text.rfind(" in ");
  if (open == std::string_view::npos || close == std::string_view::npos)
    return frame;
  frame.function = text.substr(0, open == 0 ? 0 : open - 1);
  frame.offset = text.substr(open + 1, close - open - 1);
  if (in != std::string_view::npos)
    frame.module = text.substr(in + 4);
  return frame;
}

void takeThread(ParsedFinding& finding, std::string_view text) {
  for (std::size_t open; (open = text.find('(')) != std::string_view::npos;) {
    const std::size_t close = text.find(')', open);
    finding.threads.emplace_back(text.substr(open, close - open + 1));
    text.remove_prefix(close == std::string_view::npos ? text.size() : close + 1);
  }
}

void takeAddress(ParsedFinding& finding, std::string_view line) {
  const std::size_t begin = line.find("0x");
  if (begin != std::string_view::npos && finding.address.empty())
    finding.address = line.substr(begin, line.find_first_of(" ,.", begin) - begin);
}

void takeDetail(ParsedFinding& finding, std::string_view line) {
  constexpr std::string_view kAccess = " access at ";
  const std::size_t begin = line.find_first_not_of(' ');
  const std::string_view text = begin == std::string_view::npos ? "" : line.substr(begin);
  if (text.starts_with("Host Frame: "))
    finding.hostFrames.push_back(hostFrameIn(text.substr(12)));
  else if (text.starts_with("Saved host backtrace"))
    finding.hostTime = text.substr(text.find(" at ") + 4);
  else if (const auto caller =
               text.starts_with("Device Frame: ") ? placeIn(text.substr(14)) : std::nullopt)
    finding.callers.push_back(*caller);
  else if (const auto place = text.starts_with("at ") ? placeIn(text.substr(3)) : std::nullopt)
    finding.places.push_back(*place);
  else if (const std::size_t access = text.find(kAccess); access != std::string_view::npos) {
    if (const auto other = placeIn(text.substr(access + kAccess.size())))
      finding.places.push_back(*other);
    finding.detail.emplace_back(text);
  } else if (text.starts_with("by thread ") || text.starts_with("and by thread "))
    takeThread(finding, text);
  else {
    takeAddress(finding, text);
    finding.detail.emplace_back(text);
  }
}

// A text of which the characters that the format uses itself are written otherwise.
std::string escapedXml(std::string_view text) {
  std::string result;
  for (const char c : text)
    switch (c) {
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '&':
      result += "&amp;";
      break;
    case '"':
      result += "&quot;";
      break;
    default:
      result += c;
    }
  return result;
}

std::string jsonString(std::string_view text) {
  std::string result = "\"";
  for (const char c : text)
    if (c == '"' || c == '\\')
      result.append("\\").push_back(c);
    else if (static_cast<unsigned char>(c) < 0x20)
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      result += c;
  return result + "\"";
}

template <typename List, typename Write> std::string joined(const List& list, Write write) {
  std::string result;
  for (const auto& each : list)
    result += (result.empty() ? "" : ",") + write(each);
  return result;
}

std::string severityName(Severity severity) {
  return severity == Severity::Warning ? "warning" : "error";
}

class Xml {
public:
  void open(std::string_view name) { text_ += fmt::format("{:{}}<{}>\n", "", 2 * depth_++, name); }
  void close(std::string_view name) {
    text_ += fmt::format("{:{}}</{}>\n", "", 2 * --depth_, name);
  }
  void add(std::string_view name, std::string_view value) {
    text_ += fmt::format("{:{}}<{}>{}</{}>\n", "", 2 * depth_, name, escapedXml(value), name);
  }
  std::string take() { return std::move(text_); }

private:
  std::string text_;
  unsigned depth_ = 1;
};

void addIndex(Xml& xml, std::string_view name, std::string_view index) {
  xml.open(name);
  index = index.substr(1, index.size() - 2);
  for (const char* axis : {"x", "y", "z"}) {
    const std::string_view value = index.substr(0, index.find(','));
    index.remove_prefix(value.size() == index.size() ? value.size() : value.size() + 1);
    xml.add(axis, value);
  }
  xml.close(name);
}

void addPlace(Xml& xml, std::string_view name, const SourcePlace& place) {
  xml.open(name);
  xml.add("func", std::string_view(place.function).substr(0, place.function.find('(')));
  xml.add("path", place.file);
  xml.add("line", std::to_string(place.line));
  xml.close(name);
}

// What compute-sanitizer calls the kind of a record, by its first line.
std::string_view kindOf(const ParsedFinding& finding) {
  struct Kind {
    std::string_view begin, name;
  };
  constexpr Kind kKinds[] = {{"Program hit", "Api"},         {"Leaked", "Leak"},
                             {"Uninitialized", "Initcheck"}, {"Barrier error", "Synccheck"},
                             {"Deadlock", "Synccheck"},      {"Malloc/Free", "MallocFree"},
                             {"Host API", "HostApi"},        {"Error: Race", "Race"},
                             {"Warning: Race", "Race"},      {"Invalid", "Precise"}};
  for (const Kind& kind : kKinds)
    if (finding.message.starts_with(kind.begin))
      return kind.name;
  return "Imprecise";
}

void addAccess(Xml& xml, const ParsedFinding& finding) {
  const std::string& text = finding.message;
  const std::size_t space = text.find("__"), end = text.find("__ ", space + 2);
  const std::size_t size = text.find(" of size ");
  if (space == std::string::npos || end == std::string::npos || size == std::string::npos)
    return;
  xml.add("space", text.substr(space, end + 2 - space));
  xml.add("size", text.substr(size + 9, text.find(' ', size + 9) - size - 9));
  xml.add("direction", text.substr(end + 3, size - end - 3));
}

// What is wrong with an access.
std::string errorOf(const ParsedFinding& finding) {
  for (const std::string& detail : finding.detail)
    for (const char* error : {"out of bounds", "misaligned"})
      if (detail.starts_with("Access to ") && detail.ends_with(error))
        return error;
  return "";
}

// "Program hit NAME (error N) due to "MESSAGE" on CUDA API call to FUNCTION."
void addApiError(Xml& xml, std::string_view text) {
  if (!text.starts_with("Program hit "))
    return;
  const auto between = [&](std::string_view begin, std::string_view end) {
    const std::size_t first = text.find(begin) + begin.size();
    return text.substr(first, text.find(end, first) - first);
  };
  xml.add("api", between("API call to ", "."));
  xml.add("error", between("Program hit ", " "));
  xml.add("message", between("due to \"", "\""));
  xml.add("result", between("(error ", ")"));
}

void addRecord(Xml& xml, const ParsedFinding& finding) {
  xml.open("record");
  xml.add("kind", kindOf(finding));
  xml.add("level", finding.severity == Severity::Warning ? "Warning" : "Error");
  if (finding.threads.size() >= 2) {
    xml.open("who");
    addIndex(xml, "threadIdx", finding.threads[0]);
    addIndex(xml, "blockIdx", finding.threads[1]);
    xml.close("who");
  }
  xml.open("what");
  const std::string error = errorOf(finding);
  xml.add("text", finding.message + (error.empty() ? "" : " is " + error));
  addAccess(xml, finding);
  if (!error.empty())
    xml.add("error", error);
  addApiError(xml, finding.message);
  if (!finding.address.empty())
    xml.add("address", finding.address);
  xml.close("what");
  for (const SourcePlace& place : finding.places)
    addPlace(xml, "where", place);
  if (!finding.callers.empty()) {
    xml.open("deviceStack");
    for (const SourcePlace& caller : finding.callers)
      addPlace(xml, "frame", caller);
    xml.close("deviceStack");
  }
  if (!finding.hostFrames.empty()) {
    xml.open("hostStack");
    xml.add("saveLocation", finding.hostTime);
    for (const HostFrame& frame : finding.hostFrames) {
      xml.open("frame");
      if (!frame.function.empty())
        xml.add("func", frame.function);
      xml.add("pc", frame.offset);
      xml.add("module", frame.module);
      xml.close("frame");
    }
    xml.close("hostStack");
  }
  xml.close("record");
}

std::string jsonPlace(const SourcePlace& place) {
  return fmt::format("{{\"function\":{},\"file\":{},\"line\":{}}}", jsonString(place.function),
                     jsonString(place.file), place.line);
}

std::string jsonFinding(const ParsedFinding& finding) {
  const auto text = [](const std::string& each) { return jsonString(each); };
  const auto frame = [](const HostFrame& each) {
    return fmt::format("{{\"function\":{},\"offset\":{},\"module\":{}}}", jsonString(each.function),
                       jsonString(each.offset), jsonString(each.module));
  };
  return fmt::format("{{\"severity\":{},\"kind\":{},\"message\":{},\"places\":[{}],"
                     "\"callers\":[{}],\"threads\":[{}],\"address\":{},\"details\":[{}],"
                     "\"hostFrames\":[{}]}}",
                     jsonString(severityName(finding.severity)), jsonString(kindOf(finding)),
                     jsonString(finding.message), joined(finding.places, jsonPlace),
                     joined(finding.callers, jsonPlace), joined(finding.threads, text),
                     jsonString(finding.address), joined(finding.detail, text),
                     joined(finding.hostFrames, frame));
}

std::string sarifLocation(const SourcePlace& place) {
  // SARIF has no line 0, which stands for code without a line.
  const std::string region =
      place.line ? fmt::format(",\"region\":{{\"startLine\":{}}}", place.line) : "";
  const std::string scheme = place.file.starts_with('/') ? "file://" : "";
  return fmt::format("{{\"physicalLocation\":{{\"artifactLocation\":{{\"uri\":{}}}{}}},"
                     "\"logicalLocations\":[{{\"fullyQualifiedName\":{},\"kind\":\"function\"}}]}}",
                     jsonString(scheme + place.file), region, jsonString(place.function));
}

std::string sarifResult(const ParsedFinding& finding) {
  std::string message = finding.message;
  for (const std::string& detail : finding.detail)
    message += "\n" + detail;
  if (finding.threads.size() >= 2)
    message += "\nby thread " + finding.threads[0] + " in block " + finding.threads[1];
  const auto locations = joined(finding.places, sarifLocation);
  return fmt::format("{{\"ruleId\":{},\"level\":{},\"message\":{{\"text\":{}}},"
                     "\"locations\":[{}],\"relatedLocations\":[{}]}}",
                     jsonString(kindOf(finding)), jsonString(severityName(finding.severity)),
                     jsonString(message), locations, joined(finding.callers, sarifLocation));
}

} // namespace

ParsedFinding parseFinding(Severity severity, std::string_view text) {
  ParsedFinding finding;
  finding.severity = severity;
  finding.message = takeLine(text);
  constexpr std::string_view kAccess = " access at ";
  if (const std::size_t access = finding.message.find(kAccess); access != std::string::npos)
    if (const auto place =
            placeIn(std::string_view(finding.message).substr(access + kAccess.size())))
      finding.places.push_back(*place);
  while (!text.empty())
    takeDetail(finding, takeLine(text));
  return finding;
}

std::string toXml(const std::vector<ParsedFinding>& findings) {
  constexpr std::string_view kHead = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n";
  if (findings.empty())
    return std::string(kHead) + "<ComputeSanitizerOutput/>\n";
  Xml xml;
  for (const ParsedFinding& finding : findings)
    addRecord(xml, finding);
  return std::string(kHead) + "<ComputeSanitizerOutput>\n" + xml.take() +
         "</ComputeSanitizerOutput>\n";
}

std::string toJson(std::string_view tool, const std::vector<ParsedFinding>& findings) {
  return fmt::format("{{\"tool\":{},\"findings\":[{}]}}\n", jsonString(tool),
                     joined(findings, jsonFinding));
}

std::string toSarif(std::string_view tool, const std::vector<ParsedFinding>& findings) {
  return fmt::format(
      "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\","
      "\"runs\":[{{\"tool\":{{\"driver\":{{\"name\":{},\"informationUri\":"
      "\"https://docs.nvidia.com/compute-sanitizer/\"}}}},\"results\":[{}]}}]}}\n",
      jsonString(fmt::format("compute-sanitizer {}", tool)), joined(findings, sarifResult));
}

} // namespace heddle::tools
