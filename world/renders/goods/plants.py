"""Plants: pots, what stands in them, and what one waters with."""
import math
import random

from studio.materials import WOODS, ceramic, concrete, glass, metal, plain, stoneware, terrazzo, wood
from studio.nodes import Mat, rgb
from studio.profiles import profile, shell
from studio.registry import good
from studio.shapes import box, lathe, mesh, move, tube


def leaf_mat():
    M = Mat('leaf')
    U = M.coord('UV')
    band = M.noise(M.scaled(U, (2.2, 11, 1)), 1.3, 4, 0.6, 0.6)
    c = M.ramp(band, [(0.3, rgb('#2b3f31')), (0.5, rgb('#3c543f')), (0.58, rgb('#76876c')), (0.7, rgb('#31482f'))])
    edge = M.math('ABSOLUTE', M.math('SUBTRACT', M.xyz(U)[0], 0.5))
    c = M.mix(M.rng(edge, 0.40, 0.43), c, rgb('#aca772'))
    ribs = M.noise(M.scaled(U, (40, 1.5, 1)), 1.5, 2)
    return M.done(M.principled(color=c, rough=0.38, spec=0.4, normal=M.bump(ribs, 0.12, 0.02)))


def leaf(rnd, base, height, width, lean, az, mat):
    n, m, verts, faces, uvs = 26, 8, [], [], []
    tw = rnd.uniform(-1.0, 1.0)
    for j in range(n + 1):
        t = j / n
        wdt = (
            width * (0.55 + 0.75 * math.sin(min(1, t * 1.35) * math.pi * 0.62)) * (1 - max(0, (t - 0.72) / 0.28) ** 1.9)
            + 0.004
        )
        a = az + tw * t
        cx = base[0] + math.cos(az) * lean * t * t + 0.04 * math.sin(t * 5 + tw)
        cy = base[1] + math.sin(az) * lean * t * t
        for i in range(m + 1):
            u = i / m * 2 - 1
            fold = 0.16 * wdt * (u * u) - 0.1 * wdt + 0.05 * wdt * math.sin(t * 17 + tw * 4) * u
            verts.append(
                (
                    cx - math.sin(a) * u * wdt / 2 + math.cos(a) * fold,
                    cy + math.cos(a) * u * wdt / 2 + math.sin(a) * fold,
                    base[2] + t * height,
                )
            )
    for j in range(n):
        for i in range(m):
            q = [j * (m + 1) + i, j * (m + 1) + i + 1, (j + 1) * (m + 1) + i + 1, (j + 1) * (m + 1) + i]
            faces.append(q)
            uvs.append([((k % (m + 1)) / m, (k // (m + 1)) / n * height) for k in q])
    o = mesh('leaf', verts, faces, mat, uvs=uvs)
    s = o.modifiers.new('s', 'SOLIDIFY')
    s.thickness = 0.022
    sub = o.modifiers.new('u', 'SUBSURF')
    sub.levels = sub.render_levels = 1
    return o


def snake_plant(at, scale=1.0, seed=7, count=13):
    rnd, lm, objs = random.Random(seed), leaf_mat(), []
    for k in range(count):
        a = k * 2.4
        r = 0.08 + 0.38 * math.sqrt(k / count)
        objs.append(
            leaf(
                rnd,
                (r * math.cos(a) * 0.8, r * math.sin(a) * 0.8, 0),
                rnd.uniform(1.5, 2.9) * (1.15 - 0.5 * k / count),
                rnd.uniform(0.24, 0.33),
                rnd.uniform(0.1, 0.5),
                a + rnd.uniform(-0.4, 0.4),
                lm,
            )
        )
    return move(objs, at, scale=scale)


def soil(r, z):
    M = Mat('soil')
    P = M.coord()
    g = M.noise(P, 16, 5, 0.75)
    m = M.done(
        M.principled(
            color=M.mix(M.rng(g, 0.35, 0.7), rgb('#1f1814'), rgb('#43352a')), rough=0.95, normal=M.bump(g, 1.0, 0.12)
        )
    )
    return lathe([(0, z)] + [(r * i / 24, z) for i in range(1, 25)], m)


@good(
    'snake-plant',
    'plants',
    {'Bone': '#d6d0c5', 'Blush': '#bfa193', 'Graphite': '#6b6b69'},
    views={
        'cover': dict(az=-12, el=10, fill=0.86),
        'use': dict(az=30, el=4, fill=0.84),
        'detail': dict(az=-16, el=16, fill=2.4, aim=(-0.1, -0.5, 1.0), fstop=4),
    },
)
def terrazzo_pot(base, view):
    prof = profile([(0, 0.0), (0.55, 0, 0.04), (0.60, 0.05, 0.03), (0.80, 1.42, 0.0)], 0.03)
    return [lathe(shell(prof, 0.075), terrazzo(base)), soil(0.72, 1.22)] + snake_plant((0, 0, 1.16))


@good(
    'terracotta-pot',
    'plants',
    {'Terracotta': '#97674f', 'Chalk': '#cfc8bb', 'Charcoal': '#4a4745'},
    recolor=True,
    views={
        'cover': dict(az=-14, el=14, fill=0.74),
        'use': dict(az=8, el=30, fill=0.76),
        'detail': dict(az=-20, el=14, fill=1.8, aim=(-0.3, -0.4, 1.25), fstop=4),
    },
)
def terracotta_pot(clay, view):
    def one(s, at):
        p = profile(
            [(0, 0), (0.5, 0, 0.03), (0.74, 1.0, 0.0), (0.75, 1.02), (0.8, 1.02, 0.02), (0.84, 1.3, 0.03)], 0.03
        )
        pot = lathe(shell(p, 0.07), stoneware(clay, 0.1, 55, tint=True), wobble=0.002, seed=int(s * 10))
        dish = lathe(
            shell(profile([(0, 0.0), (0.66, 0, 0.04), (0.78, 0.18)], 0.02), 0.05), stoneware(clay, 0.1, 55, tint=True)
        )
        return move([pot], (at[0], at[1], 0.05 * s), scale=s) + move([dish], at, scale=s)

    if view == 'use':
        return one(1.0, (0, 0, 0)) + one(0.72, (1.45, -0.4, 0)) + one(0.5, (0.55, -1.25, 0))
    return one(1.0, (0, 0, 0))


@good(
    'watering-can',
    'plants',
    {'Brass': '#a78e66', 'Sage': '#858b79', 'Black': '#2a2a2b'},
    views={
        'cover': dict(az=-16, el=12, fill=0.8, rz=14),
        'use': dict(az=20, el=24, fill=0.8, rz=14),
        'detail': dict(az=-20, el=22, fill=1.9, aim=(-0.3, -0.2, 1.1), rz=14, fstop=4),
    },
)
def watering_can(color, view):
    m = metal(color, 0.27) if color == '#a78e66' else plain(color, 0.42, 0.5, grain=0.08)
    body = lathe(
        profile(
            [
                (0, 0),
                (0.62, 0, 0.03),
                (0.64, 0.05, 0.03),
                (0.5, 1.15, 0.04),
                (0.47, 1.2, 0.02),
                (0.45, 1.19, 0.01),
                (0.48, 1.1),
                (0.6, 0.1, 0.05),
                (0, 0.08),
            ],
            0.02,
        ),
        m,
    )
    rim = lathe(
        profile([(0.49, 1.17), (0.51, 1.19, 0.01), (0.49, 1.215, 0.012), (0.455, 1.21, 0.01), (0.455, 1.18)], 0.01), m
    )
    spout = tube(
        [(0.5, 0, 0.22), (0.85, 0, 0.36), (1.2, 0, 0.85), (1.55, 0, 1.5), (1.85, 0, 1.72), (2.02, 0, 1.70)],
        0.052,
        m,
        taper=[1.75, 1.35, 1.05, 0.85, 0.75, 0.75],
    )
    ear = tube(
        [(-0.46, 0, 1.12), (-0.75, 0, 1.5), (-1.1, 0, 1.35), (-1.15, 0, 0.85), (-0.9, 0, 0.4), (-0.6, 0, 0.26)],
        0.042,
        m,
    )
    return [body, rim, spout, ear]


@good(
    'plant-mister',
    'plants',
    {'Smoke': ('#94897c', 10.0), 'Green': ('#7f9a86', 9.0), 'Clear': ('#e6eeea', 1.6)},
    cards=True,
    bounces=12,
    spp=1.5,
    views={
        'cover': dict(az=-14, el=11, fill=0.76, rz=-30),
        'use': dict(az=20, el=24, fill=0.74, rz=-30),
        'detail': dict(az=-18, el=16, fill=1.8, aim=(0, 0, 1.5), rz=-30, fstop=5),
    },
)
def plant_mister(tint, view):
    r = 0.5
    p = profile(
        [
            (0, 0.04),
            (0.3, 0.02),
            (r - 0.04, 0, 0.06),
            (r, 0.06, 0.06),
            (r, 0.75, 0.25),
            (0.2, 1.22, 0.12),
            (0.17, 1.36),
        ],
        0.02,
    )
    b = lathe(shell(p, 0.03), glass(*tint))
    water = lathe(
        profile([(0, 0.08), (r - 0.1, 0.08, 0.05), (r - 0.035, 0.12), (r - 0.035, 0.55), (0, 0.55)], 0.03),
        glass('#eef3f2', 0.3),
    )
    br = metal('#a78e66', 0.25)
    neck = lathe(
        profile(
            [
                (0, 1.3),
                (0.2, 1.3, 0.01),
                (0.21, 1.46, 0.015),
                (0.1, 1.48, 0.02),
                (0.09, 1.62, 0.02),
                (0.16, 1.64, 0.02),
                (0.17, 1.8, 0.03),
                (0, 1.84),
            ],
            0.01,
        ),
        br,
    )
    nose = tube([(0.1, 0, 1.72), (0.3, 0, 1.73), (0.4, 0, 1.73)], 0.05, br, taper=[1.2, 1, 0.9])
    lever = box(0.5, 0.1, 0.035, 0.015, br, (0.12, 0, 1.86), 3)
    lever.rotation_euler[1] = math.radians(-9)
    tail = tube([(0.3, 0, 1.84), (0.42, 0, 1.7), (0.47, 0, 1.5)], 0.022, br)
    straw = tube([(0, 0, 1.3), (0.02, 0, 0.7), (0.06, 0, 0.12)], 0.022, plain('#e8e5df', 0.3))
    return [b, water, neck, nose, lever, tail, straw]


def cactus(at, r=0.34, h=1.9, ribs=13, seed=1):
    """A column cactus: ribs, and tufts of pale spines along them."""
    rnd = random.Random(seed)
    pts = profile([(r * 0.86, 0), (r, h * 0.3, 0.3), (r, h * 0.7, 0.4), (r * 0.72, h * 0.95, 0.2), (0, h)], 0.03)
    M = Mat('cactus')
    c = M.mix(M.rng(M.noise(M.coord(), 5, 3), 0.3, 0.7), rgb('#4d5f4c'), rgb('#3c4d40'))
    body = lathe(
        pts,
        M.done(M.principled(color=c, rough=0.5, spec=0.35, normal=M.bump(M.noise(M.coord(), 40, 3), 0.1, 0.02))),
        seg=ribs * 16,
    )
    for v in body.data.vertices:
        q = math.hypot(v.co.x, v.co.y)
        if q > 1e-4:
            f = 1 - 0.2 * (0.5 - 0.5 * math.cos(ribs * math.atan2(v.co.y, v.co.x))) ** 1.3 * min(1, q / (r * 0.4))
            v.co.x *= f
            v.co.y *= f
    sm, verts, faces = plain('#d8cfb8', 0.7), [], []
    for k in range(ribs):
        a = 2 * math.pi * k / ribs
        for j in range(int(h / 0.12)):
            z = 0.08 + j * 0.12 + (0.06 if k % 2 else 0)
            q = next((p[0] for p in pts if p[1] >= z), 0)
            for _ in range(5):
                d = (math.cos(a) + rnd.uniform(-0.7, 0.7), math.sin(a) + rnd.uniform(-0.7, 0.7), rnd.uniform(-0.5, 0.8))
                L = rnd.uniform(0.05, 0.10)
                b = (q * math.cos(a), q * math.sin(a), z)
                e = tuple(b[i] + d[i] * L for i in range(3))
                n = len(verts)
                verts += [
                    (b[0] - 0.004 * math.sin(a), b[1] + 0.004 * math.cos(a), b[2]),
                    (b[0] + 0.004 * math.sin(a), b[1] - 0.004 * math.cos(a), b[2]),
                    e,
                    (b[0], b[1], b[2] + 0.006),
                ]
                faces += [(n, n + 1, n + 2), (n + 1, n + 3, n + 2), (n + 3, n, n + 2)]
    return move([body, mesh('spines', verts, faces, sm, smooth=False)], at)


@good(
    'column-cactus',
    'plants',
    {'Sand': '#b3a38c', 'Charcoal': '#4f4c49', 'Rust': '#8a5a48'},
    recolor=True,
    views={
        'cover': dict(az=-12, el=9, fill=0.86),
        'use': dict(az=14, el=26, fill=0.82),
        'detail': dict(az=-14, el=12, fill=2.2, aim=(0, -0.3, 2.0), fstop=4),
    },
)
def column_cactus(color, view):
    p = profile([(0, 0), (0.5, 0, 0.04), (0.56, 0.06, 0.04), (0.66, 0.95)], 0.03)
    return (
        [lathe(shell(p, 0.07), concrete(color, tint=True)), soil(0.6, 0.82)]
        + cactus((-0.08, 0, 0.8))
        + cactus((0.3, 0.12, 0.8), 0.2, 0.8, 11, 2)
    )


@good(
    'oak-plant-stand',
    'plants',
    {'Oak': WOODS['Oak'], 'Smoked oak': WOODS['Smoked oak']},
    views={
        'cover': dict(az=-18, el=10, fill=0.84),
        'use': dict(az=6, el=20, fill=0.8),
        'detail': dict(az=-26, el=16, fill=2.4, aim=(-1.0, -1.0, 2.2), fstop=4),
    },
)
def plant_stand(tones, view):
    w = lambda a, k: wood(tones, a, 0.8, offset=(0.9 * (a != 'x'), 0.9 * (a == 'x'), 0.3 * k))
    objs = []
    for k, (x, y) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
        leg = box(0.2, 0.2, 3.2, 0.03, w('z', k), (x * 1.02, y * 1.02, 1.6), 4)
        objs.append(leg)
    objs.append(move([box(2.7, 0.2, 0.2, 0.02, w('x', 5), (0, 0, 1.5), 3)], rz=45)[0])
    objs.append(move([box(2.7, 0.2, 0.2, 0.02, w('x', 6), (0, 0, 1.5), 3)], rz=-45)[0])
    if view == 'detail':
        return objs
    pot = lathe(
        shell(profile([(0, 0), (0.98, 0, 0.08), (1.05, 0.1, 0.06), (1.1, 1.9)], 0.04), 0.07),
        ceramic('#cfc8bb', '#4f4338', 0.3, 0.5, wobble=0.4),
    )
    move([pot], (0, 0, 1.6))
    return (
        objs
        + [pot]
        + move([soil(1.03, 1.6)], (0, 0, 1.6))
        + (snake_plant((0, 0, 3.15), 1.35, 3) if view == 'cover' else [])
    )
