// The content of the descriptors of cublasLt. A program may hold descriptors in its own memory, so
// each of them fits into the structure that cublasLt.h has for it, and owns nothing.
#pragma once

#include "cublasLt.h"

#include <cstdint>

namespace heddle::cublaslt {

struct MatrixLayout {
  std::int32_t type, order;
  std::uint64_t rows, columns;
  std::int64_t ld;
  std::int32_t batchCount, batchMode;
  std::int64_t batchStride, planeOffset;
};
static_assert(sizeof(MatrixLayout) <= sizeof(cublasLtMatrixLayoutOpaque_t));

// The type of a bias or an auxiliary matrix that the program has not set is that of the result.
constexpr std::int32_t kTypeOfResult = -1;

struct MatmulDesc {
  std::int32_t computeType, scaleType, pointerMode, operationA, operationB, operationC, fillMode;
  std::uint32_t epilogue;
  void* bias;
  std::int64_t biasStride;
  void* auxiliary;
  std::int64_t auxiliaryLd, auxiliaryStride, alphaVectorStride;
  const void *scaleA, *scaleB, *scaleC, *scaleD;
  void* largestD;
  const void* auxiliaryScale;
  void* auxiliaryLargest;
  void* outputScaleD;
  cublasLtEmulationDesc_t emulation;
  std::int32_t auxiliaryType, biasType, smCountTarget;
  std::int32_t scaleModeA, scaleModeB, scaleModeC, scaleModeD, auxiliaryScaleMode, outputScaleModeD;
  std::int8_t fastAccumulation;
};
static_assert(sizeof(MatmulDesc) <= sizeof(cublasLtMatmulDescOpaque_t));

struct MatrixTransformDesc {
  std::int32_t scaleType, pointerMode, operationA, operationB;
};
static_assert(sizeof(MatrixTransformDesc) <= sizeof(cublasLtMatrixTransformDescOpaque_t));

struct MatmulPreference {
  std::uint32_t searchMode, reductionSchemes;
  std::uint64_t mostWorkspaceBytes;
  std::uint32_t alignmentA, alignmentB, alignmentC, alignmentD;
  float mostWaves;
  std::uint64_t implementations;
};
static_assert(sizeof(MatmulPreference) <= sizeof(cublasLtMatmulPreferenceOpaque_t));

struct EmulationDesc {
  std::int32_t strategy, specialValues, mantissaControl, maxMantissaBits, mantissaBitOffset;
  std::int32_t* mantissaBitCount;
};
static_assert(sizeof(EmulationDesc) <= sizeof(cublasLtEmulationDescOpaque_t));

// An algorithm. There is one, and its configuration has no effect.
struct MatmulAlgo {
  std::uint32_t mark; // kAlgorithmMark in an initialised one
  std::uint32_t configuration[9];
};
static_assert(sizeof(MatmulAlgo) <= sizeof(cublasLtMatmulAlgo_t));
constexpr std::uint32_t kAlgorithmMark = 0x48444c31;

inline const MatrixLayout& contentOf(const cublasLtMatrixLayoutOpaque_t& layout) {
  return reinterpret_cast<const MatrixLayout&>(layout);
}
inline const MatmulDesc& contentOf(const cublasLtMatmulDescOpaque_t& descriptor) {
  return reinterpret_cast<const MatmulDesc&>(descriptor);
}
inline const MatrixTransformDesc& contentOf(const cublasLtMatrixTransformDescOpaque_t& descriptor) {
  return reinterpret_cast<const MatrixTransformDesc&>(descriptor);
}
inline const MatmulAlgo& contentOf(const cublasLtMatmulAlgo_t& algorithm) {
  return reinterpret_cast<const MatmulAlgo&>(algorithm);
}

} // namespace heddle::cublaslt
