# Include folders by layer. `#include "ptx/ptx.h"` is found only through the include root of the layer
# ptx, a folder of the build tree that has a link to src/ptx and nothing else. Each target hands its
# layer's root to those that link it, so that a target sees the layers it links, and no others.

set(heddle_include_roots ${CMAKE_BINARY_DIR}/include-roots)

# Declares a layer, as described in Layers.cmake, and the target heddle_headers_NAME, which has its
# include root.
function(heddle_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FOLDER;ABOUT" "USES;CALLS")
  get_property(below GLOBAL PROPERTY heddle_layers)
  foreach(used IN LISTS arg_USES arg_CALLS)
    if(NOT used IN_LIST below)
      message(FATAL_ERROR "Layers.cmake: ${name} uses ${used}, which is not below it")
    endif()
  endforeach()
  if(NOT arg_FOLDER)
    set(arg_FOLDER src/${name})
  endif()
  set_property(GLOBAL APPEND PROPERTY heddle_layers ${name})
  set_property(GLOBAL PROPERTY heddle_layer_folder_${name} ${arg_FOLDER})
  set_property(GLOBAL PROPERTY heddle_layer_uses_${name} ${arg_USES})
  set_property(GLOBAL PROPERTY heddle_layer_calls_${name} ${arg_CALLS})

  file(MAKE_DIRECTORY ${heddle_include_roots}/${name})
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${arg_FOLDER} ${heddle_include_roots}/${name}/${name} SYMBOLIC)
  add_library(heddle_headers_${name} INTERFACE)
  target_include_directories(heddle_headers_${name} INTERFACE ${heddle_include_roots}/${name})
endfunction()

include(Layers)

# Sets `result` to the folders of all layers, bottom to top.
function(heddle_layer_folders result)
  get_property(layers GLOBAL PROPERTY heddle_layers)
  set(folders)
  foreach(layer IN LISTS layers)
    get_property(folder GLOBAL PROPERTY heddle_layer_folder_${layer})
    list(APPEND folders ${folder})
  endforeach()
  set(${result} ${folders} PARENT_SCOPE)
endfunction()

# Sets `result` to the layer that a folder belongs to, or to nothing for tests and the like.
function(heddle_layer_of folder result)
  get_property(layers GLOBAL PROPERTY heddle_layers)
  foreach(layer IN LISTS layers)
    get_property(layer_folder GLOBAL PROPERTY heddle_layer_folder_${layer})
    cmake_path(APPEND CMAKE_SOURCE_DIR ${layer_folder} OUTPUT_VARIABLE layer_folder)
    cmake_path(IS_PREFIX layer_folder ${folder} inside)
    if(inside)
      set(${result} ${layer} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  set(${result} "" PARENT_SCOPE)
endfunction()

# heddle_use_own_layer(target scope): the target sees the headers of the layer whose folder this is.
function(heddle_use_own_layer target scope)
  heddle_layer_of(${CMAKE_CURRENT_SOURCE_DIR} layer)
  if(layer)
    target_link_libraries(${target} ${scope} heddle_headers_${layer})
  endif()
endfunction()

# Sets `result` to all targets of a folder and those below it.
function(heddle_targets_below folder result)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  get_property(subfolders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(subfolder IN LISTS subfolders)
    heddle_targets_below(${subfolder} more)
    list(APPEND targets ${more})
  endforeach()
  set(${result} ${targets} PARENT_SCOPE)
endfunction()

# Sets `result` to the facts about one target, as heddle_write_layers describes them.
function(heddle_target_facts target layer result)
  get_target_property(type ${target} TYPE)
  set(facts "target ${target} ${layer} ${type}")
  if(type STREQUAL "STATIC_LIBRARY")
    list(APPEND facts "archive ${target} $<TARGET_FILE:${target}>")
  endif()
  foreach(property IN ITEMS LINK_LIBRARIES INTERFACE_LINK_LIBRARIES SOURCES)
    get_target_property(items ${target} ${property})
    if(NOT items)
      continue()
    endif()
    # $<LINK_ONLY:name> and $<TARGET_OBJECTS:name> count as the name alone.
    list(TRANSFORM items REPLACE "\\$<[A-Z_]+:|>" "")
    foreach(item IN LISTS items)
      if(TARGET ${item})
        list(APPEND facts "links ${target} ${item}")
      elseif(property STREQUAL "SOURCES" AND IS_ABSOLUTE ${item})
        list(APPEND facts "source ${target} ${item}")
      endif()
    endforeach()
  endforeach()
  set(${result} ${facts} PARENT_SCOPE)
endfunction()

# Writes what `ctest -R layers` checks to layers.txt in the build folder, one fact in a line:
#   layer NAME FOLDER
#   uses LAYER LAYER
#   calls LAYER LAYER
#   target NAME LAYER TYPE
#   links TARGET TARGET
#   source TARGET FILE       (only those given with their whole path)
#   archive TARGET FILE
function(heddle_write_layers)
  get_property(layers GLOBAL PROPERTY heddle_layers)
  set(facts)
  foreach(layer IN LISTS layers)
    get_property(folder GLOBAL PROPERTY heddle_layer_folder_${layer})
    list(APPEND facts "layer ${layer} ${folder}" "target heddle_headers_${layer} ${layer} HEADERS")
    foreach(relation IN ITEMS uses calls)
      get_property(others GLOBAL PROPERTY heddle_layer_${relation}_${layer})
      list(TRANSFORM others PREPEND "${relation} ${layer} ")
      list(APPEND facts ${others})
    endforeach()
    heddle_targets_below(${CMAKE_SOURCE_DIR}/${folder} targets)
    foreach(target IN LISTS targets)
      heddle_target_facts(${target} ${layer} target_facts)
      list(APPEND facts ${target_facts})
    endforeach()
  endforeach()
  list(JOIN facts "\n" text)
  file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/layers.txt CONTENT "${text}\n")
endfunction()
