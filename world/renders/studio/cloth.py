"""Soft materials: woven cloth, felt, terry, wool, paper."""
import math

import bpy

from .nodes import Mat, rgb


def linen(
    color='#c9c0b2', threads=140, rough=0.9, depth=0.6, coord='UV', slub=0.5, fleck=None, stripes=None, tint=False
):
    """Plain weave from two crossed thread profiles, with slubs and uneven dye.

    `stripes`: (hex, axis, per unit, share) of a woven stripe.
    """
    M = Mat('linen')
    U = M.coord(coord)
    wob = M.n('TexNoise', {'Vector': U, 'Scale': threads * 0.10, 'Detail': 2}).outputs['Color']
    centred = M.n('VectorMath', {0: wob, 1: (0.5, 0.5, 0.5)}, operation='SUBTRACT').outputs[0]
    off = M.n('VectorMath', {0: centred, 'Scale': 0.9 / threads}, operation='SCALE').outputs[0]
    xyz = M.xyz(M.n('VectorMath', {0: U, 1: off}, operation='ADD').outputs[0])
    x, y = (M.math('MULTIPLY', xyz[i], threads) for i in (0, 1))
    sx = M.math('ABSOLUTE', M.math('SINE', M.math('MULTIPLY', x, math.pi)))
    sy = M.math('ABSOLUTE', M.math('SINE', M.math('MULTIPLY', y, math.pi)))
    par = M.math('GREATER_THAN', M.math('MODULO', M.math('ADD', M.math('FLOOR', x), M.math('FLOOR', y)), 2.0), 0.5)
    nx = M.noise(M.scaled(U, (threads, threads * 0.03, 1)), 1, 2)
    ny = M.noise(M.scaled(U, (threads * 0.03, threads, 1)), 1, 2)
    warp = M.math('MULTIPLY', M.math('POWER', sx, 0.6), M.rng(sy, 0, 1, 0.45, 1))
    weft = M.math('MULTIPLY', M.math('POWER', sy, 0.6), M.rng(sx, 0, 1, 0.45, 1))
    mixv = M.mix(par, warp, weft)
    thr = M.mix(par, nx, ny)
    h = M.math('ADD', mixv, M.math('MULTIPLY', thr, slub * 1.6))
    dye = rgb(color)
    plain_part = 1.0
    if stripes:
        hexa, axis, per, share = stripes
        w = M.math('FRACT', M.math('MULTIPLY', xyz[axis], per))
        stripe = M.math('LESS_THAN', w, share)
        dye = M.mix(stripe, rgb(color), rgb(hexa))
        plain_part = M.math('SUBTRACT', 1.0, stripe)
    c = M.mix(M.rng(mixv, 0, 0.9), M.mix(1, dye, (0.58, 0.58, 0.58, 1), 'MULTIPLY'), dye)
    c = M.mix(M.rng(thr, 0.35, 0.7, 0.0, 0.35 * slub + 0.1), c, M.mix(1, dye, (0.7, 0.7, 0.7, 1), 'MULTIPLY'))
    if fleck:
        c = M.mix(M.rng(thr, 0.58, 0.72, 0, 0.6), c, rgb(fleck))
    if tint:
        M.tint(plain_part)
    return M.done(M.principled(color=c, rough=rough, sheen=0.3, spec=0.12, normal=M.bump(h, depth, 1.0 / threads)))


def felt(color='#8f8c88', depth=0.5, mottle=0.25, tint=False):
    """Pressed wool: matted fibres in every direction, slightly mottled."""
    M = Mat('felt')
    P = M.coord()
    a = M.noise(M.scaled(P, (90, 9, 9)), 1, 3, 0.6, 1.5)
    b = M.noise(M.scaled(P, (9, 90, 9)), 1, 3, 0.6, 1.5)
    h = M.math('MAXIMUM', a, b)
    c = M.mix(M.rng(h, 0.4, 0.75, 0, 0.55), M.shade(color, 0.74), rgb(color))
    c = M.mix(M.rng(M.noise(P, 14, 3, 0.7), 0.4, 0.7, 0, mottle), c, M.shade(color, 1.25))
    if tint:
        M.tint(1.0)
    return M.done(M.principled(color=c, rough=0.95, sheen=0.5, spec=0.08, normal=M.bump(h, depth, 0.02)))


def terry(color='#d8d2c8', loops=70, tint=False):
    """Towelling: short loops in rows, soft and deep."""
    M = Mat('terry')
    U = M.scaled(M.coord('UV'), (1, 1, 1))
    v = M.n('TexVoronoi', {'Vector': U, 'Scale': float(loops), 'Randomness': 0.75})
    d = M.math('SUBTRACT', 1.0, v.outputs['Distance'])
    soft = M.noise(U, loops * 0.35, 3, 0.6)
    h = M.math('ADD', M.math('MULTIPLY', d, 1.2), soft)
    c = M.mix(M.rng(d, 0.35, 0.9), M.shade(color, 0.6), rgb(color))
    c = M.mix(M.rng(M.noise(U, 3, 2), 0.35, 0.7, 0, 0.3), c, M.shade(color, 0.85))
    if tint:
        M.tint(1.0)
    return M.done(M.principled(color=c, rough=1.0, sheen=0.5, spec=0.05, normal=M.bump(h, 1.0, 1.1 / loops)))


def paper(color='#ece6db', rough=0.8, image=None, lines=None, tint=False):
    """Uncoated paper; `image` prints a PNG over it by UV; `lines` = page edges along an axis."""
    M = Mat('paper')
    P = M.coord()
    c = rgb(color)
    if image:
        tex = M.n('TexImage', {'Vector': M.coord('UV')})
        tex.image = bpy.data.images.load(image)
        tex.extension = 'CLIP'
        c = M.mix(tex.outputs['Alpha'], rgb(color), tex.outputs['Color'])
    h, st = M.noise(P, 70, 3, 0.7), 0.06
    if lines:
        s = {'z': (0.25, 0.25, 70), 'x': (70, 0.25, 0.25), 'y': (0.25, 70, 0.25)}[lines]
        h, st = M.noise(M.scaled(P, s), 1.6, 2, 0.8), 0.5
        c = M.mix(M.rng(h, 0.35, 0.65, 0, 0.8), rgb(color), M.shade(color, 0.62))
    if tint:
        M.tint(1.0)
    return M.done(M.principled(color=c, rough=rough, spec=0.25, normal=M.bump(h, st, 0.02)))


def leather(color='#8a6248', rough=0.5, tint=False):
    M = Mat('leather')
    P = M.coord()
    v = M.n('TexVoronoi', {'Vector': P, 'Scale': 55.0})
    h = M.math('ADD', v.outputs['Distance'], M.noise(P, 25, 3))
    c = M.mix(M.rng(M.noise(P, 3, 4, 0.6), 0.3, 0.7), rgb(color), M.shade(color, 0.8))
    if tint:
        M.tint(1.0)
    return M.done(M.principled(color=c, rough=rough, spec=0.4, normal=M.bump(h, 0.12, 0.015)))
