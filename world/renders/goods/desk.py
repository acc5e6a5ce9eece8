"""Desk and paper: to write on, to write with, to wrap in."""
import math
import os

from studio.cloth import felt, leather, linen, paper
from studio.materials import WOODS, concrete, metal, plain, wood
from studio.nodes import keep_color
from studio.profiles import profile, spline
from studio.registry import good
from studio.shapes import box, cut, lathe, letters, mesh, move, rounded, slab, tube

PRINTS = os.environ.get('RENDER_PRINTS', '')
CLOTHS = {'Forest': '#48544a', 'Ochre': '#a5834f', 'Stone': '#a8a197', 'Ink': '#3b434b'}


def pencil(at, rz=0.0, length=1.75, paint='#2b2926'):
    body = lathe([(0, 0), (0.036, 0), (0.038, 0.004), (0.038, length - 0.2)], plain(paint, 0.4), seg=6)
    body.data.polygons.foreach_set('use_smooth', [False] * len(body.data.polygons))
    tip = lathe([(0.038, length - 0.2), (0.011, length - 0.045)], wood(('#cdb089', '#b0895f'), 'z', 3), seg=48)
    lead = lathe([(0.011, length - 0.045), (0.004, length), (0, length)], plain('#2b2a2a', 0.4), seg=24)
    objs = move([body, tip, lead], (0, -length / 2, 0.034), rx=-90)
    return move(objs, at, rz=rz)


@good(
    'cloth-notebook',
    'desk',
    CLOTHS,
    recolor=True,
    views={
        'cover': dict(az=-28, el=38, fill=0.8, rz=14),
        'use': dict(az=0, el=64, fill=0.8, rz=6),
        'detail': dict(az=-36, el=22, fill=2.2, aim=(-0.5, -1.05, 0.2), rz=14, fstop=4),
    },
)
def notebook(cloth, view, w=1.45, h=2.1, t=0.2):
    m = linen(cloth, 34, depth=0.35, slub=0.35, tint=True)
    c = 0.026
    pages = box(w - 0.07, h - 0.07, t - 2 * c + 0.004, 0.004, paper('#e8e1d3', lines='z'), (0.0, 0, t / 2), corner=0.06)
    back = box(w, h, c, 0.010, m, (0, 0, c / 2), 3, corner=0.075)
    front = box(w, h, c, 0.010, m, (0, 0, t - c / 2), 3, corner=0.075)
    spine = box(c, h, t, 0.011, m, (-w / 2 + c / 2 - 0.004, 0, t / 2), 3)
    em = linen('#2b2926', threads=60, depth=0.3, slub=0.1)
    x, g = w / 2 - 0.17, 0.007
    band = [
        box(0.055, h + 2 * g, g, 0.002, em, (x, 0, t + g / 2), 2),
        box(0.055, h + 2 * g, g, 0.002, em, (x, 0, g / 2), 2),
        box(0.055, g, t + g, 0.002, em, (x, h / 2 + g / 2, t / 2 + g / 2), 2),
        box(0.055, g, t + g, 0.002, em, (x, -h / 2 - g / 2, t / 2 + g / 2), 2),
    ]
    rb = spline(
        [
            (-h / 2 + 0.2, 0.09),
            (-h / 2 - 0.03, 0.085),
            (-h / 2 - 0.12, 0.04),
            (-h / 2 - 0.24, 0.008),
            (-h / 2 - 0.36, 0.006),
        ],
        8,
    )
    verts = []
    for k, (y, z) in enumerate(rb):
        dx = -0.05 * (k / len(rb)) ** 2
        verts += [(-0.25 + dx - 0.028, y, z), (-0.25 + dx + 0.028, y, z)]
    ribbon = mesh(
        'ribbon',
        verts,
        [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(rb) - 1)],
        em,
        uvs=[
            ((0, i * 0.02), (0.06, i * 0.02), (0.06, i * 0.02 + 0.02), (0, i * 0.02 + 0.02)) for i in range(len(rb) - 1)
        ],
    )
    so = ribbon.modifiers.new('s', 'SOLIDIFY')
    so.thickness = 0.004
    return [pages, back, front, spine, *band, ribbon] + (pencil((1.08, -0.15, 0)) if view != 'use' else [])


@good(
    'pocket-notebooks',
    'desk',
    {'Kraft': '#a58c6d', 'Stone': '#b3aca1', 'Ink': '#3b434b'},
    recolor=True,
    views={
        'cover': dict(az=-26, el=40, fill=0.76),
        'use': dict(az=10, el=16, fill=0.78),
        'detail': dict(az=-34, el=24, fill=2.2, aim=(-0.4, -0.7, 0.2), fstop=4),
    },
)
def pocket_notebooks(color, view):
    def one(z, x, rz):
        w, h = 0.9, 1.4
        pages = box(w - 0.015, h - 0.015, 0.05, 0.003, paper('#e8e1d3', lines='z'), (0.005, 0, 0.035), 2)
        cov = paper(color, 0.85, tint=True)
        sides = [box(w, h, 0.009, 0.003, cov, (0, 0, q), 2, corner=0.03) for q in (0.006, 0.066)]
        spine = tube([(-w / 2, -h / 2 + 0.005, 0.036), (-w / 2, 0, 0.036), (-w / 2, h / 2 - 0.005, 0.036)], 0.035, cov)
        return move([pages, *sides, spine], (x, 0, z), rz=rz)

    return one(0, 0, 4) + one(0.075, 0.03, -3) + one(0.15, 0.1, 11)


@good(
    'brass-pen',
    'desk',
    {'Brass': '#a78e66', 'Steel': '#b3b1ad', 'Black': '#262627'},
    views={
        'cover': dict(az=-28, el=26, fill=0.78, rz=58, k=1.0),
        'use': dict(az=10, el=58, fill=0.8, rz=74, k=1.0),
        'detail': dict(az=-20, el=20, fill=2.6, aim=(0.3, -0.3, 0.06), rz=58, fstop=3, k=1.0),
    },
)
def pen(color, view):
    m = plain(color, 0.35, metal=0.7, grain=0.05) if color == '#262627' else metal(color, 0.22, 'z')
    L = 1.35
    body = lathe(
        profile(
            [
                (0, 0),
                (0.012, 0),
                (0.02, 0.05),
                (0.055, 0.22, 0.1),
                (0.062, 0.4),
                (0.062, 0.78),
                (0.0625, 0.781),
                (0.058, 0.786),
                (0.058, 0.796),
                (0.0625, 0.80),
                (0.062, L - 0.05),
                (0.05, L, 0.03),
                (0.03, L + 0.005, 0.005),
                (0.03, L + 0.09, 0.01),
                (0, L + 0.1),
            ],
            0.01,
        ),
        m,
        seg=96,
    )
    tip = lathe([(0, -0.03), (0.006, -0.028), (0.012, 0.0)], metal('#b3b1ad', 0.2))
    clip = box(0.045, 0.016, 0.42, 0.007, m, (0, 0.085, L - 0.26), 3)
    hold = box(0.03, 0.05, 0.05, 0.008, m, (0, 0.07, L - 0.07), 3)
    move([body, tip, clip, hold], (0, 0.68, 0.066), rx=90)
    return move([body, tip, clip, hold], (0, 0, 0.004), ry=-24)


@good(
    'concrete-pen-cup',
    'desk',
    {'Concrete': '#a19e99', 'Sand': '#b9aa94', 'Charcoal': '#4b4a48'},
    recolor=True,
    views={
        'cover': dict(az=-14, el=16, fill=0.8),
        'use': dict(az=10, el=32, fill=0.76),
        'detail': dict(az=-20, el=20, fill=1.8, aim=(-0.1, -0.3, 0.6), fstop=4),
    },
)
def pen_cup(color, view):
    r, h = 0.42, 1.0
    cup = lathe(
        profile([(0, 0), (r, 0, 0.02), (r, h, 0.015), (r - 0.07, h, 0.015), (r - 0.07, 0.1, 0.03), (0, 0.1)], 0.02),
        concrete(color, tint=True),
    )
    objs = [cup]
    for k, (a, lean, paint, L) in enumerate(
        ((20, 30, '#2b2926', 1.75), (150, 32, '#8a6f4d', 1.7), (265, 28, '#5d685c', 1.55))
    ):
        body = pencil((0, 0, 0), 0, L, paint)
        move(body, (0, 0, 0), rx=90)  # upright, tip up
        move(body, (0, 0.034, L / 2))
        move(body, (-0.26, 0, 0.11), ry=lean)
        objs += move(body, rz=a)
    return objs


@good(
    'walnut-desk-tray',
    'desk',
    {'Walnut': WOODS['Walnut'], 'Oak': WOODS['Oak']},
    views={
        'cover': dict(az=-28, el=32, fill=0.78),
        'use': dict(az=0, el=60, fill=0.8),
        'detail': dict(az=-34, el=24, fill=2.2, aim=(-0.9, -0.5, 0.2), fstop=4),
    },
)
def desk_tray(tones, view):
    t = slab(rounded(2.9, 1.5, 0.16), 0.26, 0.03, wood(tones, 'x', 1.0, offset=(0, 0.9, 0.5)))
    wells = []
    for x, w in ((-0.85, 1.0), (0.52, 1.55)):
        c = slab(rounded(w, 1.24, 0.12), 0.5, 0)
        c.location = (x, 0, 0.09)
        wells.append(c)
    cut(t, wells, 0.02, 3)
    objs = [t]
    if view != 'detail':
        objs += move(pencil((0, 0, 0), 0, 1.4, '#6b7267'), (0.55, 0.2, 0.085), rz=80)
        clips = metal('#a78e66', 0.25)
        for k in range(5):
            a, b = (-1.0 + 0.12 * k, -0.2 + 0.13 * (k % 3), 0.1 + 0.012 * k), 30 * k
            pts = [
                (0, -0.12, 0),
                (0.05, -0.17, 0),
                (0.1, -0.12, 0),
                (0.1, 0.12, 0),
                (0.06, 0.16, 0),
                (0.02, 0.12, 0),
                (0.02, -0.08, 0),
                (0.05, -0.11, 0),
                (0.075, -0.08, 0),
                (0.075, 0.08, 0),
            ]
            objs += move([tube(pts, 0.009, clips, res=5)], a, rz=b)
    return objs


@good(
    'brass-ruler',
    'desk',
    {'Brass': '#a78e66', 'Steel': '#b3b1ad'},
    views={
        'cover': dict(az=-28, el=40, fill=0.84, k=1.1, rz=28),
        'use': dict(az=0, el=74, fill=0.84, k=1.1, rz=18),
        'detail': dict(az=-24, el=32, fill=2.6, aim=(-0.6, -0.3, 0.03), k=1.1, rz=28, fstop=4),
    },
)
def ruler(color, view):
    m = metal(color, 0.26, 'y')
    r = box(2.2, 0.28, 0.028, 0.006, m, (0, 0, 0.014), 2)
    ink = plain('#2a2724', 0.6)
    objs = [r]
    for k in range(101):
        L = 0.13 if k % 10 == 0 else 0.095 if k % 5 == 0 else 0.06
        objs.append(box(0.0035, L, 0.0008, 0, ink, (-1.0 + 0.02 * k, 0.14 - L / 2 - 0.004, 0.0284)))
    for k in range(11):
        objs.append(letters(str(k), 0.075, ink, (-1.0 + 0.2 * k, -0.045, 0.0283), 0.0004))
    return objs


@good(
    'wool-desk-pad',
    'desk',
    {'Grey': '#83817e', 'Moss': '#666d5b', 'Ink': '#3f454b'},
    recolor=True,
    views={
        'cover': dict(az=-26, el=38, fill=0.84, k=2.6),
        'use': dict(az=0, el=62, fill=0.86, k=2.6),
        'detail': dict(az=-34, el=22, fill=3.2, aim=(-2.6, -1.3, 0.05), k=2.6, fstop=4),
    },
)
def desk_pad(color, view):
    pad = slab(rounded(6.6, 3.3, 0.18), 0.05, 0.018, felt(color, tint=True))
    strip = box(0.5, 3.3, 0.02, 0.008, leather('#8a6a52'), (3.05, 0, 0.055), 2)
    objs = [pad, strip]
    if view == 'use':
        objs += move(keep_color(notebook('#a8a197', 'use')), (-1.2, 0, 0.05), rz=8) + pencil((0.6, 0.1, 0.05), -12)
    return objs


@good(
    'archive-box',
    'desk',
    CLOTHS,
    recolor=True,
    views={
        'cover': dict(az=-32, el=20, fill=0.74),
        'use': dict(az=0, el=10, fill=0.74),
        'detail': dict(az=-20, el=14, fill=2.0, aim=(0, -1.1, 0.6), fstop=4),
    },
)
def archive_box(cloth, view):
    m = linen(cloth, 30, depth=0.35, slub=0.35, tint=True)
    base = box(3.2, 2.3, 1.0, 0.02, m, (0, 0, 0.5), 3)
    lid = box(3.26, 2.36, 0.42, 0.025, m, (0, 0, 1.0), 3)
    br = metal('#a78e66', 0.26)
    y = -1.155
    card = box(0.66, 0.012, 0.3, 0.002, paper('#e8e2d6'), (0, y - 0.004, 0.4), 2)
    sides = [box(0.74, 0.03, 0.035, 0.008, br, (0, y - 0.01, 0.4 + s * 0.17), 2) for s in (-1, 1)]
    sides += [box(0.035, 0.03, 0.37, 0.008, br, (s * 0.355, y - 0.01, 0.4), 2) for s in (-1, 1)]
    objs = [base, lid, card, *sides]
    if view == 'use':
        second = [
            box(2.6, 1.9, 0.8, 0.02, m, (0.1, 0.1, 1.61), 3),
            box(2.66, 1.96, 0.34, 0.025, m, (0.1, 0.1, 1.95), 3),
        ]
        objs += second
    return objs


@good(
    'wrapping-paper',
    'desk',
    {'Leaf': 'leaf', 'Dash': 'dash', 'Kraft': None},
    views={
        'cover': dict(az=-30, el=24, fill=0.8, rz=20),
        'use': dict(az=8, el=40, fill=0.8, rz=50),
        'detail': dict(az=-40, el=18, fill=2.2, aim=(-1.2, -0.8, 0.3), rz=20, fstop=4),
    },
)
def wrapping_paper(print_, view):
    def one(kind, at, rz, r=0.24, L=3.5):
        img = f'{PRINTS}/{kind}.png' if kind else None
        verts, faces, uvs, n = [], [], [], 128
        turns = 2.3
        for k in range(int(n * turns) + 1):
            a = 2 * math.pi * k / n
            q = r - 0.012 * k / n
            for y in (-L / 2, L / 2):
                verts.append((q * math.cos(a + 0.6), y, r + q * math.sin(a + 0.6)))
        step = 2 * math.pi * r / n / 1.6
        for k in range(int(n * turns)):
            faces.append((2 * k, 2 * k + 2, 2 * k + 3, 2 * k + 1))
            uvs.append(((k * step, 0), ((k + 1) * step, 0), ((k + 1) * step, L / 1.6), (k * step, L / 1.6)))
        m = paper('#a58c6d' if not kind else '#e0d8c9', 0.7, image=img)
        if img:
            for node in m.node_tree.nodes:
                if node.bl_idname == 'ShaderNodeTexImage':
                    node.extension = 'REPEAT'
        o = mesh('roll', verts, faces, m, uvs=uvs)
        s = o.modifiers.new('s', 'SOLIDIFY')
        s.thickness = 0.006
        return move([o], at, rz=rz)

    objs = one(print_, (0, 0, 0), 0)
    others = [k for k in ('leaf', 'dash', None) if k != print_]
    return objs + one(others[0], (0.56, 0.12, 0), 3) + one(others[1], (0.27, 0.05, 0.415), -2)


@good(
    'cotton-ribbon',
    'desk',
    {'Rust': '#8f6250', 'Flax': '#b8ab98', 'Forest': '#48544a', 'Ink': '#3b434b'},
    recolor=True,
    views={
        'cover': dict(az=-22, el=24, fill=0.74),
        'use': dict(az=10, el=10, fill=0.74),
        'detail': dict(az=-28, el=26, fill=2.0, aim=(-0.1, -0.4, 0.25), fstop=4),
    },
)
def ribbon_spool(color, view):
    w = wood(WOODS['Oak'], 'x', 2.0, offset=(0, 0.5, 0.3))
    disc = lambda z: lathe(
        profile([(0.12, z), (0.5, z, 0.02), (0.5, z + 0.07, 0.02), (0.12, z + 0.07, 0.01), (0.12, z)], 0.01), w
    )
    m = linen(color, 60, depth=0.4, slub=0.15, tint=True)
    core = lathe([(0.15, 0.07), (0.15, 0.36)], w)
    pts = []
    for k in range(60):
        pts.append((0.36 + 0.004 * (k % 2), 0.08 + 0.27 * k / 59))
    wound = lathe([(0.15, 0.08), (0.36, 0.08), (0.372, 0.1), (0.372, 0.34), (0.36, 0.355), (0.15, 0.355)], m)
    objs = [disc(0), disc(0.36), core, wound]
    path = spline(
        [(-0.372, 0), (-0.40, -0.5), (-0.2, -0.95), (0.3, -1.1), (0.62, -0.85), (0.95, -0.95), (1.3, -0.7)], 14
    )
    verts, uvs, faces, L = [], [], [], 0
    for k, (x, y) in enumerate(path):
        lie = min(1, k / 40)
        verts += [(x, y, 0.1 - 0.098 * lie), (x + 0.0, y + 0.0, 0.34 - 0.1 * lie)]
    for k in range(len(path) - 1):
        d = math.dist(path[k], path[k + 1])
        faces.append((2 * k, 2 * k + 2, 2 * k + 3, 2 * k + 1))
        uvs.append(((L, 0), (L + d, 0), (L + d, 0.24), (L, 0.24)))
        L += d
    tail = mesh('tail', verts, faces, m, uvs=uvs)
    s = tail.modifiers.new('s', 'SOLIDIFY')
    s.thickness = 0.006
    return objs + [tail]


@good(
    'perpetual-calendar',
    'desk',
    {'Oak': WOODS['Oak'], 'Walnut': WOODS['Walnut']},
    views={
        'cover': dict(az=-26, el=14, fill=0.74),
        'use': dict(az=0, el=5, fill=0.76),
        'detail': dict(az=-30, el=18, fill=2.0, aim=(-0.3, -0.5, 0.75), fstop=4),
    },
)
def perpetual_calendar(tones, view):
    w = lambda k: wood(tones, 'x', 1.2, offset=(0, 0.9 + k, 0.4 * k + 0.5))
    stand = box(2.3, 1.1, 0.2, 0.02, w(0), (0, 0, 0.1), 3)
    back = box(2.3, 0.14, 1.15, 0.02, w(1), (0, 0.48, 0.65), 3)
    ink = plain('#3a322b' if tones == WOODS['Oak'] else '#e2d8c8', 0.7)
    objs = [stand, back]
    for x, n in ((-0.44, '1'), (0.44, '8')):
        objs.append(box(0.82, 0.82, 0.82, 0.03, w(2 + x), (x, -0.0, 0.61), 3))
        objs.append(letters(n, 0.62, ink, (x, -0.412, 0.61), 0.0015, '-y'))
    return objs
