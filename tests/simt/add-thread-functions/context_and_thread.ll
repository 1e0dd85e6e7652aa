; A device function gets a form for one thread, with the context and the thread's number in front.
; RUN: simt-opt --passes=add-thread-functions %s | FileCheck %s
declare i32 @heddle.ctaid.x()
declare i32 @heddle.laneid()
define i32 @f(i32 %n) {
; CHECK: define internal i32 @f.thread(ptr %0, i32 %1, i32 %2)
; CHECK: [[FIELD:%.*]] = getelementptr inbounds i8, ptr %0, i64 16
; CHECK: load i32, ptr [[FIELD]], {{.*}}!invariant.load
; CHECK: and i32 %1, 31
  %block = call i32 @heddle.ctaid.x()
  %lane = call i32 @heddle.laneid()
  %sum = add i32 %block, %lane
  %result = add i32 %sum, %n
  ret i32 %result
}
