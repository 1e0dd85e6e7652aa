; A load of some lanes in a row, on a CPU without masked loads: where the row lies in one page, all of
; it is loaded, and what was not asked for is dropped. Lanes' own loads are for the rest.
; RUN: simt-opt --triple=aarch64-unknown-linux-gnu --cpu=neoverse-n1 --passes='function(canonicalise-control-flow),build-gang-functions' --block=64 --width=4 %s | FileCheck %s
declare i32 @heddle.tid.x() memory(none)

; CHECK-LABEL: define {{.*}}gang
; CHECK: [[OFFSET:%.*]] = and i64 {{%.*}}, 4095
; CHECK: [[IN_PAGE:%.*]] = icmp ule i64 [[OFFSET]], 4080
; CHECK: [[ROW_WANTED:%.*]] = and i1 {{%.*}}, [[IN_PAGE]]
; CHECK: br i1 [[ROW_WANTED]], label %row, label %separate
; CHECK: row:
; CHECK: [[ROW:%.*]] = load <4 x float>
; CHECK: [[ACTIVE:%.*]] = select <4 x i1> {{%.*}}, <4 x float> [[ROW]], <4 x float> zeroinitializer
; CHECK: separate:
; CHECK-COUNT-4: load float
; CHECK: phi <4 x float> [ [[ACTIVE]], %row ]
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %in = load ptr, ptr %params, !invariant.load !0
  %n.at = getelementptr i8, ptr %params, i64 8
  %n = load ptr, ptr %n.at, !invariant.load !0
  %x = call i32 @heddle.tid.x()
  %place = zext i32 %x to i64
  %flag.at = getelementptr i32, ptr %n, i64 %place
  %flag = load i32, ptr %flag.at
  %wanted = icmp ne i32 %flag, 0
  br i1 %wanted, label %then, label %done

then:
  %at = getelementptr float, ptr %in, i64 %place
  %value = load float, ptr %at
  %sum = fadd float %value, 1.0
  store float %sum, ptr %at
  br label %done

done:
  ret void
}
!0 = !{}
