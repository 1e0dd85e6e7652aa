#include "driver/module/code_tiers.h"

#include "environment/environment.h"
#include "trace/message.h"

#include <string>
#include <string_view>

namespace heddle::driver {
namespace {

bool readChoice() {
  const char* const text = environmentVariable("HEDDLE_JIT");
  const std::string_view choice = text ? text : "";
  if (!choice.empty() && choice != "full" && choice != "quick")
    trace::printMessage("HEDDLE_JIT is neither full nor quick: " + std::string(choice));
  return choice == "quick";
}

} // namespace

bool wantsQuickCode() {
  static const bool isQuick = readChoice();
  return isQuick;
}

} // namespace heddle::driver
