"""Bath: soap, towels, trays and bottles."""
import math
import os

from studio.cloth import paper, terry
from studio.materials import WOODS, ceramic, cork, glass, metal, plain, wax, wood
from studio.nodes import Mat, rgb
from studio.profiles import profile, shell
from studio.registry import good
from studio.shapes import box, cut, label, lathe, move, rounded, slab, tube
from studio.soft import pile

from .table import SPECK

PRINTS = os.environ.get('RENDER_PRINTS', '')
TEAK = ('#9a7452', '#74543a')


@good(
    'glass-soap-dispenser',
    'bath',
    {'Amber': ('#a8662c', 30.0, 'black'), 'Smoke': ('#6b7168', 7.0, 'brass')},
    cards=True,
    bounces=12,
    spp=1.6,
    views={
        'cover': dict(az=-14, el=9, fill=0.8, rz=-38),
        'use': dict(az=24, el=16, fill=0.78, rz=-38),
        'detail': dict(az=-22, el=14, fill=1.8, aim=(0, -0.2, 1.35), rz=-38, fstop=6),
    },
)
def soap_dispenser(kind, view):
    tint, density, pump = kind
    r = 0.37
    prof = profile(
        [
            (0, 0.03),
            (0.24, 0.012),
            (r - 0.02, 0, 0.05),
            (r, 0.05, 0.05),
            (r, 1.08, 0.20),
            (0.17, 1.28, 0.08),
            (0.17, 1.34, 0.0),
        ],
        0.016,
    )
    bottle = lathe(shell(prof, 0.026), glass(tint, density, shadow=0.7))
    lab = label(r, 0.20, 0.90, 128, paper(image=f'{PRINTS}/soap.png'), centre=-62)
    M = Mat('liquid')
    inside = lathe(
        profile([(0, 0.06), (r - 0.07, 0.06, 0.05), (r - 0.03, 0.10), (r - 0.03, 0.96), (0, 0.96)], 0.03),
        M.done(M.principled(color=rgb('#c49a5c'), trans=0.75, rough=0.25, ior=1.36)),
    )
    m = metal('#a78e66', 0.28) if pump == 'brass' else plain('#1c1b1b', 0.38, 0.45, grain=0.06)
    collar = lathe(
        profile(
            [
                (0.0, 1.27),
                (0.185, 1.27, 0.0),
                (0.20, 1.275, 0.012),
                (0.20, 1.43, 0.018),
                (0.11, 1.445, 0.012),
                (0.10, 1.47, 0.01),
                (0.075, 1.475, 0.008),
                (0.075, 1.50, 0.004),
                (0.042, 1.50, 0),
                (0.042, 1.70),
                (0, 1.70),
            ],
            0.01,
        ),
        m,
    )
    ribs = []
    for i in range(72):
        a = 2 * math.pi * i / 72
        rib = box(0.008, 0.006, 0.125, 0.002, m, (0.2005 * math.cos(a), 0.2005 * math.sin(a), 1.352), 2)
        rib.rotation_euler[2] = a
        ribs.append(rib)
    head = lathe(
        profile([(0, 1.66), (0.085, 1.66, 0.006), (0.095, 1.69, 0.01), (0.095, 1.775, 0.02), (0, 1.785)], 0.008), m
    )
    nozzle = tube(
        [(0.05, 0, 1.735), (0.22, 0, 1.742), (0.38, 0, 1.735), (0.455, 0, 1.70), (0.462, 0, 1.655)],
        0.036,
        m,
        taper=[1.25, 1.05, 0.92, 0.85, 0.82],
    )
    return [bottle, lab, inside, collar, head, nozzle] + ribs


@good(
    'soap-dish',
    'bath',
    {'Moss': '#7c8170', 'Chalk': '#dfdad0', 'Ink': '#3c434a'},
    recolor=True,
    views={
        'cover': dict(az=-24, el=24, fill=0.72),
        'use': dict(az=10, el=12, fill=0.76),
        'detail': dict(az=-30, el=26, fill=1.9, aim=(-0.2, -0.2, 0.3), fstop=4),
    },
)
def soap_dish(color, view):
    m = ceramic(color, SPECK, 0.5, 0.28, tint=True)
    p = profile([(0, 0), (0.38, 0, 0.03), (0.46, 0.05, 0.05), (0.5, 0.26)], 0.015)
    dish = lathe(shell(p, 0.045), m, wobble=0.003)
    for v in dish.data.vertices:  # an oval
        v.co.x *= 1.36
    ridges = [
        box(0.06, 0.6, 0.05, 0.02, ceramic(color, SPECK, 0.3, 0.28, tint=True), (x, 0, 0.1), 3)
        for x in (-0.36, -0.12, 0.12, 0.36)
    ]
    bar = box(0.88, 0.56, 0.26, 0.1, wax('#cdbb98', 0.12), (0, 0, 0.255), 8, corner=0.2)
    return [dish, *ridges, bar]


@good(
    'terry-towels',
    'bath',
    {'Chalk': '#dcd7ce', 'Sand': '#b9ab97', 'Sage': '#858b79', 'Slate': '#646c72'},
    recolor=True,
    views={
        'cover': dict(az=-24, el=16, fill=0.78),
        'use': dict(az=12, el=28, fill=0.78),
        'detail': dict(az=-30, el=14, fill=2.1, aim=(0.6, -0.9, 0.8), fstop=4),
    },
)
def towels(color, view):
    m = terry(color, 34, tint=True)
    return pile([(3.0, 2.1, 3, 0.24, m), (2.95, 2.05, 3, 0.24, m), (1.9, 1.5, 3, 0.22, m)], 0.03)


@good(
    'stoneware-tumbler',
    'bath',
    {'Oat': '#c4b49c', 'Chalk': '#dfdad0', 'Moss': '#7c8170', 'Ink': '#3c434a'},
    recolor=True,
    views={
        'cover': dict(az=-14, el=14, fill=0.74),
        'use': dict(az=8, el=30, fill=0.7),
        'detail': dict(az=-20, el=22, fill=1.7, aim=(-0.1, -0.3, 0.8), fstop=4),
    },
)
def bath_tumbler(color, view):
    p = profile([(0, 0.02), (0.28, 0.02), (0.3, 0, 0.01), (0.33, 0, 0.01), (0.38, 0.08, 0.06), (0.38, 1.05)], 0.016)
    cup = lathe(shell(p, 0.04), ceramic(color, SPECK, 0.45, 0.32, foot=0.09, tint=True), wobble=0.004, seed=6)
    objs = [cup]
    if view != 'detail':
        for k, (a, c) in enumerate(((200, TEAK), (330, WOODS['Smoked oak']))):
            objs += move(toothbrush(c), rz=a)
    return objs


def toothbrush(tones):
    """A wooden brush leaning in the cup."""
    m = wood(tones, 'z', 2.0, offset=(0, 0.6, 0.2))
    body = tube([(0, 0, 0), (0, 0, 0.7), (0.01, 0, 1.2), (0, 0, 1.7)], 0.055, m, taper=[1.0, 1.1, 0.65, 0.95])
    for v in body.data.vertices:
        v.co.y *= 0.62
    bristles = []
    b = plain('#e4dfd5', 0.8)
    for i in range(7):
        for j in (-1, 0, 1):
            bristles.append(lathe([(0, 0), (0.013, 0), (0.011, 0.13), (0, 0.135)], b, seg=10))
            bristles[-1].rotation_euler[0] = math.pi / 2
            bristles[-1].location = (j * 0.026, -0.03, 1.42 + i * 0.042)
    return move([body, *bristles], (-0.16, 0, 0.04), ry=13)


@good(
    'teak-bath-tray',
    'bath',
    {'Teak': TEAK, 'Oak': WOODS['Oak']},
    views={
        'cover': dict(az=-28, el=26, fill=0.84),
        'use': dict(az=0, el=48, fill=0.86),
        'detail': dict(az=-36, el=22, fill=3.0, aim=(-2.2, -0.6, 0.3), fstop=4),
    },
)
def bath_tray(tones, view):
    objs = []
    for k in range(4):
        m = wood(tones, 'x', 0.9, offset=(0, 0.7 + 0.9 * k, 0.3 * k + 0.5))
        objs.append(box(7.0, 0.42, 0.16, 0.03, m, (0, -0.69 + 0.46 * k, 0.24), 4))
    for x in (-2.9, 2.9):
        objs.append(box(0.4, 1.8, 0.16, 0.03, wood(tones, 'y', 0.9, offset=(1.0, 0, 0.4)), (x, 0, 0.08), 4))
    if view != 'detail':
        objs += move(soap_dish_plain(), (-1.6, 0, 0.32), rz=12)
    return objs


def soap_dish_plain():
    dish = lathe(
        profile(
            [
                (0, 0.03),
                (0.4, 0.03),
                (0.44, 0, 0.02),
                (0.62, 0.1, 0.05),
                (0.64, 0.16, 0.02),
                (0.6, 0.12, 0.02),
                (0.4, 0.05, 0.03),
                (0, 0.05),
            ],
            0.015,
        ),
        ceramic('#dfdad0', SPECK, 0.4, 0.3),
    )
    bar = box(0.7, 0.46, 0.22, 0.09, wax('#cdbb98', 0.12), (0, 0, 0.16), 8, corner=0.18)
    return [dish, bar]


@good(
    'bath-salt-jar',
    'bath',
    {'Pine': '#d9dcd3', 'Rose': '#d8c3bb'},
    cards=True,
    bounces=12,
    spp=1.5,
    views={
        'cover': dict(az=-14, el=14, fill=0.7),
        'use': dict(az=12, el=28, fill=0.72),
        'detail': dict(az=-16, el=18, fill=1.7, aim=(0, -0.3, 1.0), fstop=5),
    },
)
def bath_salt(color, view):
    r, h = 0.48, 1.05
    jar = lathe(
        shell(
            profile(
                [
                    (0, 0.03),
                    (0.3, 0.02),
                    (r - 0.04, 0, 0.06),
                    (r, 0.06, 0.06),
                    (r, h - 0.12, 0.06),
                    (r - 0.07, h, 0.03),
                    (r - 0.07, h + 0.08),
                ],
                0.02,
            ),
            0.03,
        ),
        glass('#e6eeea', 1.0),
    )
    M = Mat('salt')
    P = M.coord()
    v = M.n('TexVoronoi', {'Vector': P, 'Scale': 16.0})
    e = M.n('SeparateColor', {0: v.outputs['Color']}).outputs
    c = M.mix(e[0], rgb(color), M.shade(color, 0.72))
    sm = M.done(M.principled(color=c, rough=0.35, spec=0.6, normal=M.bump(v.outputs['Distance'], -1.0, 0.06)))
    salt = lathe(
        profile([(0, 0.07), (r - 0.09, 0.07, 0.05), (r - 0.035, 0.12), (r - 0.035, 0.8), (0.2, 0.84), (0, 0.83)], 0.03),
        sm,
    )
    top = lathe(
        profile(
            [
                (0, h - 0.08),
                (r - 0.115, h - 0.08),
                (r - 0.105, h + 0.085),
                (r - 0.04, h + 0.085, 0.015),
                (r - 0.04, h + 0.26, 0.04),
                (0, h + 0.26),
            ],
            0.02,
        ),
        cork(),
    )
    lab = label(r, 0.2, 0.72, 100, paper(image=f'{PRINTS}/salt.png'), centre=-95)
    return [jar, salt, top, lab]


@good(
    'bath-oil',
    'bath',
    {'': None},
    cards=True,
    bounces=12,
    spp=1.6,
    views={
        'cover': dict(az=-14, el=9, fill=0.78),
        'use': dict(az=10, el=24, fill=0.76),
        'detail': dict(az=-16, el=12, fill=1.8, aim=(0, -0.2, 1.5), fstop=5),
    },
)
def bath_oil(_, view):
    r = 0.31
    p = profile(
        [
            (0, 0.03),
            (0.2, 0.012),
            (r - 0.02, 0, 0.04),
            (r, 0.05, 0.04),
            (r, 1.2, 0.16),
            (0.12, 1.42, 0.06),
            (0.12, 1.6),
        ],
        0.016,
    )
    bottle = lathe(shell(p, 0.026), glass('#cfd6c4', 3.0))
    M = Mat('oil')
    oil = lathe(
        profile([(0, 0.06), (r - 0.06, 0.06, 0.04), (r - 0.028, 0.1), (r - 0.028, 1.06), (0, 1.06)], 0.03),
        M.done(M.principled(color=rgb('#d2bf7f'), trans=0.9, rough=0.05, ior=1.46)),
    )
    stop = lathe(
        profile([(0, 1.5), (0.09, 1.5), (0.098, 1.61), (0.16, 1.61, 0.015), (0.16, 1.85, 0.03), (0, 1.85)], 0.01),
        wood(WOODS['Oak'], 'z', 1.6, offset=(0, 0.6, 0.2)),
    )
    lab = label(r, 0.25, 0.85, 120, paper(image=f'{PRINTS}/oil.png'), centre=-96)
    return [bottle, oil, stop, lab]
