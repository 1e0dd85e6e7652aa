// The construction of Givens rotations.
#include "cublas/elements.h"

#include <cmath>
#include <vector>

using namespace heddle::cublas;

namespace {

// Makes the rotation that turns (a, b) into (r, 0). a becomes r, and b a number from which c and s
// can be had again.
template <class T> void makeRotation(T& a, T& b, T& c, T& s) {
  const T larger = std::abs(a) > std::abs(b) ? a : b;
  const T scale = std::abs(a) + std::abs(b);
  if (scale == 0) {
    c = 1;
    s = a = b = 0;
    return;
  }
  const T r = std::copysign(scale * std::hypot(a / scale, b / scale), larger);
  c = a / r;
  s = b / r;
  const T both = std::abs(a) > std::abs(b) ? s : c != 0 ? 1 / c : T(1);
  a = r;
  b = both;
}
template <class T>
void makeRotation(std::complex<T>& a, const std::complex<T>& b, T& c, std::complex<T>& s) {
  const T size = std::abs(a);
  if (size == 0) {
    c = 0;
    s = 1;
    a = b;
    return;
  }
  const T norm = std::hypot(size, std::abs(b));
  const std::complex<T> direction = a / size;
  c = size / norm;
  s = multiply(direction, std::conj(b)) / norm;
  a = direction * norm;
}

// The modified rotation, as reference BLAS makes it: h is stored in `param` behind a flag that says
// which of its elements are not 1, 0 or -1.
template <class T> class ModifiedRotation {
public:
  ModifiedRotation(T& d1, T& d2, T& x1) : d1_(d1), d2_(d2), x1_(x1) {}

  void make(T y1, T* param) {
    if (d1_ < 0) {
      clear();
    } else {
      const T p2 = d2_ * y1;
      if (p2 == 0) {
        param[0] = -2;
        return;
      }
      choose(y1, p2);
      rescale(d1_, &x1_, h11_, h12_);
      rescale(d2_, nullptr, h21_, h22_);
    }
    store(param);
  }

private:
  void clear() {
    flag_ = -1;
    h11_ = h12_ = h21_ = h22_ = d1_ = d2_ = x1_ = 0;
  }
  void choose(T y1, T p2) {
    const T p1 = d1_ * x1_, q1 = p1 * x1_, q2 = p2 * y1;
    if (std::abs(q1) > std::abs(q2)) {
      h21_ = -y1 / x1_;
      h12_ = p2 / p1;
      const T u = 1 - h12_ * h21_;
      if (u <= 0)
        return clear();
      flag_ = 0;
      d1_ /= u;
      d2_ /= u;
      x1_ *= u;
    } else if (q2 < 0) {
      clear();
    } else {
      flag_ = 1;
      h11_ = p1 / p2;
      h22_ = x1_ / y1;
      const T u = 1 + h11_ * h22_, d = d2_ / u;
      d2_ = d1_ / u;
      d1_ = d;
      x1_ = y1 * u;
    }
  }
  // Makes all four elements explicit, so that they can be scaled.
  void fill() {
    if (flag_ == 0)
      h11_ = h22_ = 1;
    else if (flag_ == 1) {
      h21_ = -1;
      h12_ = 1;
    }
    flag_ = -1;
  }
  // Keeps a weight within the range that reference BLAS allows.
  void rescale(T& d, T* x, T& first, T& second) {
    constexpr T gamma = 4096, most = gamma * gamma, least = 1 / most;
    while (d != 0 && std::isfinite(d) && (std::abs(d) <= least || std::abs(d) >= most)) {
      fill();
      const T step = std::abs(d) <= least ? gamma : 1 / gamma;
      d *= step * step;
      first /= step;
      second /= step;
      if (x)
        *x /= step;
    }
  }
  void store(T* param) const {
    if (flag_ != 0) {
      param[1] = h11_;
      param[4] = h22_;
    }
    if (flag_ != 1) {
      param[2] = h21_;
      param[3] = h12_;
    }
    param[0] = flag_;
  }

  T &d1_, &d2_, &x1_;
  T flag_ = 0, h11_ = 0, h12_ = 0, h21_ = 0, h22_ = 0;
};

// Runs `make` at once on the host's numbers, or on the stream on those of the device, of which
// there are `count` at each address.
struct Place {
  const void* address;
  std::size_t bytes;
};
// Runs `make` at once on numbers of the host, or on the stream on numbers of the device.
template <class Make>
cublasStatus_t run(cublasHandle_t handle, const char* name, std::initializer_list<Place> places,
                   Make make) {
  bool isComplete = true;
  for (const Place& place : places)
    isComplete &= place.address != nullptr;
  return call(handle, name, check({isComplete}), [&] {
    if (handle->pointerMode == CUBLAS_POINTER_MODE_HOST) {
      make();
      return CUBLAS_STATUS_SUCCESS;
    }
    return launchOne(handle, name, [make, all = std::vector<Place>(places)] {
      for (const Place& place : all)
        if (!heddle::library::isAccessible({place.address, place.bytes, place.bytes, 1}, true))
          return false;
      make();
      return true;
    });
  });
}

template <class A, class C, class S>
cublasStatus_t rotg(cublasHandle_t handle, A* a, A* b, C* c, S* s) {
  return run(handle, "cublasRotg", {{a, sizeof *a}, {b, sizeof *b}, {c, sizeof *c}, {s, sizeof *s}},
             [=] { makeRotation(*native(a), *native(b), *c, *native(s)); });
}

template <class T>
cublasStatus_t rotmg(cublasHandle_t handle, T* d1, T* d2, T* x1, const T* y1, T* param) {
  return run(handle, "cublasRotmg",
             {{d1, sizeof *d1},
              {d2, sizeof *d2},
              {x1, sizeof *x1},
              {y1, sizeof *y1},
              {param, 5 * sizeof *param}},
             [=] { ModifiedRotation<T>(*d1, *d2, *x1).make(*y1, param); });
}

} // namespace

cublasStatus_t cublasSrotg_v2(cublasHandle_t handle, float* a, float* b, float* c, float* s) {
  return rotg(handle, a, b, c, s);
}
cublasStatus_t cublasDrotg_v2(cublasHandle_t handle, double* a, double* b, double* c, double* s) {
  return rotg(handle, a, b, c, s);
}
cublasStatus_t cublasCrotg_v2(cublasHandle_t handle, cuComplex* a, cuComplex* b, float* c,
                              cuComplex* s) {
  return rotg(handle, a, b, c, s);
}
cublasStatus_t cublasZrotg_v2(cublasHandle_t handle, cuDoubleComplex* a, cuDoubleComplex* b,
                              double* c, cuDoubleComplex* s) {
  return rotg(handle, a, b, c, s);
}
cublasStatus_t cublasSrotmg_v2(cublasHandle_t handle, float* d1, float* d2, float* x1,
                               const float* y1, float* param) {
  return rotmg(handle, d1, d2, x1, y1, param);
}
cublasStatus_t cublasDrotmg_v2(cublasHandle_t handle, double* d1, double* d2, double* x1,
                               const double* y1, double* param) {
  return rotmg(handle, d1, d2, x1, y1, param);
}
cublasStatus_t cublasRotgEx(cublasHandle_t handle, void* a, void* b, cudaDataType abType, void* c,
                            void* s, cudaDataType csType, cudaDataType executionType) {
  const auto as = [&](auto* number, auto* cosine) {
    using T = std::remove_pointer_t<decltype(number)>;
    using R = std::remove_pointer_t<decltype(cosine)>;
    return rotg(handle, static_cast<T*>(a), static_cast<T*>(b), static_cast<R*>(c),
                static_cast<T*>(s));
  };
  if (abType != csType || abType != executionType)
    return refuseTypes(handle, "cublasRotgEx", {abType, csType, executionType});
  switch (abType) {
  case CUDA_R_32F:
    return as(static_cast<float*>(nullptr), static_cast<float*>(nullptr));
  case CUDA_R_64F:
    return as(static_cast<double*>(nullptr), static_cast<double*>(nullptr));
  case CUDA_C_32F:
    return as(static_cast<cuComplex*>(nullptr), static_cast<float*>(nullptr));
  case CUDA_C_64F:
    return as(static_cast<cuDoubleComplex*>(nullptr), static_cast<double*>(nullptr));
  default:
    return refuseTypes(handle, "cublasRotgEx", {abType});
  }
}
cublasStatus_t cublasRotmgEx(cublasHandle_t handle, void* d1, cudaDataType d1Type, void* d2,
                             cudaDataType d2Type, void* x1, cudaDataType x1Type, const void* y1,
                             cudaDataType y1Type, void* param, cudaDataType paramType,
                             cudaDataType executionType) {
  bool isUniform = true;
  for (const cudaDataType type : {d2Type, x1Type, y1Type, paramType, executionType})
    isUniform &= type == d1Type;
  if (isUniform && d1Type == CUDA_R_32F)
    return rotmg(handle, static_cast<float*>(d1), static_cast<float*>(d2), static_cast<float*>(x1),
                 static_cast<const float*>(y1), static_cast<float*>(param));
  if (isUniform && d1Type == CUDA_R_64F)
    return rotmg(handle, static_cast<double*>(d1), static_cast<double*>(d2),
                 static_cast<double*>(x1), static_cast<const double*>(y1),
                 static_cast<double*>(param));
  return refuseTypes(handle, "cublasRotmgEx",
                     {d1Type, d2Type, x1Type, y1Type, paramType, executionType});
}
