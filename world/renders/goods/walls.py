"""On the wall: clocks and prints."""
import math
import os

from studio.cloth import paper
from studio.materials import WOODS, metal, plain, wood
from studio.profiles import profile
from studio.registry import good
from studio.shapes import box, lathe, mesh, move

PRINTS = os.environ.get('RENDER_PRINTS', '')


@good(
    'oak-wall-clock',
    'living',
    {'Chalk dial': ('#dfdad0', '#2a2724'), 'Clay dial': ('#94705f', '#ece4d8'), 'Slate dial': ('#4d5356', '#e4dfd6')},
    up=2.2,
    wall=True,
    views={
        'cover': dict(az=-24, el=6, fill=0.72),
        'use': dict(az=0, el=0, fill=0.62),
        'detail': dict(az=-30, el=14, fill=2.0, aim=(0.5, -0.2, 3.7), fstop=4),
    },
)
def wall_clock(dial, view):
    """Built face up round Z, then hung."""
    R, (face_c, ink) = 1.5, dial
    rim = lathe(
        profile([(R - 0.07, 0.08), (R - 0.07, 0.26, 0.015), (R, 0.26, 0.03), (R, 0, 0.02), (R - 0.3, 0)], 0.02),
        wood(WOODS['Oak'], 'x', 0.8, offset=(0, 1.9, 0.7), contrast=0.7),
        seg=256,
    )
    face = lathe(
        [(0, 0.10), (R * 0.3, 0.10), (R * 0.6, 0.10), (R - 0.065, 0.10)], plain(face_c, 0.6, 0.3, grain=0.1), seg=128
    )
    objs, im = [rim, face], plain(ink, 0.5)
    for i in range(60):
        big = i % 5 == 0
        L, wd = (0.17, 0.024) if big else (0.05, 0.011)
        b = box(wd, L, 0.006, 0, im)
        a = math.radians(6 * i)
        b.rotation_euler[2] = -a
        b.location = (math.sin(a) * (R - 0.16 - L / 2), math.cos(a) * (R - 0.16 - L / 2), 0.104)
        objs.append(b)

    def hand(deg, length, tail, width, z, mat):
        b = box(width, length + tail, 0.012, 0.004, mat, seg=3)
        a, m = math.radians(deg), (length - tail) / 2
        b.rotation_euler[2] = -a
        b.location = (math.sin(a) * m, math.cos(a) * m, z)
        return b

    br = metal('#a78e66', 0.25)
    objs += [
        hand(304, 0.72, 0.16, 0.055, 0.135, im),
        hand(48, 1.12, 0.18, 0.042, 0.155, im),
        hand(186, 1.16, 0.28, 0.014, 0.172, br),
    ]
    objs.append(lathe(profile([(0.055, 0.12), (0.055, 0.185, 0.012), (0, 0.188)], 0.006), br))
    move(objs, rx=90)
    return move(objs, (0, -0.02, 3.2))


@good(
    'framed-print',
    'living',
    {'Oak': WOODS['Oak'], 'Walnut': WOODS['Walnut']},
    wall=True,
    up=2.0,
    views={
        'cover': dict(az=-26, el=5, fill=0.78),
        'use': dict(az=0, el=2, fill=0.74),
        'detail': dict(az=-34, el=18, fill=2.4, aim=(1.2, -0.2, 5.3), fstop=4),
    },
)
def framed_print(tones, view):
    return frame(tones, 4.0, 5.0, 'print', 3.3)


def frame(tones, w, h, image, z, wide=0.2, deep=0.26):
    """A picture frame on the wall (facing -Y): four mitred sides, white mount, print."""
    objs = []
    for dx, dz, long, horizontal in (
        (0, h / 2, w, True),
        (0, -h / 2, w, True),
        (w / 2, 0, h, False),
        (-w / 2, 0, h, False),
    ):
        s = box(
            long if horizontal else wide,
            deep,
            wide if horizontal else long - 2 * wide,
            0.012,
            wood(tones, 'x' if horizontal else 'z', 0.8, offset=(0, 1.2, 0.6 + dz)),
            seg=2,
        )
        s.location = (
            dx - (math.copysign(wide / 2, dx) if dx else 0),
            -deep / 2,
            z + dz - (math.copysign(wide / 2, dz) if dz else 0),
        )
        objs.append(s)
    sheet = mesh(
        'print',
        [(-w / 2, -0.1, z - h / 2), (w / 2, -0.1, z - h / 2), (w / 2, -0.1, z + h / 2), (-w / 2, -0.1, z + h / 2)],
        [(0, 1, 2, 3)],
        paper('#e9e5dd', image=f'{PRINTS}/{image}.png'),
        uvs=[((0, 0), (1, 0), (1, 1), (0, 1))],
    )
    return objs + [sheet]
