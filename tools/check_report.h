// What the checker has found in a program, as the command prints it and saves it.
#pragma once

#include "tools/check_explanation.h"
#include "tools/check_formats.h"
#include "tools/check_options.h"
#include "tools/check_suppressions.h"

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::tools {

class CheckReport {
public:
  explicit CheckReport(const CheckOptions& options);
  ~CheckReport();
  CheckReport(const CheckReport&) = delete;
  CheckReport& operator=(const CheckReport&) = delete;

  std::uint64_t errors() const { return errors_; }
  bool usesCuda() const { return usesCuda_; }

  // What stands above all findings.
  void title();
  // Prints a line of text with the prefix, unless another format was asked for.
  void line(std::string_view text);
  // Prints something about the run that is no finding.
  void note(std::string_view text);
  // Takes a record of the file of findings (src/trace/findings.h).
  void take(std::string_view record);
  void summary();

private:
  void printCounts();
  void error(Severity severity, std::string_view text);
  // Whether options say that such findings do not count.
  bool isLeftOut(Severity severity, std::string_view text) const;
  void lines(std::string_view text);

  const CheckOptions& options_;
  std::FILE* file_ = stdout;
  std::FILE* saved_ = nullptr;          // of --save
  std::vector<ParsedFinding> findings_; // for formats that are written at the end
  ExplainedReport explained_;
  Suppressions suppressions_;
  std::uint64_t errors_ = 0, warnings_ = 0, leaks_ = 0, leakedBytes_ = 0;
  std::uint64_t printed_ = 0; // of the errors and warnings
  bool usesCuda_ = false;
};

} // namespace heddle::tools
