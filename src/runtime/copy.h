// Directions of copies.
#pragma once

#include "runtime/runtime.h"

namespace heddle::runtime {

bool isValidKind(cudaMemcpyKind kind);

// Linear copies of at least one byte; `kind` is valid.
CUresult copy(const Driver& driver, void* dst, const void* src, size_t count, cudaMemcpyKind kind);
CUresult copyAsync(const Driver& driver, void* dst, const void* src, size_t count,
                   cudaMemcpyKind kind, CUstream stream);

// The kinds of memory that a direction names; "unified" where the driver has to look at the
// address.
CUmemorytype sourceType(cudaMemcpyKind kind);
CUmemorytype destinationType(cudaMemcpyKind kind);

} // namespace heddle::runtime
