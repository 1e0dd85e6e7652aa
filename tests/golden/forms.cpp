#include "forms.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace golden {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (char c : text) {
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

std::string trimmed(const std::string& text) {
  std::string words, word;
  for (std::istringstream stream(text); stream >> word;)
    words += (words.empty() ? "" : " ") + word;
  return words;
}

// All lines that `line` stands for, the rightmost choice changing fastest.
void expand(const std::string& line, std::vector<std::string> chosen,
            std::vector<std::string>& lines) {
  std::size_t open = line.find('<');
  if (open == std::string::npos) {
    std::string text;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] != '\\') {
        text += line[i];
        continue;
      }
      std::size_t index = static_cast<std::size_t>(line.at(++i) - '1');
      std::string choice = chosen.at(index);
      text += !choice.empty() && choice[0] == '.' ? choice.substr(1) : choice;
    }
    lines.push_back(text);
    return;
  }
  std::size_t close = line.find('>', open);
  if (close == std::string::npos)
    throw std::runtime_error("'<' without '>'");
  for (const std::string& choice : split(line.substr(open + 1, close - open - 1), ',')) {
    chosen.push_back(choice);
    expand(line.substr(0, open) + choice + line.substr(close + 1), chosen, lines);
    chosen.pop_back();
  }
}

Operand parseOperand(const std::string& word) {
  Operand operand;
  std::string rest = word;
  if (std::size_t at = rest.find('@'); at != std::string::npos) {
    operand.pool = rest.substr(at + 1);
    rest.resize(at);
  }
  if (std::size_t star = rest.find('*'); star != std::string::npos) {
    operand.count = static_cast<unsigned>(std::stoul(rest.substr(star + 1)));
    rest.resize(star);
  }
  operand.type = rest;
  if (operand.pool.empty())
    operand.pool = rest;
  return operand;
}

Form parseForm(const std::string& line) {
  Form form;
  form.text = trimmed(line);
  std::size_t bar = line.find('|');
  std::istringstream head(line.substr(0, bar));
  std::string result, equals, word;
  if (!(head >> form.name >> result >> equals) || equals != "=")
    throw std::runtime_error("expected NAME RESULT = OPERANDS");
  form.result = parseOperand(result);
  while (head >> word)
    form.operands.push_back(parseOperand(word));
  if (bar != std::string::npos)
    form.body = trimmed(line.substr(bar + 1));
  return form;
}

} // namespace

std::string Form::signature() const {
  std::string text;
  for (const Operand& operand : operands)
    text += operand.type + '*' + std::to_string(operand.count) + '@' + operand.pool + ' ';
  return text;
}

std::vector<Section> readForms(const std::string& path) {
  std::ifstream file(path);
  if (!file)
    throw std::runtime_error("cannot read " + path);
  std::vector<Section> sections;
  std::string line;
  for (unsigned number = 1; std::getline(file, line); ++number) {
    try {
      line = line.substr(0, line.find('#'));
      if (trimmed(line).empty())
        continue;
      if (line[0] == '[') {
        sections.push_back({line.substr(1, line.find(']') - 1), {}});
        continue;
      }
      std::vector<std::string> lines;
      expand(line, {}, lines);
      for (const std::string& one : lines)
        sections.at(sections.size() - 1).forms.push_back(parseForm(one));
    } catch (const std::exception& problem) {
      throw std::runtime_error(path + ":" + std::to_string(number) + ": " + problem.what());
    }
  }
  return sections;
}

} // namespace golden
