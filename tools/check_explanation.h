// The report of `heddle check` for people who do not know compute-sanitizer's: one entry for each
// mistake in the source, with the lines of the source, a sentence that says what is wrong, and what
// usually mends it.
#pragma once

#include "tools/check_formats.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::tools {

// One row of the table of explanations, for findings of one kind.
struct Explanation;

class ExplainedReport {
public:
  void add(ParsedFinding finding);
  // `checked` names what was looked for, for the line that says that nothing was found.
  std::string text(std::string_view checked) const;

private:
  // Findings that one mistake in the source has made: many threads come to one line. Only the first
  // one is kept, since a kernel may have millions.
  struct Mistake {
    const Explanation* explanation;
    ParsedFinding first;
    std::size_t count = 1;
  };
  static bool isOf(const Mistake& mistake, const ParsedFinding& finding);
  static std::string describe(std::size_t number, const Mistake& mistake);

  std::vector<Mistake> mistakes_;
  std::size_t failedCalls_ = 0; // that failed only because a kernel had
};

} // namespace heddle::tools
