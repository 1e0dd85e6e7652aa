// Kernels for the engine, written in C++: a block function is any captureless callable.
#pragma once

#include "exec/engine.h"
#include "exec/event.h"
#include "exec/execution_context.h"
#include "exec/kernel_task.h"
#include "exec/simple_tasks.h"
#include "exec/stream.h"

#include <cstring>

namespace heddle::exec::test {

inline CompiledKernel makeKernel(BlockFunction run) {
  CompiledKernel kernel;
  kernel.run = run;
  return kernel;
}

// Launches with one parameter, copied by value.
template <typename Parameter>
TaskRef launch(Stream& stream, const CompiledKernel& kernel, const LaunchDimensions& dimensions,
               const Parameter& parameter) {
  auto* task = new KernelTask(stream.execution(), kernel, dimensions, sizeof parameter);
  std::memcpy(task->parameters(), &parameter, sizeof parameter);
  TaskRef ref = TaskRef::adopt(task);
  stream.submit(ref);
  return ref;
}

inline LaunchDimensions grid(std::uint32_t x, std::uint32_t y = 1, std::uint32_t z = 1) {
  return {{x, y, z}, {32, 1, 1}, 0};
}

template <typename Parameter> Parameter parameterOf(const BlockContext* context) {
  Parameter parameter;
  std::memcpy(&parameter, context->params, sizeof parameter);
  return parameter;
}

} // namespace heddle::exec::test
