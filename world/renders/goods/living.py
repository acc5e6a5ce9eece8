"""Living: vases, candles, frames and other things to look at."""
import math
import random

from mathutils import Vector

from studio.cloth import linen, paper
from studio.materials import WOODS, ceramic, glass, marble, plain, stoneware, travertine, wood
from studio.profiles import profile, shell, spline
from studio.registry import good
from studio.shapes import box, lathe, move, slab, tube

from .table import SMOKE, tumbler


def branch(rnd, neck, top, bend, twig, bud):
    """A twig that stands in a vase, leans on the lip at `neck` and ends at `top`."""
    neck, top, objs = Vector(neck), Vector(top), []
    pts = [Vector((-neck.x * 0.8, -neck.y * 0.8, 0.4)), neck]
    for i in range(1, 6):
        t = i / 5
        p = neck.lerp(top, t) + Vector(bend) * math.sin(t * math.pi * 0.8)
        pts.append(p + Vector((rnd.uniform(-1, 1), rnd.uniform(-1, 1), rnd.uniform(-0.5, 0.5))) * 0.05)
    objs.append(tube(pts, 0.022, twig, taper=[1.2 - 0.13 * i for i in range(7)]))
    for _ in range(11):
        t = rnd.uniform(0.36, 1)
        i = min(5, int(t * 6))
        p = pts[i].lerp(pts[i + 1], t * 6 - i)
        a = rnd.uniform(0, 6.28)
        d = (
            Vector((math.cos(a), math.sin(a), rnd.uniform(0.3, 1.1))).normalized()
            * rnd.uniform(0.18, 0.5)
            * (1.25 - t * 0.6)
        )
        q = p + d
        objs.append(tube([p, p + d * 0.5 + Vector((0, 0, 0.03)), q], 0.007, twig, taper=[1.2, 1, 0.7], res=6))
        for _ in range(rnd.randint(2, 4)):
            b = lathe(spline([(0, 0), (0.018, 0.02), (0.026, 0.05), (0.015, 0.085), (0, 0.1)], 4), bud, seg=12)
            off = Vector((rnd.uniform(-1, 1), rnd.uniform(-1, 1), rnd.uniform(-0.3, 1))).normalized()
            b.rotation_euler = off.to_track_quat('Z', 'Y').to_euler()
            b.location = p.lerp(q, rnd.uniform(0.45, 1.0))
            b.scale = (rnd.uniform(0.75, 1.45),) * 3
            objs.append(b)
    return objs


def twigs(scale=1.0, seed=4, z=1.96):
    rnd, objs = random.Random(seed), []
    tm, bm = plain('#57483c', 0.8, 0.2, grain=0.3), plain('#bdae93', 0.8, 0.2, grain=0.2)
    for top, bend in (
        ((-0.95, 0.1, 3.7), (-0.15, 0, 0.1)),
        ((0.5, 0.25, 4.0), (0.2, 0, 0)),
        ((1.15, -0.1, 3.2), (0.2, -0.1, 0.25)),
    ):
        top = (top[0] * scale, top[1] * scale, z + (top[2] - 1.96) * scale)
        objs += branch(rnd, (top[0] * 0.13, top[1] * 0.3, z), top, bend, tm, bm)
    return objs


@good(
    'thrown-vase',
    'living',
    {'Sand': '#a8957d', 'Charcoal': '#45423f', 'Rust': '#8a5a48'},
    recolor=True,
    views={
        'cover': dict(az=-12, el=9, fill=0.86),
        'use': dict(az=0, el=4, fill=0.8),
        'detail': dict(az=15, el=20, aim=(0, -0.2, 1.5), fill=1.7, fstop=5),
    },
)
def thrown_vase(clay, view):
    prof = spline(
        [
            (0.36, 0),
            (0.40, 0.03),
            (0.56, 0.35),
            (0.66, 0.75),
            (0.62, 1.15),
            (0.42, 1.48),
            (0.235, 1.66),
            (0.20, 1.80),
            (0.235, 1.93),
            (0.275, 1.97),
        ],
        14,
    )
    objs = [
        lathe(
            shell([(0, 0.0), (0.2, 0.0), (0.33, 0.0)] + prof, 0.045), stoneware(clay, tint=True), wobble=0.012, seed=4
        )
    ]
    return objs + (twigs() if view == 'cover' else [])


@good(
    'bud-vase-trio',
    'living',
    {'Mixed glazes': ('#dfdad0', '#a39078', '#6f7668'), 'Chalk': ('#dfdad0', '#d6d0c5', '#e2ded5')},
    views={
        'cover': dict(az=-14, el=10, fill=0.76),
        'use': dict(az=8, el=24, fill=0.74),
        'detail': dict(az=-14, el=16, fill=1.8, aim=(-0.2, 0, 0.9), fstop=4),
    },
)
def bud_vases(glazes, view):
    shapes = (
        [(0.3, 0), (0.36, 0.1), (0.4, 0.35), (0.3, 0.62), (0.13, 0.8), (0.1, 1.05), (0.14, 1.16)],
        [(0.22, 0), (0.3, 0.12), (0.44, 0.32), (0.4, 0.52), (0.2, 0.66), (0.13, 0.74), (0.16, 0.82)],
        [(0.2, 0), (0.24, 0.1), (0.26, 0.5), (0.22, 0.95), (0.12, 1.2), (0.1, 1.45), (0.13, 1.56)],
    )
    objs = []
    for k, (s, c, at) in enumerate(zip(shapes, glazes, ((-0.75, 0, 0), (0.72, -0.25, 0), (0.02, 0.4, 0)))):
        o = lathe(
            shell([(0, 0.01), (s[0][0] - 0.05, 0.0)] + spline(s, 12), 0.035),
            ceramic(c, '#4f4338', 0.35, 0.4, wobble=0.5),
            wobble=0.008,
            seed=k,
        )
        objs += move([o], at)
    return objs


@good(
    'round-tray',
    'living',
    {'Oak': WOODS['Oak'], 'Smoked oak': WOODS['Smoked oak'], 'Walnut': WOODS['Walnut']},
    views={
        'cover': dict(az=-14, el=26, fill=0.78),
        'use': dict(az=8, el=18, fill=0.78),
        'detail': dict(az=-20, el=24, fill=2.3, aim=(1.1, -1.2, 0.1), fstop=4),
    },
)
def round_tray(tones, view):
    p = profile(
        [
            (0, 0),
            (1.7, 0, 0.04),
            (1.82, 0.1, 0.06),
            (1.86, 0.34, 0.0),
            (1.83, 0.36, 0.012),
            (1.79, 0.34, 0.0),
            (1.74, 0.14, 0.05),
            (1.66, 0.09, 0.04),
            (0, 0.09),
        ],
        0.03,
    )
    objs = [lathe(p, wood(tones, 'x', 0.8, offset=(0, 1.0, 0.9)), seg=256)]
    if view == 'use':
        objs += move([tumbler(SMOKE, 2)], (-0.5, -0.2, 0.09)) + move([tumbler(SMOKE, 5)], (0.25, -0.62, 0.09))
    return objs


@good(
    'travertine-bookends',
    'living',
    {'Travertine': 'travertine', 'Marble': 'marble'},
    views={
        'cover': dict(az=-24, el=14, fill=0.78),
        'use': dict(az=0, el=8, fill=0.8),
        'detail': dict(az=-30, el=20, fill=2.0, aim=(-1.3, -0.3, 0.7), fstop=4),
    },
)
def bookends(stone, view):
    m = travertine() if stone == 'travertine' else marble()
    objs = []
    for side in (-1, 1):  # a quarter of a disc: flat to the floor and to the books
        R = 1.5
        out = [(0, 0)] + [(R * math.cos(a), R * math.sin(a)) for a in [math.pi / 2 * k / 40 for k in range(41)]]
        if side < 0:
            out = [(-x, y) for x, y in reversed(out)]
        objs += move(move([slab(out, 0.62, 0.025, m, name='bookend')], rx=90), (side * 0.755, 0.31, 0))
    x = -0.72
    for k, (t, h, d, c) in enumerate(
        (
            (0.3, 2.0, 1.4, '#6b7267'),
            (0.22, 1.85, 1.35, '#b3a48d'),
            (0.36, 2.15, 1.45, '#8b5f4c'),
            (0.2, 1.9, 1.4, '#4d5356'),
            (0.28, 2.05, 1.4, '#c8c0b2'),
        )
    ):
        objs += book((x + t / 2, 0.1, 0), t, h, d, c)
        x += t + 0.012
    return objs


def book(at, t, h, d, color):
    """A cloth-bound book standing with its spine to the viewer."""
    c = linen(color, 40, depth=0.3, slub=0.3)
    e = 0.028
    pages = box(t - 2 * e, d - 0.07, h - 0.09, 0.004, paper('#e6dfd1', lines='x'), (0, 0.02, h / 2))
    sides = [box(e, d, h, 0.01, c, (s * (t / 2 - e / 2), 0, h / 2), 3) for s in (-1, 1)]
    spine = box(t, e, h, 0.012, c, (0, -d / 2 + e / 2 - 0.006, h / 2), 3)
    return move([pages, *sides, spine], at)


@good(
    'fluted-vase',
    'living',
    {'Smoke': ('#94897c', 11.0), 'Clear': ('#e6eeea', 1.6), 'Amber': ('#c99a5c', 7.0)},
    cards=True,
    bounces=12,
    spp=1.6,
    light=dict(ambient=0.5),
    views={
        'cover': dict(az=-12, el=9, fill=0.84),
        'use': dict(az=0, el=22, fill=0.78),
        'detail': dict(az=-12, el=14, fill=1.9, aim=(-0.1, -0.3, 1.3), fstop=5),
    },
)
def fluted_vase(tint, view):
    p = profile([(0, 0.06), (0.3, 0.05), (0.5, 0, 0.05), (0.56, 0.1, 0.06), (0.6, 1.2), (0.68, 2.1)], 0.03)
    o = lathe(shell(p, 0.05), glass(*tint), seg=320)
    for v in o.data.vertices:
        r = math.hypot(v.co.x, v.co.y)
        wall = 0.555 + 0.06 * v.co.z
        if r > wall - 0.03 and 0.08 < v.co.z < 2.06:
            f = min(1, (v.co.z - 0.08) / 0.1, (2.06 - v.co.z) / 0.06)
            s = 1 - 0.045 * f * abs(math.sin(14 * math.atan2(v.co.y, v.co.x)))
            v.co.x *= s
            v.co.y *= s
    return [o]


@good(
    'oak-links',
    'living',
    {'Oak': WOODS['Oak'], 'Smoked oak': WOODS['Smoked oak']},
    views={
        'cover': dict(az=-20, el=22, fill=0.76),
        'use': dict(az=30, el=12, fill=0.78),
        'detail': dict(az=-24, el=28, fill=1.9, aim=(0, 0, 0.4), fstop=4),
    },
)
def links(tones, view):
    m = wood(tones, 'x', 1.3, offset=(0, 0.9, 0.4))

    def ring(at, rx, rz, ry):
        n = 40
        pts = []
        for k in range(n):
            a = 2 * math.pi * k / n
            pts.append(
                (
                    0.42 * math.copysign(1, math.cos(a)) * (abs(math.cos(a)) > 0.02) * 0.55 + 0.42 * math.cos(a),
                    0.42 * math.sin(a),
                    0,
                )
            )
        return move([tube(pts, 0.125, m, cyclic=True, res=6)], at, rx=rx, rz=rz, ry=ry)

    return ring((-0.78, 0.03, 0.26), 0, 5, -11) + ring((0, 0.02, 0.55), 90, -3, 0) + ring((0.78, 0.06, 0.26), 0, -8, 11)
