// An array whose beginning is aligned for the widest vectors.
#pragma once

#include "cufft/passes.h"

#include <cstddef>
#include <memory>
#include <new>

namespace heddle::cufft {

template <class T> class AlignedArray {
public:
  AlignedArray() = default;
  // The elements have no value yet. Throws std::bad_alloc.
  explicit AlignedArray(std::size_t size)
      : elements_(size ? static_cast<T*>(operator new[](size * sizeof(T),
                                                        std::align_val_t(kVectorAlignment)))
                       : nullptr) {}
  T* get() const { return elements_.get(); }
  T& operator[](std::size_t index) const { return elements_.get()[index]; }

private:
  struct Delete {
    void operator()(T* elements) const {
      operator delete[](elements, std::align_val_t(kVectorAlignment));
    }
  };
  std::unique_ptr<T, Delete> elements_;
};

} // namespace heddle::cufft
