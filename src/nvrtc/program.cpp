#include "nvrtc/program.h"
#include "fatbin/cubin.h"
#include "fatbin/lto_ir.h"
#include "nvrtc/compiler_process.h"
#include "nvrtc/result_cache.h"
#include "toolkit/tool_options.h"

#include <fmt/format.h>
#include <fstream>
#include <utility>

namespace heddle::nvrtc {

Program::Program(std::string source, std::string name, std::vector<Header> headers) {
  request_.source = std::move(source);
  request_.name = std::move(name);
  request_.headers = std::move(headers);
}

nvrtcResult Program::addNameExpression(const std::string& expression) {
  if (compiled_)
    return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
  request_.expressions.push_back(expression);
  return NVRTC_SUCCESS;
}

nvrtcResult Program::loweredName(const std::string& expression, const char** name) {
  if (!compiled_)
    return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
  auto found = lowered_.find(expression);
  if (found == lowered_.end())
    return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
  *name = found->second.c_str();
  return NVRTC_SUCCESS;
}

void Program::setFlowCallback(int (*callback)(void*, void*), void* payload) {
  if (!callback)
    request_.cancelled = nullptr;
  else
    request_.cancelled = [callback, payload] { return callback(payload, nullptr) == 1; };
}

nvrtcResult Program::compile(std::span<const char* const> arguments) {
  result_ = {};
  cubin_.clear();
  ltoIr_.clear();
  lowered_.clear();
  compiled_ = false;
  try {
    request_.options = parse(arguments);
  } catch (const toolkit::UsageError& error) {
    result_.log = error.what();
    return NVRTC_ERROR_INVALID_OPTION;
  }
  const Options& options = request_.options;
  request_.installation = installation();
  std::error_code error;
  request_.directory = std::filesystem::current_path(error).string();
  if (options.createPch)
    pchStatus_ = NVRTC_SUCCESS; // the preamble is always precompiled, and nothing else needs it

  ResultCache cache(request_);
  if (std::optional<Result> known = cache.load()) {
    result_ = std::move(*known);
  } else {
    if (!compileInProcess(request_, result_))
      return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
    cache.store(result_);
  }
  return report(options);
}

nvrtcResult Program::report(const Options& options) {
  switch (result_.status) {
  case Status::Success:
    break;
  case Status::CompilationError:
    return NVRTC_ERROR_COMPILATION;
  case Status::Cancelled:
    return NVRTC_ERROR_CANCELLED;
  case Status::InternalError:
    return NVRTC_ERROR_INTERNAL_ERROR;
  }
  compiled_ = true;
  for (std::size_t i = 0; i < result_.loweredNames.size(); ++i)
    lowered_[request_.expressions[i]] = result_.loweredNames[i];
  if (options.ltoIr) {
    ltoIr_ = fatbin::writeLtoIr({result_.bitcode, result_.ptx});
    result_.ptx.clear();
    result_.bitcode.clear();
  } else if (options.real) {
    // The cubin holds PTX alone. Native code is made when it is loaded.
    cubin_ = fatbin::writeCubin(
        {{}, {result_.ptx}, {}, options.architecture->number, options.architecture->imageFlags()});
  }
  std::string times = fmt::format("\nFile name, phase name, metric, unit\n{}, CUDA C++ compiler, "
                                  "{:.0f}, ms\n",
                                  request_.name, result_.milliseconds);
  if (options.timeFile == "-")
    result_.log += times;
  else if (!options.timeFile.empty() &&
           !(std::ofstream(options.timeFile, std::ios::app) << times.substr(1)))
    return NVRTC_ERROR_TIME_FILE_WRITE_FAILED;
  if (!options.timeTraceFile.empty() &&
      !(std::ofstream(options.timeTraceFile)
        << fmt::format("{{\"traceEvents\":[{{\"name\":\"compile\",\"ph\":\"X\",\"pid\":1,"
                       "\"tid\":1,\"ts\":0,\"dur\":{:.0f}}}]}}\n",
                       result_.milliseconds * 1000)))
    return NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED;
  return NVRTC_SUCCESS;
}

ProgramTable& ProgramTable::global() {
  static auto* table = new ProgramTable;
  return *table;
}

nvrtcProgram ProgramTable::add(std::shared_ptr<Program> program) {
  auto handle = reinterpret_cast<nvrtcProgram>(program.get());
  std::lock_guard lock(mutex_);
  programs_[handle] = std::move(program);
  return handle;
}

std::shared_ptr<Program> ProgramTable::find(nvrtcProgram handle) const {
  std::lock_guard lock(mutex_);
  auto found = programs_.find(handle);
  return found == programs_.end() ? nullptr : found->second;
}

bool ProgramTable::remove(nvrtcProgram handle) {
  std::lock_guard lock(mutex_);
  return programs_.erase(handle) != 0;
}

} // namespace heddle::nvrtc
