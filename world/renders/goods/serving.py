"""Serving: bowls, mills, dishes and cutlery."""
from studio.materials import WOODS, ceramic, metal, plain, wax, wood
from studio.profiles import profile, shell, spline
from studio.registry import good
from studio.shapes import apply, box, lathe, mesh, move, rounded, slab

from .table import SPECK


@good(
    'oak-serving-bowl',
    'table',
    {k: WOODS[k] for k in ('Oak', 'Smoked oak', 'Walnut')},
    views={
        'cover': dict(az=-12, el=24, fill=0.74, rz=24),
        'use': dict(az=0, el=7, fill=0.76, rz=60),
        'detail': dict(az=-24, el=30, fill=2.0, aim=(0.7, -0.6, 0.7), rz=24, fstop=5),
    },
)
def serving_bowl(tones, view):
    p = spline([(0.52, 0.0), (0.58, 0.04), (0.86, 0.22), (1.10, 0.50), (1.22, 0.82)], 16)
    pts = shell([(0, 0.015), (0.3, 0.01), (0.50, 0.0)] + p, 0.075)
    return [lathe(pts, wood(tones, 'x', 1.0, 0.45, offset=(0, 1.1, 0.75)), seg=256)]


@good(
    'pepper-mill',
    'table',
    {k: WOODS[k] for k in ('Oak', 'Walnut', 'Smoked oak')},
    views={
        'cover': dict(az=-10, el=12, fill=0.8),
        'use': dict(az=0, el=5, fill=0.74),
        'detail': dict(az=-16, el=20, fill=1.9, aim=(0, 0, 1.75), fstop=5),
    },
)
def pepper_mill(tones, view):
    def one(h, tones):
        w = wood(tones, 'z', 1.3, 0.42, offset=(0, 0.8, 0.3))
        body = profile(
            [
                (0, 0),
                (0.29, 0, 0.02),
                (0.31, 0.04, 0.03),
                (0.27, 0.35, 0.3),
                (0.2, h * 0.45, 0.5),
                (0.24, h - 0.42, 0.2),
                (0.22, h - 0.40, 0.01),
                (0, h - 0.40),
            ],
            0.02,
        )
        top = profile(
            [
                (0, h - 0.385),
                (0.215, h - 0.385, 0.01),
                (0.25, h - 0.3, 0.06),
                (0.22, h - 0.12, 0.14),
                (0.06, h - 0.03, 0.05),
                (0, h - 0.03),
            ],
            0.015,
        )
        nut = profile(
            [(0, h - 0.03), (0.05, h - 0.03, 0.005), (0.06, h, 0.02), (0.05, h + 0.06, 0.02), (0, h + 0.065)], 0.006
        )
        return [lathe(body, w), lathe(top, w), lathe(nut, metal('#b3b1ad', 0.22))]

    objs = one(2.1, tones)
    if view == 'use':
        objs += move(one(1.55, tones), (0.78, -0.1, 0), rz=40)
    return objs


@good(
    'butter-dish',
    'table',
    {'Moss': '#7c8170', 'Chalk': '#dfdad0', 'Ink': '#3c434a'},
    recolor=True,
    views={
        'cover': dict(az=-26, el=20, fill=0.72),
        'use': dict(az=-10, el=32, fill=0.78),
        'detail': dict(az=-34, el=20, fill=1.9, aim=(-0.5, -0.3, 0.35), fstop=5),
    },
)
def butter_dish(color, view):
    m = ceramic(color, SPECK, 0.5, 0.2, tint=True)
    board = slab(rounded(1.9, 1.25, 0.12), 0.16, 0.03, wood(WOODS['Oak'], 'x', 1.0, offset=(0, 1.2, 0.4)))
    lid = box(1.4, 0.85, 0.6, 0.11, m, (0, 0, 0.46), 8, corner=0.16)
    knob = lathe(profile([(0, 0.74), (0.10, 0.74, 0.03), (0.075, 0.82, 0.05), (0.13, 0.93, 0.05), (0, 0.96)], 0.01), m)
    if view == 'use':
        move([lid, knob], (0.45, -1.35, -0.14), rz=-24)
        butter = box(1.05, 0.5, 0.36, 0.035, None, (0, 0.02, 0.34), 4)
        butter.data.materials.append(wax('#e3cf98', 0.2))
        return [board, butter, lid, knob]
    return [board, lid, knob]


@good(
    'steel-cutlery',
    'table',
    {'Brushed steel': '#b7b5b1', 'Brass': '#a68f67', 'Black': '#2b2b2c'},
    views={
        'cover': dict(az=-24, el=48, fill=0.8, k=1.3),
        'use': dict(az=0, el=80, fill=0.8, k=1.3),
        'detail': dict(az=-30, el=30, fill=2.1, aim=(0.2, 0.7, 0.05), fstop=4, k=1.3),
    },
)
def cutlery(color, view):
    m = metal(color, 0.24, 'x') if color != '#2b2b2c' else plain(color, 0.36, metal=0.6, grain=0.05)
    return [
        o
        for k, kind in enumerate(('fork', 'knife', 'spoon'))
        for o in move([tool(kind, m)], (0.42 * (k - 1), 0.0, 0), rz=(-1, 1, 0)[k])
    ]


def tool(kind, mat):
    """A piece of cutlery lying along y, its handle towards the viewer: a strip of stations (y, half width, z)."""
    handle = [
        (-1.05, 0.055, 0.035),
        (-1.0, 0.075, 0.035),
        (-0.6, 0.062, 0.04),
        (-0.1, 0.040, 0.05),
        (0.25, 0.034, 0.065),
    ]
    head = {
        'knife': [
            (0.3, 0.045, 0.06),
            (0.4, 0.085, 0.05),
            (0.8, 0.098, 0.05),
            (1.05, 0.085, 0.05),
            (1.18, 0.04, 0.05),
            (1.21, 0.01, 0.05),
        ],
        'spoon': [
            (0.38, 0.04, 0.095),
            (0.5, 0.10, 0.10),
            (0.68, 0.185, 0.098),
            (0.85, 0.205, 0.10),
            (1.0, 0.165, 0.095),
            (1.09, 0.08, 0.085),
            (1.115, 0.01, 0.08),
        ],
        'fork': [(0.38, 0.04, 0.075), (0.48, 0.09, 0.07), (0.58, 0.125, 0.055), (0.66, 0.13, 0.045)],
    }[kind]
    path = handle + head
    m, verts = 10, []
    for y, hw, z in path:
        for i in range(m + 1):
            u = i / m * 2 - 1
            dish = -0.075 * (1 - u * u) * (max(0, hw - 0.05) / 0.15) if kind == 'spoon' else 0
            verts.append((u * hw, y, z + dish))
    n = m + 1
    faces = [
        (j * n + i, j * n + i + 1, (j + 1) * n + i + 1, (j + 1) * n + i) for j in range(len(path) - 1) for i in range(m)
    ]
    if kind == 'fork':
        for t in range(4):
            x = -0.13 + 0.26 * (t + 0.5) / 4
            rows = [
                (0.66, 0.033, 0.045),
                (0.74, 0.022, 0.04),
                (0.95, 0.019, 0.045),
                (1.1, 0.014, 0.07),
                (1.14, 0.004, 0.08),
            ]
            b = len(verts)
            for y, hw, z in rows:
                verts += [(x - hw, y, z), (x + hw, y, z)]
            faces += [(b + 2 * j, b + 2 * j + 1, b + 2 * j + 3, b + 2 * j + 2) for j in range(len(rows) - 1)]
    o = mesh(kind, verts, faces, mat)
    a = o.modifiers.new('a', 'SUBSURF')
    a.levels = a.render_levels = 2
    s = o.modifiers.new('s', 'SOLIDIFY')
    s.thickness, s.offset = 0.022 if kind != 'knife' else 0.03, 0
    b = o.modifiers.new('b', 'BEVEL')
    b.width, b.segments, b.limit_method = 0.008, 2, 'ANGLE'
    apply(o)
    o.data.polygons.foreach_set('use_smooth', [True] * len(o.data.polygons))
    return o
