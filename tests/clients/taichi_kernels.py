"""Kernels of Taichi on its CUDA back end, in several runtimes of one process. Prints PASSED."""

import numpy as np
import taichi as ti


def primes_below(count):
    @ti.kernel
    def primes() -> ti.i32:
        found = 0
        for n in range(2, count):
            is_prime = 1
            for divisor in range(2, n):
                if divisor * divisor > n:
                    break
                if n % divisor == 0:
                    is_prime = 0
                    break
            found += is_prime
        return found

    return primes()


def stencil(size):
    before, after = ti.field(ti.f32, (size, size)), ti.field(ti.f32, (size, size))
    values = np.random.default_rng(3).random((size, size), dtype=np.float32)
    before.from_numpy(values)

    @ti.kernel
    def smooth():
        for i, j in before:
            if 0 < i < size - 1 and 0 < j < size - 1:
                after[i, j] = (before[i - 1, j] + before[i + 1, j] + before[i, j - 1] + before[i, j + 1]) / 4

    smooth()
    inner = (values[:-2, 1:-1] + values[2:, 1:-1] + values[1:-1, :-2] + values[1:-1, 2:]) / 4
    np.testing.assert_allclose(after.to_numpy()[1:-1, 1:-1], inner, rtol=1e-5)


for _ in range(2):
    ti.init(arch=ti.cuda, enable_fallback=False, device_memory_GB=0.3, offline_cache=False)
    assert primes_below(1000) == 168
    stencil(64)
    ti.reset()
print("PASSED")
