// Events made of sync objects of EGL: of a fence in the commands of OpenGL, and of an object that
// the program signals itself.

// nvcc: -lEGL -lGL -lcuda
#include "gl_context.h"

#include <cudaEGL.h>
#include <cuda_egl_interop.h>

__global__ void store(volatile int* out) {
  *out = 1;
}

struct Words {
  int* word;
  Words() {
    CUDA_CHECK(cudaMallocManaged(&word, sizeof *word));
    *word = 0;
  }
  ~Words() { CUDA_CHECK(cudaFree(word)); }
};

// A fence behind commands that the program has not flushed: making the event does it.
void fence(EGLDisplay display) {
  const Picture picture(64, 64);
  glClearColor(1, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  const EGLSync sync = eglCreateSync(display, EGL_SYNC_FENCE, nullptr);
  CHECK(sync != EGL_NO_SYNC);
  cudaEvent_t event;
  CUDA_CHECK(cudaEventCreateFromEGLSync(&event, sync, cudaEventDefault));
  Words words;
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaStreamWaitEvent(stream, event, 0));
  store<<<1, 1, 0, stream>>>(words.word);
  CUDA_CHECK(cudaStreamSynchronize(stream));
  EXPECT_EQ(*words.word, 1);
  CUDA_CHECK(cudaEventSynchronize(event));
  CUDA_CHECK(cudaEventQuery(event));
  CUDA_CHECK(cudaEventDestroy(event));
  CUDA_CHECK(cudaStreamDestroy(stream));
  CHECK(eglDestroySync(display, sync));
}

// Work waits until the program signals the object, and other streams go on meanwhile.
void reusable(EGLDisplay display) {
  const auto createSync =
      reinterpret_cast<PFNEGLCREATESYNCKHRPROC>(eglGetProcAddress("eglCreateSyncKHR"));
  const auto signalSync =
      reinterpret_cast<PFNEGLSIGNALSYNCKHRPROC>(eglGetProcAddress("eglSignalSyncKHR"));
  const EGLSyncKHR sync = createSync(display, EGL_SYNC_REUSABLE_KHR, nullptr);
  CHECK(sync != EGL_NO_SYNC_KHR);
  cudaEvent_t event, own;
  CUDA_CHECK(cudaEventCreateFromEGLSync(&event, sync, cudaEventBlockingSync));
  CUDA_CHECK(cudaEventCreate(&own));
  Words waits, passes;
  cudaStream_t waiting, other;
  CUDA_CHECK(cudaStreamCreateWithFlags(&waiting, cudaStreamNonBlocking));
  CUDA_CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  EXPECT_CUDA(cudaErrorNotReady, cudaEventQuery(event));
  CUDA_CHECK(cudaStreamWaitEvent(waiting, event, 0));
  store<<<1, 1, 0, waiting>>>(waits.word);
  store<<<1, 1, 0, other>>>(passes.word);
  CUDA_CHECK(cudaStreamSynchronize(other));
  EXPECT_EQ(*passes.word, 1);
  EXPECT_EQ(*static_cast<volatile int*>(waits.word), 0);
  EXPECT_CUDA(cudaErrorNotReady, cudaStreamQuery(waiting));
  CHECK(signalSync(display, sync, EGL_SIGNALED_KHR));
  CUDA_CHECK(cudaEventSynchronize(event));
  CUDA_CHECK(cudaEventQuery(event));
  CUDA_CHECK(cudaStreamSynchronize(waiting));
  EXPECT_EQ(*waits.word, 1);

  // Such an event has no time and cannot be recorded.
  float milliseconds;
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, cudaEventRecord(event, other));
  CUDA_CHECK(cudaEventRecord(own, other));
  CUDA_CHECK(cudaEventSynchronize(own));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&milliseconds, own, event));

  // A graph can wait for it.
  CHECK(signalSync(display, sync, EGL_UNSIGNALED_KHR));
  *waits.word = 0;
  cudaGraph_t graph;
  cudaGraphNode_t wait, kernel;
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  CUDA_CHECK(cudaGraphAddEventWaitNode(&wait, graph, nullptr, 0, event));
  cudaKernelNodeParams node = {};
  void* arguments[] = {&waits.word};
  node.func = reinterpret_cast<void*>(store);
  node.gridDim = node.blockDim = dim3(1);
  node.kernelParams = arguments;
  CUDA_CHECK(cudaGraphAddKernelNode(&kernel, graph, &wait, 1, &node));
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CUDA_CHECK(cudaGraphLaunch(exec, waiting));
  EXPECT_CUDA(cudaErrorNotReady, cudaStreamQuery(waiting));
  CHECK(signalSync(display, sync, EGL_SIGNALED_KHR));
  CUDA_CHECK(cudaStreamSynchronize(waiting));
  EXPECT_EQ(*waits.word, 1);
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(graph));

  // Whoever waits for an object that is destroyed goes on.
  CHECK(signalSync(display, sync, EGL_UNSIGNALED_KHR));
  CUDA_CHECK(cudaStreamWaitEvent(waiting, event, 0));
  CHECK(eglDestroySync(display, sync));
  CUDA_CHECK(cudaStreamSynchronize(waiting));
  CUDA_CHECK(cudaEventDestroy(event));
  CUDA_CHECK(cudaEventDestroy(own));
  CUDA_CHECK(cudaStreamDestroy(waiting));
  CUDA_CHECK(cudaStreamDestroy(other));
}

void badUse(GlContext& context) {
  const EGLSync sync = eglCreateSync(context.display(), EGL_SYNC_FENCE, nullptr);
  cudaEvent_t event;
  CUevent driverEvent;
  EXPECT_CUDA(cudaErrorInvalidValue, cudaEventCreateFromEGLSync(nullptr, sync, 0));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaEventCreateFromEGLSync(&event, nullptr, 0));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaEventCreateFromEGLSync(&event, &event, 0));
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaEventCreateFromEGLSync(&event, sync, cudaEventDisableTiming));
  EXPECT_EQ(int(cuEventCreateFromEGLSync(&driverEvent, nullptr, 0)), int(CUDA_ERROR_INVALID_VALUE));
  EXPECT_EQ(int(cuEventCreateFromEGLSync(&driverEvent, sync, 0)), int(CUDA_SUCCESS));
  EXPECT_EQ(int(cuEventDestroy(driverEvent)), int(CUDA_SUCCESS));
  // Without a display that is current, nobody knows whose object it is.
  context.makeCurrent(false);
  EXPECT_CUDA(cudaErrorInvalidValue, cudaEventCreateFromEGLSync(&event, sync, 0));
  context.makeCurrent(true);
  CHECK(eglDestroySync(context.display(), sync));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaEventCreateFromEGLSync(&event, sync, 0));
}

int main() {
  GlContext context;
  CUDA_CHECK(cudaFree(0));
  fence(context.display());
  reusable(context.display());
  badUse(context);
  EXPECT_EQ(glGetError(), GLenum(GL_NO_ERROR));
  return ok();
}
