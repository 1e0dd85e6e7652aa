// The object behind an nvrtcProgram.
#pragma once

#include "nvrtc.h"
#include "nvrtc/compiler.h"

#include <map>
#include <memory>
#include <mutex>
#include <set>

namespace heddle::nvrtc {

class Program {
public:
  Program(std::string source, std::string name, std::vector<Header> headers);

  nvrtcResult compile(std::span<const char* const> options);
  nvrtcResult addNameExpression(const std::string& expression);
  // The pointer is valid until the program is destroyed or compiled again.
  nvrtcResult loweredName(const std::string& expression, const char** name);
  nvrtcResult pchCreateStatus() const { return pchStatus_; }
  void setFlowCallback(int (*callback)(void*, void*), void* payload);

  const std::string& ptx() const { return result_.ptx; }
  const std::string& cubin() const { return cubin_; }
  const std::string& ltoIr() const { return ltoIr_; }
  const std::string& log() const { return result_.log; }

private:
  nvrtcResult report(const Options& options);

  Request request_;
  Result result_;
  std::string cubin_, ltoIr_;
  std::map<std::string, std::string> lowered_;
  bool compiled_ = false;
  nvrtcResult pchStatus_ = NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED;
};

// The programs that exist. Handles are looked up here, so that an invalid one is recognised.
class ProgramTable {
public:
  static ProgramTable& global();
  nvrtcProgram add(std::shared_ptr<Program> program);
  std::shared_ptr<Program> find(nvrtcProgram handle) const;
  bool remove(nvrtcProgram handle);

private:
  mutable std::mutex mutex_;
  std::map<nvrtcProgram, std::shared_ptr<Program>> programs_;
};

} // namespace heddle::nvrtc
