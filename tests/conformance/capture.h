// Takes what the program (and the device's printf) writes to a standard stream meanwhile.
#pragma once

#include <stdio.h>
#include <unistd.h>

#include "check.h"

class Capture {
public:
  explicit Capture(FILE* stream) : stream_(stream) {
    fflush(stream_);
    saved_ = dup(fileno(stream_));
    file_ = tmpfile();
    CHECK(saved_ >= 0 && file_ != nullptr);
    CHECK(dup2(fileno(file_), fileno(stream_)) >= 0);
  }

  // What has arrived until now, as a string.
  const char* text() {
    fflush(stream_);
    ssize_t length = pread(fileno(file_), text_, sizeof text_ - 1, 0);
    text_[length < 0 ? 0 : length] = 0;
    return text_;
  }

  // Gives the stream back; the text stays.
  const char* finish() {
    text();
    CHECK(dup2(saved_, fileno(stream_)) >= 0);
    return text_;
  }

private:
  FILE* stream_;
  FILE* file_;
  int saved_;
  char text_[1 << 16];
};
