/* The two types of OpenGL that the interoperation headers need, from OpenGL's own header where
   there is one. */
#ifndef HEDDLE_GL_TYPES_H
#define HEDDLE_GL_TYPES_H

#if defined(__has_include)
#if __has_include(<GL/gl.h>)
#include <GL/gl.h>
#define HEDDLE_GL_HEADER
#endif
#endif
#if !defined(HEDDLE_GL_HEADER)
typedef unsigned int GLuint;
typedef unsigned int GLenum;
#endif

#endif
