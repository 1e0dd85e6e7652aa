// An nvrtcProgram, compiled, for the tests of this folder.
#pragma once

#include "nvrtc.h"

#include <map>
#include <string>
#include <vector>

struct Source {
  std::string text;
  std::vector<std::string> options = {"-arch=sm_90"};
  std::map<std::string, std::string> headers = {};
  std::vector<std::string> expressions = {};
  std::string name = "source.cu";
};

struct Compiled {
  nvrtcResult status;
  std::string ptx, log;
  std::vector<char> cubin;
  std::map<std::string, std::string> names;
};

inline Compiled compile(const Source& source) {
  std::vector<const char*> headers, names, options;
  for (const auto& [name, text] : source.headers) {
    names.push_back(name.c_str());
    headers.push_back(text.c_str());
  }
  for (const std::string& option : source.options)
    options.push_back(option.c_str());
  Compiled result;
  nvrtcProgram program;
  result.status =
      nvrtcCreateProgram(&program, source.text.c_str(), source.name.c_str(),
                         static_cast<int>(headers.size()), headers.data(), names.data());
  if (result.status != NVRTC_SUCCESS)
    return result;
  for (const std::string& expression : source.expressions)
    nvrtcAddNameExpression(program, expression.c_str());
  result.status = nvrtcCompileProgram(program, static_cast<int>(options.size()), options.data());
  size_t bytes = 0;
  nvrtcGetProgramLogSize(program, &bytes);
  result.log.resize(bytes);
  nvrtcGetProgramLog(program, result.log.data());
  result.log.pop_back();
  nvrtcGetPTXSize(program, &bytes);
  result.ptx.resize(bytes);
  nvrtcGetPTX(program, result.ptx.data());
  result.ptx.pop_back();
  nvrtcGetCUBINSize(program, &bytes);
  result.cubin.resize(bytes);
  if (bytes)
    nvrtcGetCUBIN(program, result.cubin.data());
  for (const std::string& expression : source.expressions) {
    const char* name = nullptr;
    if (nvrtcGetLoweredName(program, expression.c_str(), &name) == NVRTC_SUCCESS)
      result.names[expression] = name;
  }
  nvrtcDestroyProgram(&program);
  return result;
}
