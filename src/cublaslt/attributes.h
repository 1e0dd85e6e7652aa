// Reading and writing the attributes of descriptors by a table of their places.
#pragma once

#include "cublasLt.h"

#include <cstddef>
#include <cstring>
#include <span>

namespace heddle::cublaslt {

struct AttributeField {
  int attribute;
  std::size_t offset, size;
};

inline const AttributeField* findField(std::span<const AttributeField> fields, int attribute) {
  for (const AttributeField& field : fields)
    if (field.attribute == attribute)
      return &field;
  return nullptr;
}

// The buffer must have the size of the attribute.
inline cublasStatus_t setAttribute(void* object, std::span<const AttributeField> fields,
                                   int attribute, const void* buffer, std::size_t size) {
  const AttributeField* const field = findField(fields, attribute);
  if (!object || !field || !buffer || size != field->size)
    return CUBLAS_STATUS_INVALID_VALUE;
  std::memcpy(static_cast<char*>(object) + field->offset, buffer, size);
  return CUBLAS_STATUS_SUCCESS;
}

// With a size of 0 the caller only asks for the size.
inline cublasStatus_t getAttribute(const void* object, std::span<const AttributeField> fields,
                                   int attribute, void* buffer, std::size_t size,
                                   std::size_t* written) {
  const AttributeField* const field = findField(fields, attribute);
  if (!object || !field || (size == 0 ? !written : !buffer || size < field->size))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (written)
    *written = field->size;
  if (size != 0)
    std::memcpy(buffer, static_cast<const char*>(object) + field->offset, field->size);
  return CUBLAS_STATUS_SUCCESS;
}

} // namespace heddle::cublaslt
