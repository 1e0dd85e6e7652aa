#include "cufft/jit_callback.h"

#include "cudaTypedefs.h"

#include <algorithm>
#include <string_view>

namespace heddle::cufft {

namespace {

constexpr const char* kPointerName = "heddle_cufft_callback";

// A function of the driver, which this library is not linked with.
template <class Function> Function driverFunction(const char* name, unsigned version) {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found{};
  cudaGetDriverEntryPointByVersion(name, &function, version, cudaEnableDefault, &found);
  return reinterpret_cast<Function>(function);
}

// Links device code with the driver's linker, and destroys the linker's state at the end.
class Linker {
public:
  Linker() {
    cudaFree(nullptr); // makes the context of the device current, which the driver links for
    if (const auto create = driverFunction<PFN_cuLinkCreate_v6050>("cuLinkCreate", 6050))
      if (create(0, nullptr, nullptr, &state_) != CUDA_SUCCESS)
        state_ = nullptr;
  }
  ~Linker() {
    if (state_)
      driverFunction<PFN_cuLinkDestroy_v5050>("cuLinkDestroy", 5050)(state_);
  }
  Linker(const Linker&) = delete;
  Linker& operator=(const Linker&) = delete;

  bool add(CUjitInputType type, std::string code) {
    const auto addData = driverFunction<PFN_cuLinkAddData_v6050>("cuLinkAddData", 6050);
    return state_ && addData(state_, type, code.data(), code.size(), kPointerName, 0, nullptr,
                             nullptr) == CUDA_SUCCESS;
  }
  // The linked image, which lives as long as this object, or null.
  const void* complete() {
    const auto completeLink = driverFunction<PFN_cuLinkComplete_v5050>("cuLinkComplete", 5050);
    void* image = nullptr;
    return completeLink(state_, &image, nullptr) == CUDA_SUCCESS ? image : nullptr;
  }

private:
  CUlinkState state_ = nullptr;
};

CUjitInputType inputType(std::string_view image) {
  constexpr std::string_view kFatBinary = "\x50\xED\x55\xBA";
  return image.starts_with(kFatBinary) ? CU_JIT_INPUT_FATBINARY : CU_JIT_INPUT_NVVM;
}

// PTX's declaration of an element as a parameter or result.
std::string elementDeclaration(cufftXtCallbackType type) {
  switch (type) {
  case CUFFT_CB_LD_COMPLEX:
  case CUFFT_CB_ST_COMPLEX:
    return ".param .align 8 .b8 element[8]";
  case CUFFT_CB_LD_COMPLEX_DOUBLE:
  case CUFFT_CB_ST_COMPLEX_DOUBLE:
    return ".param .align 16 .b8 element[16]";
  case CUFFT_CB_LD_REAL:
  case CUFFT_CB_ST_REAL:
    return ".param .b32 element";
  default:
    return ".param .b64 element";
  }
}

// The name of the C++ function `name` with the parameters of such a callback in object code.
std::string mangledName(const std::string& name, cufftXtCallbackType type) {
  const auto element = [&]() -> std::string {
    switch (type) {
    case CUFFT_CB_ST_COMPLEX:
      return "6float2";
    case CUFFT_CB_ST_COMPLEX_DOUBLE:
      return "7double2";
    case CUFFT_CB_ST_REAL:
      return "f";
    case CUFFT_CB_ST_REAL_DOUBLE:
      return "d";
    default:
      return "";
    }
  };
  return "_Z" + std::to_string(name.size()) + name + "Pvy" + element() + "S_S_";
}

// A module with a variable that holds the address of the function.
std::string pointerModule(const std::string& symbol, cufftXtCallbackType type) {
  const bool isLoad = type <= CUFFT_CB_LD_REAL_DOUBLE;
  const std::string element = elementDeclaration(type);
  return ".version 8.0\n.target sm_75\n.address_size 64\n.extern .func " +
         (isLoad ? "(" + element + ") " : "") + symbol + "(.param .b64 data, .param .b64 offset, " +
         (isLoad ? "" : element + ", ") + ".param .b64 info, .param .b64 shared);\n" +
         ".visible .global .align 8 .u64 " + kPointerName + " = " + symbol + ";\n";
}

// Whether the name can stand in PTX, so that no other text gets there.
bool isIdentifier(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$';
  });
}

} // namespace

JitCallback::~JitCallback() {
  unload();
}

void JitCallback::unload() {
  if (library_)
    cudaLibraryUnload(library_);
  library_ = nullptr;
}

bool JitCallback::load(const JitCallbackCode& code, cufftXtCallbackType type) {
  return isIdentifier(code.symbol) &&
         (loadSymbol(code.image, mangledName(code.symbol, type), type) ||
          loadSymbol(code.image, code.symbol, type));
}

bool JitCallback::loadSymbol(const std::string& code, const std::string& symbol,
                             cufftXtCallbackType type) {
  unload();
  Linker linker;
  if (!linker.add(inputType(code), code) ||
      !linker.add(CU_JIT_INPUT_PTX, pointerModule(symbol, type)))
    return false;
  const void* const image = linker.complete();
  void* pointer = nullptr;
  std::size_t bytes = 0;
  return image &&
         cudaLibraryLoadData(&library_, image, nullptr, nullptr, 0, nullptr, nullptr, 0) ==
             cudaSuccess &&
         cudaLibraryGetGlobal(&pointer, &bytes, library_, kPointerName) == cudaSuccess &&
         cudaMemcpy(static_cast<void*>(&routine_), pointer, sizeof routine_,
                    cudaMemcpyDeviceToHost) == cudaSuccess;
}

} // namespace heddle::cufft
