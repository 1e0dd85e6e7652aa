#include "driver/module/code_tiers.h"

#include "environment/environment.h"
#include "trace/message.h"

#include <string>
#include <string_view>
#include <utility>

namespace heddle::driver {
namespace {

constexpr std::pair<std::string_view, jit::CodeTier> kTiers[] = {
    {"full", jit::CodeTier::Full},
    {"quick", jit::CodeTier::Quick},
    {"tiered", jit::CodeTier::Tiered},
};
constexpr jit::CodeTier kDefaultTier = jit::CodeTier::Full;

jit::CodeTier readChoice() {
  const char* const text = environmentVariable("HEDDLE_JIT");
  const std::string_view choice = text ? text : "";
  if (choice.empty())
    return kDefaultTier;
  for (const auto& [name, tier] : kTiers)
    if (choice == name)
      return tier;
  trace::printMessage("HEDDLE_JIT is neither full nor quick nor tiered: " + std::string(choice));
  return kDefaultTier;
}

} // namespace

jit::CodeTier codeTier() {
  static const jit::CodeTier tier = readChoice();
  return tier;
}

} // namespace heddle::driver
