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
