; Shared variables get offsets by their alignments; the size of the static ones and where dynamic shared
; memory begins are noted on the kernel.
; RUN: simt-opt --passes=lower-shared-memory %s | FileCheck %s
@flag = internal addrspace(3) global i8 undef, align 1
@tile = internal addrspace(3) global [32 x i32] undef, align 16
define void @k(ptr %params) "heddle-kernel" {
; CHECK: define void @k(ptr %params) #[[A:[0-9]+]]
; CHECK: %shared = call ptr @heddle.shared.base()
; CHECK-NOT: addrspace(3)
  store i8 1, ptr addrspace(3) @flag
  store i32 2, ptr addrspace(3) @tile
  ret void
}
; CHECK: attributes #[[A]] = {{.*}}"heddle-dynamic-shared-offset"="{{[0-9]+}}"{{.*}}"heddle-static-shared-bytes"="{{[0-9]+}}"
