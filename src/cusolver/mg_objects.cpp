#include "cusolver/mg_objects.h"

#include "cusolver/lapack.h"

using namespace heddle::cusolver;
using heddle::library::Handles;
using mg::Grid;
using mg::MatrixDescription;

namespace {

bool areDevices(std::int64_t count, const int* devices) {
  int known = 0;
  return count > 0 && devices && cudaGetDeviceCount(&known) == cudaSuccess &&
         std::all_of(devices, devices + count,
                     [&](int device) { return device >= 0 && device < known; });
}

template <class Object> cusolverStatus_t destroy(const void* handle) {
  return guarded([&] {
    return Handles<Object>::get().remove(static_cast<const Object*>(handle))
               ? CUSOLVER_STATUS_SUCCESS
               : CUSOLVER_STATUS_INVALID_VALUE;
  });
}

} // namespace

cusolverStatus_t cusolverMgCreate(cusolverMgHandle_t* handle) {
  if (!handle)
    return CUSOLVER_STATUS_INVALID_VALUE;
  return guarded([&] {
    if (!openLapack())
      return CUSOLVER_STATUS_NOT_INITIALIZED;
    *handle = Handles<cusolverMgContext>::get().add({});
    return CUSOLVER_STATUS_SUCCESS;
  });
}

cusolverStatus_t cusolverMgDestroy(cusolverMgHandle_t handle) {
  return guarded([&] {
    return Handles<cusolverMgContext>::get().remove(handle) ? CUSOLVER_STATUS_SUCCESS
                                                            : CUSOLVER_STATUS_NOT_INITIALIZED;
  });
}

cusolverStatus_t cusolverMgDeviceSelect(cusolverMgHandle_t handle, int count, int devices[]) {
  return guarded([&] {
    if (!exist<cusolverMgContext>(handle))
      return CUSOLVER_STATUS_NOT_INITIALIZED;
    if (!areDevices(count, devices))
      return CUSOLVER_STATUS_INVALID_VALUE;
    handle->devices.assign(devices, devices + count);
    return CUSOLVER_STATUS_SUCCESS;
  });
}

// Only columns are dealt out, so a grid has one row.
cusolverStatus_t cusolverMgCreateDeviceGrid(cudaLibMgGrid_t* grid, int32_t rows, int32_t columns,
                                            const int32_t devices[],
                                            cusolverMgGridMapping_t mapping) {
  return guarded([&] {
    const bool isMapping =
        mapping == CUDALIBMG_GRID_MAPPING_COL_MAJOR || mapping == CUDALIBMG_GRID_MAPPING_ROW_MAJOR;
    if (!grid || rows != 1 || !isMapping || !areDevices(columns, devices))
      return CUSOLVER_STATUS_INVALID_VALUE;
    *grid = Handles<Grid>::get().add({{devices, devices + columns}});
    return CUSOLVER_STATUS_SUCCESS;
  });
}

cusolverStatus_t cusolverMgDestroyGrid(cudaLibMgGrid_t grid) {
  return destroy<Grid>(grid);
}

cusolverStatus_t cusolverMgCreateMatrixDesc(cudaLibMgMatrixDesc_t* description, int64_t rows,
                                            int64_t columns, int64_t blockRows,
                                            int64_t blockColumns, cudaDataType type,
                                            const cudaLibMgGrid_t grid) {
  return guarded([&] {
    const auto* const devices = static_cast<const Grid*>(grid);
    if (!description || rows < 0 || columns < 0 || blockRows != rows || blockColumns < 1 ||
        !exist(devices))
      return CUSOLVER_STATUS_INVALID_VALUE;
    *description = Handles<MatrixDescription>::get().add(
        {rows, columns, blockColumns, type, devices->devices});
    return CUSOLVER_STATUS_SUCCESS;
  });
}

cusolverStatus_t cusolverMgDestroyMatrixDesc(cudaLibMgMatrixDesc_t description) {
  return destroy<MatrixDescription>(description);
}
