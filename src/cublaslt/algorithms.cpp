// Handles and algorithms of cublasLt. There is one algorithm, which needs no workspace and takes
// all products that there are.
#include "cublas/engine.h"
#include "cublaslt/attributes.h"
#include "cublaslt/log.h"
#include "cublaslt/problem.h"

#include <atomic>
#include <new>

struct cublasLtContext {};

using namespace heddle::cublaslt;

namespace {

constexpr int kAlgorithmId = 0;

cublasLtMatmulAlgo_t makeAlgorithm() {
  cublasLtMatmulAlgo_t algorithm{};
  reinterpret_cast<MatmulAlgo&>(algorithm).mark = kAlgorithmMark;
  return algorithm;
}
bool isAlgorithm(const cublasLtMatmulAlgo_t* algorithm) {
  return algorithm && contentOf(*algorithm).mark == kAlgorithmMark;
}
cublasLtMatmulHeuristicResult_t makeResult() {
  return {makeAlgorithm(), 0, CUBLAS_STATUS_SUCCESS, 1.0f, {}};
}

cublasStatus_t checkProblem(cublasLtHandle_t handle, cublasLtMatmulDesc_t descriptor,
                            cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                            cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d) {
  if (!handle)
    return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!descriptor || !a || !b || !c || !d)
    return CUBLAS_STATUS_INVALID_VALUE;
  // Programs ask before they have the addresses, which only the call itself needs.
  MatmulDesc settings = contentOf(*descriptor);
  static char place;
  for (void** pointer : {&settings.bias, &settings.auxiliary})
    if (!*pointer)
      *pointer = &place;
  if (settings.auxiliaryLd == 0)
    settings.auxiliaryLd = 1;
  Problem problem{};
  return makeProblem(settings, contentOf(*a), contentOf(*b), contentOf(*c), contentOf(*d), problem);
}

// The configuration of an algorithm: a number of 32 bits for each attribute, and of 16 for two.
constexpr std::size_t configurationField(int attribute) {
  return offsetof(MatmulAlgo, configuration) +
         static_cast<std::size_t>(attribute) * sizeof(std::uint32_t);
}
constexpr AttributeField kConfigurationFields[] = {
    {CUBLASLT_ALGO_CONFIG_ID, configurationField(CUBLASLT_ALGO_CONFIG_ID), 4},
    {CUBLASLT_ALGO_CONFIG_TILE_ID, configurationField(CUBLASLT_ALGO_CONFIG_TILE_ID), 4},
    {CUBLASLT_ALGO_CONFIG_SPLITK_NUM, configurationField(CUBLASLT_ALGO_CONFIG_SPLITK_NUM), 4},
    {CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME,
     configurationField(CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME), 4},
    {CUBLASLT_ALGO_CONFIG_CTA_SWIZZLING, configurationField(CUBLASLT_ALGO_CONFIG_CTA_SWIZZLING), 4},
    {CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION, configurationField(CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION), 4},
    {CUBLASLT_ALGO_CONFIG_STAGES_ID, configurationField(CUBLASLT_ALGO_CONFIG_STAGES_ID), 4},
    {CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID, configurationField(CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID),
     2},
    {CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID,
     configurationField(CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID), 2},
};

// What the algorithm can do.
struct Capabilities {
  std::int32_t splitsK = 0;
  std::uint32_t reductionSchemes = CUBLASLT_REDUCTION_SCHEME_NONE;
  std::uint32_t swizzles = 0;
  std::int32_t hasStridedBatches = 1, isOutOfPlace = 1, hasTriangles = 0;
  std::uint32_t tile = CUBLASLT_MATMUL_TILE_UNDEFINED;
  std::int32_t mostCustomOption = 0, hasCustomOrders = 0;
  std::uint32_t pointerModes = CUBLASLT_POINTER_MODE_MASK_HOST | CUBLASLT_POINTER_MODE_MASK_DEVICE;
  std::uint32_t epilogues = ~0u;
  std::uint32_t stages = CUBLASLT_MATMUL_STAGES_UNDEFINED;
  std::int32_t hasNegativeLd = 0;
  std::uint64_t implementation = CUBLASLT_NUMERICAL_IMPL_FLAGS_FMA;
  std::uint32_t alignment = 1;
  std::int32_t hasAddressBatches = 1, isEmulated = 0;
};
constexpr Capabilities kCapabilities;
#define HEDDLE_FIELD(attribute, member)                                                            \
  AttributeField {                                                                                 \
    attribute, offsetof(Capabilities, member), sizeof(Capabilities::member)                        \
  }
constexpr AttributeField kCapabilityFields[] = {
    HEDDLE_FIELD(CUBLASLT_ALGO_CAP_SPLITK_SUPPORT, splitsK),
    HEDDLE_FIELD(CUBLASLT_ALGO_CAP_REDUCTION_SCHEME_MASK, reductionSchemes),
    HEDDLE_FIELD(CUBLASLT_ALGO_CAP_CTA_SWIZZLING_SUPPORT, swizzles),
    HEDDLE_FIELD(CUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT, hasStridedBatches),
    HEDDLE_FIELD(CUBLASLT_ALGO_CAP_OUT_OF_PLACE_RESULT_SUPPORT, isOutOfPlace),
    HEDDLE_FIELD(CUBLASLT_ALGO_CAP_UPLO_SUPPORT, hasTriangles),
    HEDDLE_FIELD(CUBLASLT_ALGO_CAP_TILE_IDS, tile),
    HEDDLE_FIELD(CUBLASLT_ALGO_CAP_CUSTOM_OPTION_MAX, mostCustomOption),
    HEDDLE_FIELD(CUBLASLT_ALGO_CAP_CUSTOM_MEMORY_ORDER, hasCustomOrders),
    HEDDLE_FIELD(CUBLASLT_ALGO_CAP_POINTER_MODE_MASK, pointerModes),
    HEDDLE_FIELD(CUBLASLT_ALGO_CAP_EPILOGUE_MASK, epilogues),
    HEDDLE_FIELD(CUBLASLT_ALGO_CAP_STAGES_IDS, stages),
    HEDDLE_FIELD(CUBLASLT_ALGO_CAP_LD_NEGATIVE, hasNegativeLd),
    HEDDLE_FIELD(CUBLASLT_ALGO_CAP_NUMERICAL_IMPL_FLAGS, implementation),
    HEDDLE_FIELD(CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_A_BYTES, alignment),
    HEDDLE_FIELD(CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_B_BYTES, alignment),
    HEDDLE_FIELD(CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_C_BYTES, alignment),
    HEDDLE_FIELD(CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_D_BYTES, alignment),
    HEDDLE_FIELD(CUBLASLT_ALGO_CAP_POINTER_ARRAY_BATCH_SUPPORT, hasAddressBatches),
    HEDDLE_FIELD(CUBLASLT_ALGO_CAP_FLOATING_POINT_EMULATION_SUPPORT, isEmulated),
};
#undef HEDDLE_FIELD

std::atomic<std::size_t> cacheCapacity{8192}; // of a cache that one algorithm does not need

} // namespace

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
  return logged("cublasLtCreate", [&]() -> cublasStatus_t {
    if (!handle)
      return CUBLAS_STATUS_INVALID_VALUE;
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0 ||
        !heddle::library::internals() || !heddle::cublas::openEngine())
      return CUBLAS_STATUS_NOT_INITIALIZED;
    *handle = new cublasLtContext;
    return CUBLAS_STATUS_SUCCESS;
  });
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  if (!handle)
    return CUBLAS_STATUS_NOT_INITIALIZED;
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}
std::size_t cublasLtGetVersion() {
  return CUBLAS_VERSION;
}
std::size_t cublasLtGetCudartVersion() {
  return CUDART_VERSION;
}
const char* cublasLtGetStatusName(cublasStatus_t status) {
  return heddle::cublas::statusName(status);
}
const char* cublasLtGetStatusString(cublasStatus_t status) {
  return heddle::cublas::statusText(status);
}
cublasStatus_t cublasLtGetProperty(libraryPropertyType type, int* value) {
  return heddle::cublas::getProperty(type, value);
}
cublasStatus_t cublasLtHeuristicsCacheGetCapacity(std::size_t* capacity) {
  if (!capacity)
    return CUBLAS_STATUS_INVALID_VALUE;
  *capacity = cacheCapacity;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtHeuristicsCacheSetCapacity(std::size_t capacity) {
  cacheCapacity = capacity;
  return CUBLAS_STATUS_SUCCESS;
}
// The engine chooses instructions itself, so nothing is disabled.
unsigned cublasLtDisableCpuInstructionsSetMask(unsigned) {
  return 0;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle,
                                              cublasLtMatmulDesc_t descriptor,
                                              cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                              cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                              cublasLtMatmulPreference_t preference, int requested,
                                              cublasLtMatmulHeuristicResult_t results[],
                                              int* returned) {
  return logged("cublasLtMatmulAlgoGetHeuristic", [&]() -> cublasStatus_t {
    if (returned)
      *returned = 0;
    const cublasStatus_t status = checkProblem(handle, descriptor, a, b, c, d);
    if (status != CUBLAS_STATUS_SUCCESS)
      return status;
    if (!preference || requested < 1 || !results || !returned)
      return CUBLAS_STATUS_INVALID_VALUE;
    results[0] = makeResult();
    *returned = 1;
    return CUBLAS_STATUS_SUCCESS;
  });
}
cublasStatus_t cublasLtMatmulAlgoGetIds(cublasLtHandle_t handle, cublasComputeType_t,
                                        cudaDataType_t, cudaDataType_t, cudaDataType_t,
                                        cudaDataType_t, cudaDataType_t, int requested, int ids[],
                                        int* returned) {
  if (!handle)
    return CUBLAS_STATUS_NOT_INITIALIZED;
  if (requested < 1 || !ids || !returned)
    return CUBLAS_STATUS_INVALID_VALUE;
  ids[0] = kAlgorithmId;
  *returned = 1;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulAlgoInit(cublasLtHandle_t handle, cublasComputeType_t, cudaDataType_t,
                                      cudaDataType_t, cudaDataType_t, cudaDataType_t,
                                      cudaDataType_t, int id, cublasLtMatmulAlgo_t* algorithm) {
  if (!handle)
    return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!algorithm || id != kAlgorithmId)
    return CUBLAS_STATUS_INVALID_VALUE;
  *algorithm = makeAlgorithm();
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulAlgoCheck(cublasLtHandle_t handle, cublasLtMatmulDesc_t descriptor,
                                       cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                       cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                       const cublasLtMatmulAlgo_t* algorithm,
                                       cublasLtMatmulHeuristicResult_t* result) {
  return logged("cublasLtMatmulAlgoCheck", [&]() -> cublasStatus_t {
    if (!isAlgorithm(algorithm) || !result)
      return CUBLAS_STATUS_INVALID_VALUE;
    const cublasStatus_t status = checkProblem(handle, descriptor, a, b, c, d);
    if (status != CUBLAS_STATUS_SUCCESS)
      return status;
    *result = makeResult();
    result->algo = *algorithm;
    return CUBLAS_STATUS_SUCCESS;
  });
}
cublasStatus_t cublasLtMatmulAlgoCapGetAttribute(const cublasLtMatmulAlgo_t* algorithm,
                                                 cublasLtMatmulAlgoCapAttributes_t attribute,
                                                 void* buffer, std::size_t size,
                                                 std::size_t* written) {
  return isAlgorithm(algorithm)
             ? getAttribute(&kCapabilities, kCapabilityFields, attribute, buffer, size, written)
             : CUBLAS_STATUS_INVALID_VALUE;
}
cublasStatus_t cublasLtMatmulAlgoConfigSetAttribute(cublasLtMatmulAlgo_t* algorithm,
                                                    cublasLtMatmulAlgoConfigAttributes_t attribute,
                                                    const void* buffer, std::size_t size) {
  return isAlgorithm(algorithm)
             ? setAttribute(algorithm, kConfigurationFields, attribute, buffer, size)
             : CUBLAS_STATUS_INVALID_VALUE;
}
cublasStatus_t cublasLtMatmulAlgoConfigGetAttribute(const cublasLtMatmulAlgo_t* algorithm,
                                                    cublasLtMatmulAlgoConfigAttributes_t attribute,
                                                    void* buffer, std::size_t size,
                                                    std::size_t* written) {
  return isAlgorithm(algorithm)
             ? getAttribute(algorithm, kConfigurationFields, attribute, buffer, size, written)
             : CUBLAS_STATUS_INVALID_VALUE;
}
