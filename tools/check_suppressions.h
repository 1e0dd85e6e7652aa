// Findings that shall not be reported (compute-sanitizer --suppressions FILE). The file is XML as
// --save --xml writes it; fields of a record may be left out, and then anything fits. As with
// NVIDIA's command, wrong accesses of kernels are reported all the same: they end the kernel.
#pragma once

#include "tools/check_formats.h"

#include <string>
#include <string_view>
#include <vector>

namespace heddle::tools {

class Suppressions {
public:
  Suppressions() = default;
  // Throws where the file cannot be read.
  explicit Suppressions(const std::string& file);

  bool hold(Severity severity, std::string_view text) const;
  bool empty() const { return records_.empty(); }

private:
  // The fields that are compared; empty ones fit everything.
  struct Record {
    std::string kind, text, function, path, line;
  };
  std::vector<Record> records_;
};

} // namespace heddle::tools
