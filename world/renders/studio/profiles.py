"""Outlines for turned shapes, as (radius, height) points."""
import math

from mathutils import Vector


def profile(points, step=0.03, arc=8):
    """Polyline of (r, z[, fillet]) -> dense points with rounded corners."""
    P = [(p[0], p[1], p[2] if len(p) > 2 else 0) for p in points]
    out = [Vector(P[0][:2])]
    for i in range(1, len(P) - 1):
        a, b, c = (Vector(P[j][:2]) for j in (i - 1, i, i + 1))
        r = P[i][2]
        u, v = (a - b), (c - b)
        lu, lv = u.length, v.length
        if r <= 0 or lu < 1e-6 or lv < 1e-6:
            out.append(b)
            continue
        u, v = u / lu, v / lv
        half = math.acos(max(-1, min(1, u.dot(v)))) / 2
        if half > math.pi / 2 - 0.01:
            out.append(b)
            continue
        t = min(r / math.tan(half), lu * 0.499, lv * 0.499)
        r = t * math.tan(half)
        centre = b + (u + v).normalized() * (r / math.sin(half))
        s, e = b + u * t - centre, b + v * t - centre
        a0, a1 = math.atan2(s.y, s.x), math.atan2(e.y, e.x)
        d = (a1 - a0 + math.pi) % (2 * math.pi) - math.pi
        n = max(arc, int(abs(d) * r / step))
        out += [centre + r * Vector((math.cos(a0 + d * k / n), math.sin(a0 + d * k / n))) for k in range(n + 1)]
    out.append(Vector(P[-1][:2]))
    dense = [out[0]]
    for p in out[1:]:
        d = (p - dense[-1]).length
        if d < 1e-5:
            continue
        n = max(1, int(d / step))
        q = dense[-1].copy()
        dense += [q.lerp(p, k / n) for k in range(1, n + 1)]
    return [(p.x, p.y) for p in dense]


def spline(points, n=12):
    """Catmull-Rom through (r, z) points."""
    P = [Vector(p) for p in points]
    P = [P[0] * 2 - P[1]] + P + [P[-1] * 2 - P[-2]]
    out = []
    for i in range(1, len(P) - 2):
        p0, p1, p2, p3 = P[i - 1 : i + 3]
        for k in range(n):
            t = k / n
            out.append(
                0.5
                * (
                    (2 * p1)
                    + (p2 - p0) * t
                    + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t * t
                    + (3 * p1 - p0 - 3 * p2 + p3) * t**3
                )
            )
    out.append(P[-2])
    return [tuple(p) for p in out]


def shell(outer, t, rim_n=8):
    """Close an outer profile (bottom to top) into a wall of thickness t with a round lip."""
    O = [Vector(p) for p in outer]
    inner = []
    for i, p in enumerate(O):
        d = (O[min(i + 1, len(O) - 1)] - O[max(i - 1, 0)]).normalized()
        nrm = Vector((-d.y, d.x))
        q = p + nrm * t
        q.x = max(q.x, 0)
        inner.append(q)
    # round lip
    a, b = O[-1], inner[-1]
    c = (a + b) / 2
    d = (O[-1] - O[-2]).normalized()
    u = a - c
    lip = [c + u * math.cos(k * math.pi / rim_n) + d * (t / 2) * math.sin(k * math.pi / rim_n) for k in range(1, rim_n)]
    keep, zmin = [], None
    for q in reversed(inner):
        if q.x <= 1e-4:
            keep.append(Vector((0, q.y)))
            break
        keep.append(q)
    else:
        keep.append(Vector((0, keep[-1].y)))
    return [tuple(p) for p in O] + [tuple(p) for p in lip] + [tuple(p) for p in keep]
