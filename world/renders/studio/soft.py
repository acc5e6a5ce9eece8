"""Soft goods: folded stacks, filled cushions, rolls."""
import math
import random

from mathutils import Vector
from mathutils import noise as perlin

from .shapes import apply, mesh, move, tube


def serpentine(d, layers, t, rnd):
    """The side view of a textile folded `layers` times: front folds are round, the ends lie inside."""
    path, gap = [], t * 0.93
    for k in range(layers):
        z, back = t / 2 + k * gap, k % 2 == 1
        jit = rnd.uniform(-0.05, 0.03)
        ys = [(-d / 2 - jit) + (d + jit) * i / 40 for i in range(41)]
        path += [(y, z) for y in (ys[::-1] if back else ys)]
        if k < layers - 1:
            y0, s = path[-1][0], -1 if back else 1
            path += [
                (y0 + s * gap * 0.75 * math.sin(math.pi * j / 8), z + gap * (1 - math.cos(math.pi * j / 8)) / 2)
                for j in range(1, 8)
            ]
    return path


def folded(w, d, layers, t, mat, seed=0, rough=1.0):
    """One folded textile; returns it and its height. `rough` scales how uneven it lies."""
    rnd = random.Random(seed)
    path = serpentine(d, layers, t, rnd)
    m, verts, faces, uvs, L = 60, [], [], [], [0]
    for a, b in zip(path, path[1:]):
        L.append(L[-1] + math.dist(a, b))
    top = path[-1][1]
    N = lambda *p: rough * perlin.noise(Vector(p))
    for y, z in path:
        for i in range(m + 1):
            x = (i / m - 0.5) * w
            q = Vector((x * 0.9, y * 0.9, seed * 3.1))
            sag = rough * (
                0.035 * perlin.noise(q * 1.1) + 0.018 * perlin.noise(q * 3.3) * (0.4 + 0.6 * z / max(top, 0.01))
            )
            edge = 0.5 * t * (abs(x) / (w / 2)) ** 10
            verts.append(
                (
                    x + 0.02 * N(y, z * 6, 1.7 + seed) + 0.035 * N(z * 9, seed, y * 0.7) * (abs(x) / w * 2),
                    y + 0.025 * N(x * 1.2, z * 8, seed),
                    z + sag * min(1, z / (t * 2)) - edge * 0.4,
                )
            )
    for k in range(len(path) - 1):
        for i in range(m):
            a = k * (m + 1) + i
            q = (a, a + 1, a + m + 2, a + m + 1)
            faces.append(q)
            uvs.append([(verts[v][0], L[v // (m + 1)]) for v in q])
    o = mesh('folded', verts, faces, mat, uvs=uvs)
    s = o.modifiers.new('s', 'SOLIDIFY')
    s.thickness, s.offset = t * 0.80, 0
    b = o.modifiers.new('b', 'BEVEL')
    b.width, b.segments, b.limit_method = t * 0.3, 3, 'ANGLE'
    apply(o)
    o.data.polygons.foreach_set('use_smooth', [True] * len(o.data.polygons))
    return o, top + t / 2


def pile(pieces, shift=0.03):
    """Stacks folded textiles: pieces are (w, d, layers, thickness, material)."""
    objs, z = [], 0.0
    for k, (w, d, n, t, mat) in enumerate(pieces):
        o, h = folded(w, d, n, t, mat, seed=k + 1)
        objs += move([o], (shift * (-1) ** k, 0, z), rz=(-1.2, 1.0, -0.6, 1.8, 0.4, -1.4)[k % 6])
        z += h
    return objs


def cushion(w, h, mat, fill=1.3, piping=None, seed=1, lean=13, n=90):
    """A filled cover standing on its lower edge. The shape is a formula: full in the middle, thin at the rim,
    corners drawn out a little, wrinkles that run into them."""
    verts, faces, uvs, idx = [], [], [], {}
    for side in (0, 1):
        for j in range(n + 1):
            for i in range(n + 1):
                rim = i in (0, n) or j in (0, n)
                if rim and side:
                    idx[1, i, j] = idx[0, i, j]
                    continue
                # points gather near the rim, where the curvature is
                u, v = (math.sin((k / n - 0.5) * math.pi) * 0.55 + (k / n * 2 - 1) * 0.45 for k in (i, j))
                idx[side, i, j] = len(verts)
                verts.append(cover_point(u, v, w, h, fill, -1 if side else 1, seed))
        for j in range(n):
            for i in range(n):
                q = [idx[side, i, j], idx[side, i + 1, j], idx[side, i + 1, j + 1], idx[side, i, j + 1]]
                t = [(a / n * w, b / n * h) for a, b in ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))]
                faces.append(q if side else q[::-1])
                uvs.append(t if side else t[::-1])
    ob = mesh('cushion', verts, faces, mat, uvs=uvs)
    sub = ob.modifiers.new('sub', 'SUBSURF')
    sub.levels = sub.render_levels = 1
    objs = [ob]
    if piping:
        rim = (
            [idx[0, i, 0] for i in range(n)]
            + [idx[0, n, j] for j in range(n)]
            + [idx[0, n - i, n] for i in range(n)]
            + [idx[0, 0, n - j] for j in range(n)]
        )
        objs.append(tube([Vector(verts[k]) for k in rim[::2]], 0.034, piping, cyclic=True, res=4))
    move(objs, rx=90 - lean)
    low = min((o.matrix_world @ v.co).z for o in objs for v in o.data.vertices)
    return move(objs, (0, 0, -low - 0.03))


def cover_point(u, v, w, h, fill, side, seed):
    a, b = 1 - u * u, 1 - v * v
    full = (max(a, 0) * max(b, 0)) ** 0.6 if a > 0 and b > 0 else 0
    x = u * w / 2 * (1 - 0.085 * b)
    y = v * h / 2 * (1 - 0.085 * a)
    s = seed * 7.3 + (3.1 if side > 0 else 0)
    # long soft wrinkles across the corners, short puckers along the seam
    corner = (abs(u) * abs(v)) ** 1.6
    r = math.atan2(abs(v) - 0.2, abs(u) - 0.2 + 1e-6)
    crease = corner * 0.15 * math.sin(r * 9 + s) * min(1, full * 2.2)
    seam = max(abs(u), abs(v)) ** 10
    along = v * h if abs(u) > abs(v) else u * w
    pucker = 0.016 * seam * (1 - max(abs(u), abs(v)) ** 40) * perlin.noise(Vector((along * 3.4, s, side)))
    broad = 0.13 * full * perlin.noise(Vector((u * 1.1 + s, v * 1.1, s))) + 0.035 * full * perlin.noise(
        Vector((u * 3, v * 3, s))
    )
    edge = 0.02 * perlin.noise(Vector((u * 2.2, v * 2.2, seed * 3.3)))
    return (
        x + edge,
        y + edge,
        side * max(0, fill * full * 0.62 + crease + pucker + broad) + 0.05 * perlin.noise(Vector((u, v, seed))),
    )


def roll(length, turns, t, r0, mat, seed=0):
    """A textile rolled up, lying along x: a spiral with a loose end on the floor."""
    path = []
    n = int(turns * 60)
    for k in range(n + 1):
        a = 2 * math.pi * turns * k / n
        r = r0 + t * 1.03 * a / (2 * math.pi)
        path.append((r * math.cos(-a), r * math.sin(-a)))
    low = min(z for _, z in path)
    m, verts, faces, uvs, L = 40, [], [], [], [0]
    for p, q in zip(path, path[1:]):
        L.append(L[-1] + math.dist(p, q))
    for y, z in path:
        for i in range(m + 1):
            x = (i / m - 0.5) * length
            verts.append(
                (
                    x + 0.03 * perlin.noise(Vector((y, z, seed))),
                    y + 0.012 * perlin.noise(Vector((x, y * 2, z * 2))),
                    z - low + t / 2 + 0.012 * perlin.noise(Vector((x + 5, y * 2, z * 2))),
                )
            )
    for k in range(len(path) - 1):
        for i in range(m):
            a = k * (m + 1) + i
            q = (a, a + 1, a + m + 2, a + m + 1)
            faces.append(q)
            uvs.append([(verts[v][0], L[v // (m + 1)]) for v in q])
    o = mesh('roll', verts, faces, mat, uvs=uvs)
    s = o.modifiers.new('s', 'SOLIDIFY')
    s.thickness, s.offset = t * 0.9, 0
    b = o.modifiers.new('b', 'BEVEL')
    b.width, b.segments, b.limit_method = t * 0.25, 2, 'ANGLE'
    return [o]
