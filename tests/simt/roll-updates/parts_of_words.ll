; Each lane has loaded two numbers in one word. The code counts with the first ones of all lanes and then with the second
; ones; the loop counts in the order of memory, a word in each turn. Numbers at the even places are of one table, those at the odd places of another.
; RUN: simt-opt --passes='function(roll-updates)' %s | FileCheck %s
; CHECK: updates:
; CHECK: %[[WORD:.*]] = load i64
; CHECK: trunc i64 %[[WORD]] to i16
; CHECK: getelementptr i32, ptr %shared,
; CHECK: lshr i64 %[[WORD]], 16
; CHECK: getelementptr i32, ptr %second,
; CHECK: lshr i64 %[[WORD]], 32
; CHECK: getelementptr i32, ptr %shared,
; CHECK: lshr i64 %[[WORD]], 48
; CHECK: getelementptr i32, ptr %second,
; CHECK: icmp eq i64 %{{.*}}, 32
; CHECK-NOT: extractelement
define void @count(ptr noalias %context, i64 %at) {
  %field = getelementptr i8, ptr %context, i64 8
  %shared = load ptr, ptr %field, !invariant.load !0
  %numbers = inttoptr i64 %at to ptr
  %second = getelementptr i8, ptr %shared, i64 1024
  %v = load <8 x i32>, ptr %numbers, align 4, !invariant.load !0
  %low = and <8 x i32> %v, <i32 65535, i32 65535, i32 65535, i32 65535, i32 65535, i32 65535, i32 65535, i32 65535>
  %high = lshr <8 x i32> %v, <i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16, i32 16>
  %la0 = extractelement <8 x i32> %low, i64 0
  %ia0 = zext i32 %la0 to i64
  %pa0 = getelementptr i32, ptr %shared, i64 %ia0
  %oa0 = load i32, ptr %pa0, align 4
  %na0 = add i32 %oa0, 1
  store i32 %na0, ptr %pa0, align 4
  %la1 = extractelement <8 x i32> %low, i64 1
  %ia1 = zext i32 %la1 to i64
  %pa1 = getelementptr i32, ptr %shared, i64 %ia1
  %oa1 = load i32, ptr %pa1, align 4
  %na1 = add i32 %oa1, 1
  store i32 %na1, ptr %pa1, align 4
  %la2 = extractelement <8 x i32> %low, i64 2
  %ia2 = zext i32 %la2 to i64
  %pa2 = getelementptr i32, ptr %shared, i64 %ia2
  %oa2 = load i32, ptr %pa2, align 4
  %na2 = add i32 %oa2, 1
  store i32 %na2, ptr %pa2, align 4
  %la3 = extractelement <8 x i32> %low, i64 3
  %ia3 = zext i32 %la3 to i64
  %pa3 = getelementptr i32, ptr %shared, i64 %ia3
  %oa3 = load i32, ptr %pa3, align 4
  %na3 = add i32 %oa3, 1
  store i32 %na3, ptr %pa3, align 4
  %la4 = extractelement <8 x i32> %low, i64 4
  %ia4 = zext i32 %la4 to i64
  %pa4 = getelementptr i32, ptr %shared, i64 %ia4
  %oa4 = load i32, ptr %pa4, align 4
  %na4 = add i32 %oa4, 1
  store i32 %na4, ptr %pa4, align 4
  %la5 = extractelement <8 x i32> %low, i64 5
  %ia5 = zext i32 %la5 to i64
  %pa5 = getelementptr i32, ptr %shared, i64 %ia5
  %oa5 = load i32, ptr %pa5, align 4
  %na5 = add i32 %oa5, 1
  store i32 %na5, ptr %pa5, align 4
  %la6 = extractelement <8 x i32> %low, i64 6
  %ia6 = zext i32 %la6 to i64
  %pa6 = getelementptr i32, ptr %shared, i64 %ia6
  %oa6 = load i32, ptr %pa6, align 4
  %na6 = add i32 %oa6, 1
  store i32 %na6, ptr %pa6, align 4
  %la7 = extractelement <8 x i32> %low, i64 7
  %ia7 = zext i32 %la7 to i64
  %pa7 = getelementptr i32, ptr %shared, i64 %ia7
  %oa7 = load i32, ptr %pa7, align 4
  %na7 = add i32 %oa7, 1
  store i32 %na7, ptr %pa7, align 4
  %lb0 = extractelement <8 x i32> %high, i64 0
  %ib0 = zext i32 %lb0 to i64
  %pb0 = getelementptr i32, ptr %second, i64 %ib0
  %ob0 = load i32, ptr %pb0, align 4
  %nb0 = add i32 %ob0, 3
  store i32 %nb0, ptr %pb0, align 4
  %lb1 = extractelement <8 x i32> %high, i64 1
  %ib1 = zext i32 %lb1 to i64
  %pb1 = getelementptr i32, ptr %second, i64 %ib1
  %ob1 = load i32, ptr %pb1, align 4
  %nb1 = add i32 %ob1, 3
  store i32 %nb1, ptr %pb1, align 4
  %lb2 = extractelement <8 x i32> %high, i64 2
  %ib2 = zext i32 %lb2 to i64
  %pb2 = getelementptr i32, ptr %second, i64 %ib2
  %ob2 = load i32, ptr %pb2, align 4
  %nb2 = add i32 %ob2, 3
  store i32 %nb2, ptr %pb2, align 4
  %lb3 = extractelement <8 x i32> %high, i64 3
  %ib3 = zext i32 %lb3 to i64
  %pb3 = getelementptr i32, ptr %second, i64 %ib3
  %ob3 = load i32, ptr %pb3, align 4
  %nb3 = add i32 %ob3, 3
  store i32 %nb3, ptr %pb3, align 4
  %lb4 = extractelement <8 x i32> %high, i64 4
  %ib4 = zext i32 %lb4 to i64
  %pb4 = getelementptr i32, ptr %second, i64 %ib4
  %ob4 = load i32, ptr %pb4, align 4
  %nb4 = add i32 %ob4, 3
  store i32 %nb4, ptr %pb4, align 4
  %lb5 = extractelement <8 x i32> %high, i64 5
  %ib5 = zext i32 %lb5 to i64
  %pb5 = getelementptr i32, ptr %second, i64 %ib5
  %ob5 = load i32, ptr %pb5, align 4
  %nb5 = add i32 %ob5, 3
  store i32 %nb5, ptr %pb5, align 4
  %lb6 = extractelement <8 x i32> %high, i64 6
  %ib6 = zext i32 %lb6 to i64
  %pb6 = getelementptr i32, ptr %second, i64 %ib6
  %ob6 = load i32, ptr %pb6, align 4
  %nb6 = add i32 %ob6, 3
  store i32 %nb6, ptr %pb6, align 4
  %lb7 = extractelement <8 x i32> %high, i64 7
  %ib7 = zext i32 %lb7 to i64
  %pb7 = getelementptr i32, ptr %second, i64 %ib7
  %ob7 = load i32, ptr %pb7, align 4
  %nb7 = add i32 %ob7, 3
  store i32 %nb7, ptr %pb7, align 4
  ret void
}
!0 = !{}
!1 = !{!2}
!2 = !{!"heddle.shared", !3}
!3 = !{!"heddle.spaces"}
