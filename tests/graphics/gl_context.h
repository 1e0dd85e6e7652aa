// A context of OpenGL without a window or display, current to the calling thread, and what the
// tests draw with.
#pragma once

#include "../conformance/check.h"

#define EGL_EGLEXT_PROTOTYPES
#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <cuda_gl_interop.h>

#include <vector>

class GlContext {
public:
  GlContext() {
    display_ = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    CHECK(eglInitialize(display_, nullptr, nullptr));
    CHECK(eglBindAPI(EGL_OPENGL_API));
    const EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE};
    EGLint found = 0;
    CHECK(eglChooseConfig(display_, wanted, &config_, 1, &found) && found == 1);
    // A compatibility context, for the fixed pipeline of the guides' programs.
    context_ = eglCreateContext(display_, config_, EGL_NO_CONTEXT, nullptr);
    makeCurrent(true);
  }
  void makeCurrent(bool current) {
    CHECK(eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE,
                         current ? context_ : EGL_NO_CONTEXT));
  }
  EGLDisplay display() const { return display_; }
  ~GlContext() {
    makeCurrent(false);
    eglDestroyContext(display_, context_);
    eglTerminate(display_);
  }

private:
  EGLDisplay display_;
  EGLConfig config_;
  EGLContext context_;
};

// A picture to draw into: pixels of 4 bytes.
class Picture {
public:
  Picture(int width, int height) : width_(width), height_(height) {
    glGenTextures(1, &texture_);
    glBindTexture(GL_TEXTURE_2D, texture_);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, width, height);
    glBindTexture(GL_TEXTURE_2D, 0);
    glGenFramebuffers(1, &framebuffer_);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
    CHECK(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE);
    glViewport(0, 0, width, height);
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    // One unit of coordinates is one pixel.
    glMatrixMode(GL_PROJECTION);
    glLoadIdentity();
    glOrtho(0, width, 0, height, -1, 1);
    glMatrixMode(GL_MODELVIEW);
    glLoadIdentity();
  }
  std::vector<uchar4> pixels() const {
    std::vector<uchar4> result(width_ * height_);
    glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, result.data());
    return result;
  }

private:
  const int width_, height_;
  GLuint texture_ = 0, framebuffer_ = 0;
};

inline bool operator==(uchar4 a, uchar4 b) {
  return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}
