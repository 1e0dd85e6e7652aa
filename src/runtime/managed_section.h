// Finds out which host shadows are managed variables. The headers put the shadows of __managed__
// variables into a section of their own. A loaded object does not tell where its sections are, so
// the section table is read from the object's file.
#pragma once

#include <cstdint>
#include <map>

namespace heddle::runtime {

class ManagedSections {
public:
  bool contains(const void* address);

private:
  struct Range {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
  };
  std::map<const void*, Range> byObject_; // key: load address of an executable or shared object
};

} // namespace heddle::runtime
