; A pointer that a loop moves has the bounds of the pointer that the loop began with, looked up outside.
; RUN: simt-opt --passes='check-memory-accesses' %s | FileCheck %s
; CHECK: c"write 4 global\0Ak\09loop.cu:7\00"
define void @k(ptr noalias readonly %params) "heddle-kernel" !dbg !5 {
; CHECK: entry:
; CHECK: %low = load i64
; CHECK: br label %loop
; CHECK: loop:
; CHECK-NOT: load
; CHECK: %outside = icmp uge i64
; CHECK: store i32 1, ptr %at
entry:
  %p = load ptr, ptr %params, align 8, !invariant.load !6
  br label %loop
loop:
  %at = phi ptr [ %p, %entry ], [ %next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  store i32 1, ptr %at, align 4, !dbg !7
  %next = getelementptr i8, ptr %at, i64 4
  %more = add i32 %i, 1
  %c = icmp ult i32 %more, 100
  br i1 %c, label %loop, label %done
done:
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, isOptimized: true, emissionKind: LineTablesOnly)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "loop.cu", directory: "")
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = distinct !DISubprogram(name: "k", file: !2, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !{}
!7 = !DILocation(line: 7, scope: !5)
