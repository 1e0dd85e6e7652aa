#include "nvcc/command_line.h"
#include "toolkit/files.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace heddle::nvcc {

namespace {

constexpr int kMaxResponseFileDepth = 32;

std::string readOptionsFile(const std::string& path) {
  std::optional<std::string> text = toolkit::readFile(path);
  if (!text)
    throw FatalError(fmt::format("Could not open options file '{}'", path));
  return std::move(*text);
}

const OptionRow* findOption(std::string_view name) {
  for (const OptionRow& row : optionTable())
    if (!row.attached && (row.longName == name || row.shortName == name))
      return &row;
  for (const OptionRow& row : optionTable())
    if (row.longName == name || row.shortName == name)
      return &row;
  return nullptr;
}

// Finds an option whose value follows without a separator, such as -O3, -lm and -DX. Of the short
// names that begin the word the longest wins.
const OptionRow* findAttached(std::string_view name) {
  const OptionRow* best = nullptr;
  for (const OptionRow& row : optionTable())
    if (row.attached && name.size() > row.shortName.size() && name.starts_with(row.shortName) &&
        (!best || row.shortName.size() > best->shortName.size()))
      best = &row;
  return best;
}

bool isNumber(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

class Parser {
public:
  void parse(std::span<const std::string> words, int depth) {
    if (depth > kMaxResponseFileDepth)
      throw FatalError("Options files include each other");
    for (std::size_t at = 0; at < words.size(); ++at) {
      const std::string& word = words[at];
      if (word.size() > 1 && word.front() == '@')
        parse(splitWords(readOptionsFile(word.substr(1))), depth + 1);
      else if (word.size() > 1 && word.front() == '-')
        at = parseOption(words, at, depth);
      else
        arguments_.push_back({Argument::Form::Input, nullptr, word, {}});
    }
  }
  std::vector<Argument> take() { return std::move(arguments_); }

private:
  // Returns the index of the last word that belongs to the option.
  std::size_t parseOption(std::span<const std::string> words, std::size_t at, int depth) {
    const std::string& word = words[at];
    std::string_view body(word);
    body.remove_prefix(body.starts_with("--") && body.size() > 2 ? 2 : 1);
    std::size_t equals = body.find('=');
    std::string_view name = body.substr(0, equals);

    const OptionRow* row = findOption(name);
    bool hasValue = false;
    std::string value;
    if (row && equals != body.npos) {
      hasValue = true;
      value = body.substr(equals + 1);
    } else if (!row || body.size() != name.size()) {
      row = findAttached(body);
      // The short name -t takes a number. Any other word that begins with t is an unknown option.
      if (row && row->id == OptionId::Accepted && !isNumber(body.substr(row->shortName.size())))
        row = nullptr;
      if (row && row->id == OptionId::HostWarning) {
        arguments_.push_back({Argument::Form::Option, row, word, {}});
        return at;
      }
      if (row) {
        hasValue = true;
        value = body.substr(row->shortName.size());
      }
    }
    if (!row) {
      arguments_.push_back({Argument::Form::Unknown, nullptr, word, {}});
      return at;
    }

    Argument argument{Argument::Form::Option, row, word, {}};
    if (row->kind == ValueKind::None) {
      if (hasValue)
        throw FatalError(
            fmt::format("no argument expected after '{}'", word.substr(0, word.find('='))));
    } else {
      if (!hasValue) {
        // Other compilers take -Werror without a value. It means all warnings then.
        if (row->id == OptionId::WarningsAsErrors &&
            (at + 1 == words.size() || !allChoices(*row, words[at + 1]))) {
          value = "all-warnings";
        } else if (at + 1 == words.size()) {
          throw FatalError(fmt::format("argument expected after '{}'", word));
        } else {
          value = words[++at];
        }
      }
      setValues(argument, value);
    }
    if (row->id == OptionId::OptionsFile) {
      for (const std::string& file : argument.values)
        parse(splitWords(readOptionsFile(file)), depth + 1);
      return at;
    }
    arguments_.push_back(std::move(argument));
    return at;
  }

  static bool allChoices(const OptionRow& row, std::string_view value) {
    for (const std::string& item : splitList(value))
      if (!isChoice(row, item))
        return false;
    return true;
  }

  static void setValues(Argument& argument, const std::string& value) {
    const OptionRow& row = *argument.option;
    if (row.kind == ValueKind::List)
      argument.values = splitList(value);
    else
      argument.values = {value};
    if (row.kind == ValueKind::Boolean && value != "true" && value != "false")
      throw FatalError(fmt::format("'{}': expected true or false", value));
    if (!row.choices.empty())
      for (const std::string& item : argument.values)
        if (!isChoice(row, item))
          throw FatalError(
              fmt::format("Value '{}' is not defined for option '{}'", item, row.longName));
  }

  std::vector<Argument> arguments_;
};

} // namespace

std::vector<std::string> splitWords(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool started = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quote == 0 && std::isspace(static_cast<unsigned char>(c))) {
      if (started)
        words.push_back(std::move(word));
      word.clear();
      started = false;
      continue;
    }
    started = true;
    if (quote != 0 && c == quote)
      quote = 0;
    else if (quote == 0 && (c == '"' || c == '\''))
      quote = c;
    else if (c == '\\' && quote != '\'' && i + 1 < text.size())
      word += text[++i];
    else
      word += c;
  }
  if (started)
    words.push_back(std::move(word));
  return words;
}

std::vector<std::string> splitList(std::string_view text) {
  // Backslashes and quotes stay in the values, unless they protect a comma: a value such as
  // -DNAME=\"x\" has to arrive with its quotes.
  std::vector<std::string> items;
  std::string item;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\\' && i + 1 < text.size() && text[i + 1] == ',') {
      item += text[++i];
    } else if (c == '\\' && i + 1 < text.size()) {
      item += c;
      item += text[++i];
    } else if (c == '"') {
      quoted = !quoted;
      item += c;
    } else if (c == ',' && !quoted) {
      items.push_back(std::move(item));
      item.clear();
    } else {
      item += c;
    }
  }
  items.push_back(std::move(item));
  // Quotes around a whole value only protected its commas.
  for (std::string& each : items)
    if (each.size() >= 2 && each.front() == '"' && each.back() == '"')
      each = each.substr(1, each.size() - 2);
  return items;
}

std::vector<Argument> parseCommandLine(std::span<const std::string> words) {
  Parser parser;
  parser.parse(words, 0);
  return parser.take();
}

} // namespace heddle::nvcc
