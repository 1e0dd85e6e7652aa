// Runs PTX for a single thread: lowers it, gives the heddle.* functions the meaning they have for
// thread 0 of block 0, compiles with ORC and calls it.
#pragma once

#include "ptx/ptx.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::ptx::testing {

// `text` without a header gets one for the newest version and target.
std::string withHeader(std::string_view text);

// Parses and links; the test fails when that does.
std::shared_ptr<const Module> parsed(std::string_view text);
// The first error of a text that must be rejected, as "line:column: message".
std::string firstError(std::string_view text);
// Thread IR of `entry` as text.
std::string loweredText(std::string_view text, std::string_view entry);
// The attributes of a function in IR, such as "convergent nounwind"; the test fails when it is not
// there.
std::string attributesOf(const std::string& ir, const std::string& function);
// Whether the regular expression is found in the text; . is any character but the end of a line.
bool matches(const std::string& text, const std::string& expression);
// The first error of lowering `entry`, with its kind.
Diagnostic loweringError(std::string_view text, std::string_view entry);

// A compiled kernel; called with its parameter buffer.
class Program {
public:
  Program(std::string_view text, std::string_view entry);
  ~Program();
  void run(const void* parameters) const;
  // Memory of a .global or .const variable.
  void* variable(const std::string& name) const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Code over the registers %d (and %e, a second result) and %a, %b, %c, all of type .bN of the given
// width, or .pred for width 1.
class Snippet {
public:
  struct Widths {
    unsigned d = 32, a = 32, b = 32, c = 32, e = 1;
  };
  explicit Snippet(std::string_view code) : Snippet(code, Widths()) {}
  Snippet(std::string_view code, Widths widths);
  std::uint64_t operator()(std::uint64_t a = 0, std::uint64_t b = 0, std::uint64_t c = 0);
  std::uint64_t second() const { return second_; } // %e of the last call

private:
  std::unique_ptr<Program> program_;
  std::uint64_t second_ = 0;
};

} // namespace heddle::ptx::testing
