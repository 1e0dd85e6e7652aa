# What an installed Heddle consists of. The same layout as the build tree, and nothing in it knows
# its own place: nvcc and the libraries find each other relative to themselves.
include(CMakePackageConfigHelpers)

set(heddle_programs nvcc ptxas nvlink heddle_tool)
set(heddle_libraries cuda cudart cudart_static cudadevrt nvToolsExt nvidia-ml nvrtc nvfatbin nvJitLink nvptxcompiler nvptxcompiler_static curand curand_static culibos cufft cufft_static cufftw cufftw_static cusparse cusparse_static
  cublas cublas_static cublasLt cublasLt_static cusolver cusolver_static cusolverMg nccl nccl_static)

# `platform`: all that a CUDA program needs to be compiled and run, without tests and examples.
add_custom_target(platform)
foreach(target IN LISTS heddle_programs heddle_libraries)
  if(TARGET ${target})
    add_dependencies(platform ${target})
    if(target IN_LIST heddle_programs)
      set_target_properties(${target} PROPERTIES INSTALL_RPATH "$ORIGIN/../lib")
    else()
      set_target_properties(${target} PROPERTIES INSTALL_RPATH "$ORIGIN")
    endif()
    install(TARGETS ${target} RUNTIME DESTINATION bin LIBRARY DESTINATION lib ARCHIVE DESTINATION lib)
  endif()
endforeach()

# libnvvm has a folder of its own (src/nvvm).
if(TARGET nvvm)
  add_dependencies(platform nvvm)
endif()

install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/ DESTINATION include PATTERN CMakeLists.txt EXCLUDE)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/lib/device/ DESTINATION lib/heddle/device
  PATTERN CMakeLists.txt EXCLUDE PATTERN *.py EXCLUDE)

install(DIRECTORY ${CMAKE_SOURCE_DIR}/lib/profiles/ DESTINATION lib/heddle/profiles)

# The build tree has the headers and the device library in the same places, as links.
foreach(link IN ITEMS "include include" "lib/device lib/heddle/device"
    "lib/nvrtc lib/heddle/nvrtc" "lib/profiles lib/heddle/profiles")
  separate_arguments(link)
  list(POP_FRONT link source place)
  set(place ${CMAKE_BINARY_DIR}/${place})
  if(IS_DIRECTORY ${place} AND NOT IS_SYMLINK ${place})
    file(REMOVE_RECURSE ${place})
  endif()
  get_filename_component(parent ${place} DIRECTORY)
  file(MAKE_DIRECTORY ${parent})
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${source} ${place} SYMBOLIC)
endforeach()

# Build systems made for NVIDIA's toolkit, CMake's FindCUDAToolkit among them, look in lib64.
file(CREATE_LINK lib ${CMAKE_BINARY_DIR}/lib64 SYMBOLIC)
install(CODE "file(CREATE_LINK lib \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib64\" SYMBOLIC)")
# Others name the target's directory, or link with the driver that is there on machines without one.
set(target_name ${CMAKE_SYSTEM_PROCESSOR}-linux)
if(target_name STREQUAL aarch64-linux)
  set(target_name sbsa-linux)
endif()
foreach(link IN ITEMS "../../include targets/${target_name}/include" "../../lib targets/${target_name}/lib"
    "../libcuda.so lib/stubs/libcuda.so" "../libnvidia-ml.so lib/stubs/libnvidia-ml.so")
  separate_arguments(link)
  list(POP_FRONT link source place)
  get_filename_component(parent ${place} DIRECTORY)
  install(DIRECTORY DESTINATION ${parent})
  install(CODE "file(CREATE_LINK ${source} \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${place}\" SYMBOLIC)")
endforeach()

# The tools of a CUDA toolkit that `heddle` is as well, by the name it is called with.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
install(DIRECTORY DESTINATION bin)
foreach(name IN ITEMS cuobjdump bin2c fatbinary cu++filt compute-sanitizer nvidia-smi)
  file(CREATE_LINK heddle ${CMAKE_BINARY_DIR}/bin/${name} SYMBOLIC)
  install(CODE "file(CREATE_LINK heddle \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/bin/${name}\" SYMBOLIC)")
endforeach()

# Build systems take a directory for a CUDA toolkit by these.
if(TARGET nvcc)
  install(FILES ${CMAKE_BINARY_DIR}/version.json DESTINATION .)
  install(DIRECTORY DESTINATION nvvm/libdevice)
endif()

configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/HeddleConfig.cmake.in
  ${CMAKE_BINARY_DIR}/HeddleConfig.cmake INSTALL_DESTINATION lib/cmake/Heddle)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/HeddleConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/HeddleConfig.cmake ${CMAKE_BINARY_DIR}/HeddleConfigVersion.cmake
  DESTINATION lib/cmake/Heddle)

configure_file(${CMAKE_SOURCE_DIR}/cmake/heddle.pc.in ${CMAKE_BINARY_DIR}/heddle.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/heddle.pc DESTINATION lib/pkgconfig)
# NVIDIA's packages have one for this library, since CMake's CUDA support does not know it.
configure_file(${CMAKE_SOURCE_DIR}/cmake/nccl.pc.in ${CMAKE_BINARY_DIR}/nccl.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/nccl.pc DESTINATION lib/pkgconfig)
# One for each library, under the names that NVIDIA's packages have: with the version of CUDA, and
# without. The version is the one that nvcc names.
file(STRINGS ${CMAKE_SOURCE_DIR}/src/toolkit/version.h heddle_cuda_version REGEX "release [0-9.]+,")
string(REGEX REPLACE ".*release ([0-9.]+),.*" "\\1" heddle_cuda_version "${heddle_cuda_version}")
foreach(library IN ITEMS cuda cudart cublas cublasLt cufft cufftw curand cusolver cusolverMg cusparse nvrtc nvJitLink
    nvfatbin nvidia-ml)
  if(TARGET ${library})
    string(TOLOWER ${library} name)
    foreach(file IN ITEMS ${name}.pc ${name}-${heddle_cuda_version}.pc)
      configure_file(${CMAKE_SOURCE_DIR}/cmake/library.pc.in ${CMAKE_BINARY_DIR}/pkgconfig/${file} @ONLY)
      install(FILES ${CMAKE_BINARY_DIR}/pkgconfig/${file} DESTINATION lib/pkgconfig)
    endforeach()
  endif()
endforeach()
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION share/doc/heddle)

# A Debian package of all this: `cpack --config build/<preset>/CPackConfig.cmake`.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME heddle)
set(CPACK_PACKAGE_CONTACT "The Heddle maintainers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "The CUDA platform for machines without a GPU")
set(CPACK_PACKAGING_INSTALL_PREFIX /opt/heddle)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# Debian names the package of libfmt after its version: libfmt9 in Debian 12, libfmt10 in Debian 13.
find_package(fmt REQUIRED)
string(REGEX MATCH "^[0-9]+" fmt_major ${fmt_VERSION})
set(CPACK_DEBIAN_PACKAGE_DEPENDS
  "clang-19, lld-19, libllvm19, libclang-rt-19-dev, libzstd1, liblz4-1, libfmt${fmt_major}, libopenblas0-pthread, g++")
set(CPACK_STRIP_FILES ON)
include(CPack)
