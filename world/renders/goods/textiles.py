"""Textiles: cushions, bedding, throws, towels for the kitchen."""
import math
import random

from studio.cloth import felt, linen
from studio.nodes import Mat, keep_color, rgb
from studio.profiles import profile
from studio.registry import good
from studio.shapes import lathe, move, tube
from studio.soft import cushion, folded, pile, roll

from .table import mug

LINENS = {'Flax': '#b8ab98', 'Chalk': '#dfdad0', 'Sage': '#858b79', 'Rust': '#8f6250', 'Slate': '#646c72'}


def some(*names):
    return {name: LINENS[name] for name in names}


@good(
    'linen-cushion',
    'textiles',
    some('Flax', 'Sage', 'Rust', 'Slate'),
    recolor=True,
    views={
        'cover': dict(az=-24, el=9, fill=0.76, rz=-6),
        'use': dict(az=4, el=5, fill=0.76),
        'detail': dict(az=-30, el=14, fill=2.6, aim=(1.3, -0.6, 3.4), fstop=4),
    },
)
def linen_cushion(color, view):
    return cushion(
        5.0,
        5.0,
        linen(color, 30, depth=0.5, slub=0.5, tint=True),
        piping=linen(color, 30, depth=0.4, coord='Object', tint=True),
    )


@good(
    'striped-cushion',
    'textiles',
    {'Slate stripe': '#646c72', 'Rust stripe': '#8f6250'},
    views={
        'cover': dict(az=-20, el=9, fill=0.78, rz=-6),
        'use': dict(az=14, el=6, fill=0.78),
        'detail': dict(az=-30, el=14, fill=2.6, aim=(-0.6, -0.6, 2.0), fstop=4),
    },
)
def striped_cushion(color, view):
    return cushion(
        6.0, 4.0, linen('#d3cabb', 30, depth=0.5, slub=0.35, stripes=(color, 0, 1.25, 0.22)), seed=5, fill=1.3
    )


@good(
    'washed-bed-linen',
    'textiles',
    {'Chalk': '#dfdad0', 'Flax': '#b8ab98', 'Sage': '#858b79', 'Slate': '#646c72'},
    recolor=True,
    views={
        'cover': dict(az=-24, el=13, fill=0.8),
        'use': dict(az=14, el=26, fill=0.8),
        'detail': dict(az=-30, el=12, fill=2.2, aim=(1.0, -1.2, 0.9), fstop=4),
    },
)
def bed_linen(color, view):
    m = linen(color, 46, depth=0.5, slub=0.4, tint=True)
    w, d = 3.3, 2.5
    return pile([(w, d, 6, 0.115, m), (w * 0.96, d * 0.97, 5, 0.12, m), (w * 0.74, d * 0.8, 3, 0.13, m)])


@good(
    'wool-throw',
    'textiles',
    {
        'Grey stripe': ('#b3ada4', '#5d6265'),
        'Ochre stripe': ('#cfc4b0', '#97774a'),
        'Moss stripe': ('#c9c2b2', '#667058'),
    },
    views={
        'cover': dict(az=-26, el=18, fill=0.78),
        'use': dict(az=12, el=10, fill=0.8),
        'detail': dict(az=-30, el=18, fill=2.1, aim=(0.8, -1.0, 0.7), fstop=4),
    },
)
def wool_throw(colors, view):
    base, stripe = colors
    m = linen(base, 22, depth=0.7, slub=0.25, stripes=(stripe, 0, 1.05, 0.3), rough=1.0)
    o, h = folded(3.0, 2.3, 5, 0.2, m, seed=3)
    objs = [o]
    yarn = linen(base, 90, coord='Object', depth=0.4)
    rnd = random.Random(2)
    for i in range(54):  # a fringe at the front edge of the top layer
        x = -1.44 + 2.88 * i / 53
        y = 1.1 + rnd.uniform(-0.02, 0.02)
        objs.append(
            tube(
                [
                    (x, -y, h - 0.1),
                    (x + rnd.uniform(-0.03, 0.03), -y - 0.13, h - 0.16),
                    (x + rnd.uniform(-0.05, 0.05), -y - 0.17, h - 0.42),
                ],
                0.019,
                yarn,
                res=6,
            )
        )
    return objs


@good(
    'linen-tea-towels',
    'textiles',
    {'Slate stripe': '#646c72', 'Rust stripe': '#8f6250', 'Sage stripe': '#858b79'},
    views={
        'cover': dict(az=-26, el=20, fill=0.76),
        'use': dict(az=10, el=12, fill=0.78),
        'detail': dict(az=-28, el=24, fill=2.1, aim=(-0.4, -0.8, 0.5), fstop=4),
    },
)
def tea_towels(color, view):
    a = linen('#d8d0c2', 46, depth=0.45, stripes=(color, 0, 0.62, 0.12))
    b = linen(color, 46, depth=0.45)
    return pile([(2.3, 1.7, 4, 0.075, a), (2.28, 1.68, 4, 0.075, b), (2.26, 1.66, 4, 0.075, a)], 0.02)


@good(
    'felt-coasters',
    'textiles',
    {'Grey': '#8b8986', 'Rust': '#8f6250', 'Moss': '#6c7460', 'Ink': '#3f454b'},
    recolor=True,
    views={
        'cover': dict(az=-18, el=30, fill=0.72),
        'use': dict(az=8, el=14, fill=0.76),
        'detail': dict(az=-24, el=26, fill=2.0, aim=(0.2, -0.4, 0.2), fstop=4),
    },
)
def coasters(color, view):
    m = felt(color, tint=True)

    def one():
        return lathe(profile([(0, 0), (0.5, 0, 0.02), (0.5, 0.05, 0.02), (0, 0.05)], 0.02), m, wobble=0.003)

    objs = []
    for k in range(4):
        objs += move([one()], (0.015 * (-1) ** k, 0.01 * k, 0.052 * k), rz=70 * k)
    objs += move([one()], (1.0, -0.45, 0))
    if view == 'use':
        objs += move(keep_color(mug('#dfdad0', 'use')), (1.0, -0.45, 0.05), rz=-30)
    return objs


@good(
    'jute-rug',
    'textiles',
    {'Natural': '#a8957a'},
    views={
        'cover': dict(az=-38, el=14, fill=0.78),
        'use': dict(az=-60, el=6, fill=0.74),
        'detail': dict(az=-40, el=24, fill=2.4, aim=(-2.5, -0.4, 1.4), fstop=4),
    },
)
def jute_rug(color, view):
    M = Mat('jute')
    U = M.coord('UV')
    x = M.math('MULTIPLY', M.xyz(U)[0], 9.0)
    rows = M.math('ABSOLUTE', M.math('SINE', M.math('MULTIPLY', x, math.pi)))
    twist = M.noise(M.scaled(U, (9, 26, 1)), 1, 3, 0.6)
    h = M.math('ADD', rows, M.math('MULTIPLY', twist, 0.7))
    c = M.mix(M.rng(rows, 0, 0.8), M.shade(color, 0.45), rgb(color))
    c = M.mix(M.rng(twist, 0.35, 0.7, 0, 0.6), c, M.shade(color, 0.7))
    m = M.done(M.principled(color=c, rough=0.95, spec=0.1, sheen=0.2, normal=M.bump(h, 1.0, 0.08)))
    return roll(6.5, 4.2, 0.17, 0.32, m)
