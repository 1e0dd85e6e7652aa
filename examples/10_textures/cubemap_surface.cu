// Shows: a surface over several cubemaps counts their faces: (2 * 6) + 3 is face 3 of cubemap 2.
// From: X-035, X-082 of the guides.
// Try next: read it through a texture with texCubemapLayered.
#include "texture_object.h"

__global__ void write(cudaSurfaceObject_t surface, int layerFace) {
  const int x = threadIdx.x, y = threadIdx.y;
  surfCubemapLayeredwrite(100.0f + 10 * y + x, surface, x * 4, y, layerFace);
}

int main() {
  const int width = 4, cubemaps = 3, faces = 6 * cubemaps, faceSize = width * width;
  cudaArray_t array =
      filledArray(std::vector<float>(faceSize * faces), make_cudaExtent(width, width, faces),
                  cudaArrayCubemap | cudaArrayLayered | cudaArraySurfaceLoadStore);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  CHECK_CUDA(cudaCreateSurfaceObject(&surface, &resource));
  const int layerFace = (2 * 6) + 3;
  write<<<1, dim3(width, width)>>>(surface, layerFace);
  CHECK_CUDA(cudaGetLastError());

  std::vector<float> back(faceSize * faces);
  cudaMemcpy3DParms copy = {};
  copy.srcArray = array;
  copy.dstPtr = make_cudaPitchedPtr(back.data(), width * sizeof(float), width, width);
  copy.extent = make_cudaExtent(width, width, faces);
  copy.kind = cudaMemcpyDeviceToHost;
  CHECK_CUDA(cudaMemcpy3D(&copy));
  for (int i = 0; i < faceSize * faces; ++i) {
    const int inFace = i % faceSize; // the fourth face of the third cubemap, and no other
    const bool isWritten = i / faceSize == 15;
    EXPECT(back[i] == (isWritten ? 100.0f + 10 * (inFace / width) + inFace % width : 0));
  }
  CHECK_CUDA(cudaDestroySurfaceObject(surface));
  CHECK_CUDA(cudaFreeArray(array));
  return report();
}
