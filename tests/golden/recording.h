// A file of recorded results. A form's results are written as their difference (exclusive or) from
// those of the form before that has the same shape, byte by byte of the words apart: neighbouring
// forms differ little, so that a general compressor makes the rest small. A name that ends in .zst
// is read through zstd, where that was there at build time; it is written by `zstd -19`.
#pragma once

#include "device.h"

namespace golden {

struct Record {
  std::string form;
  std::uint64_t operands = 0; // OperandValues::hash
  Results results;
};

void writeRecording(const std::string& path, const std::vector<Record>& records);
std::vector<Record> readRecording(const std::string& path);

} // namespace golden
