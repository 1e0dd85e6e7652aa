#!/usr/bin/env python3
"""Computes the polynomials of the device math library and prints math_polynomials.h.

Each entry of FITS names a function on an interval; the Remez exchange finds the polynomial of the
given degree with the smallest weighted error, in 60 digits, and the coefficients are rounded to
the type. Needs mpmath. Run: ./fit_polynomials.py > math_polynomials.h
"""
import struct
import sys

from mpmath import mp, mpf

mp.dps = 60


def remez(f, a, b, degree, weight):
    n = degree + 2
    mid, half = (a + b) / 2, (b - a) / 2
    size = 24 * n
    # Fixed grid, denser at the ends, where the extrema crowd.
    grid = [mid - half * mp.cos(mp.pi * (i + mpf(1) / 2) / size) for i in range(size)]
    values = [f(x) for x in grid]
    weights = [weight(x) for x in grid]
    points = [round((1 - mp.cos(mp.pi * i / (n - 1))) / 2 * (size - 1)) for i in range(n)]
    best = None
    for _ in range(30):
        system = mp.matrix(n, n)
        right = mp.matrix(n, 1)
        for row, p in enumerate(points):
            u = (grid[p] - mid) / half
            power = mpf(1)
            for column in range(degree + 1):
                system[row, column] = power
                power *= u
            system[row, degree + 1] = (-1) ** row / weights[p]
            right[row] = values[p]
        solution = mp.lu_solve(system, right)
        coefficients = [solution[i] for i in range(degree + 1)]
        errors = []
        for x, value, w in zip(grid, values, weights):
            u = (x - mid) / half
            s = mpf(0)
            for c in reversed(coefficients):
                s = s * u + c
            errors.append((s - value) * w)
        worst = max(abs(e) for e in errors)
        if best is None or worst < best[0]:
            best = (worst, coefficients)
        if worst <= abs(solution[degree + 1]) * mpf("1.01"):
            break
        # One extremum per run of equal sign, then trim from the weaker end.
        runs = []
        for i, e in enumerate(errors):
            if runs and mp.sign(errors[runs[-1]]) == mp.sign(e):
                if abs(e) > abs(errors[runs[-1]]):
                    runs[-1] = i
            else:
                runs.append(i)
        while len(runs) > n:
            runs.pop(0 if abs(errors[runs[0]]) < abs(errors[runs[-1]]) else -1)
        if len(runs) < n:
            break
        points = runs
    worst, scaled = best
    # Back from u = (x - mid) / half to x.
    result = [mpf(0)] * (degree + 1)
    basis = [mpf(1)]
    for c in scaled:
        for i, v in enumerate(basis):
            result[i] += c * v
        grown = [mpf(0)] * (len(basis) + 1)
        for i, v in enumerate(basis):
            grown[i] -= v * mid / half
            grown[i + 1] += v / half
        basis = grown
    return result, worst


def literal(c, kind):
    if kind == "float":
        # Rounded from the full value, not through double.
        m, e = mp.frexp(c)
        value = float(mp.ldexp(mp.nint(mp.ldexp(m, 24)), e - 24))
        return value.hex() + "f"
    return float(c).hex()


def emit(name, what, kind, coefficients, worst):
    """p(x) as even and odd half, two shorter chains of multiply-adds instead of one."""
    print(f"// {what}; error {mp.nstr(worst, 3)}")
    print(f"HEDDLE_DEVICE {kind} {name}({kind} x) {{")
    texts = [literal(c, kind) for c in coefficients]

    def horner(parts, variable):
        text = parts[-1]
        for part in reversed(parts[:-1]):
            text = f"fmadd({text}, {variable}, {part})"
        return text

    if len(texts) <= 4:
        print(f"  return {horner(texts, 'x')};")
    else:
        print(f"  const {kind} x2 = x * x;")
        print(f"  const {kind} even = {horner(texts[0::2], 'x2')};")
        print(f"  const {kind} odd = {horner(texts[1::2], 'x2')};")
        print("  return fmadd(odd, x, even);")
    print("}\n")


def fit(name, what, kind, f, a, b, degree, weight=lambda x: mpf(1)):
    coefficients, worst = remez(f, mpf(a), mpf(b), degree, weight)
    print(f"{name}: degree {degree}, error {mp.nstr(worst, 3)}", file=sys.stderr)
    emit(name, what, kind, coefficients, worst)


def sqrt(x):
    return mp.sqrt(x)


LN2 = mp.log(2)


def erfcx(x):
    return mp.exp(x * x) * mp.erfc(x)


def erfcx_mapped(k):
    """erfcx(x) * (1 + 2x) as a function of t = (x - k) / (x + k)."""

    def f(t):
        if t >= 1:
            return 2 / mp.sqrt(mp.pi)
        x = k * (1 + t) / (1 - t)
        if x > 1000:
            s = mpf(1)
            term = mpf(1)
            for i in range(1, 12):
                term *= -(2 * i - 1) / (2 * x * x)
                s += term
            return s / (x * mp.sqrt(mp.pi)) * (1 + 2 * x)
        return erfcx(x) * (1 + 2 * x)

    return f


def expm1_tail(x):
    return (mp.expm1(x) - x) / x**2


def log_tail(f):
    return (mp.log1p(f) - f + f * f / 2) / f**3


def atanh_tail(z):
    """(log((1+s)/(1-s)) - 2s) / s, as a function of z = s^2."""
    s = sqrt(z)
    return (2 * mp.atanh(s) - 2 * s) / s


def erfinv_central(w):
    # x with w = -log(1 - x^2); erfinv(x) / x
    x = mp.sqrt(-mp.expm1(-w))
    return mp.erfinv(x) / x


def inverse_erfc(y):
    # erfcinv for tiny y, by Newton from the asymptotic start.
    x = mp.sqrt(-mp.log(y * mp.sqrt(mp.pi * -mp.log(y))))
    for _ in range(8):
        step = (mp.erfc(x) - y) / (-2 / mp.sqrt(mp.pi) * mp.exp(-x * x))
        x = x - step / (1 + x * step)
    return x


def erfcinv_tail(s):
    # y with s^2 = -log(y (2 - y)), y small
    q = mp.exp(-s * s)
    return inverse_erfc(q / (1 + mp.sqrt(1 - q)))


def stirling_tail(z):
    """lgamma(x) - ((x - 1/2) log x - x + log(2 pi)/2), times x; z = 1/x^2."""
    x = 1 / sqrt(z)
    return (mp.loggamma(x) - ((x - mpf(1) / 2) * mp.log(x) - x + mp.log(2 * mp.pi) / 2)) * x


PI = mp.pi
H = LN2 / 2 * mpf("1.001")
H10 = mp.log(2, 10) / 2 * mpf("1.001")
Q = mp.pi / 4 * mpf("1.0001")
S2 = mp.sqrt(2)
TINY = mpf(10) ** -20

FITS = [
    # exponential
    ("polyExpF", "(e^x - 1 - x) / x^2, |x| <= ln2/2", "float", expm1_tail, -H, H, 4),
    ("polyExp", "(e^x - 1 - x) / x^2, |x| <= ln2/2", "double", expm1_tail, -H, H, 9),
    ("polyExpm1F", "(e^x - 1 - x) / x^2, |x| <= ln2/2", "float", expm1_tail, -H, H, 5),
    ("polyExpm1", "(e^x - 1 - x) / x^2, |x| <= ln2/2", "double", expm1_tail, -H, H, 10),
    ("polyExp2F", "(2^x - 1) / x, |x| <= 1/2", "float", lambda x: mp.expm1(x * LN2) / x, -0.5005, 0.5005, 6),
    # logarithm
    ("polyLogF", "(log(1+x) - x + x^2/2) / x^3, 1+x from 1/sqrt2 to sqrt2", "float", log_tail, 1 / S2 - 1, S2 - 1, 8),
    ("polyLog", "(2 atanh(s) - 2s) / s, x = s^2 <= 0.0295", "double", atanh_tail, TINY, mpf("0.02944"), 7, lambda z: 1 / sqrt(z) if z > 1e-6 else mpf(1000)),
    ("polyLogTail", "(2 atanh(s) - 2s - 2/3 s^3 - 2/5 s^5) / s^7, x = s^2", "double", lambda z: (2 * mp.atanh(sqrt(z)) / sqrt(z) - 2 - 2 * z / 3 - 2 * z * z / 5) / z**3, mpf(10) ** -12, mpf("0.02944"), 7),
    ("polyLogShort", "(2 atanh(s) - 2s) / s^3, x = s^2, for float results", "double", lambda z: atanh_tail(z) / z, TINY, mpf("0.02944"), 4),
    ("polyExpShort", "(e^x - 1) / x, |x| <= ln2/2, for float results", "double", lambda x: mp.expm1(x) / x, -H, H, 7),
    # trigonometry, reduced to |r| <= pi/4; x = r^2
    ("polySinF", "(sin r - r) / r^3, x = r^2", "float", lambda z: (mp.sin(sqrt(z)) - sqrt(z)) / sqrt(z) ** 3, TINY, Q * Q, 2),
    ("polyCosF", "(cos r - 1 + r^2/2) / r^4, x = r^2", "float", lambda z: (mp.cos(sqrt(z)) - 1 + z / 2) / z**2, TINY, Q * Q, 2),
    ("polySin", "(sin r - r) / r^3, x = r^2", "double", lambda z: (mp.sin(sqrt(z)) - sqrt(z)) / sqrt(z) ** 3, TINY, Q * Q, 5),
    ("polyCos", "(cos r - 1 + r^2/2) / r^4, x = r^2", "double", lambda z: (mp.cos(sqrt(z)) - 1 + z / 2) / z**2, TINY, Q * Q, 5),
    ("polyTanF", "(tan r - r) / r^3, x = r^2", "float", lambda z: (mp.tan(sqrt(z)) - sqrt(z)) / sqrt(z) ** 3, TINY, Q * Q, 6),
    ("polyTan", "(tan r - r) / r^3, x = r^2", "double", lambda z: (mp.tan(sqrt(z)) - sqrt(z)) / sqrt(z) ** 3, TINY, Q * Q, 13),
    # inverse trigonometry
    ("polyAtanF", "(atan t - t) / t^3, x = t^2, t <= tan(pi/8)", "float", lambda z: (mp.atan(sqrt(z)) - sqrt(z)) / sqrt(z) ** 3, TINY, mpf("0.17162"), 5),
    ("polyAtan", "(atan t - t) / t^3, x = t^2, t <= tan(pi/8)", "double", lambda z: (mp.atan(sqrt(z)) - sqrt(z)) / sqrt(z) ** 3, TINY, mpf("0.17162"), 10),
    ("polyAsinF", "(asin t - t) / t^3, x = t^2 <= 1/4", "float", lambda z: (mp.asin(sqrt(z)) - sqrt(z)) / sqrt(z) ** 3, TINY, mpf("0.2501"), 5),
    ("polyAsin", "(asin t - t) / t^3, x = t^2 <= 1/4", "double", lambda z: (mp.asin(sqrt(z)) - sqrt(z)) / sqrt(z) ** 3, TINY, mpf("0.2501"), 12),
    # hyperbolic
    ("polyTanhF", "(tanh t - t) / t^3, x = t^2, t <= 0.6", "float", lambda z: (mp.tanh(sqrt(z)) - sqrt(z)) / sqrt(z) ** 3, TINY, mpf("0.361"), 5),
    ("polyTanh", "(tanh t - t) / t^3, x = t^2, t <= 0.6", "double", lambda z: (mp.tanh(sqrt(z)) - sqrt(z)) / sqrt(z) ** 3, TINY, mpf("0.361"), 10),
    ("polySinhF", "(sinh t - t) / t^3, x = t^2, t <= 1", "float", lambda z: (mp.sinh(sqrt(z)) - sqrt(z)) / sqrt(z) ** 3, TINY, mpf("1.001"), 3),
    ("polySinh", "(sinh t - t) / t^3, x = t^2, t <= 1", "double", lambda z: (mp.sinh(sqrt(z)) - sqrt(z)) / sqrt(z) ** 3, TINY, mpf("1.001"), 6),
    # error functions
    ("polyErfF", "erf(t) / t - 2/sqrt(pi), over x = t^2, t <= 0.8", "float", lambda z: (mp.erf(sqrt(z)) / sqrt(z) - 2 / mp.sqrt(PI)) / z, TINY, mpf("0.645"), 4),
    ("polyErf", "erf(t) / t - 2/sqrt(pi), over x = t^2, t <= 0.8", "double", lambda z: (mp.erf(sqrt(z)) / sqrt(z) - 2 / mp.sqrt(PI)) / z, TINY, mpf("0.645"), 9),
    ("polyErfcxF", "erfcx(y) (1 + 2y), y >= 0, x = (y - 2) / (y + 2)", "float", erfcx_mapped(2), -1, 1, 12),
    ("polyErfcx", "erfcx(y) (1 + 2y), y >= 0, x = (y - 4) / (y + 4)", "double", erfcx_mapped(4), -1, 1, 23),
    ("polyErfinvF", "erfinv(t) / t, x = w - 3, w = -log(1 - t^2) <= 6.25, for float results", "double", lambda x: erfinv_central(x + 3), mpf("-2.99999999"), mpf("3.25"), 13),
    ("polyErfinvTailF", "erfinv(t), x = sqrt(w) - 3.25, w from 6.25 to 16", "float", lambda x: erfcinv_tail(x + mpf("3.25")), mpf("-0.75"), mpf("0.85"), 7),
    ("polyErfinv", "erfinv(t) / t, x = w - 3, w <= 6.25", "double", lambda x: erfinv_central(x + 3), mpf("-2.9999999999"), mpf("3.25"), 23),
    ("polyErfinvMid", "erfinv(t), x = sqrt(w) - 3.25, w from 6.25 to 16", "double", lambda x: erfcinv_tail(x + mpf("3.25")), mpf("-0.75"), mpf("0.75"), 18),
    ("polyErfinvTail", "erfinv(t), x = sqrt(w) - 5, w from 16 to 40", "double", lambda x: erfcinv_tail(x + 5), mpf("-1"), mpf("1.33"), 17),
    ("polyErfcinvTailF", "erfcinv(y), x = sqrt(-log(y (2-y))) - 6.3, argument 4 to 10.3", "float", lambda x: erfcinv_tail(x + mpf("6.3")), mpf("-2.35"), mpf("3.95"), 8),
    ("polyErfcinvMid", "erfcinv(y), x = sqrt(-log(y (2-y))) - 9, argument 6.3 to 12", "double", lambda x: erfcinv_tail(x + 9), mpf("-2.75"), mpf("3.01"), 18),
    ("polyErfcinvFar", "erfcinv(y), x = sqrt(-log(y (2-y))) - 19, argument 12 to 27.3", "double", lambda x: erfcinv_tail(x + 19), mpf("-7.01"), mpf("8.3"), 21),
    # gamma
    ("polyStirling", "Stirling's correction times y, x = 1/y^2, y >= 8", "double", stirling_tail, mpf(10) ** -12, mpf(1) / 64, 7),
    ("polyLogGammaOne", "lgamma(1 + x) / x, |x| <= 1/2", "double", lambda x: mp.loggamma(1 + x) / x, mpf("-0.5001"), mpf("0.5001"), 26),
    ("polyLogGammaTwo", "lgamma(2 + x) / x, x from -0.65 to 1", "double", lambda x: mp.loggamma(2 + x) / x, mpf("-0.6501"), mpf("1.0001"), 22),
]

HEADER = """// Generated by fit_polynomials.py: the minimax polynomials of the device math library.
#ifndef HEDDLE_DEVICE_MATH_POLYNOMIALS_H
#define HEDDLE_DEVICE_MATH_POLYNOMIALS_H

#include "math_base.h"

namespace heddle {
namespace device {
"""

if __name__ == "__main__":
    only = sys.argv[1:]
    if not only:
        print(HEADER)
    for entry in FITS:
        if not only or entry[0] in only:
            fit(*entry)
    if not only:
        print("} // namespace device\n} // namespace heddle\n\n#endif")
