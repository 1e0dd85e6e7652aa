#include "tools/check_suppressions.h"

#include "toolkit/files.h"

#include <algorithm>
#include <cerrno>
#include <initializer_list>
#include <system_error>
#include <utility>

namespace heddle::tools {
namespace {

// The text between the first <name> and the </name> behind it; empty where there is none.
std::string_view element(std::string_view xml, std::string_view name) {
  const std::string open = "<" + std::string(name) + ">", close = "</" + std::string(name) + ">";
  const std::size_t begin = xml.find(open);
  const std::size_t end = xml.find(close, begin);
  if (begin == std::string_view::npos || end == std::string_view::npos)
    return {};
  return xml.substr(begin + open.size(), end - begin - open.size());
}

std::string unescaped(std::string_view text) {
  constexpr std::pair<std::string_view, char> kEntities[] = {
      {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&amp;", '&'}};
  std::string result;
  while (!text.empty()) {
    const auto* const entity = std::ranges::find_if(
        kEntities, [&](const auto& each) { return text.starts_with(each.first); });
    const bool isEntity = entity != std::end(kEntities);
    result += isEntity ? entity->second : text.front();
    text.remove_prefix(isEntity ? entity->first.size() : 1);
  }
  return result;
}

} // namespace

Suppressions::Suppressions(const std::string& file) {
  const auto content = toolkit::readFile(file);
  if (!content)
    throw std::system_error(errno, std::generic_category(), file);
  std::string_view rest = *content;
  for (std::size_t begin; (begin = rest.find("<record>")) != std::string_view::npos;) {
    rest.remove_prefix(begin);
    const std::string_view record = element(rest, "record"), where = element(record, "where");
    const auto field = [](std::string_view xml, std::string_view name) {
      return unescaped(element(xml, name));
    };
    records_.push_back({field(record, "kind"), field(element(record, "what"), "text"),
                        field(where, "func"), field(where, "path"), field(where, "line")});
    rest.remove_prefix(std::min(rest.size(), record.size() + std::string_view("<record>").size()));
  }
}

bool Suppressions::hold(Severity severity, std::string_view text) const {
  // Both sides go through the same writer, so that each field means the same.
  const std::string written = toXml({parseFinding(severity, text)});
  const std::string_view record = element(written, "record"), where = element(record, "where");
  if (element(record, "kind") == "Precise")
    return false;
  return std::ranges::any_of(records_, [&](const Record& wanted) {
    const auto fits = [](const std::string& field, std::string_view xml, std::string_view name) {
      return field.empty() || field == unescaped(element(xml, name));
    };
    return fits(wanted.kind, record, "kind") &&
           fits(wanted.text, element(record, "what"), "text") &&
           fits(wanted.function, where, "func") && fits(wanted.path, where, "path") &&
           fits(wanted.line, where, "line");
  });
}

} // namespace heddle::tools
