// The functions that take types as arguments and sizes of 64 bits. Each calls the function of the
// same name for one type.
#include "cusolver/eigenvalues.h"
#include "cusolver/lapack.h"
#include "cusolver/linear_systems.h"
#include "cusolver/orthogonal.h"
#include "cusolver/singular_values.h"
#include "library/value_type.h"
#include "trace/message.h"

#include <algorithm>
#include <limits>
#include <string>

using namespace heddle::cusolver;

namespace {

using Sizes = std::initializer_list<std::int64_t>;

// Whether LAPACK, which counts with int, can take the sizes.
bool fitInt(Sizes sizes) {
  return std::all_of(sizes.begin(), sizes.end(), [](std::int64_t size) {
    return size >= std::numeric_limits<int>::min() && size <= std::numeric_limits<int>::max();
  });
}

using Types = std::initializer_list<cudaDataType>;

// Returns whether the types in `same` are all that of the function's matrices, and those in `real`
// all the type of their real parts. cuSOLVER computes with no other combinations.
bool areTypes(cudaDataType type, Types same, Types real) {
  const cudaDataType realType = type == CUDA_C_32F   ? CUDA_R_32F
                                : type == CUDA_C_64F ? CUDA_R_64F
                                                     : type;
  const auto are = [](Types types, cudaDataType expected) {
    return std::all_of(types.begin(), types.end(), [=](auto each) { return each == expected; });
  };
  return are(same, type) && are(real, realType);
}
// Checks in addition that there are matrices of that type at all, for functions that do not find
// this out when they begin to compute.
bool areKnownTypes(cudaDataType type, Types same, Types real) {
  return heddle::library::withValueType(type, false, []<class>() { return true; }) &&
         areTypes(type, same, real);
}

// Calls action.operator()<T>(handle) with the type of the matrices, if the other types are right.
template <class Action>
cusolverStatus_t withType(Call handle, cudaDataType type, Types same, Types real, Sizes sizes,
                          Action action) {
  if (!areTypes(type, same, real))
    return CUSOLVER_STATUS_INVALID_VALUE;
  if (!fitInt(sizes)) {
    heddle::trace::reportNotSupported(std::string(handle.name()) + " with sizes above 2^31");
    return CUSOLVER_STATUS_NOT_SUPPORTED;
  }
  return heddle::library::withValueType(type, CUSOLVER_STATUS_INVALID_VALUE, [=]<class T>() {
    return action.template operator()<T>(handle);
  });
}

// The types of a general eigenvalue problem: eigenvalues and vectors of a real matrix may be
// complex.
bool areGeneralTypes(cudaDataType type, cudaDataType computeType, Types results) {
  return areKnownTypes(type, {computeType}, {}) &&
         std::all_of(results.begin(), results.end(),
                     [](cudaDataType result) { return areKnownTypes(result, {}, {}); });
}

// No work on the host is needed, and none on the device that a program could see.
cusolverStatus_t answerBufferSizes(Call handle, bool areArgumentsValid, size_t* onDevice,
                                   size_t* onHost) {
  if (onHost)
    *onHost = 0;
  return answerBufferSize(handle, areArgumentsValid && onHost, onDevice);
}
// Answers for functions that give a size on a GPU even without a valid handle.
cusolverStatus_t answerBufferSizes(Call handle, size_t* onDevice, size_t* onHost) {
  if (onHost)
    *onHost = 0;
  return answerBufferSize(handle, onHost ? onDevice : nullptr);
}
bool isMatrix(std::int64_t m, std::int64_t n, std::int64_t lda) {
  return m >= 0 && n >= 0 && lda >= atLeastOne(m);
}

// Eigenvalues and eigenvectors of a general matrix. Those of a real one are pairs of complex
// numbers: LAPACK gives their real and imaginary parts apart, and a pair of vectors as real and
// imaginary part of the first. `isComplexW` and `isComplexV` say whether the program wants complex
// numbers.
template <class T> struct GeneralProblem {
  bool hasVectors;
  int n;
  T* a;
  int lda;
  void* w;
  bool isComplexW;
  void* v;
  bool isComplexV;
  int ldv;

  std::vector<Operand> operands(int* info) const {
    const std::int64_t realPerValue = kIsComplex<T> ? 1 : 2, realPerEntry = isComplexV ? 2 : 1;
    return {matrix(a, n, n, lda), vector(static_cast<T*>(w), n * realPerValue),
            matrix(static_cast<T*>(v), n * realPerEntry, hasVectors ? n : 0, ldv * realPerEntry),
            vector(info, 1)};
  }
};

template <class T> int solveComplex(const GeneralProblem<T>& p) {
  const char job = p.hasVectors ? 'V' : 'N';
  const int one = 1;
  T none{};
  std::vector<Real<T>> rwork(static_cast<std::size_t>(2 * p.n + 1));
  return withScratch<T>([&](T* work, int* size, int* info) {
    lapack<T>().geev("N", &job, &p.n, p.a, &p.lda, static_cast<T*>(p.w), &none, &one,
                     p.hasVectors ? static_cast<T*>(p.v) : &none, p.hasVectors ? &p.ldv : &one,
                     work, size, rwork.data(), info);
  });
}

template <class T>
void storeVectors(const GeneralProblem<T>& p, const std::vector<T>& imaginary,
                  const std::vector<T>& vectors) {
  const auto n = static_cast<std::size_t>(p.n);
  const auto ld = static_cast<std::size_t>(p.ldv);
  if (!p.isComplexV) {
    for (std::size_t column = 0; column < n; ++column)
      std::copy_n(vectors.begin() + static_cast<std::ptrdiff_t>(column * n), n,
                  static_cast<T*>(p.v) + column * ld);
    return;
  }
  auto* const target = static_cast<std::complex<T>*>(p.v);
  for (std::size_t column = 0; column < n; ++column) {
    const bool isPair = imaginary[column] != 0;
    for (std::size_t row = 0; row < n; ++row) {
      const T real = vectors[row + column * n];
      const T other = isPair ? vectors[row + (column + 1) * n] : T(0);
      target[row + column * ld] = {real, other};
      if (isPair)
        target[row + (column + 1) * ld] = {real, -other};
    }
    column += isPair;
  }
}

template <class T> int solveReal(const GeneralProblem<T>& p) {
  const char job = p.hasVectors ? 'V' : 'N';
  const int one = 1, ld = std::max(p.n, 1);
  const auto n = static_cast<std::size_t>(p.n);
  T none{};
  std::vector<T> real(n), imaginary(n), vectors(p.hasVectors ? n * n : 1);
  const int info = withScratch<T>([&](T* work, int* size, int* result) {
    lapack<T>().geev("N", &job, &p.n, p.a, &p.lda, real.data(), imaginary.data(), &none, &one,
                     vectors.data(), &ld, work, size, result);
  });
  // A program that wants real numbers gets all real parts before all imaginary ones.
  T* const w = static_cast<T*>(p.w);
  for (std::size_t i = 0; i < n; ++i) {
    w[p.isComplexW ? 2 * i : i] = real[i];
    w[p.isComplexW ? 2 * i + 1 : n + i] = imaginary[i];
  }
  if (p.hasVectors && info == 0)
    storeVectors(p, imaginary, vectors);
  return info;
}

bool isJob(signed char job) {
  return job == 'S' || job == 'N';
}

template <class T>
cusolverStatus_t decomposeOn(Call handle, bool areArgumentsValid, const Decomposition<T>& problem,
                             int* info) {
  return call(handle, areArgumentsValid && problem.isValid(), [=] {
    return launch(handle, handle.name(), problem.operands(info),
                  [=] { *info = decompose(problem); });
  });
}

} // namespace

cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t,
                                             cublasFillMode_t uplo, int64_t, cudaDataType,
                                             const void*, int64_t, cudaDataType, size_t* onDevice,
                                             size_t* onHost) {
  return answerBufferSizes(handle, isTriangle(uplo), onDevice, onHost);
}
cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, void* a,
                                  int64_t lda, cudaDataType, void*, size_t, void*, size_t,
                                  int* info) {
  return withType(handle, dataTypeA, {}, {}, {n, lda}, [=]<class T>(Call caller) {
    return potrf(caller, uplo, n, static_cast<T*>(a), lda, info);
  });
}
cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cublasFillMode_t uplo, int64_t n, int64_t nrhs,
                                  cudaDataType dataTypeA, const void* a, int64_t lda,
                                  cudaDataType dataTypeB, void* b, int64_t ldb, int* info) {
  const Sizes sizes{n, nrhs, lda, ldb};
  return withType(handle, dataTypeA, {dataTypeB}, {}, sizes, [=]<class T>(Call caller) {
    return potrs(caller, uplo, n, nrhs, static_cast<const T*>(a), lda, static_cast<T*>(b), ldb,
                 info);
  });
}

cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t,
                                             int64_t, cudaDataType, const void*, int64_t,
                                             cudaDataType, size_t* onDevice, size_t* onHost) {
  return answerBufferSizes(handle, true, onDevice, onHost);
}
cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m,
                                  int64_t n, cudaDataType dataTypeA, void* a, int64_t lda,
                                  int64_t* ipiv, cudaDataType, void*, size_t, void*, size_t,
                                  int* info) {
  return withType(handle, dataTypeA, {}, {}, {m, n, lda}, [=]<class T>(Call caller) {
    return getrf(caller, m, n, static_cast<T*>(a), lda, {nullptr, ipiv}, info);
  });
}
cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cublasOperation_t trans, int64_t n, int64_t nrhs,
                                  cudaDataType dataTypeA, const void* a, int64_t lda,
                                  const int64_t* ipiv, cudaDataType dataTypeB, void* b, int64_t ldb,
                                  int* info) {
  const Sizes sizes{n, nrhs, lda, ldb};
  return withType(handle, dataTypeA, {dataTypeB}, {}, sizes, [=]<class T>(Call caller) {
    return getrs(caller, trans, n, nrhs, static_cast<const T*>(a), lda, readPivots(ipiv),
                 static_cast<T*>(b), ldb, info);
  });
}

cusolverStatus_t cusolverDnXsytrs_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t, int64_t,
                                             int64_t, cudaDataType, const void*, int64_t,
                                             const int64_t*, cudaDataType, void*, int64_t,
                                             size_t* onDevice, size_t* onHost) {
  return answerBufferSizes(handle, onDevice, onHost);
}
cusolverStatus_t cusolverDnXsytrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int64_t n,
                                  int64_t nrhs, cudaDataType dataTypeA, const void* a, int64_t lda,
                                  const int64_t* ipiv, cudaDataType dataTypeB, void* b, int64_t ldb,
                                  void*, size_t, void*, size_t, int* info) {
  if (!areKnownTypes(dataTypeA, {dataTypeB}, {}))
    return CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
  const Sizes sizes{n, nrhs, lda, ldb};
  const auto solve = [=]<class T>(Call caller) {
    return sytrs(caller, uplo, n, nrhs, static_cast<const T*>(a), lda, readPivots(ipiv),
                 static_cast<T*>(b), ldb, info);
  };
  return invalidWithoutHandle(withType(handle, dataTypeA, {dataTypeB}, {}, sizes, solve));
}

cusolverStatus_t cusolverDnXtrtri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t,
                                             cublasDiagType_t, int64_t, cudaDataType typeA, void*,
                                             int64_t, size_t* onDevice, size_t* onHost) {
  return areKnownTypes(typeA, {}, {}) ? answerBufferSizes(handle, onDevice, onHost)
                                      : CUSOLVER_STATUS_NOT_SUPPORTED;
}
cusolverStatus_t cusolverDnXtrtri(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                  cublasDiagType_t diag, int64_t n, cudaDataType dataTypeA, void* a,
                                  int64_t lda, void*, size_t, void*, size_t, int* devInfo) {
  if (!areKnownTypes(dataTypeA, {}, {}))
    return CUSOLVER_STATUS_NOT_SUPPORTED;
  const auto invert = [=]<class T>(Call caller) {
    return trtri(caller, uplo, diag, n, static_cast<T*>(a), lda, devInfo);
  };
  return invalidWithoutHandle(withType(handle, dataTypeA, {}, {}, {n, lda}, invert));
}

cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t,
                                             int64_t, cudaDataType typeA, const void*, int64_t,
                                             cudaDataType typeTau, const void*,
                                             cudaDataType computeType, size_t* onDevice,
                                             size_t* onHost) {
  return answerBufferSizes(handle, areKnownTypes(typeA, {typeTau, computeType}, {}), onDevice,
                           onHost);
}
cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m,
                                  int64_t n, cudaDataType dataTypeA, void* a, int64_t lda,
                                  cudaDataType dataTypeTau, void* tau, cudaDataType computeType,
                                  void*, size_t, void*, size_t, int* info) {
  return withType(handle, dataTypeA, {dataTypeTau, computeType}, {}, {m, n, lda},
                  [=]<class T>(Call caller) {
                    return geqrf(caller, m, n, static_cast<T*>(a), lda, static_cast<T*>(tau), info);
                  });
}

cusolverStatus_t cusolverDnXlarft_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t,
                                             cusolverDirectMode_t, cusolverStorevMode_t, int64_t,
                                             int64_t, cudaDataType typeV, const void*, int64_t,
                                             cudaDataType typeTau, const void*, cudaDataType typeT,
                                             void*, int64_t, cudaDataType computeType,
                                             size_t* onDevice, size_t* onHost) {
  return answerBufferSizes(handle, areKnownTypes(typeV, {typeTau, typeT, computeType}, {}),
                           onDevice, onHost);
}
cusolverStatus_t cusolverDnXlarft(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cusolverDirectMode_t direct, cusolverStorevMode_t storev,
                                  int64_t n, int64_t k, cudaDataType dataTypeV, const void* v,
                                  int64_t ldv, cudaDataType dataTypeTau, const void* tau,
                                  cudaDataType dataTypeT, void* t, int64_t ldt,
                                  cudaDataType computeType, void*, size_t, void*, size_t) {
  return withType(handle, dataTypeV, {dataTypeTau, dataTypeT, computeType}, {}, {n, k, ldv, ldt},
                  [=]<class Type>(Call caller) {
                    return larft(caller, direct, storev, n, k, static_cast<const Type*>(v), ldv,
                                 static_cast<const Type*>(tau), static_cast<Type*>(t), ldt);
                  });
}

cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t,
                                             cusolverEigMode_t, cublasFillMode_t, int64_t,
                                             cudaDataType typeA, const void*, int64_t,
                                             cudaDataType typeW, const void*,
                                             cudaDataType computeType, size_t* onDevice,
                                             size_t* onHost) {
  return answerBufferSizes(handle, areKnownTypes(typeA, {computeType}, {typeW}), onDevice, onHost);
}
cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
                                  cudaDataType dataTypeA, void* a, int64_t lda,
                                  cudaDataType dataTypeW, void* w, cudaDataType computeType, void*,
                                  size_t, void*, size_t, int* info) {
  return withType(handle, dataTypeA, {computeType}, {dataTypeW}, {n, lda},
                  [=]<class T>(Call caller) {
                    return syevd(caller, jobz, uplo, n, static_cast<T*>(a), lda,
                                 static_cast<Real<T>*>(w), info);
                  });
}
cusolverStatus_t cusolverDnXsyevBatched_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t,
                                                   cusolverEigMode_t, cublasFillMode_t, int64_t,
                                                   cudaDataType typeA, const void*, int64_t,
                                                   cudaDataType typeW, const void*,
                                                   cudaDataType computeType, size_t* onDevice,
                                                   size_t* onHost, int64_t) {
  return answerBufferSizes(handle, areKnownTypes(typeA, {computeType}, {typeW}), onDevice, onHost);
}
cusolverStatus_t cusolverDnXsyevBatched(cusolverDnHandle_t handle, cusolverDnParams_t,
                                        cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
                                        cudaDataType dataTypeA, void* a, int64_t lda,
                                        cudaDataType dataTypeW, void* w, cudaDataType computeType,
                                        void*, size_t, void*, size_t, int* info,
                                        int64_t batchSize) {
  if (batchSize == 0)
    return CUSOLVER_STATUS_INVALID_VALUE;
  return withType(handle, dataTypeA, {computeType}, {dataTypeW}, {n, lda},
                  [=]<class T>(Call caller) {
                    return syevBatched(caller, jobz, uplo, n, static_cast<T*>(a), lda,
                                       static_cast<Real<T>*>(w), info, batchSize);
                  });
}
cusolverStatus_t cusolverDnXsyevdx_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t,
                                              cusolverEigMode_t, cusolverEigRange_t,
                                              cublasFillMode_t, int64_t, cudaDataType typeA,
                                              const void*, int64_t, void*, void*, int64_t, int64_t,
                                              int64_t*, cudaDataType typeW, const void*,
                                              cudaDataType computeType, size_t* onDevice,
                                              size_t* onHost) {
  return answerBufferSizes(handle, areKnownTypes(typeA, {computeType}, {typeW}), onDevice, onHost);
}
cusolverStatus_t cusolverDnXsyevdx(cusolverDnHandle_t handle, cusolverDnParams_t,
                                   cusolverEigMode_t jobz, cusolverEigRange_t range,
                                   cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA,
                                   void* a, int64_t lda, void* vl, void* vu, int64_t il, int64_t iu,
                                   int64_t* meig64, cudaDataType dataTypeW, void* w,
                                   cudaDataType computeType, void*, size_t, void*, size_t,
                                   int* info) {
  const bool isInterval = range == CUSOLVER_EIG_RANGE_V;
  if (isInterval && (!vl || !vu))
    return CUSOLVER_STATUS_INVALID_VALUE;
  return withType(handle, dataTypeA, {computeType}, {dataTypeW}, {n, lda},
                  [=]<class T>(Call caller) {
                    using R = Real<T>;
                    EigenvalueRange<R> part{range, 0, 0, il, iu};
                    if (isInterval) {
                      part.low = *static_cast<const R*>(vl);
                      part.high = *static_cast<const R*>(vu);
                    }
                    return syevdx(caller, jobz, part, uplo, n, static_cast<T*>(a), lda, meig64,
                                  static_cast<R*>(w), info);
                  });
}

cusolverStatus_t cusolverDnXgeev_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t,
                                            cusolverEigMode_t, cusolverEigMode_t, int64_t n,
                                            cudaDataType typeA, const void*, int64_t lda,
                                            cudaDataType typeW, const void*, cudaDataType typeVL,
                                            const void*, int64_t ldvl, cudaDataType typeVR,
                                            const void*, int64_t ldvr, cudaDataType computeType,
                                            size_t* onDevice, size_t* onHost) {
  const bool isValid = areGeneralTypes(typeA, computeType, {typeW, typeVL, typeVR}) &&
                       isMatrix(n, n, lda) && ldvl >= 1 && ldvr >= atLeastOne(n);
  return answerBufferSizes(handle, isValid, onDevice, onHost);
}
// As in cuSOLVER, there are no vectors on the left, and wrong sizes are an internal error.
cusolverStatus_t cusolverDnXgeev(cusolverDnHandle_t handle, cusolverDnParams_t,
                                 cusolverEigMode_t jobvl, cusolverEigMode_t jobvr, int64_t n,
                                 cudaDataType dataTypeA, void* a, int64_t lda,
                                 cudaDataType dataTypeW, void* w, cudaDataType dataTypeVL, void*,
                                 int64_t ldvl, cudaDataType dataTypeVR, void* vr, int64_t ldvr,
                                 cudaDataType computeType, void*, size_t, void*, size_t,
                                 int* info) {
  const bool isComplexW = dataTypeW == CUDA_C_32F || dataTypeW == CUDA_C_64F;
  const bool isComplexV = dataTypeVR == CUDA_C_32F || dataTypeVR == CUDA_C_64F;
  const bool hasVectors = jobvr == CUSOLVER_EIG_MODE_VECTOR;
  const bool isValid = jobvl == CUSOLVER_EIG_MODE_NOVECTOR && isMode(jobvr) &&
                       areGeneralTypes(dataTypeA, computeType, {dataTypeW, dataTypeVL, dataTypeVR});
  const bool areSizesValid =
      isMatrix(n, n, lda) && ldvl >= 1 && (!hasVectors || ldvr >= atLeastOne(n));
  return withType(handle, dataTypeA, {computeType}, {}, {n, lda, ldvr}, [=]<class T>(Call caller) {
    const bool areTypesRight = !kIsComplex<T> || (isComplexW && (isComplexV || !hasVectors));
    return call(caller, isValid && areTypesRight, [=] {
      if (!areSizesValid)
        return CUSOLVER_STATUS_INTERNAL_ERROR;
      const GeneralProblem<T> problem{hasVectors,
                                      static_cast<int>(n),
                                      static_cast<T*>(a),
                                      static_cast<int>(lda),
                                      w,
                                      isComplexW,
                                      vr,
                                      isComplexV && !kIsComplex<T>,
                                      static_cast<int>(ldvr)};
      return launch(caller, "cusolverDnXgeev", problem.operands(info), [=] {
        if constexpr (kIsComplex<T>)
          *info = solveComplex(problem);
        else
          *info = solveReal(problem);
      });
    });
  });
}

cusolverStatus_t cusolverDnXgesvd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t,
                                             signed char, signed char, int64_t m, int64_t n,
                                             cudaDataType typeA, const void*, int64_t,
                                             cudaDataType typeS, const void*, cudaDataType typeU,
                                             const void*, int64_t, cudaDataType typeVT, const void*,
                                             int64_t, cudaDataType computeType, size_t* onDevice,
                                             size_t* onHost) {
  const bool isValid = m >= n && areKnownTypes(typeA, {typeU, typeVT, computeType}, {typeS});
  return isValid ? answerBufferSizes(handle, onDevice, onHost) : CUSOLVER_STATUS_INVALID_VALUE;
}
cusolverStatus_t cusolverDnXgesvd(cusolverDnHandle_t handle, cusolverDnParams_t, signed char jobu,
                                  signed char jobvt, int64_t m, int64_t n, cudaDataType dataTypeA,
                                  void* a, int64_t lda, cudaDataType dataTypeS, void* s,
                                  cudaDataType dataTypeU, void* u, int64_t ldu,
                                  cudaDataType dataTypeVT, void* vt, int64_t ldvt,
                                  cudaDataType computeType, void*, size_t, void*, size_t,
                                  int* info) {
  return withType(handle, dataTypeA, {dataTypeU, dataTypeVT, computeType}, {dataTypeS},
                  {m, n, lda, ldu, ldvt}, [=]<class T>(Call caller) {
                    return gesvd<T>(caller, static_cast<char>(jobu), static_cast<char>(jobvt), m, n,
                                    static_cast<T*>(a), lda, static_cast<Real<T>*>(s),
                                    static_cast<T*>(u), ldu, static_cast<T*>(vt), ldvt, nullptr,
                                    info);
                  });
}

cusolverStatus_t cusolverDnXgesvdp_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t,
                                              cusolverEigMode_t, int, int64_t, int64_t,
                                              cudaDataType typeA, const void*, int64_t,
                                              cudaDataType typeS, const void*, cudaDataType typeU,
                                              const void*, int64_t, cudaDataType typeV, const void*,
                                              int64_t, cudaDataType computeType, size_t* onDevice,
                                              size_t* onHost) {
  return answerBufferSizes(handle, areKnownTypes(typeA, {typeU, typeV, computeType}, {typeS}),
                           onDevice, onHost);
}
// A GPU shifts singular values by errorOfSigma where the matrix is nearly singular; LAPACK needs no
// such shift.
cusolverStatus_t cusolverDnXgesvdp(cusolverDnHandle_t handle, cusolverDnParams_t,
                                   cusolverEigMode_t jobz, int econ, int64_t m, int64_t n,
                                   cudaDataType dataTypeA, void* a, int64_t lda,
                                   cudaDataType dataTypeS, void* s, cudaDataType dataTypeU, void* u,
                                   int64_t ldu, cudaDataType dataTypeV, void* v, int64_t ldv,
                                   cudaDataType computeType, void*, size_t, void*, size_t,
                                   int* info, double* errorOfSigma) {
  const bool hasVectors = jobz == CUSOLVER_EIG_MODE_VECTOR;
  const std::int64_t smaller = std::min(m, n);
  return withType(handle, dataTypeA, {dataTypeU, dataTypeV, computeType}, {dataTypeS},
                  {m, n, lda, ldu, ldv}, [=]<class T>(Call caller) {
                    const Decomposition<T> problem{hasVectors,
                                                   hasVectors,
                                                   m,
                                                   n,
                                                   smaller,
                                                   econ ? smaller : m,
                                                   econ ? smaller : n,
                                                   static_cast<const T*>(a),
                                                   lda,
                                                   static_cast<Real<T>*>(s),
                                                   static_cast<T*>(u),
                                                   ldu,
                                                   static_cast<T*>(v),
                                                   ldv};
                    if (errorOfSigma)
                      *errorOfSigma = 0;
                    return decomposeOn(caller, isMode(jobz), problem, info);
                  });
}

cusolverStatus_t cusolverDnXgesvdr_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t,
                                              signed char jobu, signed char jobv, int64_t m,
                                              int64_t n, int64_t k, int64_t p, int64_t niters,
                                              cudaDataType, const void*, int64_t lda, cudaDataType,
                                              const void*, cudaDataType, const void*, int64_t,
                                              cudaDataType, const void*, int64_t, cudaDataType,
                                              size_t* onDevice, size_t* onHost) {
  const bool isValid = isJob(jobu) && isJob(jobv) && isMatrix(m, n, lda) && k >= 0 && p >= 0 &&
                       k + p <= std::min(m, n) && niters >= 0;
  return answerBufferSizes(handle, isValid, onDevice, onHost);
}
// The largest k singular values. A GPU finds them approximately by random numbers; here they are
// those of the whole decomposition.
cusolverStatus_t cusolverDnXgesvdr(cusolverDnHandle_t handle, cusolverDnParams_t, signed char jobu,
                                   signed char jobv, int64_t m, int64_t n, int64_t k, int64_t p,
                                   int64_t niters, cudaDataType dataTypeA, void* a, int64_t lda,
                                   cudaDataType dataTypeSrand, void* s, cudaDataType dataTypeUrand,
                                   void* u, int64_t ldUrand, cudaDataType dataTypeVrand, void* v,
                                   int64_t ldVrand, cudaDataType computeType, void*, size_t, void*,
                                   size_t, int* info) {
  const bool isValid =
      isJob(jobu) && isJob(jobv) && k >= 0 && p >= 0 && k + p <= std::min(m, n) && niters >= 0;
  return withType(handle, dataTypeA, {dataTypeUrand, dataTypeVrand, computeType}, {dataTypeSrand},
                  {m, n, lda, ldUrand, ldVrand}, [=]<class T>(Call caller) {
                    const Decomposition<T> problem{jobu == 'S',
                                                   jobv == 'S',
                                                   m,
                                                   n,
                                                   k,
                                                   k,
                                                   k,
                                                   static_cast<const T*>(a),
                                                   lda,
                                                   static_cast<Real<T>*>(s),
                                                   static_cast<T*>(u),
                                                   ldUrand,
                                                   static_cast<T*>(v),
                                                   ldVrand};
                    return decomposeOn(caller, isValid, problem, info);
                  });
}
