// printf() in device code. The text goes to the buffer of the context, and to standard output when
// the host synchronises.

#include "exec/execution_context.h"
#include "exec/kernel_task.h"
#include "exec/printf_buffer.h"
#include "exec/printf_format.h"
#include "exec/worker.h"

#include <string>

using heddle::BlockContext;

extern "C" std::int32_t heddle_vprintf(BlockContext* context, std::uint32_t, const char* format,
                                       const void* args) {
  const heddle::exec::ServiceScope service;
  if (!format)
    return -1;
  // A bad pointer among the arguments leaves this function by a jump, without destructors. A string
  // that the thread keeps and uses again does not leak then.
  static thread_local std::string text;
  text.clear();
  heddle::exec::PrintfBuffer& buffer = context->launch->execution->printfBuffer();
  const int count = heddle::exec::formatPrintf(text, format, args, buffer.capacity());
  buffer.push(text);
  return count;
}
