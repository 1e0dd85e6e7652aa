// Products of a sparse matrix with a dense one by operations of the program: the order of their
// arguments, rows without entries, and layouts.

// nvcc: -lcusparse -lnvrtc
#include "check.h"

#include <cusparse.h>
#include <nvrtc.h>

#include <string>
#include <vector>

#define SUCCEEDS(...) CHECK(static_cast<int>(__VA_ARGS__) == 0)

static std::string compile(const std::string& source) {
  cudaDeviceProp properties;
  CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
  const std::string architecture =
      "-arch=sm_" + std::to_string(properties.major) + std::to_string(properties.minor);
  const char* const options[] = {"-dlto", architecture.c_str()};
  nvrtcProgram program;
  SUCCEEDS(nvrtcCreateProgram(&program, source.c_str(), "operation.cu", 0, nullptr, nullptr));
  SUCCEEDS(nvrtcCompileProgram(program, 2, options));
  size_t size;
  SUCCEEDS(nvrtcGetLTOIRSize(program, &size));
  std::string code(size, '\0');
  SUCCEEDS(nvrtcGetLTOIR(program, &code[0]));
  SUCCEEDS(nvrtcDestroyProgram(&program));
  return code;
}

static const char* const addition = "a + b";
static const char* const product = "a * b";
static const char* const first = "a";

// What a and b become by the operations, as text.
struct Operations {
  const char *add, *multiply, *epilogue;
};
struct Layout {
  cusparseOperation_t operationB;
  cusparseOrder_t order;
};

template <class T> struct Type;
template <> struct Type<float> {
  static constexpr cudaDataType value = CUDA_R_32F;
  static constexpr const char* name = "float";
};
template <> struct Type<double> {
  static constexpr cudaDataType value = CUDA_R_64F;
  static constexpr const char* name = "double";
};

template <class T, class Element> static void fill(Buffer<T>& buffer, Element element) {
  for (size_t i = 0; i < buffer.size(); ++i)
    buffer[i] = element(i);
  buffer.upload();
}

// The matrix is 1 2 3, 0 0 0, 0 4 0; B has 10, 20, 30, …, and C 5, 6, 7, ….
template <class T, class Index> struct Problem {
  Buffer<Index> offsets{4}, columns{4};
  Buffer<T> values{4}, b{9}, c{9};
  cusparseHandle_t handle;
  cusparseSpMatDescr_t matA;
  cusparseDnMatDescr_t matB, matC;

  explicit Problem(Layout layout) {
    const Index offsetOf[] = {0, 3, 3, 4}, columnOf[] = {0, 1, 2, 1};
    fill(offsets, [&](size_t i) { return offsetOf[i]; });
    fill(columns, [&](size_t i) { return columnOf[i]; });
    fill(values, [](size_t i) { return T(i + 1); });
    fill(b, [](size_t i) { return T(10 * (i + 1)); });
    fill(c, [](size_t i) { return T(5 + i); });
    const int count = layout.operationB == CUSPARSE_OPERATION_NON_TRANSPOSE ? 2 : 3;
    const auto indexType = sizeof(Index) == 4 ? CUSPARSE_INDEX_32I : CUSPARSE_INDEX_64I;
    SUCCEEDS(cusparseCreate(&handle));
    SUCCEEDS(cusparseCreateCsr(&matA, 3, 3, 4, offsets.device(), columns.device(), values.device(),
                               indexType, indexType, CUSPARSE_INDEX_BASE_ZERO, Type<T>::value));
    SUCCEEDS(cusparseCreateDnMat(&matB, 3, count, 3, b.device(), Type<T>::value, layout.order));
    SUCCEEDS(cusparseCreateDnMat(&matC, 3, count, 3, c.device(), Type<T>::value, layout.order));
  }
  ~Problem() {
    SUCCEEDS(cusparseDestroyDnMat(matC));
    SUCCEEDS(cusparseDestroyDnMat(matB));
    SUCCEEDS(cusparseDestroySpMat(matA));
    SUCCEEDS(cusparseDestroy(handle));
  }
};

template <class T> static std::string operation(const std::string& name, const char* expression) {
  const std::string type = Type<T>::name;
  return compile("__device__ " + type + " " + name + "(" + type + " a, " + type + " b) { return " +
                 expression + "; }");
}

template <class T, class Index = int>
static void multiplies(const Operations& operations, Layout layout, std::vector<T> expected) {
  Problem<T, Index> problem(layout);
  const std::string add = operation<T>("add_op", operations.add),
                    multiply = operation<T>("mul_op", operations.multiply),
                    epilogue = operation<T>("epilogue", operations.epilogue);
  cusparseSpMMOpPlan_t plan;
  size_t bytes;
  SUCCEEDS(cusparseSpMMOp_createPlan(
      problem.handle, &plan, CUSPARSE_OPERATION_NON_TRANSPOSE, layout.operationB, problem.matA,
      problem.matB, problem.matC, Type<T>::value, CUSPARSE_SPMM_OP_ALG_DEFAULT, add.data(),
      add.size(), multiply.data(), multiply.size(), epilogue.data(), epilogue.size(), &bytes));
  Buffer<char> workspace(bytes + 1);
  SUCCEEDS(cusparseSpMMOp(plan, workspace.device()));
  CUDA_CHECK(cudaDeviceSynchronize());
  problem.c.download();
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ_AT(i, problem.c[i], expected[i]);
  SUCCEEDS(cusparseSpMMOp_destroyPlan(plan));
}

// One argument is wrong at a time.
static void statuses() {
  const Layout layout{CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_ORDER_COL};
  Problem<float, int> problem(layout);
  const std::string add = operation<float>("add_op", addition),
                    multiply = operation<float>("mul_op", product),
                    epilogue = operation<float>("epilogue", first);
  cusparseSpMMOpPlan_t plan;
  size_t bytes;
  const auto create = [&](cusparseSpMMOpPlan_t* plan, cudaDataType type, const char* addition,
                          size_t* bytes) {
    return static_cast<int>(cusparseSpMMOp_createPlan(
        problem.handle, plan, CUSPARSE_OPERATION_NON_TRANSPOSE, layout.operationB, problem.matA,
        problem.matB, problem.matC, type, CUSPARSE_SPMM_OP_ALG_DEFAULT, addition, add.size(),
        multiply.data(), multiply.size(), epilogue.data(), epilogue.size(), bytes));
  };
  EXPECT_EQ(create(nullptr, CUDA_R_32F, add.data(), &bytes), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(create(&plan, CUDA_R_32F, nullptr, &bytes), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(create(&plan, CUDA_R_32F, add.data(), nullptr), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(create(&plan, CUDA_R_64F, add.data(), &bytes), CUSPARSE_STATUS_NOT_SUPPORTED);
}

int main() {
  const Layout columns{CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_ORDER_COL};
  const Layout rows{CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_ORDER_ROW};
  const Layout transposed{CUSPARSE_OPERATION_TRANSPOSE, CUSPARSE_ORDER_COL};
  const Operations plain{addition, product, first};
  multiplies<float>(plain, columns, {140, 6, 80, 320, 9, 200, 11, 12, 13});
  multiplies<float>(plain, rows, {300, 360, 7, 8, 9, 10, 160, 200, 13});
  multiplies<float>(plain, transposed, {300, 6, 160, 360, 9, 200, 420, 12, 240});
  multiplies<double>(plain, columns, {140, 6, 80, 320, 9, 200, 11, 12, 13});
  multiplies<float, int64_t>(plain, columns, {140, 6, 80, 320, 9, 200, 11, 12, 13});
  multiplies<float>({addition, "a * 1000 + b", first}, columns, {6060, 6, 4020, 6150, 9, 4050});
  multiplies<float>({"7 * a + b", first, first}, columns, {66, 6, 4, 66, 9, 4});
  multiplies<float>({"a < b ? a : b", product, first}, columns, {10, 6, 80, 40, 9, 200});
  multiplies<float>({addition, product, "a * 1000 + b"}, columns,
                    {140005, 6, 80007, 320008, 9, 200010});
  statuses();
  return ok();
}
