// What the checks in compiled code say about where they stand (simt/checked_accesses.h), and the
// lines of a report that follow from it.
#pragma once

#include "ir/kernel_abi.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::exec {

// "write 4 shared", and the source locations.
struct AccessSite {
  std::string_view operation, space;
  std::size_t bytes = 0;
  std::string_view locations; // lines of a function, a tab, and a place

  explicit AccessSite(std::string_view text);
};

// The name of a function as the program's user wants to see it.
std::string shownName(const std::string& function);
// Where the access is in the source: "k(int*) in k.cu:12". The kernel alone, if that is not known.
std::string describePlace(const char* kernel, const AccessSite& site);
std::string describePlace(const BlockContext& context, const AccessSite& site);
// The lines about it in a report: "    at " and the place, and one for each call that was inlined.
std::string describePlaces(const BlockContext& context, const AccessSite& site);
// These return the index as a report writes it: "(1,0,0)".
std::string threadIndex(const BlockContext& context, std::uint32_t thread);
std::string blockIndex(const BlockContext& context);
// Returns "by thread (1,0,0) in block (0,0,0)".
std::string describeThread(const BlockContext& context, std::uint32_t thread);

} // namespace heddle::exec
