// The functions of cublasLt that make and change descriptors.
#include "cublaslt/descriptors.h"

#include "cublaslt/attributes.h"

#include <limits>
#include <new>

using namespace heddle::cublaslt;

namespace {

#define HEDDLE_FIELD(attribute, Object, member)                                                    \
  AttributeField {                                                                                 \
    attribute, offsetof(Object, member), sizeof(Object::member)                                    \
  }

constexpr AttributeField kLayoutFields[] = {
    HEDDLE_FIELD(CUBLASLT_MATRIX_LAYOUT_TYPE, MatrixLayout, type),
    HEDDLE_FIELD(CUBLASLT_MATRIX_LAYOUT_ORDER, MatrixLayout, order),
    HEDDLE_FIELD(CUBLASLT_MATRIX_LAYOUT_ROWS, MatrixLayout, rows),
    HEDDLE_FIELD(CUBLASLT_MATRIX_LAYOUT_COLS, MatrixLayout, columns),
    HEDDLE_FIELD(CUBLASLT_MATRIX_LAYOUT_LD, MatrixLayout, ld),
    HEDDLE_FIELD(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, MatrixLayout, batchCount),
    HEDDLE_FIELD(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, MatrixLayout, batchStride),
    HEDDLE_FIELD(CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET, MatrixLayout, planeOffset),
    HEDDLE_FIELD(CUBLASLT_MATRIX_LAYOUT_BATCH_MODE, MatrixLayout, batchMode),
};
constexpr AttributeField kMatmulFields[] = {
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, MatmulDesc, computeType),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_SCALE_TYPE, MatmulDesc, scaleType),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_POINTER_MODE, MatmulDesc, pointerMode),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_TRANSA, MatmulDesc, operationA),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_TRANSB, MatmulDesc, operationB),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_TRANSC, MatmulDesc, operationC),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_FILL_MODE, MatmulDesc, fillMode),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE, MatmulDesc, epilogue),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_BIAS_POINTER, MatmulDesc, bias),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, MatmulDesc, biasStride),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, MatmulDesc, auxiliary),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, MatmulDesc, auxiliaryLd),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, MatmulDesc, auxiliaryStride),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE, MatmulDesc, alphaVectorStride),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, MatmulDesc, smCountTarget),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, MatmulDesc, scaleA),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, MatmulDesc, scaleB),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, MatmulDesc, scaleC),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, MatmulDesc, scaleD),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, MatmulDesc, largestD),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, MatmulDesc, auxiliaryType),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER, MatmulDesc, auxiliaryScale),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER, MatmulDesc, auxiliaryLargest),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_FAST_ACCUM, MatmulDesc, fastAccumulation),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, MatmulDesc, biasType),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_A_SCALE_MODE, MatmulDesc, scaleModeA),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_B_SCALE_MODE, MatmulDesc, scaleModeB),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_C_SCALE_MODE, MatmulDesc, scaleModeC),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_D_SCALE_MODE, MatmulDesc, scaleModeD),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_MODE, MatmulDesc, auxiliaryScaleMode),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_D_OUT_SCALE_POINTER, MatmulDesc, outputScaleD),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_D_OUT_SCALE_MODE, MatmulDesc, outputScaleModeD),
    HEDDLE_FIELD(CUBLASLT_MATMUL_DESC_EMULATION_DESCRIPTOR, MatmulDesc, emulation),
};
constexpr AttributeField kTransformFields[] = {
    HEDDLE_FIELD(CUBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE, MatrixTransformDesc, scaleType),
    HEDDLE_FIELD(CUBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE, MatrixTransformDesc, pointerMode),
    HEDDLE_FIELD(CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, MatrixTransformDesc, operationA),
    HEDDLE_FIELD(CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSB, MatrixTransformDesc, operationB),
};
constexpr AttributeField kPreferenceFields[] = {
    HEDDLE_FIELD(CUBLASLT_MATMUL_PREF_SEARCH_MODE, MatmulPreference, searchMode),
    HEDDLE_FIELD(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, MatmulPreference, mostWorkspaceBytes),
    HEDDLE_FIELD(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, MatmulPreference, reductionSchemes),
    HEDDLE_FIELD(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, MatmulPreference, alignmentA),
    HEDDLE_FIELD(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, MatmulPreference, alignmentB),
    HEDDLE_FIELD(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, MatmulPreference, alignmentC),
    HEDDLE_FIELD(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, MatmulPreference, alignmentD),
    HEDDLE_FIELD(CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT, MatmulPreference, mostWaves),
    HEDDLE_FIELD(CUBLASLT_MATMUL_PREF_IMPL_MASK, MatmulPreference, implementations),
};
constexpr AttributeField kEmulationFields[] = {
    HEDDLE_FIELD(CUBLASLT_EMULATION_DESC_STRATEGY, EmulationDesc, strategy),
    HEDDLE_FIELD(CUBLASLT_EMULATION_DESC_SPECIAL_VALUES_SUPPORT, EmulationDesc, specialValues),
    HEDDLE_FIELD(CUBLASLT_EMULATION_DESC_FIXEDPOINT_MANTISSA_CONTROL, EmulationDesc,
                 mantissaControl),
    HEDDLE_FIELD(CUBLASLT_EMULATION_DESC_FIXEDPOINT_MAX_MANTISSA_BIT_COUNT, EmulationDesc,
                 maxMantissaBits),
    HEDDLE_FIELD(CUBLASLT_EMULATION_DESC_FIXEDPOINT_MANTISSA_BIT_OFFSET, EmulationDesc,
                 mantissaBitOffset),
    HEDDLE_FIELD(CUBLASLT_EMULATION_DESC_FIXEDPOINT_MANTISSA_BIT_COUNT_POINTER, EmulationDesc,
                 mantissaBitCount),
};
#undef HEDDLE_FIELD

// Puts the content into a descriptor of the program, whose size it says.
template <class Opaque, class Content>
cublasStatus_t initialize(Opaque* descriptor, std::size_t size, const Content& content) {
  if (!descriptor || size < sizeof(Opaque))
    return CUBLAS_STATUS_INVALID_VALUE;
  *descriptor = {};
  std::memcpy(descriptor, &content, sizeof content);
  return CUBLAS_STATUS_SUCCESS;
}
template <class Opaque, class Content>
cublasStatus_t create(Opaque** descriptor, const Content& content) {
  if (!descriptor)
    return CUBLAS_STATUS_INVALID_VALUE;
  *descriptor = new (std::nothrow) Opaque;
  return *descriptor ? initialize(*descriptor, sizeof(Opaque), content)
                     : CUBLAS_STATUS_ALLOC_FAILED;
}
template <class Opaque> cublasStatus_t destroy(Opaque* descriptor) {
  delete descriptor;
  return CUBLAS_STATUS_SUCCESS;
}

MatrixLayout makeLayout(cudaDataType type, std::uint64_t rows, std::uint64_t columns,
                        std::int64_t ld) {
  MatrixLayout layout{};
  layout.type = type;
  layout.rows = rows;
  layout.columns = columns;
  layout.ld = ld;
  layout.batchCount = 1;
  return layout;
}
MatmulDesc makeMatmul(cublasComputeType_t computeType, cudaDataType_t scaleType) {
  MatmulDesc descriptor{};
  descriptor.computeType = computeType;
  descriptor.scaleType = scaleType;
  descriptor.fillMode = CUBLAS_FILL_MODE_FULL;
  descriptor.epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  descriptor.biasType = descriptor.auxiliaryType = kTypeOfResult;
  return descriptor;
}
MatrixTransformDesc makeTransform(cudaDataType scaleType) {
  return {scaleType, CUBLASLT_POINTER_MODE_HOST, CUBLAS_OP_N, CUBLAS_OP_N};
}
MatmulPreference makePreference() {
  constexpr std::uint32_t kAlignment = 256; // that of cudaMalloc, which cublasLt assumes
  return {CUBLASLT_SEARCH_BEST_FIT,
          CUBLASLT_REDUCTION_SCHEME_MASK,
          0,
          kAlignment,
          kAlignment,
          kAlignment,
          kAlignment,
          0,
          std::numeric_limits<std::uint64_t>::max()};
}

} // namespace

cublasStatus_t cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t layout, std::size_t size,
                                                 cudaDataType type, std::uint64_t rows,
                                                 std::uint64_t columns, std::int64_t ld) {
  return initialize(layout, size, makeLayout(type, rows, columns, ld));
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType type,
                                          std::uint64_t rows, std::uint64_t columns,
                                          std::int64_t ld) {
  return create(layout, makeLayout(type, rows, columns, ld));
}
cublasStatus_t cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t descriptor, std::size_t size,
                                               cublasComputeType_t computeType,
                                               cudaDataType_t scaleType) {
  return initialize(descriptor, size, makeMatmul(computeType, scaleType));
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* descriptor,
                                        cublasComputeType_t computeType, cudaDataType_t scaleType) {
  return create(descriptor, makeMatmul(computeType, scaleType));
}
cublasStatus_t cublasLtMatrixTransformDescInit_internal(cublasLtMatrixTransformDesc_t descriptor,
                                                        std::size_t size, cudaDataType scaleType) {
  return initialize(descriptor, size, makeTransform(scaleType));
}
cublasStatus_t cublasLtMatrixTransformDescCreate(cublasLtMatrixTransformDesc_t* descriptor,
                                                 cudaDataType scaleType) {
  return create(descriptor, makeTransform(scaleType));
}
cublasStatus_t cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t preference,
                                                     std::size_t size) {
  return initialize(preference, size, makePreference());
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* preference) {
  return create(preference, makePreference());
}
cublasStatus_t cublasLtEmulationDescInit_internal(cublasLtEmulationDesc_t descriptor,
                                                  std::size_t size) {
  return initialize(descriptor, size, EmulationDesc{});
}
cublasStatus_t cublasLtEmulationDescCreate(cublasLtEmulationDesc_t* descriptor) {
  return create(descriptor, EmulationDesc{});
}

#define HEDDLE_DESCRIPTOR(name, Attribute, fields)                                                 \
  cublasStatus_t cublasLt##name##Destroy(cublasLt##name##_t descriptor) {                          \
    return destroy(descriptor);                                                                    \
  }                                                                                                \
  cublasStatus_t cublasLt##name##SetAttribute(cublasLt##name##_t descriptor, Attribute attribute,  \
                                              const void* buffer, std::size_t size) {              \
    return setAttribute(descriptor, fields, attribute, buffer, size);                              \
  }                                                                                                \
  cublasStatus_t cublasLt##name##GetAttribute(cublasLt##name##_t descriptor, Attribute attribute,  \
                                              void* buffer, std::size_t size,                      \
                                              std::size_t* written) {                              \
    return getAttribute(descriptor, fields, attribute, buffer, size, written);                     \
  }
HEDDLE_DESCRIPTOR(MatrixLayout, cublasLtMatrixLayoutAttribute_t, kLayoutFields)
HEDDLE_DESCRIPTOR(MatmulDesc, cublasLtMatmulDescAttributes_t, kMatmulFields)
HEDDLE_DESCRIPTOR(MatrixTransformDesc, cublasLtMatrixTransformDescAttributes_t, kTransformFields)
HEDDLE_DESCRIPTOR(MatmulPreference, cublasLtMatmulPreferenceAttributes_t, kPreferenceFields)
HEDDLE_DESCRIPTOR(EmulationDesc, cublasLtEmulationDescAttributes_t, kEmulationFields)
#undef HEDDLE_DESCRIPTOR
