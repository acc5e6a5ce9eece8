"""Candles: in glass and on sticks."""
import os

from studio import stage
from studio.cloth import paper
from studio.materials import glass, metal, plain, wax
from studio.nodes import Mat, rgb
from studio.profiles import profile, shell, spline
from studio.registry import good
from studio.shapes import label, lathe, move, tube

PRINTS = os.environ.get('RENDER_PRINTS', '')


@good(
    'scented-candle',
    'living',
    {'Amber glass': ('#a9743c', 20.0), 'Clear glass': ('#dfe6e0', 0.6), 'Smoke glass': ('#6f6a63', 16.0)},
    cards=True,
    bounces=12,
    spp=1.6,
    light=dict(key=0.85),
    views={
        'cover': dict(az=-8, el=14, fill=0.64),
        'use': dict(az=12, el=36, fill=0.66),
        'detail': dict(az=-10, el=20, fill=1.5, aim=(0, -0.1, 0.72), fstop=5),
    },
)
def scented_candle(tint, view):
    r, h, level = 0.42, 0.98, 0.60
    jar = lathe(
        shell(profile([(0, 0.02), (0.3, 0.012), (r - 0.03, 0, 0.06), (r, 0.06, 0.05), (r, h)], 0.02), 0.032),
        glass(*tint),
    )
    body = lathe(
        profile(
            [
                (0, 0.075),
                (r - 0.08, 0.075, 0.05),
                (r - 0.040, 0.12),
                (r - 0.040, level + 0.012, 0.012),
                (r - 0.06, level + 0.006, 0.02),
                (r - 0.10, level - 0.012, 0.04),
                (0.12, level - 0.022),
                (0, level - 0.024),
            ],
            0.02,
        ),
        wax(),
    )
    wick = tube(
        [(0, 0, level - 0.04), (0.004, 0, level + 0.04), (0.022, 0.004, level + 0.105)],
        0.013,
        plain('#2a211b', 0.9, 0.1, grain=0.4),
    )
    lab = label(r, 0.15, 0.53, 118, paper(image=f'{PRINTS}/candle.png'), centre=-97)
    flame(level + 0.075)
    return [jar, body, wick, lab]


def flame(z, h=0.21, x=0.0, y=0.0, power=9):
    M = Mat('flame')
    zz = M.xyz(M.coord('Generated'))[2]
    c = M.ramp(
        zz,
        [
            (0, rgb('#6b7bd0')),
            (0.14, rgb('#ff9a3c')),
            (0.4, rgb('#ffd27a')),
            (0.8, rgb('#ffb24a')),
            (1, rgb('#ff7a22')),
        ],
    )
    lw = M.n('LayerWeight', {'Blend': 0.35}).outputs['Facing']
    em = M.n('Emission', {'Color': c, 'Strength': M.rng(zz, 0, 0.45, 1.2, 8.5)}).outputs[0]
    mat = M.done(
        M.n(
            'MixShader', {0: M.rng(lw, 0.25, 0.95, 0, 1, smooth=True), 1: em, 2: M.n('BsdfTransparent').outputs[0]}
        ).outputs[0]
    )
    f = lathe(
        [
            (r * h / 0.23, q * h)
            for r, q in spline([(0, 0), (0.026, 0.08), (0.040, 0.24), (0.034, 0.5), (0.014, 0.82), (0, 1)], 8)
        ],
        mat,
        seg=32,
    )
    f.location = (x, y, z)
    f.visible_shadow = False
    stage.point((x, y, z + h * 0.5), power, (1, 0.66, 0.34), 0.05, name='flame')
    return f


@good(
    'brass-candlestick',
    'living',
    {'Brass': '#a78e66', 'Black': '#232323', 'Steel': '#b3b1ad'},
    views={
        'cover': dict(az=-12, el=9, fill=0.84),
        'use': dict(az=8, el=5, fill=0.84),
        'detail': dict(az=-16, el=20, fill=2.0, aim=(-0.2, 0, 0.6), fstop=4),
    },
)
def candlestick(color, view):
    m = plain(color, 0.4, metal=0.5, grain=0.06) if color == '#232323' else metal(color, 0.24)

    def one(h, at, taper_h, c):
        stick = lathe(
            profile(
                [
                    (0, 0),
                    (0.42, 0, 0.02),
                    (0.44, 0.05, 0.02),
                    (0.4, 0.08, 0.02),
                    (0.09, 0.12, 0.08),
                    (0.055, 0.3, 0.1),
                    (0.055, h - 0.25, 0.1),
                    (0.16, h - 0.2, 0.03),
                    (0.16, h - 0.17, 0.02),
                    (0.09, h - 0.15, 0.02),
                    (0.1, h, 0.01),
                    (0.078, h, 0.005),
                    (0.075, h - 0.08),
                    (0, h - 0.08),
                ],
                0.012,
            ),
            m,
        )
        candle = lathe(
            profile(
                [
                    (0, h - 0.08),
                    (0.072, h - 0.08),
                    (0.062, h + taper_h - 0.12, 0.2),
                    (0.02, h + taper_h, 0.03),
                    (0, h + taper_h),
                ],
                0.02,
            ),
            wax(c, 0.12),
        )
        wick = tube([(0, 0, h + taper_h - 0.02), (0.005, 0, h + taper_h + 0.06)], 0.009, plain('#cfc6b4', 0.9))
        return move([stick, candle, wick], at)

    return one(1.55, (-0.5, 0, 0), 2.2, '#ded6c6') + one(1.0, (0.5, -0.15, 0), 2.0, '#ded6c6')
