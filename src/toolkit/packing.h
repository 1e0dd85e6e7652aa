// Lists of texts, numbers and flags as one text, on the way to and from a compiler that runs in a
// process of its own, and in caches.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::toolkit {

class Packer {
public:
  void add(std::string_view part);
  void add(bool flag) { add(flag ? std::string_view("1") : std::string_view("0")); }
  void add(std::size_t number) { add(std::string_view(std::to_string(number))); }
  void add(const std::vector<std::string>& parts);

  std::string text;
};

// Each take() returns false when the text does not go on with such a part.
class Unpacker {
public:
  explicit Unpacker(std::string_view text) : rest_(text) {}

  bool take(std::string& part);
  bool take(bool& flag);
  bool take(std::size_t& number);
  bool take(std::vector<std::string>& parts);
  bool isAtEnd() const { return rest_.empty(); }

private:
  std::string_view rest_;
};

} // namespace heddle::toolkit
