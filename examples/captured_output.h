// What a piece of a program writes to standard output, for the examples whose result is text.
#pragma once

#include <cstdio>
#include <string>
#include <unistd.h>

// Runs the function with standard output in a file, and gives back what is in it. The text is also
// shown, as if nothing had been between. The function must synchronise with its kernels.
template <class Function> std::string capturedOutput(Function function) {
  std::fflush(stdout);
  std::FILE* file = std::tmpfile();
  const int output = dup(STDOUT_FILENO);
  dup2(fileno(file), STDOUT_FILENO);
  function();
  std::fflush(stdout);
  dup2(output, STDOUT_FILENO);
  close(output);

  std::string text;
  std::rewind(file);
  for (int letter; (letter = std::fgetc(file)) != EOF;)
    text += static_cast<char>(letter);
  std::fclose(file);
  std::fputs(text.c_str(), stdout);
  return text;
}

// How often a piece of text occurs.
inline int occurrences(const std::string& text, const std::string& piece) {
  int count = 0;
  for (size_t at = 0; (at = text.find(piece, at)) != std::string::npos; at += piece.size())
    ++count;
  return count;
}
