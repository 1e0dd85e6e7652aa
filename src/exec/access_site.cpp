#include "exec/access_site.h"

#include "exec/demangled_name.h"
#include "exec/kernel_task.h"
#include "trace/findings.h"

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
  return shownName(function) + " in " + std::string(location);
}

} // namespace

std::string shownName(const std::string& function) {
  const trace::FunctionNames names = trace::checkSettings().names;
  if (names == trace::FunctionNames::Mangled)
    return function;
  std::string full = demangled(function.c_str());
  if (names == trace::FunctionNames::Full)
    return full;
  // "void lib::add<int>(int*)" becomes "add".
  const std::string head = full.substr(0, full.find_first_of("(<"));
  return head.substr(head.find_last_of(" :") + 1);
}

AccessSite::AccessSite(std::string_view text) {
  std::string_view first = takeUntil(text, '\n');
  locations = text;
  operation = takeUntil(first, ' ');
  const std::string_view size = takeUntil(first, ' ');
  std::from_chars(size.data(), size.data() + size.size(), bytes);
  space = first;
}

std::string describePlace(const char* kernel, const AccessSite& site) {
  std::string_view rest = site.locations;
  return rest.empty() ? shownName(kernel) : describeLocation(takeUntil(rest, '\n'));
}

std::string describePlace(const BlockContext& context, const AccessSite& site) {
  return describePlace(context.launch->grid->name(), site);
}

std::string describePlaces(const BlockContext& context, const AccessSite& site) {
  std::string text = "    at " + describePlace(context, site) + "\n";
  std::string_view rest = site.locations;
  takeUntil(rest, '\n');
  while (!rest.empty())
    text += "    Device Frame: " + describeLocation(takeUntil(rest, '\n')) + "\n";
  return text;
}

std::string threadIndex(const BlockContext& context, std::uint32_t thread) {
  const auto& dim = context.ntid;
  return triple(thread % dim[0], thread / dim[0] % dim[1], thread / dim[0] / dim[1]);
}

std::string blockIndex(const BlockContext& context) {
  return triple(context.ctaid[0], context.ctaid[1], context.ctaid[2]);
}

std::string describeThread(const BlockContext& context, std::uint32_t thread) {
  return "by thread " + threadIndex(context, thread) + " in block " + blockIndex(context);
}

} // namespace heddle::exec
