#include "interpreter.h"

#include "machine.h"

#include <cstring>

namespace heddle::reference {

struct Interpreter::Impl {
  Image image;
};

Interpreter::Interpreter(std::shared_ptr<const ptx::Module> module)
    : impl_(std::make_unique<Impl>()) {
  Image& image = impl_->image;
  image.module = std::move(module);
  const auto& definitions = image.module->definitions;
  image.storage.resize(definitions.size());
  image.addresses.resize(definitions.size());
  std::vector<std::size_t> unsized;
  for (std::size_t i = 0; i < definitions.size(); ++i) {
    if (const ptx::Variable* variable = definitions[i].variable) {
      if (variable->space == ptx::StateSpace::Shared) {
        if (variable->unsized) {
          unsized.push_back(i);
          continue;
        }
        std::uint32_t alignment = variable->alignment;
        image.staticSharedBytes = (image.staticSharedBytes + alignment - 1) / alignment * alignment;
        image.addresses[i] = image.staticSharedBytes;
        image.staticSharedBytes += static_cast<std::uint32_t>(variable->size);
        continue;
      }
      auto& bytes = image.storage[i];
      bytes = variable->initialiser;
      bytes.resize(variable->size);
      image.addresses[i] = reinterpret_cast<std::uint64_t>(bytes.data());
    } else {
      // The address of the definition is as good as any.
      image.addresses[i] = reinterpret_cast<std::uint64_t>(&definitions[i]);
      image.functions[image.addresses[i]] = &definitions[i];
    }
  }
  for (std::size_t i : unsized)
    image.addresses[i] = (image.staticSharedBytes + 15) / 16 * 16;
  for (std::size_t i = 0; i < definitions.size(); ++i)
    if (definitions[i].variable)
      for (const ptx::InitialiserReference& reference : definitions[i].variable->references) {
        std::uint32_t target = image.module->definitionOf(*definitions[i].unit, reference.symbol);
        std::uint64_t value =
            image.addresses[target] + static_cast<std::uint64_t>(reference.addend);
        std::memcpy(image.storage[i].data() + reference.offset, &value, sizeof value);
      }
}

Interpreter::~Interpreter() = default;

std::vector<std::uint8_t>& Interpreter::variable(const std::string& name) {
  return impl_->image.storage.at(impl_->image.module->byName.at(name));
}

std::string Interpreter::run(const std::string& kernel, const LaunchShape& shape,
                             std::span<const std::uint8_t> parameters,
                             std::span<const Buffer> buffers, const RunOptions& options) {
  Image& image = impl_->image;
  auto found = image.module->byName.find(kernel);
  if (found == image.module->byName.end())
    return "no kernel " + kernel;
  Memory memory;
  for (const Buffer& buffer : buffers)
    memory.addRegion(reinterpret_cast<std::uint64_t>(buffer.base), buffer.size,
                     buffer.writable ? Memory::Sharing::Common : Memory::Sharing::ReadOnly, true,
                     buffer.writable ? "a buffer" : "a constant buffer");
  for (std::size_t i = 0; i < image.storage.size(); ++i)
    if (!image.storage[i].empty()) {
      const ptx::Variable& variable = *image.module->definitions[i].variable;
      memory.addRegion(image.addresses[i], image.storage[i].size(),
                       variable.space == ptx::StateSpace::Const ? Memory::Sharing::ReadOnly
                                                                : Memory::Sharing::Common,
                       true, variable.name);
    }
  std::vector<std::uint64_t> copy(parameters.size() / 8 + 2);
  std::memcpy(copy.data(), parameters.data(), parameters.size());
  auto base = reinterpret_cast<std::uint64_t>(copy.data());
  memory.addRegion(base, parameters.size(), Memory::Sharing::ReadOnly, true, "the parameters");
  try {
    Machine machine(image, memory, shape, options, base);
    machine.run(image.module->definitions[found->second]);
  } catch (const Undefined& reason) {
    return reason.what();
  }
  return {};
}

} // namespace heddle::reference
