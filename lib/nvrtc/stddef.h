// Stand-ins for the host's C and C++ library, of which a source that is compiled at run time sees
// nothing: only what the CUDA headers themselves need, in these few files.
#ifndef HEDDLE_NVRTC_STDDEF_H
#define HEDDLE_NVRTC_STDDEF_H

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;

#ifndef NULL
#define NULL 0
#endif

namespace std {
using ::ptrdiff_t;
using ::size_t;
#if __cplusplus >= 201103L
typedef decltype(nullptr) nullptr_t;
#endif
} // namespace std

#endif
