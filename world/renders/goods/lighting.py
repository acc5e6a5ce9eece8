"""Lighting: lamps for tables, floors and ceilings, all of them lit."""
import math

import bpy

from studio import stage
from studio.cloth import linen
from studio.materials import WOODS, concrete, emission, marble, metal, opal, plain, travertine, wood
from studio.profiles import profile, spline
from studio.registry import good
from studio.shapes import lathe, move, rod, tube

DIM = dict(key=0.62, fill=0.6, rim=0.5, ambient=0.2)


def bulb(z, r=0.14, power=14, x=0.0, y=0.0, light=110):
    b = lathe(
        spline([(0, z - r), (r * 0.7, z - r * 0.7), (r, z), (r * 0.7, z + r * 0.7), (0, z + r)], 8),
        emission('#ffd3a0', power),
        seg=48,
        name='bulb',
    )
    b.visible_shadow = b.visible_diffuse = False
    b.location = (x, y, 0)
    if light:
        stage.point((x, y, z), light)


def cord(points, mat=None):
    return tube(points, 0.02, mat or plain('#3a3835', 0.7, 0.2))


@good(
    'mushroom-lamp',
    'lighting',
    {'Brass': 'brass', 'Steel': 'steel'},
    light=DIM,
    spp=1.5,
    bounces=6,
    views={
        'cover': dict(az=-12, el=6, fill=0.76),
        'use': dict(az=16, el=24, fill=0.72),
        'detail': dict(az=-20, el=-2, fill=1.6, aim=(0, -0.3, 2.1), fstop=4),
    },
)
def mushroom_lamp(stem, view):
    sm = metal('#a78e66', 0.26) if stem == 'brass' else metal('#b3b1ad', 0.24)
    base = lathe(
        profile(
            [
                (0, 0),
                (0.70, 0, 0.02),
                (0.72, 0.03, 0.03),
                (0.70, 0.09, 0.04),
                (0.16, 0.15, 0.12),
                (0.085, 0.32, 0.2),
                (0.078, 1.75),
                (0.0, 1.76),
            ],
            0.02,
        ),
        sm,
    )
    dome = spline([(1.16, 1.62), (1.175, 1.70), (1.12, 1.98), (0.92, 2.30), (0.58, 2.53), (0.22, 2.63), (0, 2.645)], 14)
    inner = [
        (max(0, r - 0.035 * (0.6 + 0.4 * (r > 0.3))), z - (0.035 if r < 0.9 else 0.014)) for r, z in reversed(dome)
    ]
    inner[0] = (0, 2.61)
    shade = lathe(
        list(reversed(dome)) + [(1.145, 1.612), (1.13, 1.62)] + list(reversed(inner)),
        opal(power=1.5, see=0.5, hot=(2.0, 0.38)),
    )
    knob = lathe(
        profile([(0, 2.63), (0.06, 2.64, 0.01), (0.065, 2.67, 0.01), (0.03, 2.69, 0.01), (0, 2.692)], 0.008), sm
    )
    bulb(2.0, light=130)
    cord(
        [(0, 0.3, 0.05), (0.1, 1.0, 0.022), (0.75, 1.7, 0.022), (2.0, 1.9, 0.022), (3.6, 2.5, 0.022), (8, 3.0, 0.022)],
        plain('#cfc8bc', 0.7, 0.2),
    )
    return [base, shade, knob]


LACQUER = {'Sand': '#c2b49f', 'Clay': '#94604a', 'Sage': '#858b79', 'Black': '#2a2a2b'}


@good(
    'dome-pendant',
    'lighting',
    LACQUER,
    recolor=True,
    up=3.0,
    wall=True,
    light=DIM,
    spp=1.3,
    views={
        'cover': dict(az=-16, el=-4, fill=0.62),
        'use': dict(az=10, el=-16, fill=0.66),
        'detail': dict(az=-12, el=8, fill=1.7, aim=(0, -2.4, 4.0), fstop=4),
    },
)
def dome_pendant(color, view):
    z = 2.6
    p = [(1.75, z), (1.72, z + 0.16), (1.5, z + 0.62), (1.05, z + 1.0), (0.5, z + 1.22), (0.16, z + 1.3)]
    dome = spline(p, 14)
    shade = lathe(dome, plain(color, 0.36, 0.5, grain=0.06, tint=True), name='shade')
    lining = lathe([(r - 0.012, q - 0.006) for r, q in dome], plain('#e9e4da', 0.6), name='lining')
    rim = lathe([(1.75, z), (1.758, z - 0.01), (1.74, z - 0.012), (1.738, z)], plain(color, 0.36, tint=True))
    cap = lathe(
        profile([(0.2, z + 1.27), (0.2, z + 1.34, 0.02), (0.09, z + 1.5, 0.05), (0.05, z + 1.62), (0, z + 1.62)], 0.01),
        metal('#a78e66', 0.26),
    )
    cd = cord([(0, 0, z + 1.6), (0, 0, z + 4), (0, 0, 14)])
    bulb(z + 0.45, 0.2, 12, light=150)
    move([shade, lining, rim, cap, cd], (0, -2.4, 0))
    for o in bpy.data.objects:
        if o.name.startswith('bulb'):
            o.location.y -= 2.4
    return [shade, cap]


@good(
    'globe-lamp',
    'lighting',
    {'Travertine': 'travertine', 'Concrete': 'concrete', 'Marble': 'marble'},
    light=DIM,
    spp=1.4,
    bounces=6,
    views={
        'cover': dict(az=-16, el=8, fill=0.7),
        'use': dict(az=10, el=20, fill=0.7),
        'detail': dict(az=-20, el=10, fill=1.8, aim=(0, -0.4, 0.55), fstop=4),
    },
)
def globe_lamp(base, view):
    m = {'travertine': travertine, 'concrete': concrete, 'marble': lambda: marble('#d5d1ca', '#85817c', 1.6)}[base]()
    foot = lathe(
        profile([(0, 0), (0.62, 0, 0.025), (0.62, 0.74, 0.025), (0.3, 0.74, 0.02), (0.28, 0.68), (0, 0.68)], 0.02),
        m,
        seg=256,
    )
    c, r = 1.42, 0.82
    ball = lathe(
        [(max(0, r * math.sin(math.pi * k / 64)), c - r * math.cos(math.pi * k / 64)) for k in range(65)],
        opal(power=1.7, see=0.5, hot=(c, 0.7)),
    )
    stage.point((0, 0, 1.42), 60, radius=0.6)
    cord(
        [(0, 0.5, 0.05), (0.2, 1.0, 0.022), (1.0, 1.6, 0.022), (2.4, 1.9, 0.022), (4, 2.5, 0.022), (8, 3.0, 0.022)],
        plain('#cfc8bc', 0.7, 0.2),
    )
    return [foot, ball]


@good(
    'linen-floor-lamp',
    'lighting',
    {'Oak': WOODS['Oak'], 'Walnut': WOODS['Walnut']},
    light=DIM,
    spp=1.3,
    bounces=6,
    views={
        'cover': dict(az=-18, el=7, fill=0.86),
        'use': dict(az=10, el=-3, fill=1.9, aim=(0, 0, 12.8)),
        'detail': dict(az=-24, el=16, fill=4.2, aim=(0, 0, 11.6), fstop=4),
    },
)
def floor_lamp(tones, view):
    w = wood(tones, 'z', 0.5, offset=(0, 0.9, 0.4))
    legs = []
    for k in range(3):
        a = math.radians(90 + 120 * k)
        legs.append(
            rod(
                (2.5 * math.cos(a), 2.5 * math.sin(a), 0), (0.28 * math.cos(a), 0.28 * math.sin(a), 11.0), 0.13, 0.19, w
            )
        )
    hub = lathe(
        profile([(0, 10.6), (0.36, 10.6, 0.04), (0.36, 11.1, 0.04), (0.1, 11.1, 0.02), (0.09, 12.2), (0, 12.2)], 0.03),
        metal('#a78e66', 0.28),
    )
    lin = linen('#d5ccbd', 26, depth=0.35, coord='UV')
    shade = lathe([(2.25, 11.3), (2.1, 12.3), (1.95, 13.3), (1.8, 14.3)], cloth_shade(), seg=160, name='shade')
    for r, z in ((2.25, 11.3), (1.8, 14.3)):
        tube(
            [(r * math.cos(a), r * math.sin(a), z) for a in [2 * math.pi * k / 24 for k in range(24)]],
            0.035,
            lin,
            cyclic=True,
            res=6,
        )
    bulb(12.8, 0.28, 10, light=0)
    stage.point((0, 0, 12.8), 1500, radius=0.35)
    cord([(0, 0, 10.7), (0.1, 0.1, 5), (0.3, 0.8, 0.4), (1.5, 3, 0.05), (6, 5, 0.05), (20, 8, 0.05)])
    return legs + [hub, shade]


def cloth_shade():
    """Linen lit from inside: the weave lets light through."""
    from studio.nodes import Mat, rgb

    M = Mat('cloth shade')
    U = M.scaled(M.coord('UV'), (95, 26, 1))
    weave = M.math('ADD', M.noise(M.scaled(U, (1, 0.06, 1)), 1, 2), M.noise(M.scaled(U, (0.06, 1, 1)), 1, 2))
    c = M.mix(M.rng(weave, 0.7, 1.3), rgb('#b5aa98'), rgb('#ddd5c7'))
    d, t = (M.n(kind, {'Color': c}).outputs[0] for kind in ('BsdfDiffuse', 'BsdfTranslucent'))
    return M.done(M.n('MixShader', {0: 0.5, 1: d, 2: t}).outputs[0])


@good(
    'architect-desk-lamp',
    'lighting',
    {'Black': '#2a2a2b', 'Sand': '#c2b49f', 'Sage': '#858b79'},
    light=DIM,
    spp=1.2,
    views={
        'cover': dict(az=-22, el=8, fill=0.76),
        'use': dict(az=10, el=14, fill=0.76),
        'detail': dict(az=-30, el=2, fill=2.0, aim=(1.2, 0, 3.6), fstop=4),
    },
)
def desk_lamp(color, view):
    m = plain(color, 0.42, 0.5, grain=0.08, tint=True)
    br = metal('#a78e66', 0.26)
    foot = lathe(profile([(0, 0), (0.85, 0, 0.03), (0.87, 0.1, 0.04), (0, 0.12)], 0.02), m)
    a, b, c = (0, 0, 0.1), (-0.95, 0, 2.35), (1.35, 0, 3.75)
    arms = [rod(a, b, 0.045, mat=m), rod(b, c, 0.045, mat=m)]
    joints = []
    for x, y, z in (b, c, (0, 0, 0.24)):
        j = lathe(profile([(0, -0.1), (0.10, -0.1, 0.015), (0.10, 0.1, 0.015), (0, 0.1)], 0.01), br)
        j.rotation_euler[0] = math.pi / 2
        j.location = (x, y, z)
        joints.append(j)
    head = spline([(0.1, 0.62), (0.2, 0.56), (0.3, 0.42), (0.42, 0.12), (0.62, -0.22)], 12)
    shade = lathe(head, m, name='shade')
    lining = lathe([(r - 0.012, z - 0.004) for r, z in head], plain('#e9e4da', 0.55), name='lining')
    cap = lathe(profile([(0.1, 0.62), (0.1, 0.7, 0.02), (0, 0.7)], 0.01), m)
    parts = [shade, lining, cap]
    move(parts, (1.5, 0, 3.42), ry=-28)
    bulb(3.4, 0.13, 12, x=1.52, light=60)
    cord([(0, 0.6, 0.06), (0.2, 1.2, 0.022), (1.2, 1.8, 0.022), (3, 2.1, 0.022), (8, 3, 0.022)], None)
    return [foot, shade, cap] + arms + joints


@good(
    'paper-lantern',
    'lighting',
    {'': None},
    up=3.0,
    wall=True,
    light=DIM,
    spp=1.3,
    bounces=6,
    views={
        'cover': dict(az=-10, el=0, fill=0.68),
        'use': dict(az=14, el=-24, fill=0.68),
        'detail': dict(az=-10, el=6, fill=2.0, aim=(-1, -3.2, 4.6), fstop=4),
    },
)
def paper_lantern(_, view):
    r, c = 2.0, 4.0
    pts = []
    n = 27
    for k in range(n * 6 + 1):
        a = math.pi * (0.06 + 0.88 * k / (n * 6))
        rib = 0.035 * abs(math.sin(math.pi * k / 6))
        pts.append(((r - rib) * math.sin(a) * 1.08, c - (r - rib) * math.cos(a) * 0.9))
    o = lathe(pts, opal('#e9e1d3', glow='#ffcf9c', power=1.0, see=0.6, hot=(c, 1.4)), name='lantern')
    wire = plain('#5c564d', 0.5)
    rings = [
        lathe([(q + 0.004, z - 0.012), (q + 0.014, z), (q + 0.004, z + 0.012)], wire) for q, z in (pts[0], pts[-1])
    ]
    cd = cord([(0, 0, c + 1.75), (0, 0, 8), (0, 0, 16)])
    stage.point((0, -3.2, c), 130, radius=1.2)
    move([o, cd, *rings], (0, -3.2, 0), ry=0)
    return [o]


@good(
    'portable-lamp',
    'lighting',
    LACQUER,
    recolor=True,
    light=DIM,
    spp=1.2,
    views={
        'cover': dict(az=-14, el=3, fill=0.76),
        'use': dict(az=12, el=26, fill=0.72),
        'detail': dict(az=-20, el=4, fill=1.9, aim=(0, -0.2, 1.75), fstop=4),
    },
)
def portable_lamp(color, view):
    m = plain(color, 0.4, 0.5, grain=0.06, tint=True)
    base = lathe(
        profile(
            [
                (0, 0),
                (0.5, 0, 0.02),
                (0.52, 0.1, 0.04),
                (0.5, 0.2, 0.05),
                (0.11, 0.24, 0.05),
                (0.085, 0.4, 0.1),
                (0.085, 1.62),
                (0, 1.62),
            ],
            0.015,
        ),
        m,
    )
    ring = lathe(
        profile([(0.5, 0.205), (0.52, 0.1), (0.523, 0.098, 0.0), (0.523, 0.112), (0.5, 0.21)], 0.01),
        metal('#a78e66', 0.25),
    )
    shade = spline([(0.8, 1.42), (0.79, 1.48), (0.66, 1.75), (0.4, 1.93), (0, 1.98)], 12)
    s = lathe(shade, m, name='shade')
    lining = lathe([(max(0, r - 0.012), z - 0.006) for r, z in shade], plain('#ece6db', 0.55))
    diff = lathe([(0, 1.56), (0.35, 1.56), (0.36, 1.6), (0.3, 1.66), (0, 1.68)], emission('#ffd9ab', 6))
    diff.visible_diffuse = False
    stage.point((0, 0, 1.5), 110, radius=0.2)
    return [base, ring, s]
