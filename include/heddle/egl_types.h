/* The types of EGL that the interoperation headers need, from EGL's own header where there is one.
   That header may pull in the window system's, which libcuda itself leaves out. */
#ifndef HEDDLE_EGL_TYPES_H
#define HEDDLE_EGL_TYPES_H

#if defined(__has_include) && !defined(HEDDLE_NO_EGL_HEADER)
#if __has_include(<EGL/eglext.h>)
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define HEDDLE_EGL_HEADER
#endif
#endif
#if !defined(HEDDLE_EGL_HEADER)
typedef int EGLint;
typedef void* EGLImageKHR;
typedef void* EGLStreamKHR;
typedef void* EGLSyncKHR;
#endif

#endif
