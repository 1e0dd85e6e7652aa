"""Kernels of the kinds of Triton's tutorials, by its own launcher, compared with NumPy.

Needs triton and numpy, and no torch. Prints a line for each kernel, and how many are right.
"""

import ctypes
import math
import sys
import traceback

import numpy as np
import triton
import triton.language as tl

cuda = ctypes.CDLL("libcuda.so.1")


def check(result):
    if result:
        raise RuntimeError(f"the driver answers {result}")


class Buffer:
    """Device memory with a type: all that Triton's launcher asks of a tensor."""

    def __init__(self, values):
        values = np.ascontiguousarray(values)
        self.dtype, self.shape, self.nbytes = values.dtype, values.shape, values.nbytes
        self.address = ctypes.c_uint64()
        check(cuda.cuMemAlloc_v2(ctypes.byref(self.address), ctypes.c_size_t(max(self.nbytes, 16))))
        check(cuda.cuMemcpyHtoD_v2(self.address, values.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(self.nbytes)))

    def data_ptr(self):
        return self.address.value

    def numpy(self):
        values = np.empty(self.shape, self.dtype)
        check(cuda.cuMemcpyDtoH_v2(values.ctypes.data_as(ctypes.c_void_p), self.address, ctypes.c_size_t(self.nbytes)))
        return values


CASES = []


def case(function):
    CASES.append(function)
    return function


random = np.random.default_rng(7)


def floats(*shape):
    return random.standard_normal(shape, dtype=np.float32)


def close(result, expected, tolerance=1e-5):
    np.testing.assert_allclose(result, expected, rtol=tolerance, atol=tolerance)


@triton.jit
def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n) + tl.load(y + i, mask=i < n), mask=i < n)


@case
def vector_add():
    x, y = floats(1000), floats(1000)
    out = Buffer(np.zeros_like(x))
    add_kernel[(4,)](Buffer(x), Buffer(y), out, 1000, BLOCK=256)
    close(out.numpy(), x + y)


@case
def vector_add_of_halves():
    x, y = floats(500).astype(np.float16), floats(500).astype(np.float16)
    out = Buffer(np.zeros_like(x))
    add_kernel[(4,)](Buffer(x), Buffer(y), out, 500, BLOCK=128)
    close(out.numpy(), x + y)


@triton.jit
def softmax_kernel(x, out, columns, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    v = tl.load(x + row * columns + i, mask=i < columns, other=-float("inf"))
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(out + row * columns + i, e / tl.sum(e, axis=0), mask=i < columns)


@case
def softmax():
    x = floats(16, 200)
    out = Buffer(np.zeros_like(x))
    softmax_kernel[(16,)](Buffer(x), out, 200, BLOCK=256)
    e = np.exp(x - x.max(1, keepdims=True))
    close(out.numpy(), e / e.sum(1, keepdims=True))


@triton.jit
def matmul_kernel(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, ACT: tl.constexpr,
                  PRECISION: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    sum = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, K, BK):
        k = start + tl.arange(0, BK)
        x = tl.load(a + m[:, None] * K + k[None, :], mask=(m[:, None] < M) & (k[None, :] < K), other=0.0)
        y = tl.load(b + k[:, None] * N + n[None, :], mask=(k[:, None] < K) & (n[None, :] < N), other=0.0)
        sum = tl.dot(x, y, sum, input_precision=PRECISION)
    if ACT == "leaky":
        sum = tl.where(sum > 0, sum, 0.01 * sum)
    tl.store(c + m[:, None] * N + n[None, :], sum, mask=(m[:, None] < M) & (n[None, :] < N))


def product(dtype, act="", precision="tf32", tolerance=2e-2, stages=3, warps=4, size=(64, 64, 96)):
    M, N, K = size
    a, b = floats(M, K).astype(dtype), floats(K, N).astype(dtype)
    c = Buffer(np.zeros((M, N), np.float32))
    matmul_kernel[(triton.cdiv(M, 32), triton.cdiv(N, 32))](
        Buffer(a), Buffer(b), c, M, N, K, BM=32, BN=32, BK=32, ACT=act, PRECISION=precision, num_stages=stages, num_warps=warps)
    expected = a.astype(np.float32) @ b.astype(np.float32)
    if act:
        expected = np.where(expected > 0, expected, 0.01 * expected)
    close(c.numpy(), expected, tolerance)


@case
def matmul_halves():
    product(np.float16)


@case
def matmul_tf32():
    product(np.float32, tolerance=5e-2)


@case
def matmul_ieee():
    product(np.float32, precision="ieee", tolerance=1e-4)


@case
def matmul_leaky_relu():
    product(np.float16, act="leaky")


@case
def matmul_pipelined_eight_warps():
    product(np.float16, stages=4, warps=8, size=(64, 64, 160))


@case
def matmul_odd_sizes():
    product(np.float16, size=(50, 70, 45))


@triton.jit
def matmul_big_kernel(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    sum = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, K, BK):
        k = start + tl.arange(0, BK)
        sum = tl.dot(tl.load(a + m[:, None] * K + k[None, :]), tl.load(b + k[:, None] * N + n[None, :]), sum)
    tl.store(c + m[:, None] * N + n[None, :], sum.to(tl.float16))


@case
def matmul_large_tile():  # becomes wgmma for sm_90
    a, b = floats(64, 128).astype(np.float16), floats(128, 64).astype(np.float16)
    c = Buffer(np.zeros((64, 64), np.float16))
    matmul_big_kernel[(1, 1)](Buffer(a), Buffer(b), c, 64, 64, 128, BM=64, BN=64, BK=64, num_stages=2)
    close(c.numpy().astype(np.float32), a.astype(np.float32) @ b.astype(np.float32), 5e-2)


@triton.jit
def dropout_kernel(x, out, n, p, seed, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = tl.rand(seed, i) > p
    tl.store(out + i, tl.where(keep, tl.load(x + i, mask=i < n) / (1 - p), 0.0), mask=i < n)


@case
def dropout_by_seed():
    x = np.ones(4096, np.float32)
    out, again = Buffer(np.zeros_like(x)), Buffer(np.zeros_like(x))
    dropout_kernel[(4,)](Buffer(x), out, 4096, 0.5, 123, BLOCK=1024)
    dropout_kernel[(4,)](Buffer(x), again, 4096, 0.5, 123, BLOCK=1024)
    assert 0.4 < (out.numpy() > 0).mean() < 0.6
    assert (out.numpy() == again.numpy()).all()


@triton.jit
def layer_norm_kernel(x, w, b, out, n, eps, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    v = tl.load(x + row * n + i, mask=i < n, other=0.0)
    mean = tl.sum(v, axis=0) / n
    d = tl.where(i < n, v - mean, 0.0)
    r = 1 / tl.sqrt(tl.sum(d * d, axis=0) / n + eps)
    tl.store(out + row * n + i, d * r * tl.load(w + i, mask=i < n) + tl.load(b + i, mask=i < n), mask=i < n)


@case
def layer_norm():
    x, w, b = floats(8, 100), floats(100), floats(100)
    out = Buffer(np.zeros_like(x))
    layer_norm_kernel[(8,)](Buffer(x), Buffer(w), Buffer(b), out, 100, 1e-5, BLOCK=128)
    close(out.numpy(), (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5) * w + b, 1e-4)


@triton.jit
def attention_kernel(q, k, v, out, n, scale, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, CAUSAL: tl.constexpr):
    m, d = tl.program_id(0) * BM + tl.arange(0, BM), tl.arange(0, D)
    query = tl.load(q + m[:, None] * D + d[None, :])
    top = tl.full((BM,), -float("inf"), dtype=tl.float32)
    total = tl.zeros((BM,), dtype=tl.float32)
    sum = tl.zeros((BM, D), dtype=tl.float32)
    for start in range(0, n, BN):
        j = start + tl.arange(0, BN)
        s = tl.dot(query, tl.trans(tl.load(k + j[:, None] * D + d[None, :]))) * scale
        if CAUSAL:
            s = tl.where(m[:, None] >= j[None, :], s, -1.0e6)
        new = tl.maximum(top, tl.max(s, 1))
        p = tl.exp(s - new[:, None])
        f = tl.exp(top - new)
        total = total * f + tl.sum(p, 1)
        sum = sum * f[:, None] + tl.dot(p.to(tl.float16), tl.load(v + j[:, None] * D + d[None, :]))
        top = new
    tl.store(out + m[:, None] * D + d[None, :], sum / total[:, None])


def attention(causal):
    n, D = 64, 32
    q, k, v = (floats(n, D).astype(np.float16) for _ in range(3))
    out = Buffer(np.zeros((n, D), np.float32))
    attention_kernel[(n // 32,)](Buffer(q), Buffer(k), Buffer(v), out, n, 1 / math.sqrt(D), D=D, BM=32, BN=32, CAUSAL=causal)
    s = q.astype(np.float32) @ k.astype(np.float32).T / math.sqrt(D)
    if causal:
        s = np.where(np.tri(n, dtype=bool), s, -1e6)
    p = np.exp(s - s.max(1, keepdims=True))
    close(out.numpy(), p / p.sum(1, keepdims=True) @ v.astype(np.float32), 1e-2)


@case
def flash_attention():
    attention(False)


@case
def flash_attention_causal():
    attention(True)


@triton.jit
def histogram_kernel(x, out, n, BINS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.atomic_add(out + tl.arange(0, BINS), tl.histogram(tl.load(x + tl.program_id(0) * BLOCK + i), BINS))


@case
def histogram():
    x = random.integers(0, 16, 1024, dtype=np.int32)
    out = Buffer(np.zeros(16, np.int32))
    histogram_kernel[(4,)](Buffer(x), out, 1024, BINS=16, BLOCK=256)
    np.testing.assert_array_equal(out.numpy(), np.bincount(x, minlength=16))


@triton.jit
def scan_kernel(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.cumsum(tl.load(x + i), axis=0))


@case
def cumulative_sum():
    x = random.integers(0, 9, 512, dtype=np.int32)
    out = Buffer(np.zeros_like(x))
    scan_kernel[(1,)](Buffer(x), out, BLOCK=512)
    np.testing.assert_array_equal(out.numpy(), np.cumsum(x))


@triton.jit
def sort_kernel(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.sort(tl.load(x + i)))


@case
def sort():
    x = floats(128)
    out = Buffer(np.zeros_like(x))
    sort_kernel[(1,)](Buffer(x), out, BLOCK=128)
    close(out.numpy(), np.sort(x))


@triton.jit
def argmax_kernel(x, out, columns, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    v = tl.load(x + row * columns + i, mask=i < columns, other=-float("inf"))
    tl.store(out + row, tl.argmax(v, axis=0))


@case
def argmax():
    x = floats(8, 90)
    out = Buffer(np.zeros(8, np.int32))
    argmax_kernel[(8,)](Buffer(x), out, 90, BLOCK=128)
    np.testing.assert_array_equal(out.numpy(), x.argmax(1))


@triton.jit
def transpose_kernel(x, out, M, N, B: tl.constexpr):
    m, n = tl.program_id(0) * B + tl.arange(0, B), tl.program_id(1) * B + tl.arange(0, B)
    v = tl.load(x + m[:, None] * N + n[None, :], mask=(m[:, None] < M) & (n[None, :] < N))
    tl.store(out + n[:, None] * M + m[None, :], tl.trans(v), mask=(n[:, None] < N) & (m[None, :] < M))


@case
def transpose():
    x = floats(50, 70)
    out = Buffer(np.zeros((70, 50), np.float32))
    transpose_kernel[(2, 3)](Buffer(x), out, 50, 70, B=32)
    close(out.numpy(), x.T)


@triton.jit
def gelu_kernel(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    tl.store(out + i, 0.5 * v * (1 + tl.erf(v * 0.7071067811865476)), mask=i < n)


@case
def gelu():
    x = floats(300)
    out = Buffer(np.zeros_like(x))
    gelu_kernel[(3,)](Buffer(x), out, 300, BLOCK=128)
    close(out.numpy(), 0.5 * x * (1 + np.vectorize(math.erf)(x / math.sqrt(2))), 1e-5)


@triton.jit
def lock_kernel(total, lock, BLOCK: tl.constexpr):
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(total, tl.load(total) + 1)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


@case
def spin_lock():
    total, lock = Buffer(np.zeros(1, np.int32)), Buffer(np.zeros(1, np.int32))
    lock_kernel[(32,)](total, lock, BLOCK=32)
    assert total.numpy()[0] == 32


@triton.jit
def cross_entropy_kernel(x, labels, out, n, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    v = tl.load(x + row * n + i, mask=i < n, other=-float("inf"))
    top = tl.max(v, axis=0)
    label = tl.load(x + row * n + tl.load(labels + row))
    tl.store(out + row, tl.log(tl.sum(tl.exp(v - top), axis=0)) + top - label)


@case
def cross_entropy():
    x, labels = floats(16, 50), random.integers(0, 50, 16, dtype=np.int64)
    out = Buffer(np.zeros(16, np.float32))
    cross_entropy_kernel[(16,)](Buffer(x), Buffer(labels), out, 50, BLOCK=64)
    close(out.numpy(), np.log(np.exp(x).sum(1)) - x[np.arange(16), labels], 1e-4)


@triton.jit
def rotary_kernel(x, angles, out, HALF: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, HALF)
    a, b = tl.load(x + row * 2 * HALF + i), tl.load(x + row * 2 * HALF + HALF + i)
    t = tl.load(angles + row * HALF + i)
    tl.store(out + row * 2 * HALF + i, a * tl.cos(t) - b * tl.sin(t))
    tl.store(out + row * 2 * HALF + HALF + i, a * tl.sin(t) + b * tl.cos(t))


@case
def rotary_embedding():
    x, t = floats(8, 64), floats(8, 32)
    out = Buffer(np.zeros_like(x))
    rotary_kernel[(8,)](Buffer(x), Buffer(t), out, HALF=32)
    a, b = x[:, :32], x[:, 32:]
    close(out.numpy(), np.concatenate([a * np.cos(t) - b * np.sin(t), a * np.sin(t) + b * np.cos(t)], 1), 1e-5)


@triton.jit
def quantise_kernel(x, out, scale, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n) / scale
    tl.store(out + i, tl.minimum(tl.maximum(tl.floor(v + 0.5), -128.0), 127.0).to(tl.int8), mask=i < n)


@case
def quantise_to_bytes():
    x = floats(400)
    out = Buffer(np.zeros(400, np.int8))
    quantise_kernel[(4,)](Buffer(x), out, 0.02, 400, BLOCK=128)
    np.testing.assert_allclose(out.numpy(), np.clip(np.floor(x / np.float32(0.02) + 0.5), -128, 127), atol=1)


@triton.jit
def conv_kernel(x, w, out, n, TAPS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    sum = tl.zeros((BLOCK,), dtype=tl.float32)
    for t in tl.static_range(TAPS):
        sum += tl.load(x + i + t, mask=i < n, other=0.0) * tl.load(w + t)
    tl.store(out + i, sum, mask=i < n)


@case
def convolution():
    x, w = floats(304), floats(5)
    out = Buffer(np.zeros(300, np.float32))
    conv_kernel[(3,)](Buffer(x), Buffer(w), out, 300, TAPS=5, BLOCK=128)
    close(out.numpy(), np.correlate(x, w, "valid"), 1e-4)


@triton.jit
def byte_product_kernel(a, b, c, B: tl.constexpr):
    i, j = tl.arange(0, B), tl.arange(0, B)
    tl.store(c + i[:, None] * B + j[None, :],
             tl.dot(tl.load(a + i[:, None] * B + j[None, :]), tl.load(b + i[:, None] * B + j[None, :]), out_dtype=tl.int32))


@case
def matmul_bytes():
    a, b = (random.integers(-100, 100, (32, 32), dtype=np.int8) for _ in range(2))
    c = Buffer(np.zeros((32, 32), np.int32))
    byte_product_kernel[(1,)](Buffer(a), Buffer(b), c, B=32)
    np.testing.assert_array_equal(c.numpy(), a.astype(np.int32) @ b.astype(np.int32))


# Fused and persistent forms of softmax.


@triton.jit
def persistent_softmax_kernel(x, out, rows, columns, BLOCK: tl.constexpr, STAGES: tl.constexpr):
    i = tl.arange(0, BLOCK)
    for row in tl.range(tl.program_id(0), rows, tl.num_programs(0), num_stages=STAGES):
        v = tl.load(x + row * columns + i, mask=i < columns, other=-float("inf"))
        e = tl.exp(v - tl.max(v, axis=0))
        tl.store(out + row * columns + i, e / tl.sum(e, axis=0), mask=i < columns)


@case
def softmax_persistent():
    x = floats(37, 130)
    out = Buffer(np.zeros_like(x))
    persistent_softmax_kernel[(5,)](Buffer(x), out, 37, 130, BLOCK=256, STAGES=2, num_warps=8)
    e = np.exp(x - x.max(1, keepdims=True))
    close(out.numpy(), e / e.sum(1, keepdims=True))


@triton.jit
def online_softmax_kernel(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    top, total = -float("inf"), 0.0
    for start in range(0, columns, BLOCK):
        i = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * columns + i, mask=i < columns, other=-float("inf"))
        new = tl.maximum(top, tl.max(v, axis=0))
        total = total * tl.exp(top - new) + tl.sum(tl.exp(v - new), axis=0)
        top = new
    for start in range(0, columns, BLOCK):
        i = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * columns + i, mask=i < columns)
        tl.store(out + row * columns + i, tl.exp(v - top) / total, mask=i < columns)


@case
def softmax_online():
    x = floats(4, 333)
    out = Buffer(np.zeros_like(x))
    online_softmax_kernel[(4,)](Buffer(x), out, 333, BLOCK=64)
    e = np.exp(x - x.max(1, keepdims=True))
    close(out.numpy(), e / e.sum(1, keepdims=True))


@triton.jit
def log_softmax_gradient_kernel(y, g, out, columns, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    v = tl.load(y + row * columns + i, mask=i < columns, other=0.0)
    d = tl.load(g + row * columns + i, mask=i < columns, other=0.0)
    tl.store(out + row * columns + i, d - tl.exp(v) * tl.sum(d, axis=0), mask=i < columns)


@case
def log_softmax_gradient():
    y, g = floats(6, 100) - 4, floats(6, 100)
    out = Buffer(np.zeros_like(y))
    log_softmax_gradient_kernel[(6,)](Buffer(y), Buffer(g), out, 100, BLOCK=128)
    close(out.numpy(), g - np.exp(y) * g.sum(1, keepdims=True), 1e-4)


# Products of matrices.


@triton.jit
def grouped_order_kernel(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    rows, columns = tl.cdiv(M, BM), tl.cdiv(N, BN)
    pm, pn = tl.swizzle2d(pid // columns, pid % columns, rows, columns, GROUP)
    m, n, k = (pm * BM + tl.arange(0, BM)) % M, (pn * BN + tl.arange(0, BN)) % N, tl.arange(0, BK)
    pa, pb = a + m[:, None] * K + k[None, :], b + k[:, None] * N + n[None, :]
    sum = tl.zeros((BM, BN), dtype=tl.float32)
    for step in range(0, tl.cdiv(K, BK)):
        sum = tl.dot(tl.load(pa, mask=k[None, :] < K - step * BK, other=0.0),
                     tl.load(pb, mask=k[:, None] < K - step * BK, other=0.0), sum)
        pa += BK
        pb += BK * N
    m, n = pm * BM + tl.arange(0, BM), pn * BN + tl.arange(0, BN)
    tl.store(c + m[:, None] * N + n[None, :], sum.to(tl.float16), mask=(m[:, None] < M) & (n[None, :] < N))


@case
def matmul_grouped_order():
    M, N, K = 96, 80, 72
    a, b = floats(M, K).astype(np.float16), floats(K, N).astype(np.float16)
    c = Buffer(np.zeros((M, N), np.float16))
    grouped_order_kernel[(3 * 3,)](Buffer(a), Buffer(b), c, M, N, K, BM=32, BN=32, BK=32, GROUP=2)
    close(c.numpy().astype(np.float32), a.astype(np.float32) @ b.astype(np.float32), 5e-2)


@triton.jit
def grouped_gemm_kernel(addresses, sizes, count, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    tile, first = tl.program_id(0), 0
    for g in range(count):
        M, N, K = tl.load(sizes + 3 * g), tl.load(sizes + 3 * g + 1), tl.load(sizes + 3 * g + 2)
        columns = tl.cdiv(N, BN)
        tiles = tl.cdiv(M, BM) * columns
        a = tl.load(addresses + 3 * g).to(tl.pointer_type(tl.float16))
        b = tl.load(addresses + 3 * g + 1).to(tl.pointer_type(tl.float16))
        c = tl.load(addresses + 3 * g + 2).to(tl.pointer_type(tl.float32))
        while tile >= first and tile < first + tiles:
            m = (tile - first) // columns * BM + tl.arange(0, BM)
            n = (tile - first) % columns * BN + tl.arange(0, BN)
            sum = tl.zeros((BM, BN), dtype=tl.float32)
            for start in range(0, K, BK):
                k = start + tl.arange(0, BK)
                sum += tl.dot(tl.load(a + m[:, None] * K + k[None, :], mask=(m[:, None] < M) & (k[None, :] < K), other=0.0),
                              tl.load(b + k[:, None] * N + n[None, :], mask=(k[:, None] < K) & (n[None, :] < N), other=0.0))
            tl.store(c + m[:, None] * N + n[None, :], sum, mask=(m[:, None] < M) & (n[None, :] < N))
            tile += tl.num_programs(0)
        first += tiles


@case
def grouped_gemm():
    sizes = np.array([[32, 32, 32], [64, 48, 16], [17, 33, 65]], np.int32)
    a = [floats(m, k).astype(np.float16) for m, n, k in sizes]
    b = [floats(k, n).astype(np.float16) for m, n, k in sizes]
    on_device = [[Buffer(x), Buffer(y), Buffer(np.zeros((m, n), np.float32))] for x, y, (m, n, k) in zip(a, b, sizes)]
    addresses = np.array([[each.data_ptr() for each in group] for group in on_device], np.int64)
    grouped_gemm_kernel[(3,)](Buffer(addresses), Buffer(sizes), 3, BM=32, BN=32, BK=32)
    for x, y, (_, _, c) in zip(a, b, on_device):
        close(c.numpy(), x.astype(np.float32) @ y.astype(np.float32), 1e-2)


@triton.jit
def split_k_kernel(a, b, c, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, SPLIT: tl.constexpr):
    m, n = tl.arange(0, BM), tl.arange(0, BN)
    sum = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(tl.program_id(0) * BK, K, BK * SPLIT):
        k = start + tl.arange(0, BK)
        sum = tl.dot(tl.load(a + m[:, None] * K + k[None, :]), tl.load(b + k[:, None] * N + n[None, :]), sum)
    tl.atomic_add(c + m[:, None] * N + n[None, :], sum)


@case
def matmul_split_k():
    a, b = floats(32, 256).astype(np.float16), floats(256, 32).astype(np.float16)
    c = Buffer(np.zeros((32, 32), np.float32))
    split_k_kernel[(4,)](Buffer(a), Buffer(b), c, 32, 256, BM=32, BN=32, BK=32, SPLIT=4)
    close(c.numpy(), a.astype(np.float32) @ b.astype(np.float32), 2e-2)


@triton.jit
def batched_matmul_kernel(a, b, c, K, B: tl.constexpr, BK: tl.constexpr):
    i, j = tl.arange(0, B), tl.arange(0, B)
    batch = tl.program_id(0).to(tl.int64)
    sum = tl.zeros((B, B), dtype=tl.float32)
    for start in range(0, K, BK):
        k = start + tl.arange(0, BK)
        sum = tl.dot(tl.load(a + batch * B * K + i[:, None] * K + k[None, :]),
                     tl.trans(tl.load(b + batch * B * K + j[:, None] * K + k[None, :])), sum)
    tl.store(c + batch * B * B + i[:, None] * B + j[None, :], sum)


@case
def matmul_batched_transposed():
    a, b = floats(5, 32, 64).astype(np.float16), floats(5, 32, 64).astype(np.float16)
    c = Buffer(np.zeros((5, 32, 32), np.float32))
    batched_matmul_kernel[(5,)](Buffer(a), Buffer(b), c, 64, B=32, BK=32)
    close(c.numpy(), a.astype(np.float32) @ b.astype(np.float32).transpose(0, 2, 1), 2e-2)


@triton.jit
def bfloat16_kernel(a, b, c, B: tl.constexpr):
    i, j = tl.arange(0, B), tl.arange(0, B)
    x = tl.load(a + i[:, None] * B + j[None, :]).to(tl.bfloat16)
    y = tl.load(b + i[:, None] * B + j[None, :]).to(tl.bfloat16)
    tl.store(c + i[:, None] * B + j[None, :], tl.dot(x, y))


@case
def matmul_bfloat16():
    a, b = floats(32, 32), floats(32, 32)
    c = Buffer(np.zeros((32, 32), np.float32))
    bfloat16_kernel[(1,)](Buffer(a), Buffer(b), c, B=32)
    close(c.numpy(), a @ b, 1e-1)


@triton.jit
def double_product_kernel(a, b, c, B: tl.constexpr):
    i, j = tl.arange(0, B), tl.arange(0, B)
    tl.store(c + i[:, None] * B + j[None, :],
             tl.dot(tl.load(a + i[:, None] * B + j[None, :]), tl.load(b + i[:, None] * B + j[None, :]), out_dtype=tl.float64))


@case
def matmul_doubles():
    a, b = random.standard_normal((32, 32)), random.standard_normal((32, 32))
    c = Buffer(np.zeros((32, 32)))
    double_product_kernel[(1,)](Buffer(a), Buffer(b), c, B=32)
    close(c.numpy(), a @ b, 1e-12)


@triton.jit
def float8_kernel(a, b, c, B: tl.constexpr):
    i, j = tl.arange(0, B), tl.arange(0, B)
    x = tl.load(a + i[:, None] * B + j[None, :]).to(tl.float8e5)
    y = tl.load(b + i[:, None] * B + j[None, :]).to(tl.float8e5)
    tl.store(c + i[:, None] * B + j[None, :], tl.dot(x, y))


@case
def matmul_float8():
    a, b = (random.integers(-3, 4, (64, 64)).astype(np.float32) for _ in range(2))
    c = Buffer(np.zeros((64, 64), np.float32))
    float8_kernel[(1,)](Buffer(a), Buffer(b), c, B=64)
    close(c.numpy(), a @ b)


@triton.jit
def block_scaled_kernel(a, b, sa, sb, c, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m, n = tl.arange(0, BM), tl.arange(0, BN)
    sum = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, K, BK):
        k, g = start + tl.arange(0, BK), start // 32 + tl.arange(0, BK // 32)
        x = tl.load(a + m[:, None] * K + k[None, :]).to(tl.float8e5, bitcast=True)
        y = tl.load(b + k[:, None] * BN + n[None, :]).to(tl.float8e5, bitcast=True)
        sum = tl.dot_scaled(x, tl.load(sa + m[:, None] * (K // 32) + g[None, :]), "e5m2",
                            y, tl.load(sb + n[:, None] * (K // 32) + g[None, :]), "e5m2", sum)
    tl.store(c + m[:, None] * BN + n[None, :], sum)


@case
def matmul_block_scaled():
    M, N, K = 32, 32, 128
    # The bytes of e5m2 are the upper ones of a half.
    x, y = (random.integers(-2, 3, shape).astype(np.float16) for shape in ((M, K), (K, N)))
    sx, sy = (random.integers(125, 130, (rows, K // 32), dtype=np.uint8) for rows in (M, N))
    c = Buffer(np.zeros((M, N), np.float32))
    block_scaled_kernel[(1,)](Buffer((x.view(np.uint16) >> 8).astype(np.uint8)), Buffer((y.view(np.uint16) >> 8).astype(np.uint8)),
                              Buffer(sx), Buffer(sy), c, K, BM=M, BN=N, BK=64)
    factor = lambda s: np.exp2(s.astype(np.float32) - 127).repeat(32, 1)
    close(c.numpy(), (x * factor(sx)) @ (y * factor(sy).T), 1e-3)


@triton.jit
def descriptor_kernel(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    da = tl.make_tensor_descriptor(a, shape=[M, K], strides=[K, 1], block_shape=[BM, BK])
    db = tl.make_tensor_descriptor(b, shape=[K, N], strides=[N, 1], block_shape=[BK, BN])
    dc = tl.make_tensor_descriptor(c, shape=[M, N], strides=[N, 1], block_shape=[BM, BN])
    m, n = tl.program_id(0) * BM, tl.program_id(1) * BN
    sum = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        sum = tl.dot(da.load([m, k]), db.load([k, n]), sum)
    dc.store([m, n], sum.to(tl.float16))


@case
def matmul_by_tensor_descriptors():  # become tensor copies for sm_90
    M, N, K = 100, 96, 128
    a, b = floats(M, K).astype(np.float16), floats(K, N).astype(np.float16)
    c = Buffer(np.zeros((M, N), np.float16))
    # The descriptors that the kernel makes are in memory that the host allocates for it.
    kept = []

    def allocate(size, alignment, stream):
        kept.append(Buffer(np.zeros(size + alignment, np.uint8)))
        return kept[-1]

    triton.set_allocator(allocate)
    descriptor_kernel[(2, 2)](Buffer(a), Buffer(b), c, M, N, K, BM=64, BN=64, BK=32)
    close(c.numpy().astype(np.float32), a.astype(np.float32) @ b.astype(np.float32), 5e-2)


@triton.jit
def matrix_vector_kernel(a, x, y, M, N, BM: tl.constexpr, BN: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    sum = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, N, BN):
        n = start + tl.arange(0, BN)
        sum += tl.load(a + m[:, None] * N + n[None, :], mask=(m[:, None] < M) & (n[None, :] < N), other=0.0) * \
            tl.load(x + n, mask=n < N, other=0.0)[None, :]
    tl.store(y + m, tl.sum(sum, axis=1), mask=m < M)


@case
def matrix_times_vector():
    a, x = floats(50, 77), floats(77)
    y = Buffer(np.zeros(50, np.float32))
    matrix_vector_kernel[(4,)](Buffer(a), Buffer(x), y, 50, 77, BM=16, BN=32)
    close(y.numpy(), a @ x, 1e-4)


# Norms, forwards and backwards.


@triton.jit
def layer_norm_gradient_kernel(x, dy, w, dx, dw, locks, n, rows, GROUPS: tl.constexpr, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    mask = i < n
    v = tl.load(x + row * n + i, mask=mask, other=0.0)
    g = tl.load(dy + row * n + i, mask=mask, other=0.0)
    mean = tl.sum(v, axis=0) / n
    d = tl.where(mask, v - mean, 0.0)
    r = 1 / tl.sqrt(tl.sum(d * d, axis=0) / n + 1e-5)
    hat, wg = d * r, tl.load(w + i, mask=mask, other=0.0) * g
    c1, c2 = tl.sum(hat * wg, axis=0) / n, tl.sum(wg, axis=0) / n
    tl.store(dx + row * n + i, (wg - (hat * c1 + c2)) * r, mask=mask)
    # Rows of a group add up under a lock, as in the tutorial.
    group = row % GROUPS
    while tl.atomic_cas(locks + group, 0, 1) == 1:
        pass
    tl.store(dw + group * n + i, tl.load(dw + group * n + i, mask=mask) + g * hat, mask=mask)
    tl.debug_barrier()
    tl.atomic_xchg(locks + group, 0)


@case
def layer_norm_gradient():
    rows, n = 24, 70
    x, dy, w = floats(rows, n), floats(rows, n), floats(n)
    dx, dw, locks = Buffer(np.zeros_like(x)), Buffer(np.zeros((4, n), np.float32)), Buffer(np.zeros(4, np.int32))
    layer_norm_gradient_kernel[(rows,)](Buffer(x), Buffer(dy), Buffer(w), dx, dw, locks, n, rows, GROUPS=4, BLOCK=128)
    r = 1 / np.sqrt(x.var(1, keepdims=True) + 1e-5)
    hat, wg = (x - x.mean(1, keepdims=True)) * r, w * dy
    close(dx.numpy(), (wg - hat * (hat * wg).mean(1, keepdims=True) - wg.mean(1, keepdims=True)) * r, 1e-3)
    close(dw.numpy().sum(0), (dy * hat).sum(0), 1e-3)


@triton.jit
def rms_norm_kernel(x, w, out, n, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    v = tl.load(x + row * n + i, mask=i < n, other=0.0).to(tl.float32)
    y = v * tl.rsqrt(tl.sum(v * v, axis=0) / n + 1e-6) * tl.load(w + i, mask=i < n)
    tl.store(out + row * n + i, y.to(tl.float16), mask=i < n)


@case
def rms_norm():
    x, w = floats(9, 120).astype(np.float16), floats(120)
    out = Buffer(np.zeros_like(x))
    rms_norm_kernel[(9,)](Buffer(x), Buffer(w), out, 120, BLOCK=128)
    v = x.astype(np.float32)
    close(out.numpy().astype(np.float32), v / np.sqrt((v * v).mean(1, keepdims=True) + 1e-6) * w, 1e-2)


@triton.jit
def welford_combine(mean_a, m2_a, n_a, mean_b, m2_b, n_b):
    d, n = mean_b - mean_a, n_a + n_b
    part = tl.where(n == 0, 0.0, n_b / n)
    return mean_a + d * part, m2_a + m2_b + d * d * n_a * part, n


@triton.jit
def welford_kernel(x, mean, variance, n, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    v = tl.load(x + row * n + i, mask=i < n, other=0.0)
    m, m2, count = tl.reduce((v, tl.zeros_like(v), tl.where(i < n, 1.0, 0.0)), 0, welford_combine)
    tl.store(mean + row, m)
    tl.store(variance + row, m2 / count)


@case
def variance_by_a_reduction_of_tuples():
    x = floats(7, 200) + 3
    mean, variance = Buffer(np.zeros(7, np.float32)), Buffer(np.zeros(7, np.float32))
    welford_kernel[(7,)](Buffer(x), mean, variance, 200, BLOCK=256)
    close(mean.numpy(), x.mean(1), 1e-4)
    close(variance.numpy(), x.var(1), 1e-4)


# Random numbers.


@triton.jit
def philox_kernel(out, seed, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.randint(seed, i))


def philox(seed, counter, rounds=10):
    """The first word of Philox 4x32 for each counter."""
    c = [counter.astype(np.uint64), *(np.zeros_like(counter, np.uint64) for _ in range(3))]
    k0, k1 = np.uint64(seed & 0xFFFFFFFF), np.uint64(seed >> 32)
    low = np.uint64(0xFFFFFFFF)
    for _ in range(rounds):
        a, b = c[0] * np.uint64(0xD2511F53), c[2] * np.uint64(0xCD9E8D57)
        c = [(b >> np.uint64(32)) ^ c[1] ^ k0, b & low, (a >> np.uint64(32)) ^ c[3] ^ k1, a & low]
        k0, k1 = (k0 + np.uint64(0x9E3779B9)) & low, (k1 + np.uint64(0xBB67AE85)) & low
    return c[0].astype(np.uint32)


@case
def random_integers():
    out = Buffer(np.zeros(512, np.uint32))
    philox_kernel[(4,)](out, 1234567890123, BLOCK=128)
    np.testing.assert_array_equal(out.numpy(), philox(1234567890123, np.arange(512)))


@triton.jit
def normal_kernel(out, seed, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.randn(seed, i))


@case
def random_normal():
    out = Buffer(np.zeros(8192, np.float32))
    normal_kernel[(8,)](out, 42, BLOCK=1024)
    assert abs(out.numpy().mean()) < 0.05 and abs(out.numpy().std() - 1) < 0.05


@triton.jit
def mask_dropout_kernel(x, keep, out, n, p, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v, kept = tl.load(x + i, mask=i < n), tl.load(keep + i, mask=i < n)
    tl.store(out + i, tl.where(kept != 0, v / (1 - p), 0.0), mask=i < n)


@case
def dropout_by_mask():
    x, keep = floats(300), random.integers(0, 2, 300, dtype=np.int8)
    out = Buffer(np.zeros_like(x))
    mask_dropout_kernel[(3,)](Buffer(x), Buffer(keep), out, 300, 0.25, BLOCK=128)
    close(out.numpy(), np.where(keep != 0, x / np.float32(0.75), 0))


# Attention.


@triton.jit
def attention_gradient_kernel(q, k, v, do, lse, delta, dk, dv, n, scale, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    j, d = tl.program_id(0) * BN + tl.arange(0, BN), tl.arange(0, D)
    key, value = tl.load(k + j[:, None] * D + d[None, :]), tl.load(v + j[:, None] * D + d[None, :])
    sum_k, sum_v = tl.zeros((BN, D), dtype=tl.float32), tl.zeros((BN, D), dtype=tl.float32)
    for start in range(0, n, BM):
        m = start + tl.arange(0, BM)
        query, out = tl.load(q + m[:, None] * D + d[None, :]), tl.load(do + m[:, None] * D + d[None, :])
        p = tl.exp(tl.dot(key, tl.trans(query)) * scale - tl.load(lse + m)[None, :])
        sum_v = tl.dot(p.to(tl.float16), out, sum_v)
        dp = tl.dot(value, tl.trans(out))
        sum_k = tl.dot((p * (dp - tl.load(delta + m)[None, :])).to(tl.float16), query, sum_k)
    tl.store(dk + j[:, None] * D + d[None, :], sum_k * scale)
    tl.store(dv + j[:, None] * D + d[None, :], sum_v)


@case
def flash_attention_gradient():
    n, D = 64, 32
    q, k, v, do = (floats(n, D).astype(np.float16) for _ in range(4))
    f = [each.astype(np.float32) for each in (q, k, v, do)]
    scale = 1 / math.sqrt(D)
    s = f[0] @ f[1].T * scale
    lse = np.log(np.exp(s).sum(1)).astype(np.float32)
    p = np.exp(s - lse[:, None])
    delta = (p @ f[2] * f[3]).sum(1).astype(np.float32)
    dk, dv = Buffer(np.zeros((n, D), np.float32)), Buffer(np.zeros((n, D), np.float32))
    attention_gradient_kernel[(n // 32,)](*(Buffer(each) for each in (q, k, v, do, lse, delta)), dk, dv, n, scale, D=D, BM=32, BN=32)
    close(dv.numpy(), p.T @ f[3], 2e-2)
    close(dk.numpy(), (p * (f[3] @ f[2].T - delta[:, None])).T @ f[0] * scale, 2e-2)


@triton.jit
def decoding_kernel(q, k, v, lengths, tables, out, scale, D: tl.constexpr, PAGE: tl.constexpr, PAGES: tl.constexpr):
    sequence, d, i = tl.program_id(0), tl.arange(0, D), tl.arange(0, PAGE)
    length = tl.load(lengths + sequence)
    query = tl.load(q + sequence * D + d)
    top, total, sum = -float("inf"), 0.0, tl.zeros((D,), dtype=tl.float32)
    for page in range(tl.cdiv(length, PAGE)):
        place = tl.load(tables + sequence * PAGES + page) * PAGE + i
        mask = page * PAGE + i < length
        s = tl.sum(query[None, :] * tl.load(k + place[:, None] * D + d[None, :], mask=mask[:, None], other=0.0), axis=1) * scale
        s = tl.where(mask, s, -float("inf"))
        new = tl.maximum(top, tl.max(s, axis=0))
        p = tl.exp(s - new)
        f = tl.exp(top - new)
        total = total * f + tl.sum(p, axis=0)
        sum = sum * f + tl.sum(p[:, None] * tl.load(v + place[:, None] * D + d[None, :], mask=mask[:, None], other=0.0), axis=0)
        top = new
    tl.store(out + sequence * D + d, sum / total)


@case
def paged_attention():
    D, PAGE, PAGES = 32, 16, 4
    lengths = np.array([5, 33, 64], np.int32)
    tables = random.permutation(3 * PAGES).reshape(3, PAGES).astype(np.int32)
    q, k, v = floats(3, D), floats(3 * PAGES * PAGE, D), floats(3 * PAGES * PAGE, D)
    out = Buffer(np.zeros_like(q))
    decoding_kernel[(3,)](Buffer(q), Buffer(k), Buffer(v), Buffer(lengths), Buffer(tables), out, 0.2, D=D, PAGE=PAGE, PAGES=PAGES)
    for i, length in enumerate(lengths):
        places = (tables[i][:, None] * PAGE + np.arange(PAGE)).ravel()[:length]
        p = np.exp(k[places] @ q[i] * 0.2)
        close(out.numpy()[i], p / p.sum() @ v[places], 1e-4)


# Reductions, scans and orders.


@triton.jit
def largest(a, b):
    return tl.maximum(a, b)


@triton.jit
def scan_by_function_kernel(x, out, REVERSE: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.associative_scan(tl.load(x + i), 0, largest, reverse=REVERSE))


@case
def running_maximum_from_both_ends():
    x = floats(2, 256)
    for reverse in (False, True):
        out = Buffer(np.zeros_like(x))
        scan_by_function_kernel[(2,)](Buffer(x), out, REVERSE=reverse, BLOCK=256)
        expected = np.maximum.accumulate(x[:, ::-1], 1)[:, ::-1] if reverse else np.maximum.accumulate(x, 1)
        np.testing.assert_array_equal(out.numpy(), expected)


@triton.jit
def recurrence(a1, b1, a2, b2):
    return a1 * a2, b1 * a2 + b2


@triton.jit
def recurrence_kernel(a, b, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    _, h = tl.associative_scan((tl.load(a + i), tl.load(b + i)), 0, recurrence)
    tl.store(out + i, h)


@case
def linear_recurrence():
    a, b = random.uniform(0.5, 1, 128).astype(np.float32), floats(128)
    out = Buffer(np.zeros_like(a))
    recurrence_kernel[(1,)](Buffer(a), Buffer(b), out, BLOCK=128)
    h, expected = np.float32(0), np.zeros_like(a)
    for i in range(128):
        h = expected[i] = a[i] * h + b[i]
    close(out.numpy(), expected, 1e-4)


@triton.jit
def topk_kernel(x, out, N: tl.constexpr, K: tl.constexpr):
    row = tl.program_id(0)
    tl.store(out + row * K + tl.arange(0, K), tl.topk(tl.load(x + row * N + tl.arange(0, N)), K))


@case
def largest_eight():
    x = floats(4, 64)
    out = Buffer(np.zeros((4, 8), np.float32))
    topk_kernel[(4,)](Buffer(x), out, N=64, K=8)
    np.testing.assert_array_equal(out.numpy(), -np.sort(-x, 1)[:, :8])


@triton.jit
def reductions_kernel(x, out, M: tl.constexpr, N: tl.constexpr):
    m, n = tl.arange(0, M), tl.arange(0, N)
    v = tl.load(x + m[:, None] * N + n[None, :])
    tl.store(out + n, tl.min(v, axis=0))
    tl.store(out + N + m, tl.xor_sum(v, axis=1))
    tl.store(out + N + M + m, tl.argmin(v, axis=1))


@case
def reductions_along_both_axes():
    x = random.integers(-1000, 1000, (32, 64), dtype=np.int32)
    out = Buffer(np.zeros(64 + 32 + 32, np.int32))
    reductions_kernel[(1,)](Buffer(x), out, M=32, N=64)
    np.testing.assert_array_equal(out.numpy(), np.concatenate([x.min(0), np.bitwise_xor.reduce(x, 1), x.argmin(1)]))


@triton.jit
def gather_kernel(x, indices, out, N: tl.constexpr, M: tl.constexpr):
    v, i = tl.load(x + tl.arange(0, N)), tl.load(indices + tl.arange(0, M))
    tl.store(out + tl.arange(0, M), tl.gather(v, i, 0))


@case
def gather_within_a_block():
    x, i = floats(128), random.integers(0, 128, 64, dtype=np.int32)
    out = Buffer(np.zeros(64, np.float32))
    gather_kernel[(1,)](Buffer(x), Buffer(i), out, N=128, M=64)
    np.testing.assert_array_equal(out.numpy(), x[i])


@triton.jit
def shape_kernel(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.split(tl.reshape(tl.load(x + tl.arange(0, 2 * N)), (N, 2)))
    tl.store(out + tl.arange(0, 2 * N), tl.interleave(b, a))
    tl.store(out + 2 * N + tl.arange(0, 2 * N), tl.ravel(tl.permute(tl.join(a, b), (1, 0))))
    tl.store(out + 4 * N + i, tl.flip(a, 0))


@case
def split_join_permute():
    x = floats(128)
    out = Buffer(np.zeros(320, np.float32))
    shape_kernel[(1,)](Buffer(x), out, N=64)
    a, b = x[0::2], x[1::2]
    np.testing.assert_array_equal(out.numpy(), np.concatenate([np.stack([b, a], 1).ravel(), a, b, a[::-1]]))


# Others.


@triton.jit
def embedding_kernel(table, tokens, out, width, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    token = tl.load(tokens + row)
    tl.store(out + row * width + i, tl.load(table + token * width + i, mask=i < width), mask=i < width)


@case
def embedding():
    table, tokens = floats(20, 48), random.integers(0, 20, 11, dtype=np.int64)
    out = Buffer(np.zeros((11, 48), np.float32))
    embedding_kernel[(11,)](Buffer(table), Buffer(tokens), out, 48, BLOCK=64)
    np.testing.assert_array_equal(out.numpy(), table[tokens])


@triton.jit
def swiglu_kernel(x, out, n, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    gate = tl.load(x + row * 2 * n + i, mask=i < n, other=0.0)
    tl.store(out + row * n + i, gate * tl.sigmoid(gate) * tl.load(x + row * 2 * n + n + i, mask=i < n), mask=i < n)


@case
def swiglu():
    x = floats(5, 200)
    out = Buffer(np.zeros((5, 100), np.float32))
    swiglu_kernel[(5,)](Buffer(x), out, 100, BLOCK=128)
    close(out.numpy(), x[:, :100] / (1 + np.exp(-x[:, :100])) * x[:, 100:], 1e-5)


@triton.jit
def adam_kernel(w, g, m, v, n, rate, step, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    d = tl.load(g + i, mask=mask)
    a = 0.9 * tl.load(m + i, mask=mask) + 0.1 * d
    b = 0.999 * tl.load(v + i, mask=mask) + 0.001 * d * d
    update = a / (1 - tl.exp2(step * tl.log2(0.9))) / (tl.sqrt(b / (1 - tl.exp2(step * tl.log2(0.999)))) + 1e-8)
    tl.store(w + i, tl.load(w + i, mask=mask) - rate * update, mask=mask)
    tl.store(m + i, a, mask=mask)
    tl.store(v + i, b, mask=mask)


@case
def adam_step():
    w, g, m, v = floats(200), floats(200), floats(200), np.abs(floats(200))
    buffers = [Buffer(each) for each in (w, g, m, v)]
    adam_kernel[(2,)](*buffers, 200, 0.01, 3.0, BLOCK=128)
    a, b = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
    close(buffers[0].numpy(), w - 0.01 * (a / (1 - 0.9**3)) / (np.sqrt(b / (1 - 0.999**3)) + 1e-8), 1e-4)


@triton.jit
def depthwise_kernel(x, w, out, H, W, R: tl.constexpr, BLOCK: tl.constexpr):
    channel, i = tl.program_id(0), tl.arange(0, BLOCK)
    row, column = i // W, i % W
    sum = tl.zeros((BLOCK,), dtype=tl.float32)
    for dy in tl.static_range(R):
        for dx in tl.static_range(R):
            y, z = row + dy - R // 2, column + dx - R // 2
            inside = (y >= 0) & (y < H) & (z >= 0) & (z < W) & (i < H * W)
            sum += tl.load(x + channel * H * W + y * W + z, mask=inside, other=0.0) * tl.load(w + channel * R * R + dy * R + dx)
    tl.store(out + channel * H * W + i, sum, mask=i < H * W)


@case
def depthwise_convolution():
    x, w = floats(3, 10, 12), floats(3, 3, 3)
    out = Buffer(np.zeros_like(x))
    depthwise_kernel[(3,)](Buffer(x), Buffer(w), out, 10, 12, R=3, BLOCK=128)
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1)))
    expected = sum(padded[:, dy:dy + 10, dx:dx + 12] * w[:, dy, dx, None, None] for dy in range(3) for dx in range(3))
    close(out.numpy(), expected, 1e-4)


@triton.jit
def dequantise_kernel(packed, scales, out, n, GROUP: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    word = tl.load(packed + i // 8, mask=i < n)
    value = ((word >> (i % 8 * 4)) & 15).to(tl.float32) - 8
    tl.store(out + i, value * tl.load(scales + i // GROUP, mask=i < n), mask=i < n)


@case
def dequantise_four_bits():
    values, scales = random.integers(0, 16, 512), floats(16)
    packed = np.zeros(64, np.uint32)
    for i in range(8):
        packed |= (values[i::8] << (4 * i)).astype(np.uint32)
    out = Buffer(np.zeros(512, np.float32))
    dequantise_kernel[(4,)](Buffer(packed.view(np.int32)), Buffer(scales), out, 512, GROUP=32, BLOCK=128)
    close(out.numpy(), (values - 8) * scales.repeat(32))


@triton.jit
def inline_assembly_kernel(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.inline_asm_elementwise("brev.b32 $0, $1;", "=r,r", [tl.load(x + i)], dtype=tl.int32, is_pure=True, pack=1))


@case
def inline_assembly():
    x = random.integers(0, 2**31 - 1, 128, dtype=np.int32)
    out = Buffer(np.zeros_like(x))
    inline_assembly_kernel[(1,)](Buffer(x), out, BLOCK=128)
    expected = [int(f"{int(each):032b}"[::-1], 2) for each in x]
    np.testing.assert_array_equal(out.numpy().view(np.uint32), np.array(expected, np.uint32))


@triton.jit
def atomics_kernel(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    tl.atomic_max(out + v % 8, v, mask=i < n)
    tl.atomic_min(out + 8 + v % 8, v, mask=i < n)
    tl.atomic_xor(out + 16 + v % 8, v, mask=i < n)
    tl.atomic_add(out + 24 + v % 8, 1, mask=i < n, sem="relaxed")


@case
def atomics_of_each_kind():
    x = random.integers(0, 10000, 500, dtype=np.int32)
    start = np.concatenate([np.zeros(8), np.full(8, 99999), np.zeros(16)]).astype(np.int32)
    out = Buffer(start)
    atomics_kernel[(4,)](Buffer(x), out, 500, BLOCK=128)
    groups = [x[x % 8 == g] for g in range(8)]
    np.testing.assert_array_equal(out.numpy(), [g.max() for g in groups] + [g.min() for g in groups] +
                                  [np.bitwise_xor.reduce(g) for g in groups] + [len(g) for g in groups])


def main():
    chosen = [each for each in CASES if len(sys.argv) < 2 or each.__name__ in sys.argv[1:]]
    right = 0
    for each in chosen:
        try:
            each()
            right += 1
            print(f"right  {each.__name__}", flush=True)
        except Exception as error:
            lines = str(error).strip().splitlines() or [type(error).__name__]
            print(f"WRONG  {each.__name__}: {' '.join(lines)[:300]}", flush=True)
            if len(sys.argv) > 1:
                traceback.print_exc()
    print(f"{right} of {len(chosen)} kernels are right")
    return right != len(chosen)


if __name__ == "__main__":
    # The launcher expects a context, as torch would have made it.
    device, context = ctypes.c_int(), ctypes.c_void_p()
    check(cuda.cuInit(0))
    check(cuda.cuDeviceGet(ctypes.byref(device), 0))
    check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device))
    check(cuda.cuCtxSetCurrent(context))
    sys.exit(main())
