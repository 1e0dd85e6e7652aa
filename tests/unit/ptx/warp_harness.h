// Runs PTX for a block of threads, through the JIT.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace heddle::jit {
class Program;
}

namespace heddle::ptx::testing {

class WarpProgram {
public:
  // `text` without a header gets one for sm_90.
  explicit WarpProgram(std::string_view text);
  ~WarpProgram();
  // One block; `arguments` become 64-bit parameters.
  void run(const std::string& kernel, unsigned threads, std::span<const std::uint64_t> arguments);

private:
  std::unique_ptr<jit::Program> program_;
};

template <typename T> std::uint64_t addressOf(T& container) {
  return reinterpret_cast<std::uint64_t>(container.data());
}

} // namespace heddle::ptx::testing
