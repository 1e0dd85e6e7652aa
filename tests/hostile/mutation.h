// Damages files at random, in the ways that readers of binary formats trip over.
#pragma once

#include <cstdint>
#include <cstring>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace heddle::hostile {

class Mutation {
public:
  Mutation(const std::vector<std::string>& seeds, std::uint64_t number)
      : seeds_(seeds), random_(number) {}

  // One of the seeds with one to five changes.
  std::string make() {
    std::string file = seeds_[below(seeds_.size())];
    for (std::size_t changes = 1 + below(5); changes > 0; --changes)
      change(file);
    return file;
  }

private:
  std::size_t below(std::size_t limit) { return limit ? random_() % limit : 0; }
  // A place in the file, more often in its headers than elsewhere.
  std::size_t place(const std::string& file) {
    return below(below(2) ? std::min<std::size_t>(file.size(), 160) : file.size());
  }

  void change(std::string& file) {
    switch (file.empty() ? 6 : below(8)) {
    case 0: // a bit
      file[place(file)] ^= static_cast<char>(1 << below(8));
      break;
    case 1: // a byte
      file[place(file)] = static_cast<char>(random_());
      break;
    case 2:
    case 3: // a number of a header
      setNumber(file);
      break;
    case 4: // the end is missing
      file.resize(below(file.size()));
      break;
    case 5: // a part is missing
      file.erase(place(file), 1 + below(64));
      break;
    case 6: // a part of another file comes in between
      insertPart(file);
      break;
    case 7: // a part is there twice
      file.insert(place(file), file, place(file), 1 + below(256));
      break;
    }
  }

  void setNumber(std::string& file) {
    const std::uint64_t size = file.size();
    const std::uint64_t numbers[] = {0,
                                     1,
                                     7,
                                     0x7f,
                                     0xff,
                                     0xffff,
                                     0x7fffffff,
                                     0xffffffff,
                                     0x100000000,
                                     0x7fffffffffffffff,
                                     ~std::uint64_t{0},
                                     ~std::uint64_t{0} - 63,
                                     size,
                                     size - 1,
                                     size + 1,
                                     size * 2,
                                     0x466243b1,  // the mark of a wrapper
                                     0xba55ed50}; // and of a container
    const std::uint64_t number = numbers[below(std::size(numbers))];
    const std::size_t bytes = std::size_t{1} << below(4);
    const std::size_t at = place(file) / bytes * bytes;
    std::memcpy(file.data() + at, &number, std::min(bytes, file.size() - at));
  }

  void insertPart(std::string& file) {
    const std::string& other = seeds_[below(seeds_.size())];
    file.insert(below(file.size() + 1), other, place(other), 1 + below(512));
  }

  const std::vector<std::string>& seeds_;
  std::mt19937_64 random_;
};

} // namespace heddle::hostile
