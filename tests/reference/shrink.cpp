#include "shrink.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace heddle::reference {
namespace {

using Lines = std::vector<std::string>;
using Test = std::function<bool(const Lines&)>;

Lines splitLines(const std::string& text) {
  Lines lines;
  std::size_t start = 0;
  while (start < text.size()) {
    std::size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

std::string join(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines)
    text += line + "\n";
  return text;
}

// Runs of lines, from long to short. Invalid candidates simply do not fail.
bool dropLines(Lines& lines, const Test& fails) {
  bool changed = false;
  for (std::size_t run = std::max<std::size_t>(lines.size() / 2, 1); run > 0; run /= 2)
    for (std::size_t start = lines.size(); start > 0;) {
      start = start > run ? start - run : 0;
      Lines candidate = lines;
      auto first = candidate.begin() + static_cast<std::ptrdiff_t>(start);
      auto last =
          candidate.begin() + static_cast<std::ptrdiff_t>(std::min(start + run, candidate.size()));
      candidate.erase(first, last);
      if (candidate.size() < lines.size() && fails(candidate)) {
        lines = std::move(candidate);
        changed = true;
      }
    }
  return changed;
}

// A line that other lines need gone may still do without its guard, or with a constant.
bool simplifyLines(Lines& lines, const Test& fails) {
  bool changed = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string line = lines[i];
    if (line.find(".reg") != std::string::npos || line.find('(') != std::string::npos)
      continue;
    auto attempt = [&](const std::string& simpler) {
      if (simpler == lines[i])
        return;
      Lines candidate = lines;
      candidate[i] = simpler;
      if (fails(candidate)) {
        lines = std::move(candidate);
        changed = true;
      }
    };
    if (std::size_t at = line.find('@'); at != std::string::npos) {
      std::size_t space = line.find(' ', at);
      if (space != std::string::npos)
        attempt(line.substr(0, at) + line.substr(space + 1));
    }
    // Sources one by one, from the last: a register becomes 0, or 1.
    for (std::size_t at = lines[i].size(); at-- > 0;) {
      if (at >= lines[i].size() || lines[i][at] != '%')
        continue;
      std::size_t comma = lines[i].find(',');
      if (comma == std::string::npos || at < comma)
        break;
      std::size_t end = at + 1;
      while (end < lines[i].size() &&
             (std::isalnum(static_cast<unsigned char>(lines[i][end])) || lines[i][end] == '.'))
        ++end;
      for (const char* value : {"0", "1"}) {
        std::string before = lines[i];
        attempt(before.substr(0, at) + value + before.substr(end));
        if (lines[i] != before)
          break;
      }
    }
  }
  return changed;
}

} // namespace

std::string shrink(const std::string& text,
                   const std::function<bool(const std::string&)>& stillFails) {
  Lines lines = splitLines(text);
  Test fails = [&](const Lines& candidate) { return stillFails(join(candidate)); };
  while (dropLines(lines, fails) || simplifyLines(lines, fails)) {
  }
  return join(lines);
}

} // namespace heddle::reference
