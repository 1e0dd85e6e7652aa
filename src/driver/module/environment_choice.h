// Environment variables whose value is one of a few words.
#pragma once

#include "environment/environment.h"
#include "trace/message.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace heddle::driver {

template <typename Value> struct Choice {
  std::string_view word;
  Value value;
};

// What the variable says, or the first choice where it is not set. A word that has no meaning is
// named on standard error, and counts as the first choice, too.
template <typename Value, std::size_t count>
Value environmentChoice(const char* variable, const Choice<Value> (&choices)[count]) {
  const char* const text = environmentVariable(variable);
  const std::string_view word = text ? text : "";
  if (word.empty())
    return choices[0].value;
  std::string known;
  for (const Choice<Value>& choice : choices) {
    if (word == choice.word)
      return choice.value;
    known += (known.empty() ? "" : ", ") + std::string(choice.word);
  }
  trace::printMessage(std::string(variable) + " is none of " + known + ": " + std::string(word));
  return choices[0].value;
}

} // namespace heddle::driver
