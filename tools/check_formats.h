// The findings of the checker for other programs to read: XML as compute-sanitizer writes it, JSON,
// and SARIF, which services that show findings beside the lines of a pull request take.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::tools {

enum class Severity { Error, Warning, Leak };

struct SourcePlace {
  std::string function, file;
  std::uint64_t line = 0;
};

struct HostFrame {
  std::string function, offset, module;
};

// A report of the checker (src/trace/findings.h), taken apart.
struct ParsedFinding {
  Severity severity = Severity::Error;
  std::string message;             // the first line
  std::vector<std::string> detail; // the others that are none of the following
  // Where it is, and for a race the other access.
  std::vector<SourcePlace> places;
  std::vector<SourcePlace> callers; // of inlined functions
  std::vector<std::string> threads; // "(0,0,0)" of a thread and of its block, in turn
  std::string address;              // empty where there is none
  std::string hostTime;             // when the host's frames were taken
  std::vector<HostFrame> hostFrames;
};

ParsedFinding parseFinding(Severity severity, std::string_view text);

std::string toXml(const std::vector<ParsedFinding>& findings);
std::string toJson(std::string_view tool, const std::vector<ParsedFinding>& findings);
std::string toSarif(std::string_view tool, const std::vector<ParsedFinding>& findings);

} // namespace heddle::tools
