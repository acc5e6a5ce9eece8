"""Table: cups, plates, glasses and what stands between them."""
import math

import bpy

from studio.cloth import linen
from studio.materials import ceramic, glass, metal
from studio.nodes import Mat, rgb
from studio.profiles import profile, shell, spline
from studio.registry import good
from studio.shapes import fuse, lathe, move, tube
from studio.soft import pile

GLAZES = {'Chalk': '#dfdad0', 'Oat': '#c4b49c', 'Moss': '#7c8170', 'Ink': '#3c434a'}
SPECK = '#4f4338'


def drink(color, r, z, crema=False):
    """The level surface of tea or coffee in a cup."""
    M = Mat('drink')
    P = M.coord()
    c = rgb(color)
    if crema:
        d = M.math(
            'ADD',
            M.n('VectorMath', {0: P}, operation='LENGTH').outputs['Value'],
            M.rng(M.noise(P, 9, 3), 0.3, 0.7, -0.05, 0.05),
        )
        c = M.ramp(
            M.rng(d, 0.1, r + 0.02),
            [(0, rgb('#6a4425')), (0.6, rgb('#75502c')), (0.9, rgb('#4c2e1a')), (1, rgb('#3a2213'))],
        )
        c = M.mix(M.rng(M.noise(P, 26, 4, 0.7), 0.45, 0.7, 0, 0.4), c, rgb('#94704a'))
    m = M.done(M.principled(color=c, rough=0.2 if crema else 0.04, spec=0.5))
    o = lathe([(0, 0), (r * 0.5, 0), (r * 0.9, 0), (r, 0.006)], m, name='drink')
    o.location.z = z
    return o


@good(
    'stoneware-mug',
    'table',
    GLAZES,
    recolor=True,
    views={
        'cover': dict(az=-18, el=17, fill=0.64, rz=-32),
        'use': dict(az=10, el=38, fill=0.74, rz=20),
        'detail': dict(az=14, el=24, fill=1.7, rz=-38, aim=(0.25, -0.2, 0.62), fstop=6),
    },
)
def mug(color, view):
    r, h = 0.42, 0.92
    outer = profile(
        [
            (0, 0.018),
            (0.27, 0.018, 0.0),
            (0.29, 0, 0.012),
            (0.325, 0, 0.012),
            (r, 0.15, 0.13),
            (r, h * 0.55, 0),
            (r * 0.985, h),
        ],
        0.014,
    )
    body = lathe(shell(outer, 0.038), wobble=0.004, seed=3)
    ear = tube(
        [
            (r - 0.03, 0, 0.74),
            (r + 0.16, 0, 0.765),
            (r + 0.285, 0, 0.66),
            (r + 0.29, 0, 0.47),
            (r + 0.2, 0, 0.30),
            (r - 0.02, 0, 0.235),
        ],
        0.047,
        taper=[1.25, 1.0, 0.95, 0.95, 1.0, 1.3],
    )
    cup = fuse(
        [body, ear],
        0.0085,
        7,
        ceramic(color, SPECK, 0.5, 0.16, foot=0.085, clay='#a58e75', rim=(h - 0.004, '#a48b6d'), tint=True),
    )
    return [cup, drink('#3a1f0c', 0.375, 0.78)] if view == 'use' else [cup]


def espresso(color, coffee):
    z0 = 0.085
    m = ceramic(color, SPECK, 0.35, 0.3, wobble=0.5, rim=(0.676, '#b79c80'), tint=True)
    outer = profile(
        [(0, 0.0), (0.2, 0.0, 0.0), (0.22, 0, 0.01), (0.235, 0.03, 0.02), (0.315, 0.16, 0.12), (0.335, 0.6)], 0.012
    )
    cup = lathe(shell(outer, 0.03), wobble=0.004, seed=5)
    ear = tube(
        [(0.30, 0, 0.47), (0.44, 0, 0.49), (0.51, 0, 0.40), (0.45, 0, 0.29), (0.30, 0, 0.25)],
        0.033,
        taper=[1.3, 1, 0.95, 1, 1.3],
    )
    move([cup, ear], (0, 0, z0))
    cup = fuse([cup, ear], 0.0075, 6, m)
    so = profile(
        [
            (0, 0.02),
            (0.26, 0.02, 0),
            (0.30, 0, 0.01),
            (0.33, 0, 0.01),
            (0.40, 0.035, 0.06),
            (0.72, 0.105, 0.06),
            (0.76, 0.14),
        ],
        0.012,
    )
    saucer = lathe(shell(so, 0.035), ceramic(color, SPECK, 0.35, 0.3, wobble=0.5, tint=True), wobble=0.004, seed=9)
    return [cup, saucer] + ([drink('#3a2213', 0.298, z0 + 0.47, True)] if coffee else [])


@good(
    'espresso-cup',
    'table',
    {'Clay': '#9d7d6c', 'Chalk': '#dfdad0', 'Moss': '#7c8170', 'Ink': '#3c434a'},
    recolor=True,
    views={
        'cover': dict(az=-14, el=24, fill=0.72, rz=-35),
        'use': dict(az=0, el=9, fill=0.78, rz=0),
        'detail': dict(az=20, el=34, fill=1.5, rz=-50, aim=(0, -0.1, 0.5), fstop=5),
    },
)
def espresso_cup(color, view):
    objs = espresso(color, view != 'use')
    if view == 'use':
        second = espresso(color, False)
        bpy.data.objects.remove(second[1])
        objs += move(second[:1], (-0.02, 0, 0.45), rz=70)
    return objs


def plate(r, m, depth=0.2, seed=1):
    p = profile([(0, 0.035), (r * 0.66, 0.035, 0.05), (r * 0.93, 0.07, 0.12), (r, depth)], 0.02)
    return [lathe(shell(p, 0.05), m, wobble=0.002, seed=seed), foot_ring(r * 0.57, m)]


def foot_ring(r, m):
    return lathe(profile([(r - 0.05, 0.045), (r - 0.03, 0, 0.012), (r + 0.03, 0, 0.012), (r + 0.06, 0.045)], 0.01), m)


@good(
    'dinner-plate',
    'table',
    GLAZES,
    recolor=True,
    views={
        'cover': dict(az=-16, el=24, fill=0.74),
        'use': dict(az=0, el=5, fill=0.74),
        'detail': dict(az=-24, el=28, fill=2.0, aim=(0.75, -0.75, 0.55), fstop=5),
    },
)
def dinner_plate(color, view):
    m = ceramic(color, SPECK, 0.55, 0.3, rim=None, wobble=0.45, tint=True)
    objs = []
    for k in range(4):
        objs += move(plate(1.35, m, 0.2, k), (0.012 * (-1) ** k, 0.01 * k, 0.125 * k), rz=50 * k)
    if view != 'use':
        small = ceramic(color, SPECK, 0.55, 0.3, wobble=0.45, tint=True)
        objs += move(plate(1.05, small, 0.17, 8), (0.02, 0, 0.51), rz=20)
    return objs


@good(
    'pasta-bowl',
    'table',
    {'Moss': '#7c8170', 'Oat': '#c4b49c', 'Chalk': '#dfdad0', 'Ink': '#3c434a'},
    recolor=True,
    views={
        'cover': dict(az=-16, el=28, fill=0.72),
        'use': dict(az=8, el=8, fill=0.76),
        'detail': dict(az=-20, el=36, fill=2.0, aim=(-0.6, -0.7, 0.4), fstop=5),
    },
)
def pasta_bowl(color, view):
    def one(seed):
        p = profile([(0, 0.035), (0.5, 0.035, 0.05), (0.98, 0.28, 0.3), (1.1, 0.5)], 0.02)
        m = ceramic(color, SPECK, 0.5, 0.26, foot=0.035, rim=(0.5, '#a48b6d'), tint=True)
        return [lathe(shell(p, 0.05), m, wobble=0.004, seed=seed), foot_ring(0.47, m)]

    if view == 'use':
        return [o for k in range(4) for o in move(one(k), (0.01 * k, 0, 0.17 * k), rz=70 * k)]
    return one(3)


CLEAR, SMOKE, AMBER = ('#e6eeea', 1.6), ('#94897c', 13.0), ('#c99a5c', 8.0)
TINTS = {'Clear': CLEAR, 'Smoke': SMOKE, 'Amber': AMBER}


def tumbler(tint, seed=2):
    q = profile([(0, 0.02), (0.2, 0.012), (0.285, 0, 0.05), (0.325, 0.12, 0.06), (0.34, 0.78)], 0.02)
    return lathe(shell(q, 0.025), glass(*tint), wobble=0.003, seed=seed)


@good(
    'blown-carafe',
    'table',
    {'Smoke': SMOKE, 'Clear': CLEAR, 'Amber': AMBER},
    cards=True,
    bounces=12,
    spp=1.6,
    light=dict(ambient=0.5),
    views={
        'cover': dict(az=-10, el=11, fill=0.78),
        'use': dict(az=6, el=4, fill=0.78),
        'detail': dict(az=-14, el=18, fill=1.9, aim=(0, 0, 1.85), fstop=6),
    },
)
def carafe(tint, view):
    p = spline(
        [
            (0.40, 0.02),
            (0.46, 0.08),
            (0.47, 0.35),
            (0.44, 0.75),
            (0.34, 1.15),
            (0.21, 1.50),
            (0.185, 1.75),
            (0.22, 2.02),
            (0.275, 2.16),
        ],
        14,
    )
    body = lathe(shell([(0, 0.03), (0.2, 0.025), (0.34, 0.0)] + p, 0.028), glass(*tint), wobble=0.003)
    if view == 'use':  # the tumbler as a lid over the neck
        t = tumbler(tint)
        return [body] + move([t], (0, 0, 2.36), rx=180)
    return [body] + move([tumbler(tint)], (0.95, -0.35, 0))


@good(
    'ribbed-tumbler',
    'table',
    {'Amber': AMBER, 'Smoke': SMOKE, 'Clear': CLEAR},
    cards=True,
    bounces=12,
    spp=1.6,
    light=dict(ambient=0.5),
    views={
        'cover': dict(az=-14, el=16, fill=0.72),
        'use': dict(az=0, el=4, fill=0.78),
        'detail': dict(az=-10, el=22, fill=1.9, aim=(-0.3, -0.2, 0.6), fstop=5),
    },
)
def ribbed_tumbler(tint, view):
    def one():
        q = profile([(0, 0.04), (0.2, 0.03), (0.29, 0, 0.05), (0.325, 0.12, 0.06), (0.35, 0.9)], 0.02)
        o = lathe(shell(q, 0.03), glass(*tint), seg=240)
        for v in o.data.vertices:  # flutes on the outside only, fading towards the lip
            r = math.hypot(v.co.x, v.co.y)
            wall = 0.285 + 0.045 * min(1, v.co.z / 0.12)
            if r > wall - 0.004 and 0.06 < v.co.z < 0.84:
                f = min(1, (v.co.z - 0.06) / 0.06, (0.84 - v.co.z) / 0.1)
                s = 1 - 0.022 * f * (0.5 + 0.5 * math.cos(24 * math.atan2(v.co.y, v.co.x)))
                v.co.x *= s
                v.co.y *= s
        return o

    spots = [(0, 0), (0.86, 0.3), (-0.7, 0.55), (0.15, 0.95)] if view != 'use' else [(-0.42, 0), (0.42, 0)]
    return [o for x, y in spots for o in move([one()], (x, y, 0), rz=17 * x)]


@good(
    'linen-napkins',
    'table',
    {'Flax': '#b8ab98', 'Chalk': '#dfdad0', 'Rust': '#97644f', 'Slate': '#6c747a'},
    recolor=True,
    views={
        'cover': dict(az=-26, el=24, fill=0.74),
        'use': dict(az=20, el=12, fill=0.78),
        'detail': dict(az=-30, el=24, fill=1.9, aim=(0.5, -0.6, 0.3), fstop=4),
    },
)
def napkins(color, view):
    ms = linen(color, 60, depth=0.5, slub=0.45, tint=True)
    objs = pile([(1.6, 1.5, 2, 0.055, ms)] * 4, 0.012)
    if view != 'use':
        ring = lathe(
            profile([(0.24, 0.0), (0.27, 0, 0.012), (0.27, 0.2, 0.012), (0.24, 0.2, 0.012), (0.24, 0)], 0.01),
            metal('#ad9873', 0.3),
            name='ring',
        )
        objs += move([ring], (0.25, -0.15, 0.72), rx=90, rz=35)
    return objs
