// The arithmetic of collectives: elements of NCCL's types and the operators on them.
#pragma once

#include "nccl.h"

#include <cstddef>
#include <cstdint>

namespace heddle::nccl {

enum class Operator : std::uint8_t { Sum, Product, Maximum, Minimum };

// What a collective does with elements of all ranks.
struct Reduction {
  ncclDataType_t type = ncclInt8;
  Operator op = Operator::Sum;
  bool scales = false;      // each rank's elements are multiplied by `scalar` first
  std::uint64_t scalar = 0; // the bits of one element
  // Where the scalar is to be read when the collective runs; null when it is in `scalar`.
  const void* scalarAddress = nullptr;
  int divisor = 1; // what a sum of integers is divided by in the end
};

std::size_t bytesOf(ncclDataType_t type);

// The average of `ranks` elements: of integers a sum that is divided, of floating-point numbers a
// sum of scaled elements, with a scalar of the elements' own precision. So NCCL has it.
Reduction average(ncclDataType_t type, int ranks);

// result = incoming op own, where `own` is scaled first if the reduction scales. Elements need not
// be aligned, and the result may be the memory of either operand.
void combine(const Reduction& reduction, void* result, const void* incoming, const void* own,
             std::size_t bytes);
// result = own, scaled if the reduction scales.
void prepare(const Reduction& reduction, void* result, const void* own, std::size_t bytes);
// Divides a complete sum.
void conclude(const Reduction& reduction, void* result, std::size_t bytes);

} // namespace heddle::nccl
