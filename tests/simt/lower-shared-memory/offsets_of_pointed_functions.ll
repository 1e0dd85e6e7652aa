; Variables of functions that are called through pointers have their offsets already. The kernel's own
; variables come after the bytes that are reserved for all of them, used here or not.
; RUN: simt-opt --passes=lower-shared-memory %s | FileCheck %s
@own = internal addrspace(3) global [4 x i32] undef, align 16
@common = internal addrspace(3) global [4 x i32] undef, align 4 #0
define void @k(ptr %params) "heddle-kernel" "heddle-reserved-shared-bytes"="40" {
; CHECK-DAG: [[OWN:%own.*]] = getelementptr {{.*}}i8, ptr %shared, i64 48
; CHECK-DAG: [[COMMON:%common.*]] = getelementptr {{.*}}i8, ptr %shared, i64 8
; CHECK: store i32 1, ptr [[OWN]]
; CHECK: store i32 2, ptr [[COMMON]]
  store i32 1, ptr addrspace(3) @own
  store i32 2, ptr addrspace(3) @common
  ret void
}
attributes #0 = { "heddle-shared-offset"="8" }
; CHECK: "heddle-static-shared-bytes"="64"
