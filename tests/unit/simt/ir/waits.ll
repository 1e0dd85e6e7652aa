; Which loops wait for another thread, and so let the other gangs and blocks go on, and which do not.
; RUN: specialise-block-dim,print<waiting-loops>,insert-yields --block=64 --kernel=flag --width=8 FLAG
; RUN: specialise-block-dim,print<waiting-loops>,insert-yields --block=64 --kernel=counted --width=8 COUNTED
; RUN: specialise-block-dim,print<waiting-loops>,insert-yields --block=64 --kernel=walk --width=8 WALK
; RUN: specialise-block-dim,print<waiting-loops>,insert-yields --block=64 --kernel=fenced --width=8 FENCED
; RUN: specialise-block-dim,print<waiting-loops>,insert-yields --block=64 --kernel=plain --width=8 PLAIN
; RUN: specialise-block-dim,print<waiting-loops>,insert-yields --block=64 --kernel=update --width=8 UPDATE
; RUN: specialise-block-dim,print<waiting-loops>,insert-yields --block=64 --kernel=lock --width=8 LOCK
; RUN: specialise-block-dim,print<waiting-loops>,insert-yields --block=64 --kernel=compute --width=8 COMPUTE
; RUN: specialise-block-dim,print<waiting-loops>,insert-yields --block=64 --kernel=neighbour --width=8 NEIGHBOUR
; RUN: specialise-block-dim,print<waiting-loops>,insert-yields --block=64 --kernel=look_back --width=8 LOOKBACK
; RUN: specialise-block-dim,print<waiting-loops>,insert-yields --block=64 --kernel=ahead --width=8 AHEAD
; RUN: specialise-block-dim,print<waiting-loops>,insert-yields --block=64 --kernel=stride --width=8 STRIDE
; RUN: specialise-block-dim,print<waiting-loops>,insert-yields --block=8 --kernel=stride --width=8 ALONE
declare i32 @heddle.tid.x()
declare i32 @heddle.ctaid.x()
declare i32 @heddle.nctaid.x()
declare i32 @heddle.activemask()
declare i32 @heddle.vote.ballot(i1, i32)

; A word is read until it changes.
; FLAG: waits, for no lanes
; FLAG: again:
; FLAG: load volatile
; FLAG: call void @heddle.wait()
; FLAG: br label %again
define void @flag(ptr %params) {
entry:
  %flag = load ptr, ptr %params, !invariant.load !0
  br label %again
again:
  %value = load volatile i32, ptr %flag
  %closed = icmp eq i32 %value, 0
  br i1 %closed, label %again, label %done
done:
  ret void
}

; The end is known beforehand, whatever is read.
; COUNTED: does not wait
; COUNTED-NOT: heddle.wait
define void @counted(ptr %params) {
entry:
  %data = load ptr, ptr %params, !invariant.load !0
  br label %again
again:
  %i = phi i32 [ 0, %entry ], [ %next, %again ]
  %sum = phi i32 [ 0, %entry ], [ %more, %again ]
  %value = load volatile i32, ptr %data
  %more = add i32 %sum, %value
  %next = add i32 %i, 1
  %goes = icmp ult i32 %next, 100
  br i1 %goes, label %again, label %done
done:
  store i32 %more, ptr %data
  ret void
}

; Each word is read once.
; WALK: does not wait
; WALK-NOT: heddle.wait
define void @walk(ptr %params) {
entry:
  %data = load ptr, ptr %params, !invariant.load !0
  br label %again
again:
  %at = phi ptr [ %data, %entry ], [ %next, %again ]
  %value = load volatile i32, ptr %at
  %next = getelementptr i8, ptr %at, i64 4
  %goes = icmp ne i32 %value, 0
  br i1 %goes, label %again, label %done
done:
  ret void
}

; A fence makes plain reads new ones.
; FENCED: waits, for no lanes
; FENCED: call void @heddle.wait()
define void @fenced(ptr %params) {
entry:
  %flag = load ptr, ptr %params, !invariant.load !0
  br label %again
again:
  fence acq_rel
  %value = load i32, ptr %flag
  %closed = icmp eq i32 %value, 0
  br i1 %closed, label %again, label %done
done:
  ret void
}

; PLAIN: does not wait
; PLAIN-NOT: heddle.wait
define void @plain(ptr %params) {
entry:
  %flag = load ptr, ptr %params, !invariant.load !0
  br label %again
again:
  %value = load i32, ptr %flag
  %closed = icmp eq i32 %value, 0
  br i1 %closed, label %again, label %done
done:
  ret void
}

; An update that changes nothing is a way to read.
; UPDATE: waits, for no lanes
; UPDATE: call void @heddle.wait()
define void @update(ptr %params) {
entry:
  %flag = load ptr, ptr %params, !invariant.load !0
  br label %again
again:
  %value = atomicrmw add ptr %flag, i32 0 monotonic
  %closed = icmp eq i32 %value, 0
  br i1 %closed, label %again, label %done
done:
  ret void
}

; A lane may hold what another lane of its gang tries to take.
; LOCK: waits, for other lanes
; LOCK: call void @heddle.wait()
define void @lock(ptr %params) {
entry:
  %lock = load ptr, ptr %params, !invariant.load !0
  br label %again
again:
  %pair = cmpxchg ptr %lock, i32 0, i32 1 acquire monotonic
  %taken = extractvalue { i32, i1 } %pair, 1
  br i1 %taken, label %inside, label %again
inside:
  %count = getelementptr i8, ptr %lock, i64 4
  %old = load i32, ptr %count
  %new = add i32 %old, 1
  store i32 %new, ptr %count
  store atomic i32 0, ptr %lock release, align 4
  ret void
}

; Whoever fails here has made way for another one's success: nobody needs to go first.
; COMPUTE: does not wait
; COMPUTE-NOT: heddle.wait
define void @compute(ptr %params) {
entry:
  %word = load ptr, ptr %params, !invariant.load !0
  %first = load i32, ptr %word
  br label %again
again:
  %old = phi i32 [ %first, %entry ], [ %seen, %again ]
  %new = mul i32 %old, 3
  %pair = cmpxchg ptr %word, i32 %old, i32 %new monotonic monotonic
  %seen = extractvalue { i32, i1 } %pair, 0
  %stored = extractvalue { i32, i1 } %pair, 1
  br i1 %stored, label %done, label %again
done:
  ret void
}

; Each thread waits for the one before, which may be a lane of the same gang, and then opens the way
; for the next.
; NEIGHBOUR: waits, for other lanes
; NEIGHBOUR: call void @heddle.wait()
define void @neighbour(ptr %params) {
entry:
  %flags = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %wide = zext i32 %tid to i64
  %mine = getelementptr i32, ptr %flags, i64 %wide
  %next = getelementptr i32, ptr %mine, i64 1
  br label %again
again:
  %value = load volatile i32, ptr %mine
  %closed = icmp eq i32 %value, 0
  br i1 %closed, label %again, label %open
open:
  store volatile i32 1, ptr %next
  ret void
}

; Sums of the blocks before are read until one of them is whole. The lanes go from row to row
; together, so none publishes while others wait.
; LOOKBACK: waits, for no lanes
define void @look_back(ptr %params) {
entry:
  %sums = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %block = call i32 @heddle.ctaid.x()
  %wide = zext i32 %tid to i64
  %column = getelementptr i32, ptr %sums, i64 %wide
  br label %back
back:
  %row = phi i32 [ %block, %entry ], [ %before, %more ]
  %members = phi i32 [ -1, %entry ], [ %left, %more ]
  %before = add i32 %row, -1
  %offset = mul i32 %before, 256
  %far = sext i32 %offset to i64
  %place = getelementptr i32, ptr %column, i64 %far
  br label %again
again:
  %value = load volatile i32, ptr %place
  %closed = icmp eq i32 %value, 0
  br i1 %closed, label %again, label %more
more:
  %goes = icmp sgt i32 %value, 0
  %left = call i32 @heddle.vote.ballot(i1 %goes, i32 %members)
  br i1 %goes, label %back, label %publish
publish:
  store volatile i32 -1, ptr %column
  ret void
}

; Those that are through go on alone.
; AHEAD: waits, for other lanes
define void @ahead(ptr %params) {
entry:
  %sums = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %block = call i32 @heddle.ctaid.x()
  %wide = zext i32 %tid to i64
  %column = getelementptr i32, ptr %sums, i64 %wide
  br label %back
back:
  %row = phi i32 [ %block, %entry ], [ %before, %more ]
  %members = phi i32 [ -1, %entry ], [ %some, %more ]
  %before = add i32 %row, -1
  %offset = mul i32 %before, 256
  %far = sext i32 %offset to i64
  %place = getelementptr i32, ptr %column, i64 %far
  br label %again
again:
  %value = load volatile i32, ptr %place
  %closed = icmp eq i32 %value, 0
  br i1 %closed, label %again, label %more
more:
  %goes = icmp sgt i32 %value, 0
  %some = call i32 @heddle.activemask()
  %left = call i32 @heddle.vote.ballot(i1 %goes, i32 %members)
  br i1 %goes, label %back, label %publish
publish:
  store volatile i32 -1, ptr %column
  ret void
}

; Gangs go through a grid-stride loop side by side, one iteration each in turn.
; STRIDE: does not wait
; STRIDE: again:
; STRIDE: call void @heddle.yield()
; ALONE-NOT: heddle.yield
define void @stride(ptr %params) {
entry:
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %blocks = call i32 @heddle.nctaid.x()
  %step = mul i32 %blocks, 64
  br label %again
again:
  %i = phi i32 [ %tid, %entry ], [ %next, %again ]
  %n = phi i32 [ 0, %entry ], [ %count, %again ]
  %wide = zext i32 %i to i64
  %at = getelementptr i32, ptr %data, i64 %wide
  %value = load i32, ptr %at
  %twice = shl i32 %value, 1
  store i32 %twice, ptr %at
  %next = add i32 %i, %step
  %count = add i32 %n, 1
  %goes = icmp ult i32 %count, 50
  br i1 %goes, label %again, label %done
done:
  ret void
}
!0 = !{}
