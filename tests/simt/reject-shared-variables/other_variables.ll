; Variables of global memory are no concern of the pass, whose module goes on unchanged.
; RUN: simt-opt --passes=reject-shared-variables %s | FileCheck %s
; RUN: sed 's/@data/addrspace(3) @data/g; s/^addrspace(3) @data = external/@data = external addrspace(3)/; s/ptr addrspace/ptr addrspace/' %s | (! simt-opt --passes=reject-shared-variables 2>&1) | FileCheck %s --check-prefix=SHARED
; CHECK: store i32 1, ptr @data
; SHARED: shared variable data in a function
@data = external global i32, align 4
define void @f() {
  store i32 1, ptr @data
  ret void
}
