#include "nvvm/request.h"

#include "toolkit/packing.h"

namespace heddle::nvvm {

using toolkit::Packer;
using toolkit::Unpacker;

std::string pack(const Request& request) {
  Packer packer;
  packer.add(request.options);
  packer.add(request.verifyOnly);
  packer.add(request.keepsFunctions);
  packer.add(request.modules.size());
  for (const IrModule& module : request.modules) {
    packer.add(std::string_view(module.name));
    packer.add(std::string_view(module.content));
    packer.add(module.isLazy);
  }
  return packer.text;
}

bool unpack(std::string_view text, Request& request) {
  Unpacker unpacker(text);
  std::size_t count = 0;
  if (!unpacker.take(request.options) || !unpacker.take(request.verifyOnly) ||
      !unpacker.take(request.keepsFunctions) || !unpacker.take(count))
    return false;
  for (; count > 0; --count) {
    IrModule& module = request.modules.emplace_back();
    if (!unpacker.take(module.name) || !unpacker.take(module.content) ||
        !unpacker.take(module.isLazy))
      return false;
  }
  return unpacker.isAtEnd();
}

std::string pack(const Response& response) {
  Packer packer;
  packer.add(static_cast<std::size_t>(response.result));
  packer.add(std::string_view(response.ptx));
  packer.add(std::string_view(response.log));
  return packer.text;
}

bool unpack(std::string_view text, Response& response) {
  Unpacker unpacker(text);
  std::size_t result = 0;
  if (!unpacker.take(result) || !unpacker.take(response.ptx) || !unpacker.take(response.log))
    return false;
  response.result = static_cast<nvvmResult>(result);
  return unpacker.isAtEnd();
}

} // namespace heddle::nvvm
