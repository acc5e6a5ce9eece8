"""Small furniture: stools, tables, shelves, hooks."""
import math

from mathutils import Matrix

from studio.cloth import leather
from studio.materials import WOODS, metal, plain, stoneware, wood
from studio.profiles import profile, shell, spline
from studio.registry import good
from studio.shapes import apply, box, lathe, mesh, move, rod, slab, tube

from .living import book

OAKS = {'Oak': WOODS['Oak'], 'Smoked oak': WOODS['Smoked oak'], 'Walnut': WOODS['Walnut']}


@good(
    'round-side-table',
    'furniture',
    OAKS,
    views={
        'cover': dict(az=-16, el=14, fill=0.82),
        'use': dict(az=10, el=30, fill=0.8),
        'detail': dict(az=-24, el=22, fill=2.6, aim=(-1.4, -1.2, 4.9), fstop=4),
    },
)
def side_table(tones, view):
    top = lathe(
        profile([(0, 4.78), (2.1, 4.78, 0.06), (2.2, 4.9, 0.08), (2.2, 5.0, 0.05), (0, 5.0)], 0.06),
        wood(tones, 'x', 0.5, offset=(0, 1.0, 0.6)),
        seg=256,
    )
    legs = []
    for k in range(3):
        a = math.radians(100 + 120 * k)
        legs.append(
            rod(
                (1.85 * math.cos(a), 1.85 * math.sin(a), 0),
                (1.25 * math.cos(a), 1.25 * math.sin(a), 4.8),
                0.15,
                0.22,
                wood(tones, 'z', 0.6, offset=(0.9, 0.3 * k, 0.4)),
            )
        )
    return [top, *legs]


@good(
    'turned-stool',
    'furniture',
    OAKS,
    views={
        'cover': dict(az=-18, el=14, fill=0.8),
        'use': dict(az=10, el=4, fill=0.8),
        'detail': dict(az=-24, el=26, fill=2.4, aim=(-0.6, -1.0, 4.5), fstop=4),
    },
)
def stool(tones, view):
    seat = lathe(
        profile(
            [(0, 4.16), (1.5, 4.16, 0.1), (1.62, 4.36, 0.12), (1.55, 4.54, 0.12), (1.1, 4.5, 0.3), (0, 4.46)], 0.05
        ),
        wood(tones, 'x', 0.6, offset=(0, 1.1, 0.7)),
        seg=256,
    )
    objs = [seat]
    feet, tops = [], []
    for k in range(4):
        a = math.radians(45 + 90 * k)
        f, t = (1.75 * math.cos(a), 1.75 * math.sin(a), 0), (1.0 * math.cos(a), 1.0 * math.sin(a), 4.3)
        objs.append(rod(f, t, 0.13, 0.17, wood(tones, 'z', 0.6, offset=(0.9, 0.35 * k, 0.4)), swell=0.05))
        feet.append(f)
        tops.append(t)
    for k, z in ((0, 0.3), (1, 0.38), (2, 0.3), (3, 0.38)):
        p = [feet[k][i] + (tops[k][i] - feet[k][i]) * z for i in range(3)]
        q = [feet[(k + 1) % 4][i] + (tops[(k + 1) % 4][i] - feet[(k + 1) % 4][i]) * z for i in range(3)]
        objs.append(rod(p, q, 0.085, mat=wood(tones, 'z', 0.7, offset=(0.7, 0.2 * k, 0.2))))
    return objs


def shell_seat(mat):
    """A loft of cross sections along the sitter's profile, then subdivided."""
    rows = [
        (-2.35, 4.22, 1.75, -0.10, 0.10),
        (-2.15, 4.48, 2.05, 0.02, 0.0),
        (-1.5, 4.42, 2.25, 0.22, 0.0),
        (-0.6, 4.28, 2.36, 0.46, 0.0),
        (0.3, 4.22, 2.40, 0.72, 0.0),
        (1.15, 4.36, 2.40, 0.85, 0.14),
        (1.68, 4.78, 2.36, 0.72, 0.42),
        (1.98, 5.45, 2.26, 0.40, 0.66),
        (2.22, 6.3, 2.14, 0.12, 0.70),
        (2.42, 7.15, 1.96, 0.0, 0.56),
        (2.54, 7.72, 1.66, -0.03, 0.40),
        (2.56, 7.94, 1.15, -0.06, 0.26),
    ]
    m, verts = 12, []
    for y, z, hw, up, fwd in rows:
        for i in range(m + 1):
            u = i / m * 2 - 1
            k = abs(u) ** 2.6
            verts.append(
                (hw * math.sin(u * math.pi / 2 * 0.96) / math.sin(math.pi / 2 * 0.96), y - fwd * k, z + up * k)
            )
    n = m + 1
    faces = [
        (j * n + i, j * n + i + 1, (j + 1) * n + i + 1, (j + 1) * n + i) for j in range(len(rows) - 1) for i in range(m)
    ]
    o = mesh('shell', verts, faces, mat)
    a = o.modifiers.new('a', 'SUBSURF')
    a.levels = a.render_levels = 3
    s = o.modifiers.new('s', 'SOLIDIFY')
    s.thickness, s.offset = 0.085, 0
    b = o.modifiers.new('b', 'BEVEL')
    b.width, b.segments, b.limit_method = 0.035, 4, 'ANGLE'
    apply(o)
    o.data.polygons.foreach_set('use_smooth', [True] * len(o.data.polygons))
    return o


@good(
    'shell-chair',
    'furniture',
    {'Sage': '#7f8676', 'Clay': '#8f6250', 'Chalk': '#d6d0c5', 'Ink': '#3c434a'},
    recolor=True,
    views={
        'cover': dict(az=-34, el=12, fill=0.82),
        'use': dict(az=150, el=14, fill=0.82),
        'detail': dict(az=-40, el=26, fill=2.4, aim=(-1.0, 0.5, 5.6), fstop=4),
    },
)
def shell_chair(color, view):
    objs = [shell_seat(plain(color, 0.5, 0.4, grain=0.08, tint=True))]
    wm, st = lambda k: wood(WOODS['Oak'], 'z', 0.6, offset=(0, 1.3 + 0.3 * k, 0.5)), plain('#2a2826', 0.4, 0.5)
    for k, sx in enumerate((-1, 1)):
        objs.append(rod((sx * 2.05, -2.0, 0), (sx * 1.05, -1.0, 4.18), 0.12, 0.19, wm(k)))
        objs.append(rod((sx * 2.05, 2.15, 0), (sx * 1.05, 0.95, 4.14), 0.12, 0.19, wm(k + 2)))
        objs.append(tube([(sx * 1.32, -1.27, 3.05), (0, -0.15, 3.72), (sx * -1.32, 1.25, 3.05)], 0.05, st))
        objs.append(tube([(sx * 1.1, -1.05, 3.98), (sx * 0.9, 0, 4.04), (sx * 1.1, 1.0, 3.96)], 0.07, st))
    return objs


@good(
    'oak-wall-shelf',
    'furniture',
    OAKS,
    wall=True,
    up=2.0,
    views={
        'cover': dict(az=-26, el=10, fill=0.84),
        'use': dict(az=0, el=4, fill=0.82),
        'detail': dict(az=-34, el=-8, fill=3.0, aim=(-1.9, -0.9, 3.4), fstop=4),
    },
)
def wall_shelf(tones, view):
    b = box(6.0, 1.9, 0.26, 0.03, wood(tones, 'x', 0.7, offset=(0, 1.1, 0.8)), (0, -0.96, 3.73), 4)
    br = metal('#a78e66', 0.27)
    objs = [b]
    for x in (-2.1, 2.1):
        objs += [
            box(0.3, 0.05, 1.3, 0.015, br, (x, -0.026, 3.0), 3),
            box(0.3, 1.5, 0.05, 0.015, br, (x, -0.76, 3.575), 3),
        ]
    if view != 'detail':
        for k, (t, h, d, c) in enumerate(
            ((0.3, 2.0, 1.4, '#6b7267'), (0.22, 1.85, 1.35, '#b3a48d'), (0.36, 2.15, 1.45, '#8b5f4c'))
        ):
            objs += book((-2.2 + 0.36 * k, -0.9, 3.86), t, h, d, c)
        v = lathe(
            shell(
                [(0, 0.0), (0.28, 0.0)]
                + spline([(0.3, 0), (0.5, 0.3), (0.52, 0.7), (0.3, 1.05), (0.2, 1.2), (0.24, 1.35)], 12),
                0.045,
            ),
            stoneware('#a8957d'),
            wobble=0.01,
        )
        objs += move([v], (1.7, -0.95, 3.86))
    return objs


@good(
    'oak-bench',
    'furniture',
    OAKS,
    views={
        'cover': dict(az=-28, el=12, fill=0.86),
        'use': dict(az=0, el=5, fill=0.86),
        'detail': dict(az=-40, el=20, fill=4.0, aim=(-4.6, -1.4, 4.2), fstop=4),
    },
)
def bench(tones, view):
    objs = [box(11.0, 3.2, 0.34, 0.05, wood(tones, 'x', 0.5, offset=(0, 1.0, 0.7)), (0, 0, 4.33), 5)]
    for k, x in enumerate((-4.2, 4.2)):
        for s in (-1, 1):
            objs.append(
                rod(
                    (x + 0.35 * (x / 4.2), s * 1.35, 0),
                    (x, s * 1.0, 4.2),
                    0.17,
                    0.24,
                    wood(tones, 'z', 0.5, offset=(0.8, 0.4 * k + 0.2 * s, 0.4)),
                )
            )
        objs.append(box(0.3, 2.3, 0.5, 0.03, wood(tones, 'y', 0.5, offset=(0.9, 0, 0.3 * k)), (x, 0, 3.92), 4))
    objs.append(box(8.2, 0.26, 0.4, 0.03, wood(tones, 'x', 0.5, offset=(0, 0.7, 0.2)), (0, 0, 3.95), 4))
    return objs


@good(
    'peg-rail',
    'furniture',
    OAKS,
    wall=True,
    up=2.0,
    views={
        'cover': dict(az=-28, el=8, fill=0.84),
        'use': dict(az=0, el=3, fill=0.84),
        'detail': dict(az=-40, el=10, fill=3.2, aim=(-1.2, -0.5, 3.5), fstop=4),
    },
)
def peg_rail(tones, view):
    board = box(6.0, 0.24, 0.9, 0.03, wood(tones, 'x', 0.8, offset=(0, 1.0, 0.6)), (0, -0.12, 3.5), 4)
    objs = [board]
    for k in range(5):
        p = lathe(
            profile(
                [
                    (0, 0),
                    (0.14, 0),
                    (0.14, 0.3, 0.05),
                    (0.182, 0.55, 0.1),
                    (0.266, 0.66, 0.05),
                    (0.266, 0.74, 0.03),
                    (0, 0.76),
                ],
                0.02,
            ),
            wood(tones, 'z', 1.4, offset=(0.5, 0.2 * k, 0.3)),
        )
        objs += move([p], (-2.4 + 1.2 * k, -0.22, 3.5), rx=83)
    if view == 'use':
        strap = tube(
            [
                (1.2, -0.62, 3.72),
                (1.04, -0.62, 3.58),
                (1.0, -0.61, 2.6),
                (1.2, -0.6, 2.05),
                (1.4, -0.61, 2.6),
                (1.36, -0.62, 3.58),
            ],
            0.03,
            leather('#7a5a45'),
            cyclic=True,
        )
        objs.append(strap)
    return objs


@good(
    'step-stool',
    'furniture',
    OAKS,
    views={
        'cover': dict(az=-32, el=14, fill=0.8),
        'use': dict(az=0, el=8, fill=0.8),
        'detail': dict(az=-36, el=24, fill=2.6, aim=(-1.4, -1.6, 2.3), fstop=4),
    },
)
def step_stool(tones, view):
    w = lambda a, k: wood(tones, a, 0.6, offset=(1.0 * (a != 'x'), 1.0 * (a == 'x'), 0.35 * k))
    objs = [
        box(4.0, 1.9, 0.28, 0.04, w('x', 0), (0, 0.75, 4.2), 4),
        box(4.0, 1.7, 0.28, 0.04, w('x', 1), (0, -1.1, 2.15), 4),
    ]
    for k, x in enumerate((-1.72, 1.72)):
        outline = [
            (-2.0, 0),
            (-1.35, 0),
            (-1.0, 0.5),
            (1.0, 0.5),
            (1.35, 0),
            (1.9, 0),
            (1.55, 4.06),
            (-0.1, 4.06),
            (-0.1, 2.01),
            (-1.85, 2.01),
        ]
        side = slab(outline, 0.26, 0.03, w('y', 2 + k), seg=3)
        side.matrix_world = Matrix(((0, 0, 1, x - 0.13), (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 0, 1)))
        objs.append(side)
    objs.append(box(3.3, 0.2, 0.5, 0.03, w('x', 5), (0, 1.0, 3.0), 3))
    return objs
