"""Kitchen: what one cooks, stores and serves with."""
from studio.materials import WOODS, ceramic, cork, marble, wood
from studio.profiles import profile, shell, spline
from studio.registry import good
from studio.shapes import apply, cut, fuse, lathe, mesh, move, rounded, slab, tube

from .table import SPECK


@good(
    'chopping-board',
    'table',
    {'Walnut': WOODS['Walnut'], 'Oak': WOODS['Oak'], 'Smoked oak': WOODS['Smoked oak']},
    views={
        'cover': dict(az=-30, el=34, fill=0.8),
        'use': dict(az=0, el=78, fill=0.84),
        'detail': dict(az=-34, el=26, fill=2.2, aim=(-0.8, -1.2, 0.2), fstop=4),
    },
)
def chopping_board(tones, view):
    b = slab(rounded(2.2, 3.6, 0.3), 0.22, 0, wood(tones, 'y', 1.0, 0.46, offset=(1.1, 0, 0.7)))
    hole = lathe([(0, -1), (0.15, -1), (0.15, 1), (0, 1)], seg=96)
    hole.location = (0, 1.42, 0)
    cut(b, [hole], 0.03, 4)
    return [b]


@good(
    'storage-jar',
    'table',
    {'Oat': '#c4b49c', 'Chalk': '#dfdad0', 'Moss': '#7c8170', 'Ink': '#3c434a'},
    recolor=True,
    views={
        'cover': dict(az=-14, el=14, fill=0.7),
        'use': dict(az=0, el=6, fill=0.8),
        'detail': dict(az=-18, el=24, fill=1.7, aim=(0.0, -0.3, 1.15), fstop=5),
    },
)
def storage_jar(color, view):
    def one(r, h, lid='Oak'):
        p = profile(
            [
                (0, 0.02),
                (r - 0.1, 0.02),
                (r - 0.07, 0, 0.01),
                (r - 0.04, 0, 0.012),
                (r, 0.08, 0.08),
                (r, h * 0.5),
                (r, h, 0.0),
            ],
            0.02,
        )
        jar = lathe(
            shell(p, 0.045), ceramic(color, SPECK, 0.45, 0.3, foot=0.06, tint=True), wobble=0.003, seed=int(h * 9)
        )
        m = wood(WOODS['Oak'], 'x', 1.2, offset=(0, 1.2, 0.5)) if lid == 'Oak' else cork()
        top = lathe(
            profile(
                [
                    (0, h - 0.1),
                    (r - 0.055, h - 0.1, 0.01),
                    (r - 0.05, h + 0.004),
                    (r + 0.012, h + 0.004, 0.012),
                    (r + 0.012, h + 0.13, 0.03),
                    (0, h + 0.13),
                ],
                0.015,
            ),
            m,
        )
        ring = (
            lathe(
                profile(
                    [
                        (0, h + 0.13),
                        (0.09, h + 0.13, 0.015),
                        (0.075, h + 0.2, 0.04),
                        (0.12, h + 0.3, 0.04),
                        (0, h + 0.32),
                    ],
                    0.01,
                ),
                m,
            )
            if lid == 'Oak'
            else None
        )
        return [jar, top] + ([ring] if ring else [])

    if view == 'use':
        return (
            one(0.55, 1.65) + move(one(0.55, 1.15, 'Cork'), (1.28, -0.05, 0)) + move(one(0.55, 0.75), (-1.28, -0.05, 0))
        )
    return one(0.55, 1.15)


@good(
    'stoneware-teapot',
    'table',
    {'Oat': '#c4b49c', 'Chalk': '#dfdad0', 'Ink': '#3c434a'},
    recolor=True,
    views={
        'cover': dict(az=-16, el=16, fill=0.74, rz=20),
        'use': dict(az=0, el=6, fill=0.74, rz=0),
        'detail': dict(az=-20, el=30, fill=1.7, aim=(0, 0, 1.0), rz=20, fstop=5),
    },
)
def teapot(color, view):
    body = lathe(
        shell(
            spline(
                [(0, 0.02), (0.3, 0.0), (0.42, 0.02), (0.62, 0.2), (0.72, 0.5), (0.64, 0.82), (0.4, 1.02), (0.3, 1.06)],
                14,
            ),
            0.05,
        ),
        wobble=0.004,
        seed=2,
    )
    spout = tube([(0.5, 0, 0.42), (0.78, 0, 0.55), (0.92, 0, 0.78), (1.06, 0, 1.0)], 0.1, taper=[1.75, 1.2, 0.8, 0.62])
    ear = tube(
        [(-0.52, 0, 0.84), (-0.8, 0, 0.98), (-1.06, 0, 0.86), (-1.08, 0, 0.55), (-0.88, 0, 0.34), (-0.62, 0, 0.33)],
        0.06,
        taper=[1.3, 1, 0.95, 0.95, 1, 1.3],
    )
    m = ceramic(color, SPECK, 0.5, 0.3, tint=True)
    pot = fuse([body, spout, ear], 0.011, 6, m)
    lid = lathe(
        profile(
            [
                (0, 1.0),
                (0.29, 1.03),
                (0.30, 1.07, 0.015),
                (0.2, 1.14, 0.1),
                (0.07, 1.165, 0.03),
                (0.055, 1.2, 0.02),
                (0.1, 1.29, 0.04),
                (0, 1.32),
            ],
            0.012,
        ),
        m,
    )
    objs = [pot, lid]
    if view == 'use':
        cup = shell(
            profile([(0, 0.02), (0.2, 0.02), (0.22, 0, 0.01), (0.25, 0, 0.01), (0.33, 0.12, 0.1), (0.35, 0.5)], 0.012),
            0.03,
        )
        objs += move([lathe(cup, m, wobble=0.005, seed=4)], (1.35, -0.5, 0))
    return objs


@good(
    'marble-cake-stand',
    'table',
    {'': None},
    views={
        'cover': dict(az=-14, el=18, fill=0.74),
        'use': dict(az=0, el=5, fill=0.76),
        'detail': dict(az=-20, el=24, fill=2.0, aim=(-0.7, -0.7, 0.95), fstop=5),
    },
)
def cake_stand(_, view):
    foot = lathe(
        profile(
            [
                (0, 0),
                (0.62, 0, 0.02),
                (0.64, 0.06, 0.03),
                (0.3, 0.16, 0.15),
                (0.16, 0.4, 0.2),
                (0.16, 0.62, 0.1),
                (0.34, 0.86, 0.1),
                (0, 0.87),
            ],
            0.02,
        ),
        wood(WOODS['Ash'], 'z', 1.2, offset=(0, 0.9, 0.3)),
    )
    top = lathe(
        profile([(0, 0.87), (1.32, 0.87, 0.02), (1.35, 0.9, 0.03), (1.35, 1.0, 0.03), (0, 1.0)], 0.03),
        marble(),
        seg=256,
    )
    return [foot, top]


@good(
    'cork-trivets',
    'table',
    {'': None},
    views={
        'cover': dict(az=-18, el=34, fill=0.8),
        'use': dict(az=0, el=16, fill=0.74),
        'detail': dict(az=-24, el=26, fill=2.1, aim=(0.6, -0.6, 0.15), fstop=4),
    },
)
def trivets(_, view):
    def one(r):
        return lathe(
            profile([(r - 0.42, 0), (r, 0, 0.03), (r, 0.14, 0.04), (r - 0.42, 0.14, 0.04), (r - 0.42, 0)], 0.02),
            cork(),
            seg=192,
        )

    a = one(1.0)
    b = move([one(0.78)], (0.28, 0.1, 0.142))
    c = move([one(0.6)], (1.65, -0.5, 0)) if view != 'use' else move([one(0.6)], (0.1, 0, 0.284))
    return [a] + b + c


@good(
    'salad-servers',
    'table',
    {k: WOODS[k] for k in ('Walnut', 'Oak')},
    views={
        'cover': dict(az=-30, el=46, fill=0.84, k=1.6),
        'use': dict(az=0, el=76, fill=0.86, k=1.6),
        'detail': dict(az=-20, el=30, fill=2.2, aim=(0.2, 1.2, 0.1), fstop=4, k=1.6),
    },
)
def salad_servers(tones, view):
    def one(slot):
        rows = [
            (-1.5, 0.06, 0.10),
            (-1.44, 0.1, 0.10),
            (-1.0, 0.1, 0.11),
            (-0.2, 0.085, 0.14),
            (0.5, 0.1, 0.17),
            (0.75, 0.2, 0.15),
            (1.0, 0.31, 0.11),
            (1.25, 0.34, 0.09),
            (1.42, 0.28, 0.10),
            (1.52, 0.14, 0.12),
            (1.54, 0.02, 0.13),
        ]
        m, verts = 12, []
        for y, hw, z in rows:
            for i in range(m + 1):
                u = i / m * 2 - 1
                verts.append((u * hw, y, z + (0.17 - 0.16 * (1 - u * u)) * max(0, hw - 0.1) / 0.24))
        n = m + 1
        faces = []
        for j in range(len(rows) - 1):
            for i in range(m):
                if slot and j in (6, 7) and i in (3, 8):
                    continue
                faces.append((j * n + i, j * n + i + 1, (j + 1) * n + i + 1, (j + 1) * n + i))
        o = mesh('server', verts, faces, wood(tones, 'y', 1.6, 0.5, offset=(0, 0, 0.6)))
        a = o.modifiers.new('a', 'SUBSURF')
        a.levels = a.render_levels = 2
        s = o.modifiers.new('s', 'SOLIDIFY')
        s.thickness, s.offset = 0.085, 0
        b = o.modifiers.new('b', 'BEVEL')
        b.width, b.segments, b.limit_method = 0.03, 3, 'ANGLE'
        apply(o)
        o.data.polygons.foreach_set('use_smooth', [True] * len(o.data.polygons))
        return o

    return move([one(False)], (-0.35, 0, 0), rz=4) + move([one(True)], (0.4, -0.05, 0), rz=-7)
