// Directives for debuggers: .loc, .file, .section and @@DWARF. They do not affect execution.
#include "ptx/parser.h"

namespace heddle::ptx {

bool Parser::acceptDebugDirective() {
  if (isDotWord("loc")) {
    parseLoc();
    return true;
  }
  if (isDotWord("file")) {
    parseFile();
    return true;
  }
  if (acceptDotWord("section")) {
    parseSection();
    return true;
  }
  if (isPunctuation('@') && isPunctuation('@', 1)) { // @@DWARF
    hasDebugInformation_ = true;
    skipLine(peek().location.line);
    return true;
  }
  if (acceptDotWord("pragma")) {
    do {
      if (take().kind != TokenKind::String)
        fail(peek().location, ".pragma needs a string");
    } while (acceptPunctuation(','));
    expectPunctuation(';');
    return true;
  }
  return false;
}

SourcePlace Parser::parsePlace(const char* expected) {
  std::uint32_t numbers[3] = {};
  for (std::uint32_t& number : numbers) {
    if (peek().kind != TokenKind::Integer)
      failHere(expected);
    number = static_cast<std::uint32_t>(take().integer);
  }
  return {numbers[0], numbers[1], numbers[2]};
}

// .loc file line column [, function_name label [+ offset], inlined_at file line column]
void Parser::parseLoc() {
  unsigned line = take().location.line;
  SourceLine source;
  source.place = parsePlace("'.loc file line column'");
  if (acceptPunctuation(',') && peek().kind == TokenKind::Identifier &&
      peek().text == "function_name") {
    take();
    source.function = expectIdentifier("a label of .debug_str");
    if (acceptPunctuation('+'))
      source.functionOffset = parseUnsignedConstant("an offset");
    expectPunctuation(',');
    if (peek().kind != TokenKind::Identifier || peek().text != "inlined_at")
      failHere("'inlined_at'");
    take();
    source.inlinedAt = parsePlace("'inlined_at file line column'");
  }
  skipLine(line); // attributes that are not needed
  if (function_ != nullptr) {
    source.position = function_->instructions.size();
    function_->lines.push_back(source);
  }
}

// .file number "name" [, timestamp, size]
void Parser::parseFile() {
  const Token &number = peek(1), &name = peek(2);
  if (number.kind != TokenKind::Integer || name.kind != TokenKind::String)
    failHere("'.file number \"name\"'");
  unit_.files[static_cast<std::uint32_t>(number.integer)] = name.text;
  skipLine(peek().location.line);
}

// Keeps the strings of .debug_str, in which .loc finds the names of inlined functions by labels,
// and skips other sections.
void Parser::parseSection() {
  hasDebugInformation_ = true;
  bool names = isDotWord("debug_str");
  while (!isPunctuation('{') && peek().kind != TokenKind::End)
    take();
  Location open = peek().location;
  if (!names) {
    if (!isPunctuation('{'))
      failHere("'{'");
    if (!skipBraces())
      fail(open, "'{' is never closed");
    return;
  }
  expectPunctuation('{');
  while (!acceptPunctuation('}')) {
    Token token = take();
    if (token.kind == TokenKind::End)
      fail(open, "'{' is never closed");
    if (token.kind == TokenKind::Identifier && isPunctuation(':'))
      unit_.debugLabels.emplace(token.text, unit_.debugStrings.size());
    else if (token.kind == TokenKind::Integer)
      unit_.debugStrings.push_back(static_cast<char>(token.integer));
  }
}

void Parser::skipLine(unsigned line) {
  while (peek().kind != TokenKind::End && peek().location.line == line && !isPunctuation('}'))
    take();
}

} // namespace heddle::ptx
