"""Six editorial scenes, put together from the products."""
import math

import bpy
from mathutils import Vector

from goods import bath, candles, desk, furniture, lighting, living, plants, serving, table, textiles, walls
from studio import stage
from studio.cloth import linen, paper
from studio.materials import WOODS, ceramic, metal, plain, travertine, wood
from studio.nodes import Mat, rgb
from studio.shapes import box, mesh, move, rounded, slab
from studio.soft import cushion, folded

SCENES = {}


def scene(name):
    """Registers a scene: a function that builds it and returns the bounces of light it needs."""

    def register(build):
        def built():
            stage.reset()
            return build() or 6

        SCENES[name] = built
        return build

    return register


def place(make, color, view='cover', at=(0, 0, 0), rz=0.0, scale=1.0):
    """Builds a product and moves all of it, its lights and cable too."""
    before = set(bpy.data.objects)
    make(color, view)
    return move([o for o in bpy.data.objects if o not in before], at, rz=rz, scale=scale)


def plaster(color='#d9d2c6'):
    M = Mat('plaster')
    P = M.coord()
    trowel = M.noise(P, 0.9, 5, 0.62, 0.8)
    c = M.mix(M.rng(trowel, 0.3, 0.7), rgb(color), M.shade(color, 0.93))
    n = M.bump(trowel, 0.2, 0.08)
    return M.done(M.principled(color=c, rough=0.9, spec=0.15, normal=M.bump(M.noise(P, 24, 4, 0.7), 0.1, 0.02, n)))


def wall(back, color='#d9d2c6', floor=-10):
    return mesh(
        'stage wall',
        [(-60, back, floor), (60, back, floor), (60, back, 60), (-60, back, 60)],
        [(0, 1, 2, 3)],
        plaster(color),
    )


def tabletop(tones, width=30, depth=12, y=-3.1):
    """A table of three boards whose surface is at z = 0."""
    each = depth / 3
    for k in range(3):
        m = wood(tones, 'x', 0.55, 0.42, offset=(3.1 * k, 2.2 - k, 1.3 + 0.7 * k), contrast=0.8)
        box(width, each - 0.02, 0.36, 0.03, m, (0.7 * (k - 1), y + (k - 1) * each, -0.18), 3, name='stage table')


def window(x=-9.0, y=-1.6, z=4.2, w=5.2, h=6.0, panes=(2, 2), sun=(1, 0.42, -0.50), power=4.6):
    """Sun through a framed window beside the picture; its bars throw a soft pattern."""
    m = plain('#e6e1d8', 0.6)
    bars = [box(0.12, 0.16, h, 0.02, m, (x, y - w / 2 + i * w / panes[0], z), 2) for i in range(panes[0] + 1)]
    bars += [box(0.12, w, 0.16, 0.02, m, (x, y, z - h / 2 + j * h / panes[1]), 2) for j in range(panes[1] + 1)]
    k = 16
    for cy, cz, sy, sz in (
        (y - w / 2 - k / 2, z, k, 44),
        (y + w / 2 + k / 2, z, k, 44),
        (y, z + h / 2 + k / 2, w, k),
        (y, z - h / 2 - k / 2, w, k),
    ):
        bars.append(box(0.1, sy, sz, 0, m, (x, cy, cz)))
    for b in bars:
        b.visible_camera = False
    d = bpy.data.lights.new('sun', 'SUN')
    d.energy, d.color, d.angle = power, (1, 0.9, 0.77), math.radians(2.4)
    o = bpy.data.objects.new('sun', d)
    bpy.context.scene.collection.objects.link(o)
    o.rotation_euler = Vector(sun).to_track_quat('-Z', 'Y').to_euler()
    stage.area((x + 0.4, y, z), (0, y + 1, 1.5), h, 900, (0.95, 0.975, 1), sy=w, name='sky')


@scene('laid-table')
def laid_table():
    """A table for two on linen, late morning."""
    wall(6.5)
    tabletop(WOODS['Oak'], 34, 16, -2.0)
    runner = slab(rounded(3.4, 30, 0.02), 0.012, 0, linen('#b8ab98', 30, depth=0.4))
    move([runner], (0, -1, 0), rz=90)
    for x, y, turn in ((-2.6, -1.9, 0), (2.7, -1.7, 4)):
        big = ceramic('#dfdad0', table.SPECK, 0.55, 0.3, wobble=0.45)
        small = ceramic('#7c8170', table.SPECK, 0.5, 0.28, wobble=0.45)
        move(table.plate(1.35, big), (x, y, 0.012), rz=40)
        move(table.plate(1.05, small, 0.17, 8), (x, y, 0.09), rz=10)
        napkin = linen('#8f6250', 60, depth=0.5)
        cloth, _ = folded(0.72, 1.35, 2, 0.045, napkin, seed=3)
        move([cloth], (x, y, 0.20), rz=turn + 8)
        steel = metal('#b7b5b1', 0.24, 'x')
        move([serving.tool('fork', steel)], (x - 1.75, y, 0.012), rz=turn)
        move([serving.tool('knife', steel)], (x + 1.68, y, 0.012), rz=turn)
        move([serving.tool('spoon', steel)], (x + 2.02, y, 0.012), rz=turn - 2)
        move([table.tumbler(table.SMOKE, 3)], (x + 1.35, y + 1.75, 0.012))
    place(table.carafe, table.SMOKE, 'cover', (-0.35, 1.35, 0.012))
    place(serving.serving_bowl, WOODS['Smoked oak'], 'cover', (2.4, 2.1, 0.012), rz=30, scale=1.05)
    place(serving.pepper_mill, WOODS['Walnut'], 'cover', (-1.9, 1.5, 0.012), scale=0.85)
    place(living.thrown_vase, '#a8957d', 'cover', (-5.2, 2.4, 0), scale=1.3)
    place(candles.candlestick, '#a78e66', 'cover', (0.75, 2.9, 0))
    window(-11, -0.5, 5.6, 6.5, 7.5)
    stage.world(0.36, (0.95, 0.97, 1))
    stage.camera([], az=-4, el=21, lens=60, aim=(0.1, 0.1, 0.95), dist=17.5, fstop=4.0, focus=(0, -1.2, 0.3))
    return 10


@scene('desk-by-window')
def desk_by_window():
    """A desk in side light with a lamp, notebooks and a tray."""
    wall(4.6, '#d3d2cb')
    tabletop(WOODS['Walnut'], 34, 15, -2.6)
    place(lighting.desk_lamp, '#2a2a2b', 'cover', (3.6, 1.7, 0), rz=168, scale=1.15)
    pad = textiles.felt('#83817e')
    move([slab(rounded(6.6, 3.3, 0.18), 0.05, 0.018, pad)], (-0.4, -1.9, 0))
    place(desk.notebook, '#48544a', 'use', (-0.9, -1.7, 0.05), rz=8)
    place(desk.notebook, '#a8a197', 'use', (-3.9, 0.9, 0), rz=-14)
    place(desk.notebook, '#a5834f', 'use', (-3.85, 0.95, 0.21), rz=-4, scale=0.92)
    place(table.mug, '#dfdad0', 'use', (1.75, -0.9, 0.05), rz=-30)
    desk.pencil((0.45, -1.8, 0.05), 24)
    place(desk.pen_cup, '#a19e99', 'cover', (-1.5, 1.6, 0), rz=40)
    place(desk.desk_tray, WOODS['Oak'], 'cover', (1.1, 1.3, 0), rz=-4)
    before = set(bpy.data.objects)
    walls.frame(WOODS['Oak'], 3.6, 4.5, 'print-bars', 4.0)
    move([o for o in bpy.data.objects if o not in before], (-1.0, 4.58, 0))
    place(living.bud_vases, ('#dfdad0', '#a39078', '#6f7668'), 'cover', (-5.6, 2.2, 0), scale=1.2)
    window(-10, -1.2, 5.0, 5.6, 7.0, (2, 3))
    stage.world(0.34, (0.95, 0.97, 1))
    stage.camera([], az=2, el=13, lens=58, aim=(-0.3, 0.2, 1.7), dist=16.8, fstop=3.6, focus=(-0.3, -1.2, 0.3))
    return 7


@scene('bath-shelf')
def bath_shelf():
    """A stone ledge in a bathroom, soft daylight."""
    wall(2.2, '#cfd2cf')
    ledge = travertine('#c9bfb0')
    box(34, 6.0, 0.9, 0.05, ledge, (0, -0.8, -0.45), 3, name='stage ledge')
    place(bath.soap_dispenser, ('#a8662c', 30.0, 'black'), 'cover', (-2.1, -0.2, 0), rz=-24, scale=1.15)
    place(bath.bath_oil, None, 'cover', (-3.2, 0.55, 0), scale=1.1)
    place(bath.towels, '#dcd7ce', 'cover', (2.9, 0.3, 0), rz=-8, scale=0.95)
    place(bath.soap_dish, '#7c8170', 'cover', (-0.45, -1.35, 0), rz=14)
    place(bath.bath_tumbler, '#dfdad0', 'cover', (-0.55, 0.75, 0), rz=30, scale=1.05)
    place(candles.scented_candle, ('#6f6a63', 16.0), 'cover', (1.0, -1.5, 0), rz=10, scale=0.95)
    place(plants.column_cactus, '#b3a38c', 'cover', (-4.9, 0.4, 0), scale=1.0)
    window(-10, -2.4, 4.2, 5.2, 6.4, (1, 2), (1, 0.5, -0.42), 3.4)
    stage.world(0.5, (0.96, 0.98, 1))
    stage.camera([], az=-3, el=8, lens=66, aim=(-0.75, -0.2, 1.25), dist=15.4, fstop=3.6, focus=(-1.0, -1.0, 0.6))
    return 12


@scene('reading-corner')
def reading_corner():
    """A chair, a stool with books, a lit floor lamp, evening coming in."""
    wall(5.5, '#d2cabd', -1)
    planks(WOODS['Oak'])
    place(furniture.shell_chair, '#7f8676', 'cover', (-2.6, 0, 0), rz=-32)
    place(lighting.floor_lamp, WOODS['Oak'], 'cover', (2.9, 2.4, 0))
    place(furniture.stool, WOODS['Smoked oak'], 'cover', (2.0, -1.6, 0), rz=10, scale=0.95)
    z = 4.33
    for k, (c, turn) in enumerate((('#48544a', 12), ('#a8a197', -6), ('#8f6250', 20))):
        place(desk.notebook, c, 'use', (2.0, -1.6, z), rz=turn, scale=1.1)
        z += 0.225
    place(table.mug, '#dfdad0', 'cover', (1.95, -1.5, z), rz=-30)
    before = set(bpy.data.objects)
    walls.frame(WOODS['Walnut'], 5.0, 6.2, 'print', 12.6)
    move([o for o in bpy.data.objects if o not in before], (-3.4, 5.48, 0))
    before = set(bpy.data.objects)
    cushion(3.8, 3.8, linen('#b8ab98', 30, depth=0.5), seed=2, lean=24)
    move([o for o in bpy.data.objects if o not in before], (-2.25, 0.95, 4.35), rz=-32)
    rug = slab(rounded(14, 9, 0.1), 0.12, 0.03, linen('#a8957a', 5, depth=1.0, slub=0.4))
    move([rug], (-0.6, -1.5, 0), rz=4)
    window(-19, -2.5, 9.5, 8, 12, (2, 3), (1, 0.36, -0.42), 3.0)
    stage.world(0.30, (1, 0.96, 0.92))
    stage.camera([], az=-4, el=6, lens=52, aim=(-0.2, 0.4, 7.3), dist=37, fstop=6, focus=(-1, -1, 5))
    return 7


def planks(tones, n=14):
    for k in range(n):
        m = wood(tones, 'x', 0.4, 0.4, offset=(2.7 * k, 1.7 + 0.6 * k, 0.5 * k), contrast=0.7)
        box(60, 1.56, 0.2, 0.015, m, (3.1 * (k % 3), 4.7 - 1.58 * k, -0.1), 2, name='stage plank')


@scene('plant-window')
def plant_window():
    """Pots, a stand and a watering can in front of a bright wall."""
    wall(3.4, '#d5d6cd', -1)
    planks(WOODS['Ash'])
    place(plants.plant_stand, WOODS['Oak'], 'cover', (-2.9, 0.9, 0), rz=8)
    place(plants.terrazzo_pot, '#d6d0c5', 'cover', (0.25, 1.0, 0), scale=1.55)
    place(plants.terracotta_pot, '#97674f', 'cover', (2.9, 0.3, 0), scale=1.25)
    before = set(bpy.data.objects)
    plants.soil(0.78, 1.22)
    plants.cactus((0, 0, 1.2), 0.36, 2.3)
    move([o for o in bpy.data.objects if o not in before], (2.9, 0.3, 0), scale=1.25)
    place(plants.watering_can, '#a78e66', 'cover', (1.6, -2.4, 0), rz=162, scale=1.15)
    place(plants.plant_mister, ('#7f9a86', 9.0), 'cover', (-1.1, -2.3, 0), rz=-30)
    place(plants.terracotta_pot, '#cfc8bb', 'cover', (-3.6, -2.2, 0), scale=0.7)
    window(-12, -2.0, 6.6, 6.5, 9.0, (2, 3), (1, 0.46, -0.46), 4.4)
    stage.world(0.4, (0.96, 0.98, 1))
    stage.camera([], az=-3, el=9, lens=58, aim=(-0.2, 0, 3.1), dist=23, fstop=4.5, focus=(0, -0.6, 1.6))
    return 10


def parcel(w, d, h, print_, ribbon, at, rz):
    """A wrapped box with a ribbon round it both ways and a flat knot."""
    m = paper('#a58c6d' if not print_ else '#e0d8c9', 0.7, image=f'{desk.PRINTS}/{print_}.png' if print_ else None)
    for node in m.node_tree.nodes:
        if node.bl_idname == 'ShaderNodeTexImage':
            node.extension = 'REPEAT'
    b = box(w, d, h, 0.02, m, (0, 0, h / 2), 2)
    for loop in b.data.uv_layers.active.data:
        loop.uv = (loop.uv[0] / 1.6, loop.uv[1] / 1.6)
    rm = linen(ribbon, 60, depth=0.4, slub=0.15)
    g = 0.008
    parts = [
        b,
        box(0.24, d + 2 * g, h + 2 * g, 0.004, rm, (0, 0, h / 2), 2),
        box(w + 2 * g, 0.24, h + 2 * g, 0.004, rm, (0, 0, h / 2), 2),
    ]
    for turn in (35, 215, 125, 305):
        loop = [
            (0, 0, h + 0.02),
            (0.18, 0.05, h + 0.16),
            (0.48, 0.1, h + 0.2),
            (0.62, 0.06, h + 0.1),
            (0.44, 0.0, h + 0.03),
            (0.1, 0, h + 0.02),
        ]
        verts, path = [], spline3(loop, 8)
        for p in path:
            verts += [(p[0], p[1] - 0.11, p[2]), (p[0], p[1] + 0.11, p[2])]
        o = mesh(
            'bow',
            verts,
            [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(path) - 1)],
            rm,
            uvs=[
                ((0, i * 0.06), (0.22, i * 0.06), (0.22, i * 0.06 + 0.06), (0, i * 0.06 + 0.06))
                for i in range(len(path) - 1)
            ],
        )
        s = o.modifiers.new('s', 'SOLIDIFY')
        s.thickness = 0.006
        parts += move([o], rz=turn)
    parts.append(box(0.2, 0.2, 0.1, 0.04, rm, (0, 0, h + 0.06), 3))
    return move(parts, at, rz=rz)


def spline3(points, n):
    """Catmull-Rom through points in space."""
    P = [Vector(p) for p in points]
    P = [P[0] * 2 - P[1]] + P + [P[-1] * 2 - P[-2]]
    out = []
    for i in range(1, len(P) - 2):
        a, b, c, d = P[i - 1 : i + 3]
        for k in range(n):
            t = k / n
            out.append(
                0.5 * ((2 * b) + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)
            )
    return out + [P[-2]]


@scene('gift-wrapping')
def gift_wrapping():
    """Parcels, paper and ribbon on a table."""
    wall(5.0, '#d8d0c4')
    tabletop(WOODS['Oak'], 34, 15, -2.6)
    parcel(2.8, 2.0, 1.0, 'leaf', '#b8ab98', (-1.3, 0.3, 0), 14)
    parcel(1.6, 1.5, 0.75, None, '#8f6250', (-1.1, 0.35, 1.0), -12)
    parcel(1.5, 2.2, 0.55, 'dash', '#48544a', (1.5, -1.0, 0), -28)
    place(desk.wrapping_paper, 'dash', 'cover', (3.6, 0.9, 0), rz=64)
    place(desk.ribbon_spool, '#8f6250', 'cover', (-3.1, -1.9, 0), rz=-20)
    place(desk.ribbon_spool, '#48544a', 'use', (-0.6, -2.2, 0), rz=160, scale=0.9)
    place(candles.candlestick, '#a78e66', 'cover', (-4.6, 1.8, 0))
    place(living.thrown_vase, '#45423f', 'cover', (3.4, 2.6, 0), scale=1.15)
    window(-10, -1.6, 4.8, 5.4, 6.6, (2, 2), (1, 0.42, -0.5), 4.2)
    stage.world(0.36, (0.96, 0.975, 1))
    stage.camera([], az=-3, el=17, lens=60, aim=(-0.2, 0.1, 0.95), dist=15.6, fstop=3.6, focus=(-0.6, -0.8, 0.7))
    return 6
