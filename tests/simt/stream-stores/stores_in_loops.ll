; What a block writes: 16 gangs store two registers each in the loop, and one more in one of two branches. That is
; 16 * (64 + 64) + 64 bytes. The address of one of them is a lane of a vector of addresses.
; RUN: simt-opt --passes='function(stream-stores)' %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"
; CHECK-LABEL: define i32 @f
; CHECK: mul i64 2112,
; CHECK: icmp ugt i64
; CHECK-COUNT-4: store <16 x float> zeroinitializer, ptr %{{.*}}, align 64, !nontemporal
define i32 @f(ptr %context, i1 %c) "heddle-block-dim"="256x1x1" {
entry:
  %params = load ptr, ptr %context
  %out = load i64, ptr %params
  %start = insertelement <2 x i64> poison, i64 %out, i64 0
  %both = insertelement <2 x i64> %start, i64 %out, i64 1
  %numbers = add <2 x i64> %both, <i64 8192, i64 16384>
  %places = inttoptr <2 x i64> %numbers to <2 x ptr>
  %place = extractelement <2 x ptr> %places, i64 1
  %first = inttoptr i64 %out to ptr
  br label %gangs
gangs:
  %gang = phi i64 [ 0, %entry ], [ %next, %gangs ]
  %bytes = shl i64 %gang, 7
  %at = getelementptr i8, ptr %place, i64 %bytes
  %then = getelementptr i8, ptr %at, i64 64
  store <16 x float> zeroinitializer, ptr %at, align 4
  store <16 x float> zeroinitializer, ptr %then, align 4
  %next = add i64 %gang, 1
  %more = icmp ult i64 %next, 16
  br i1 %more, label %gangs, label %behind
behind:
  br i1 %c, label %one, label %other
one:
  store <16 x float> zeroinitializer, ptr %first, align 4
  br label %done
other:
  store <16 x float> zeroinitializer, ptr %first, align 4
  br label %done
done:
  ret i32 0
}
