; Both sides of a divergent branch run, one after the other, each under the mask of its lanes; the phi
; behind them is a select.
; RUN: simt-opt --passes='function(canonicalise-control-flow),build-gang-functions' --block=64 --width=16 --masked-memory %s | FileCheck %s
; CHECK: define internal void @block.gang
; CHECK: [[C:%.*]] = icmp ult <16 x i32> %{{.*}}, <i32 5, i32 5,
; CHECK: select <16 x i1> %{{.*}}, <16 x i32>
; CHECK: store <16 x i32>
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %small = icmp ult i32 %tid, 5
  br i1 %small, label %a, label %b
a:
  %x = mul i32 %tid, %tid
  br label %join
b:
  %y = add i32 %tid, 7
  br label %join
join:
  %r = phi i32 [ %x, %a ], [ %y, %b ]
  %wide = zext i32 %tid to i64
  %at = getelementptr i32, ptr %data, i64 %wide
  store i32 %r, ptr %at
  ret void
}
!0 = !{}
