// The statuses of all functions of cuBLAS that take a handle, and of its copies, for right and
// wrong arguments. cublasXt is in arguments_cublasxt.cu.

// nvcc: -lcublas
#include "entries.h"

#include <cublas_v2.h>

using namespace conformance;

static const auto operation = CUBLAS_OP_N;
static const auto triangle = CUBLAS_FILL_MODE_LOWER;
static const auto diagonal = CUBLAS_DIAG_NON_UNIT;
static const auto side = CUBLAS_SIDE_LEFT;
static const auto type = CUDA_R_32F;
static const auto complexType = CUDA_C_32F;
static const auto compute = CUBLAS_COMPUTE_32F;
static const auto algorithm = CUBLAS_GEMM_DEFAULT;
static const Argument noStream = nullptr;
// The sizes of a group of products are ones, in the integers of each form.
static const Argument ones{Argument::Kind::Host, Contents::Pivots};
static const Argument longOnes{Argument::Kind::Host, Contents::LongPivots};

// Real and complex forms whose names have the type in front of the operation, such as Snrm2 and
// Scnrm2.
#define REAL_OF(name)                                                                              \
  WITH_64(cublasS##name), WITH_64(cublasD##name), WITH_64(cublasSc##name), WITH_64(cublasDz##name)
#define INDEX_OF(name)                                                                             \
  WITH_64(cublasIs##name), WITH_64(cublasId##name), WITH_64(cublasIc##name), WITH_64(cublasIz##name)

// A function that has a form of the same name for C++, so that the types of its parameters choose.
#define OVERLOAD(name, ...)                                                                        \
  Entry {                                                                                          \
    #name, static_cast<cublasStatus_t (*)(__VA_ARGS__)>(name)                                      \
  }
#define GEMM cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const void*
#define MATRIX const void*, cudaDataType, int
#define ARRAY const void* const*, cudaDataType, int
#define PRODUCT const void*, void*, cudaDataType, int
#define EX cublasComputeType_t, cublasGemmAlgo_t

// A second handle has the settings that change, so that they change nothing else.
static void settings(Sweep& sweep, cublasHandle_t handle) {
  sweep.row({handle, host}, {ENTRY(cublasGetVersion)});
  sweep.row({MAJOR_VERSION, host}, {ENTRY(cublasGetProperty)});
  sweep.row({handle, host}, {ENTRY(cublasGetStream)});
  sweep.row({handle, noStream}, {ENTRY(cublasSetStream)});
  sweep.row({handle, host}, {ENTRY(cublasGetPointerMode)});
  sweep.row({handle, CUBLAS_POINTER_MODE_HOST}, {ENTRY(cublasSetPointerMode)});
  sweep.row({handle, host}, {ENTRY(cublasGetAtomicsMode)});
  sweep.row({handle, CUBLAS_ATOMICS_NOT_ALLOWED}, {ENTRY(cublasSetAtomicsMode)});
  sweep.row({handle, host}, {ENTRY(cublasGetMathMode)});
  sweep.row({handle, CUBLAS_DEFAULT_MATH}, {ENTRY(cublasSetMathMode)});
  sweep.row({handle, host}, {ENTRY(cublasGetSmCountTarget)});
  sweep.row({handle, 2}, {ENTRY(cublasSetSmCountTarget)});
  using Strategy = cublasEmulationStrategy_t;
  sweep.row({handle, host}, {OVERLOAD(cublasGetEmulationStrategy, cublasHandle_t, Strategy*)});
  sweep.row({handle, CUBLAS_EMULATION_STRATEGY_DEFAULT},
            {OVERLOAD(cublasSetEmulationStrategy, cublasHandle_t, Strategy)});
  sweep.row({handle, host}, {ENTRY(cublasGetEmulationSpecialValuesSupport)});
  sweep.row({handle, CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT},
            {ENTRY(cublasSetEmulationSpecialValuesSupport)});
  sweep.row({handle, host}, {ENTRY(cublasGetFixedPointEmulationMantissaControl)});
  sweep.row({handle, CUDA_EMULATION_MANTISSA_CONTROL_DYNAMIC},
            {ENTRY(cublasSetFixedPointEmulationMantissaControl)});
  sweep.row({handle, host}, {ENTRY(cublasGetFixedPointEmulationMaxMantissaBitCount)});
  sweep.row({handle, 2}, {ENTRY(cublasSetFixedPointEmulationMaxMantissaBitCount)});
  sweep.row({handle, host}, {ENTRY(cublasGetFixedPointEmulationMantissaBitOffset)});
  sweep.row({handle, 2}, {ENTRY(cublasSetFixedPointEmulationMantissaBitOffset)});
  sweep.row({handle, host}, {ENTRY(cublasGetFixedPointEmulationMantissaBitCountPointer)});
  sweep.row({handle, device}, {ENTRY(cublasSetFixedPointEmulationMantissaBitCountPointer)});
  sweep.row({handle, workspace, kWorkspaceBytes}, {ENTRY(cublasSetWorkspace)});
  sweep.row({host}, {ENTRY(cublasGetLoggerCallback)});
}

static void copies(Sweep& sweep) {
  sweep.row({2, 4, host, 2, device, 2}, {WITH_64(cublasSetVector)});
  sweep.row({2, 4, device, 2, host, 2}, {WITH_64(cublasGetVector)});
  sweep.row({2, 4, host, 2, device, 2, noStream}, {WITH_64(cublasSetVectorAsync)});
  sweep.row({2, 4, device, 2, host, 2, noStream}, {WITH_64(cublasGetVectorAsync)});
  sweep.row({2, 2, 4, host, 2, device, 2}, {WITH_64(cublasSetMatrix)});
  sweep.row({2, 2, 4, device, 2, host, 2}, {WITH_64(cublasGetMatrix)});
  sweep.row({2, 2, 4, host, 2, device, 2, noStream}, {WITH_64(cublasSetMatrixAsync)});
  sweep.row({2, 2, 4, device, 2, host, 2, noStream}, {WITH_64(cublasGetMatrixAsync)});
}

static void level1(Sweep& sweep, cublasHandle_t handle) {
  sweep.row({handle, 2, device, 2, device, 2}, {SDCZ_64(cublas, copy), SDCZ_64(cublas, swap)});
  sweep.row({handle, 2, host, device, 2, device, 2}, {SDCZ_64(cublas, axpy)});
  sweep.row({handle, 2, host, device, 2},
            {SDCZ_64(cublas, scal), WITH_64(cublasCsscal), WITH_64(cublasZdscal)});
  sweep.row({handle, 2, device, 2, device, 2, host},
            {SD_64(cublas, dot), CZ_64(cublas, dotu), CZ_64(cublas, dotc)});
  sweep.row({handle, 2, device, 2, host}, {REAL_OF(nrm2), REAL_OF(asum)});
  sweep.row({handle, 2, device, 2, host}, {INDEX_OF(amax), INDEX_OF(amin)});
  sweep.row({handle, 2, device, 2, device, 2, host, host},
            {SDCZ_64(cublas, rot), WITH_64(cublasCsrot), WITH_64(cublasZdrot)});
  sweep.row({handle, 2, device, 2, device, 2, host}, {SD_64(cublas, rotm)});
  sweep.row({handle, host, host, host, host}, {SDCZ(cublas, rotg)});
  sweep.row({handle, host, host, host, host, host}, {SD(cublas, rotmg)});
}

static void level1WithTypes(Sweep& sweep, cublasHandle_t handle) {
  sweep.row({handle, 2, device, type, 2, host, type, type},
            {WITH_64(cublasNrm2Ex), WITH_64(cublasAsumEx)});
  sweep.row({handle, 2, device, type, 2, host}, {WITH_64(cublasIamaxEx), WITH_64(cublasIaminEx)});
  sweep.row({handle, 2, device, type, 2, device, type, 2, host, type, type},
            {WITH_64(cublasDotEx), WITH_64(cublasDotcEx)});
  sweep.row({handle, 2, host, type, device, type, 2, type}, {WITH_64(cublasScalEx)});
  sweep.row({handle, 2, host, type, device, type, 2, device, type, 2, type},
            {WITH_64(cublasAxpyEx)});
  sweep.row({handle, 2, device, type, 2, device, type, 2},
            {WITH_64(cublasCopyEx), WITH_64(cublasSwapEx)});
  sweep.row({handle, 2, device, type, 2, device, type, 2, host, host, type, type},
            {WITH_64(cublasRotEx)});
  sweep.row({handle, 2, device, type, 2, device, type, 2, host, type, type},
            {WITH_64(cublasRotmEx)});
  sweep.row({handle, host, host, type, host, host, type, type}, {ENTRY(cublasRotgEx)});
  sweep.row({handle, host, type, host, type, host, type, host, type, host, type, type},
            {ENTRY(cublasRotmgEx)});
}

static void generalAndTriangularVectors(Sweep& sweep, cublasHandle_t handle) {
  sweep.row({handle, operation, 2, 2, host, device, 2, device, 2, host, device, 2},
            {SDCZ_64(cublas, gemv)});
  sweep.row({handle, operation, 2, 2, 1, 1, host, device, 3, device, 2, host, device, 2},
            {SDCZ_64(cublas, gbmv)});
  sweep.row({handle, triangle, operation, diagonal, 2, device, 2, device, 2},
            {SDCZ_64(cublas, trmv), SDCZ_64(cublas, trsv)});
  sweep.row({handle, triangle, operation, diagonal, 2, 1, device, 2, device, 2},
            {SDCZ_64(cublas, tbmv), SDCZ_64(cublas, tbsv)});
  sweep.row({handle, triangle, operation, diagonal, 2, device, device, 2},
            {SDCZ_64(cublas, tpmv), SDCZ_64(cublas, tpsv)});
  sweep.row({handle, 2, 2, host, device, 2, device, 2, device, 2},
            {SD_64(cublas, ger), CZ_64(cublas, geru), CZ_64(cublas, gerc)});
}

static void symmetricVectors(Sweep& sweep, cublasHandle_t handle) {
  sweep.row({handle, triangle, 2, host, device, 2, device, 2, host, device, 2},
            {SDCZ_64(cublas, symv), CZ_64(cublas, hemv)});
  sweep.row({handle, triangle, 2, 1, host, device, 2, device, 2, host, device, 2},
            {SD_64(cublas, sbmv), CZ_64(cublas, hbmv)});
  sweep.row({handle, triangle, 2, host, device, device, 2, host, device, 2},
            {SD_64(cublas, spmv), CZ_64(cublas, hpmv)});
  sweep.row({handle, triangle, 2, host, device, 2, device, 2},
            {SDCZ_64(cublas, syr), CZ_64(cublas, her)});
  sweep.row({handle, triangle, 2, host, device, 2, device},
            {SD_64(cublas, spr), CZ_64(cublas, hpr)});
  sweep.row({handle, triangle, 2, host, device, 2, device, 2, device, 2},
            {SDCZ_64(cublas, syr2), CZ_64(cublas, her2)});
  sweep.row({handle, triangle, 2, host, device, 2, device, 2, device},
            {SD_64(cublas, spr2), CZ_64(cublas, hpr2)});
}

static void level3(Sweep& sweep, cublasHandle_t handle) {
  sweep.row({handle, operation, operation, 2, 2, 2, host, device, 2, device, 2, host, device, 2},
            {SDCZ_64(cublas, gemm), CZ_64(cublas, gemm3m), WITH_64(cublasHgemm)});
  sweep.row({handle, triangle, operation, 2, 2, host, device, 2, host, device, 2},
            {SDCZ_64(cublas, syrk), CZ_64(cublas, herk)});
  sweep.row({handle, triangle, operation, 2, 2, host, device, 2, device, 2, host, device, 2},
            {SDCZ_64(cublas, syr2k), CZ_64(cublas, her2k)});
  sweep.row({handle, triangle, operation, 2, 2, host, device, 2, device, 2, host, device, 2},
            {SDCZ_64(cublas, syrkx), CZ_64(cublas, herkx)});
  sweep.row({handle, side, triangle, 2, 2, host, device, 2, device, 2, host, device, 2},
            {SDCZ_64(cublas, symm), CZ_64(cublas, hemm)});
  sweep.row({handle, side, triangle, operation, diagonal, 2, 2, host, device, 2, device, 2},
            {SDCZ_64(cublas, trsm)});
  sweep.row(
      {handle, side, triangle, operation, diagonal, 2, 2, host, device, 2, device, 2, device, 2},
      {SDCZ_64(cublas, trmm)});
  sweep.row({handle, operation, operation, 2, 2, host, device, 2, host, device, 2, device, 2},
            {SDCZ_64(cublas, geam)});
  sweep.row({handle, side, 2, 2, device, 2, device, 2, device, 2}, {SDCZ_64(cublas, dgmm)});
  sweep.row({handle, triangle, 2, device, device, 2}, {SDCZ(cublas, tpttr)});
  sweep.row({handle, triangle, 2, device, 2, device}, {SDCZ(cublas, trttp)});
}

static void batches(Sweep& sweep, cublasHandle_t handle) {
  sweep.row(
      {handle, operation, operation, 2, 2, 2, host, pointers, 2, pointers, 2, host, pointers, 2, 2},
      {SDCZ_64(cublas, gemmBatched), WITH_64(cublasCgemm3mBatched), WITH_64(cublasHgemmBatched)});
  sweep.row({handle, operation, operation, 2, 2, 2, host, device, 2, 4, device, 2, 4, host, device,
             2, 4, 2},
            {SDCZ_64(cublas, gemmStridedBatched), WITH_64(cublasCgemm3mStridedBatched),
             WITH_64(cublasHgemmStridedBatched)});
  sweep.row({handle, operation, 2, 2, host, pointers, 2, pointers, 2, host, pointers, 2, 2},
            {SDCZ_64(cublas, gemvBatched), WITH_64(cublasHSHgemvBatched),
             WITH_64(cublasHSSgemvBatched), WITH_64(cublasTSTgemvBatched),
             WITH_64(cublasTSSgemvBatched)});
  sweep.row({handle, operation, 2, 2, host, device, 2, 4, device, 2, 4, host, device, 2, 4, 2},
            {SDCZ_64(cublas, gemvStridedBatched), WITH_64(cublasHSHgemvStridedBatched),
             WITH_64(cublasHSSgemvStridedBatched), WITH_64(cublasTSTgemvStridedBatched),
             WITH_64(cublasTSSgemvStridedBatched)});
  sweep.row({handle, side, triangle, operation, diagonal, 2, 2, host, pointers, 2, pointers, 2, 2},
            {SDCZ_64(cublas, trsmBatched)});
  sweep.row({handle, ones, ones, ones, ones, ones, host, pointers, ones, pointers, ones, host,
             pointers, ones, 1, ones},
            {SD(cublas, gemmGroupedBatched)});
  sweep.row({handle, ones, ones, longOnes, longOnes, longOnes, host, pointers, longOnes, pointers,
             longOnes, host, pointers, longOnes, 1, longOnes},
            {ENTRY(cublasSgemmGroupedBatched_64), ENTRY(cublasDgemmGroupedBatched_64)});
}

static void factorizations(Sweep& sweep, cublasHandle_t handle) {
  sweep.row({handle, 2, pointers, 2, pivots, device, 2}, {SDCZ(cublas, getrfBatched)});
  sweep.row({handle, 2, pointers, 2, pivots, pointers, 2, device, 2}, {SDCZ(cublas, getriBatched)});
  sweep.row({handle, operation, 2, 2, pointers, 2, pivots, pointers, 2, host, 2},
            {SDCZ(cublas, getrsBatched)});
  sweep.row({handle, 2, pointers, 2, pointers, 2, device, 2}, {SDCZ(cublas, matinvBatched)});
  sweep.row({handle, 2, 2, pointers, 2, pointers, host, 2}, {SDCZ(cublas, geqrfBatched)});
  sweep.row({handle, operation, 2, 2, 2, pointers, 2, pointers, 2, host, device, 2},
            {SDCZ(cublas, gelsBatched)});
}

static void productsWithTypes(Sweep& sweep, cublasHandle_t handle) {
  sweep.row({handle, operation, operation, 2, 2, 2, host, device, type, 2, device, type, 2, host,
             device, type, 2},
            {WITH_64(cublasSgemmEx)});
  sweep.row({handle, operation, operation, 2, 2, 2, host, device, complexType, 2, device,
             complexType, 2, host, device, complexType, 2},
            {WITH_64(cublasCgemmEx), WITH_64(cublasCgemm3mEx)});
  sweep.row({handle, operation, operation, 2, 2, 2, host, device, type, 2, device, type, 2, host,
             device, type, 2, compute, algorithm},
            {OVERLOAD(cublasGemmEx, GEMM, MATRIX, MATRIX, PRODUCT, EX), ENTRY(cublasGemmEx_64)});
  sweep.row({handle, operation, operation, 2,        2,    2, host, pointers, type,     2, pointers,
             type,   2,         host,      pointers, type, 2, 2,    compute,  algorithm},
            {OVERLOAD(cublasGemmBatchedEx, GEMM, ARRAY, ARRAY, const void*, void* const*,
                      cudaDataType, int, int, EX),
             ENTRY(cublasGemmBatchedEx_64)});
  sweep.row({handle, operation, operation, 2,      2,    2,       host,     device,
             type,   2,         4,         device, type, 2,       4,        host,
             device, type,      2,         4,      2,    compute, algorithm},
            {OVERLOAD(cublasGemmStridedBatchedEx, GEMM, MATRIX, long long, MATRIX, long long,
                      PRODUCT, long long, int, EX),
             ENTRY(cublasGemmStridedBatchedEx_64)});
  sweep.row({handle,   ones, ones, ones, ones,     ones, host, pointers, type, ones,
             pointers, type, ones, host, pointers, type, ones, 1,        ones, compute},
            {ENTRY(cublasGemmGroupedBatchedEx)});
  sweep.row({handle,   ones, ones,     longOnes, longOnes, longOnes, host,
             pointers, type, longOnes, pointers, type,     longOnes, host,
             pointers, type, longOnes, 1,        longOnes, compute},
            {ENTRY(cublasGemmGroupedBatchedEx_64)});
  sweep.row({handle, triangle, operation, 2, 2, host, device, complexType, 2, host, device,
             complexType, 2},
            {WITH_64(cublasCsyrkEx), WITH_64(cublasCsyrk3mEx), WITH_64(cublasCherkEx),
             WITH_64(cublasCherk3mEx)});
  sweep.row({handle, operation, operation, operation, 4, 4, 4, device, 1, 4, device, 1, 4, device,
             1, 4, 1, 1},
            {ENTRY(cublasUint8gemmBias)});
}

int main() {
  cublasHandle_t handle, changed;
  CHECK(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
  CHECK(cublasCreate(&changed) == CUBLAS_STATUS_SUCCESS);
  Sweep sweep({
#include "cublas_entries.inc"
  });
  settings(sweep, changed);
  copies(sweep);
  level1(sweep, handle);
  level1WithTypes(sweep, handle);
  generalAndTriangularVectors(sweep, handle);
  symmetricVectors(sweep, handle);
  level3(sweep, handle);
  batches(sweep, handle);
  factorizations(sweep, handle);
  productsWithTypes(sweep, handle);
  return sweep.finish();
}
