// Products of a sparse matrix with a dense one by operations of the program, which come as LTO-IR.
// When a plan is made, a kernel that calls them is compiled and linked with them. Only this needs
// NVRTC and nvJitLink, so they are opened then and not linked.
#include "cusparse/descriptor_functions.h"
#include "cusparse/launch.h"
#include "cusparse/operands.h"
#include "trace/message.h"

#include <nvJitLink.h>
#include <nvrtc.h>

#include <dlfcn.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace heddle::cusparse {

namespace {

// A row begins with its first product, so operations need no neutral element, and elements of rows
// without entries stay as they are.
constexpr const char* kSource = R"(
__device__ COMPUTE add_op(COMPUTE, COMPUTE);
__device__ COMPUTE mul_op(COMPUTE, COMPUTE);
__device__ COMPUTE epilogue(COMPUTE, COMPUTE);
extern "C" __global__ void multiply(long long rows, long long cols, const INDEX* offsets,
                                    const INDEX* indices, long long base, const COMPUTE* values,
                                    const COMPUTE* b, long long bRowStride, long long bColStride,
                                    COMPUTE* c, long long cRowStride, long long cColStride) {
  const long long element = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  if (element >= rows * cols)
    return;
  const long long row = element / cols, col = element % cols;
  const long long begin = offsets[row] - base, end = offsets[row + 1] - base;
  if (begin >= end)
    return;
  const auto product = [&](long long entry) {
    return mul_op(values[entry], b[(indices[entry] - base) * bRowStride + col * bColStride]);
  };
  COMPUTE sum = product(begin);
  for (long long entry = begin + 1; entry < end; ++entry)
    sum = add_op(sum, product(entry));
  COMPUTE& target = c[row * cRowStride + col * cColStride];
  target = epilogue(sum, target);
}
)";
constexpr unsigned kBlockSize = 128;
// No scratch memory is needed, but a program may take a size of zero for a failure.
constexpr std::size_t kWorkspaceBytes = 16;

struct LtoIr {
  const void* data;
  std::size_t size;
};

// A library that is only opened when one of its functions is first called.
class OpenedLibrary {
public:
  explicit OpenedLibrary(const char* name) : library_(dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
    if (!library_)
      trace::printMessage(std::string("cusparseSpMMOp_createPlan needs ") + name);
  }
  // Calls the function of this name. Its declaration in the library's header gives the types.
  template <class Function, class... Arguments>
  void call(Function*, const char* name, Arguments... arguments) const {
    void* const address = library_ ? dlsym(library_, name) : nullptr;
    if (!address || static_cast<int>(reinterpret_cast<Function*>(address)(arguments...)) != 0)
      throw std::runtime_error(name);
  }

private:
  void* library_;
};
#define HEDDLE_CALL(library, function, ...)                                                        \
  library.call(static_cast<decltype(&function)>(nullptr), #function, __VA_ARGS__)

std::string compileKernel(const char* compute, const char* index) {
  static const OpenedLibrary nvrtc("libnvrtc.so.13");
  const std::string computeOption = std::string("-DCOMPUTE=") + compute,
                    indexOption = std::string("-DINDEX=") + index;
  const char* const options[] = {computeOption.c_str(), indexOption.c_str(), "-dlto",
                                 "-arch=sm_90"};
  nvrtcProgram program = nullptr;
  HEDDLE_CALL(nvrtc, nvrtcCreateProgram, &program, kSource, "cusparseSpMMOp.cu", 0, nullptr,
              nullptr);
  const auto destroy = [](nvrtcProgram* each) { HEDDLE_CALL(nvrtc, nvrtcDestroyProgram, each); };
  const std::unique_ptr<nvrtcProgram, decltype(destroy)> owner(&program, destroy);
  HEDDLE_CALL(nvrtc, nvrtcCompileProgram, program, 4, options);
  std::size_t size = 0;
  HEDDLE_CALL(nvrtc, nvrtcGetLTOIRSize, program, &size);
  std::string code(size, '\0');
  HEDDLE_CALL(nvrtc, nvrtcGetLTOIR, program, code.data());
  return code;
}
std::vector<char> link(const std::string& kernel, const std::vector<LtoIr>& operations) {
  static const OpenedLibrary linker("libnvJitLink.so.13");
  const char* options[] = {"-lto", "-arch=sm_90"};
  nvJitLinkHandle handle = nullptr;
  HEDDLE_CALL(linker, nvJitLinkCreate, &handle, 2U, options);
  const auto destroy = [](nvJitLinkHandle* each) { HEDDLE_CALL(linker, nvJitLinkDestroy, each); };
  const std::unique_ptr<nvJitLinkHandle, decltype(destroy)> owner(&handle, destroy);
  HEDDLE_CALL(linker, nvJitLinkAddData, handle, NVJITLINK_INPUT_LTOIR, kernel.data(), kernel.size(),
              "cusparseSpMMOp");
  for (const LtoIr& each : operations)
    HEDDLE_CALL(linker, nvJitLinkAddData, handle, NVJITLINK_INPUT_LTOIR, each.data, each.size,
                "operation");
  HEDDLE_CALL(linker, nvJitLinkComplete, handle);
  std::size_t size = 0;
  HEDDLE_CALL(linker, nvJitLinkGetLinkedCubinSize, handle, &size);
  std::vector<char> cubin(size);
  HEDDLE_CALL(linker, nvJitLinkGetLinkedCubin, handle, static_cast<void*>(cubin.data()));
  return cubin;
}
#undef HEDDLE_CALL

// The kernel of a plan. The library goes with its last plan.
class LoadedKernel {
public:
  explicit LoadedKernel(const std::vector<char>& cubin) {
    if (cudaLibraryLoadData(&library_, cubin.data(), nullptr, nullptr, 0, nullptr, nullptr, 0) !=
            cudaSuccess ||
        cudaLibraryGetKernel(&kernel_, library_, "multiply") != cudaSuccess)
      throw std::runtime_error("cudaLibraryLoadData");
  }
  LoadedKernel(const LoadedKernel&) = delete;
  LoadedKernel& operator=(const LoadedKernel&) = delete;
  ~LoadedKernel() { cudaLibraryUnload(library_); }
  cudaKernel_t get() const { return kernel_; }

private:
  cudaLibrary_t library_ = nullptr;
  cudaKernel_t kernel_ = nullptr;
};

// Returns the C++ name of an element's type, with which the kernel's source is completed, or null
// if there is no kernel for that type.
const char* nameOf(cudaDataType type) {
  return type == CUDA_R_32F ? "float" : type == CUDA_R_64F ? "double" : nullptr;
}

} // namespace

} // namespace heddle::cusparse

struct cusparseSpMMOpPlan {
  cusparseHandle_t handle;
  cusparseOperation_t opB;
  cusparseSpMatDescr a;
  cusparseDnMatDescr b, c;
  std::shared_ptr<heddle::cusparse::LoadedKernel> kernel;
};

using namespace heddle::cusparse;

namespace {

// Whether a GPU's cuSPARSE has such products. Standard error names those types and
// formats for which there is no kernel here.
bool isSupported(cusparseOperation_t opA, const cusparseSpMatDescr& a, const cusparseDnMatDescr& b,
                 const cusparseDnMatDescr& c, cudaDataType compute) {
  const bool areNamed =
      nameOf(a.valueType) && nameOf(b.valueType) && nameOf(c.valueType) && nameOf(compute);
  const bool areSame = a.valueType == compute && b.valueType == compute && c.valueType == compute;
  if (opA != CUSPARSE_OPERATION_NON_TRANSPOSE || (areNamed && !areSame))
    return false;
  const bool isImplemented =
      areNamed && a.format == CUSPARSE_FORMAT_CSR && a.indexType != CUSPARSE_INDEX_16U;
  if (!isImplemented)
    heddle::trace::reportNotSupported(
        "cusparseSpMMOp_createPlan but for CSR in CUDA_R_32F and CUDA_R_64F");
  return isImplemented;
}

// Returns how many elements lie between two rows, and between two columns.
struct Strides {
  long long row, col;

  explicit Strides(const cusparseDnMatDescr& matrix, bool isTransposed = false)
      : row((matrix.order == CUSPARSE_ORDER_ROW) != isTransposed ? matrix.ld : 1),
        col((matrix.order == CUSPARSE_ORDER_ROW) != isTransposed ? 1 : matrix.ld) {}
};

cusparseStatus_t run(const cusparseSpMMOpPlan& plan) {
  const Strides b(plan.b, plan.opB != CUSPARSE_OPERATION_NON_TRANSPOSE), c(plan.c);
  long long rows = plan.c.rows, cols = plan.c.cols, base = plan.a.base;
  if (rows == 0 || cols == 0)
    return CUSPARSE_STATUS_SUCCESS;
  void* offsets = plan.a.offsets;
  void* indices = plan.a.indices;
  void* values = plan.a.values;
  void* matrixB = plan.b.values;
  void* matrixC = plan.c.values;
  long long strides[] = {b.row, b.col, c.row, c.col};
  void* arguments[] = {&rows,    &cols,       &offsets,    &indices, &base,       &values,
                       &matrixB, &strides[0], &strides[1], &matrixC, &strides[2], &strides[3]};
  const auto blocks = static_cast<unsigned>((rows * cols + kBlockSize - 1) / kBlockSize);
  return statusOf(cudaLaunchKernel(plan.kernel->get(), {blocks, 1, 1}, {kBlockSize, 1, 1},
                                   arguments, 0, plan.handle->stream));
}

} // namespace

extern "C" {

cusparseStatus_t cusparseSpMMOp_createPlan(
    cusparseHandle_t handle, cusparseSpMMOpPlan_t* plan, cusparseOperation_t opA,
    cusparseOperation_t opB, cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB,
    cusparseDnMatDescr_t matC, cudaDataType computeType, cusparseSpMMOpAlg_t alg,
    const void* addOperationNvvmBuffer, size_t addOperationBufferSize,
    const void* mulOperationNvvmBuffer, size_t mulOperationBufferSize,
    const void* epilogueNvvmBuffer, size_t epilogueBufferSize, size_t* workspaceBytes) {
  const std::vector<LtoIr> operations{{addOperationNvvmBuffer, addOperationBufferSize},
                                      {mulOperationNvvmBuffer, mulOperationBufferSize},
                                      {epilogueNvvmBuffer, epilogueBufferSize}};
  const auto body = [&] {
    const bool isPlainB = opB == CUSPARSE_OPERATION_NON_TRANSPOSE;
    const bool areOperations =
        std::all_of(operations.begin(), operations.end(),
                    [](const LtoIr& each) { return each.data && each.size > 0; });
    if (!plan || !workspaceBytes || !areOperations || alg != CUSPARSE_SPMM_OP_ALG_DEFAULT ||
        !isOperation(opA) || !isOperation(opB))
      return CUSPARSE_STATUS_INVALID_VALUE;
    if (!isSupported(opA, *matA, *matB, *matC, computeType))
      return CUSPARSE_STATUS_NOT_SUPPORTED;
    if (matC->rows != matA->rows || (isPlainB ? matB->rows : matB->cols) != matA->cols ||
        (isPlainB ? matB->cols : matB->rows) != matC->cols)
      return CUSPARSE_STATUS_INVALID_VALUE;
    const char* const index = matA->indexType == CUSPARSE_INDEX_64I ? "long long" : "int";
    const std::string kernel = compileKernel(nameOf(computeType), index);
    *plan = Handles<cusparseSpMMOpPlan>::get().add(
        {handle, opB, *matA, *matB, *matC,
         std::make_shared<LoadedKernel>(link(kernel, operations))});
    *workspaceBytes = kWorkspaceBytes;
    return CUSPARSE_STATUS_SUCCESS;
  };
  return withObjects(handle, body, matA, matB, matC);
}
cusparseStatus_t cusparseSpMMOp(cusparseSpMMOpPlan_t plan, void*) {
  return guarded([&] {
    return exist(plan) && exist(plan->handle) ? run(*plan) : CUSPARSE_STATUS_INVALID_VALUE;
  });
}
cusparseStatus_t cusparseSpMMOp_destroyPlan(cusparseSpMMOpPlan_t plan) {
  return destroy(plan);
}
}
