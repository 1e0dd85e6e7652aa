#include "exec/access_site.h"

#include "exec/demangled_name.h"
#include "exec/kernel_task.h"

#include <charconv>

namespace heddle::exec {

namespace {

std::string_view takeUntil(std::string_view& text, char separator) {
  const std::string_view taken = text.substr(0, text.find(separator));
  text.remove_prefix(taken.size() == text.size() ? taken.size() : taken.size() + 1);
  return taken;
}

std::string triple(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  return "(" + std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z) + ")";
}

std::string describeLocation(std::string_view location) {
  const std::string function(takeUntil(location, '\t'));
  return demangled(function.c_str()) + " in " + std::string(location);
}

} // namespace

AccessSite::AccessSite(std::string_view text) {
  std::string_view first = takeUntil(text, '\n');
  locations = text;
  operation = takeUntil(first, ' ');
  const std::string_view size = takeUntil(first, ' ');
  std::from_chars(size.data(), size.data() + size.size(), bytes);
  space = first;
}

std::string describePlace(const BlockContext& context, const AccessSite& site) {
  std::string_view rest = site.locations;
  return rest.empty() ? demangled(context.launch->grid->name())
                      : describeLocation(takeUntil(rest, '\n'));
}

std::string describePlaces(const BlockContext& context, const AccessSite& site) {
  std::string text = "    at " + describePlace(context, site) + "\n";
  std::string_view rest = site.locations;
  takeUntil(rest, '\n');
  while (!rest.empty())
    text += "    Device Frame: " + describeLocation(takeUntil(rest, '\n')) + "\n";
  return text;
}

std::string describeThread(const BlockContext& context, std::uint32_t thread) {
  const auto& dim = context.ntid;
  return "by thread " +
         triple(thread % dim[0], thread / dim[0] % dim[1], thread / dim[0] / dim[1]) +
         " in block " + triple(context.ctaid[0], context.ctaid[1], context.ctaid[2]);
}

} // namespace heddle::exec
