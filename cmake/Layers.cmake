# The layers of Heddle, bottom to top: the one list of what may stand on what. From it come the
# include folders that a target sees, the order of the build files, the check of `ctest -R layers`
# and the table in docs/architecture.md (`docs/make-layers` writes it).
#
#   heddle_layer(NAME [USES layer...] [CALLS layer...] [FOLDER path] ABOUT text)
#
# USES names the layers whose headers it may include and whose libraries it may link. CALLS names
# those that it reaches only through their public CUDA API: it links or opens their shared library
# and includes none of their headers. Both must come before it in this file. The folder is src/NAME
# unless FOLDER says otherwise.

heddle_layer(environment
  ABOUT "environment variables, the user's key, and folders that no other user can change")
heddle_layer(ir ABOUT "contracts between layers: thread IR, kernel ABI, texture descriptors")
heddle_layer(fatbin ABOUT "containers of device code: fat binaries, cubins, objects, archives")
heddle_layer(trace USES environment ABOUT "messages on standard error; traces of API calls and device work")
heddle_layer(machine USES environment ABOUT "settings of a device that all processes of the machine share")
heddle_layer(memory USES environment ABOUT "device address space; pinned, managed and shared memory")
heddle_layer(ptx USES ir ABOUT "PTX text to a checked module, and that to thread IR")
heddle_layer(simt USES environment ir ABOUT "thread IR to block functions")
heddle_layer(jit USES environment ir memory ptx simt ABOUT "LLVM pipeline, ORC, object cache on disk")
heddle_layer(texture USES ir memory ABOUT "the sampler behind texture and surface instructions")
heddle_layer(exec USES environment ir trace memory texture
  ABOUT "workers, blocks, streams, faults, printf, device heap")
heddle_layer(driver USES environment ir fatbin trace machine memory jit exec ABOUT "libcuda: the driver API")
heddle_layer(runtime USES environment ir trace CALLS driver ABOUT "libcudart: the runtime API")
heddle_layer(nvml USES ir machine CALLS driver ABOUT "libnvidia-ml: queries of monitoring programs")
heddle_layer(toolkit USES fatbin
  ABOUT "what the toolkit's programs and libraries share: architectures, options, files, release")
heddle_layer(ptxas USES ir fatbin ptx jit toolkit
  ABOUT "bin/ptxas and libnvptxcompiler: PTX to a cubin, ahead of time")
heddle_layer(nvcc USES environment ir fatbin jit toolkit ABOUT "bin/nvcc, and clang 19 with nvcc's dialect of CUDA")
heddle_layer(nvvm USES environment ir fatbin toolkit CALLS nvcc
  ABOUT "libnvvm: NVVM IR to PTX; libdevice, the device math library as bitcode")
heddle_layer(nvjitlink USES ir fatbin trace jit toolkit nvvm
  ABOUT "bin/nvlink and libnvJitLink: device code of many files to one cubin")
heddle_layer(nvrtc USES environment ir fatbin jit toolkit nvcc
  ABOUT "libnvrtc: CUDA source to PTX while the program runs")
heddle_layer(nvfatbin USES ir fatbin trace toolkit ABOUT "libnvfatbin: fat binaries made inside the program")
heddle_layer(library USES ir trace CALLS runtime
  ABOUT "what libraries of host code share: their work on streams, like kernels")
heddle_layer(curand USES ir trace CALLS runtime nvcc
  ABOUT "libcurand: random numbers in memory, by kernels over curand_kernel.h")
heddle_layer(cufft USES ir trace library CALLS runtime nvcc
  ABOUT "libcufft: Fourier transforms, by host code on the workers of a device")
heddle_layer(cufftw USES trace CALLS runtime cufft ABOUT "libcufftw: FFTW's interface over cuFFT")
heddle_layer(cublas USES ir trace library CALLS runtime ABOUT "libcublas: dense linear algebra, over OpenBLAS")
heddle_layer(cusparse USES ir trace library cublas CALLS runtime nvrtc nvjitlink
  ABOUT "libcusparse: sparse vectors and matrices, by host code on the workers of a device")
heddle_layer(cublaslt USES ir trace library cublas CALLS runtime
  ABOUT "libcublasLt: products with layouts and epilogues")
heddle_layer(cusolver USES ir trace library cublas CALLS runtime cusparse
  ABOUT "libcusolver and libcusolverMg: linear systems, eigenvalues and singular values, over the LAPACK in OpenBLAS")
heddle_layer(nccl USES environment ir trace library CALLS runtime
  ABOUT "libnccl: communication between devices, processes and machines")
heddle_layer(tools FOLDER tools USES environment fatbin jit ptx simt toolkit nvcc CALLS driver nvml
  ABOUT "bin/heddle, also as compute-sanitizer, cuobjdump, bin2c, fatbinary, cu++filt and nvidia-smi; simt-opt for developers")
