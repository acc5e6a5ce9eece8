"""The photo studio: ground, lights and a camera that frames by itself. One for every department."""
import math

import bpy
import numpy as np
from mathutils import Vector

from .materials import emission
from .nodes import Mat, rgb
from .shapes import mesh

# Grounds of one lightness, so that a list looks like one brand and its tiles sit well on a light and a dark page.
GROUNDS = {
    'table': '#d9d4cb',
    'lighting': '#c9c1b5',
    'living': '#d8d3cc',
    'textiles': '#dad3c9',
    'desk': '#d5d4d0',
    'bath': '#d3d6d4',
    'plants': '#d5d6cd',
    'furniture': '#d8d2c9',
}
KEY, SKY = (1, 0.965, 0.925), (0.97, 0.985, 1)


def reset():
    """An empty studio."""
    d = bpy.data
    for kind in (d.objects, d.meshes, d.materials, d.lights, d.cameras, d.curves, d.worlds, d.images):
        for one in list(kind):
            kind.remove(one)
    bpy.context.scene.render.engine = 'CYCLES'


def ground(color, back=5.0, bend=2.2, hung=False):
    """A seamless sweep, or for what is hung a wall at y = 0 with the floor far below."""
    M = Mat('stage')
    m = M.done(M.n('BsdfDiffuse', {'Color': rgb(color)}).outputs[0])
    r, z0 = (0.02, -9.0) if hung else (bend, 0.0)
    pts = [(-60, 0)] + [(back - r + r * math.sin(t), r - r * math.cos(t)) for t in np.linspace(0, math.pi / 2, 48)]
    pts.append((back, 80))
    verts = [(x, y, z + z0) for y, z in pts for x in (-80, 80)]
    faces = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(pts) - 1)]
    return mesh('stage', verts, faces, m)


def area(loc, target, size, power, color=(1, 1, 1), sy=None, name='area'):
    d = bpy.data.lights.new(name, 'AREA')
    d.energy, d.color, d.size = power, color, size
    if sy:
        d.shape, d.size_y = 'RECTANGLE', sy
    o = bpy.data.objects.new(name, d)
    bpy.context.scene.collection.objects.link(o)
    o.location = loc
    o.rotation_euler = (Vector(target) - Vector(loc)).to_track_quat('-Z', 'Y').to_euler()
    return o


def point(loc, power, color=(1, 0.76, 0.5), radius=0.14, name='bulb'):
    d = bpy.data.lights.new(name, 'POINT')
    d.energy, d.color, d.shadow_soft_size = power, color, radius
    o = bpy.data.objects.new(name, d)
    bpy.context.scene.collection.objects.link(o)
    o.location = loc
    o.visible_glossy = o.visible_transmission = o.visible_camera = False
    return o


def world(strength, color=(1, 0.98, 0.955)):
    w = bpy.data.worlds.new('w')
    bpy.context.scene.world = w
    w.use_nodes = True
    bg = w.node_tree.nodes['Background']
    bg.inputs[0].default_value = (*color, 1)
    bg.inputs[1].default_value = strength


def lights(k=1.0, key=1.0, fill=1.0, rim=1.0, ambient=0.24, soft=0.72, up=0.0):
    """A window-like key from the left, a wide top light, weak fill; k scales with the size of the thing."""
    area(
        (-4.6 * k, -2.2 * k, 4.4 * k + up),
        (0, 0, 0.5 * k + up),
        2.6 * k * soft,
        600 * key * k * k,
        KEY,
        sy=3.2 * k * soft,
        name='key',
    )
    area((5.5 * k, -2.5 * k, 2.6 * k + up), (0, 0, 0.7 * k + up), 4.5 * k, 50 * fill * k * k, SKY, name='fill')
    area(
        (2.0 * k, 3.2 * k, 5.6 * k + up),
        (0, 0.3 * k, 0.4 * k + up),
        3.5 * k,
        170 * rim * k * k,
        (1, 0.99, 0.97),
        name='top',
    )
    world(ambient)


def card(loc, target, w, h, color='#000000', power=0.0):
    """A flag or reflector that only reflections and refractions see."""
    o = mesh(
        'card',
        [(-w / 2, -h / 2, 0), (w / 2, -h / 2, 0), (w / 2, h / 2, 0), (-w / 2, h / 2, 0)],
        [(0, 1, 2, 3)],
        emission(color, power),
        smooth=False,
    )
    o.location = loc
    o.rotation_euler = (Vector(target) - Vector(loc)).to_track_quat('Z', 'Y').to_euler()
    o.visible_camera = o.visible_diffuse = o.visible_shadow = False
    return o


def glass_cards(h, k=1.0):
    """Dark flags that draw the rims of glass, and two bright strips that model its body."""
    t = (0, 0, h / 2)
    card((-2.6 * k, 0.3, h / 2), t, 0.5 * k, 3 * k)
    card((3.2 * k, 0.5, h / 2), t, 0.6 * k, 3 * k)
    card((-3.0 * k, -2.2 * k, h * 0.8), t, 0.8 * k, 3.0 * k, '#fff6ec', 6)
    card((2.9 * k, -2.6 * k, h * 0.7), t, 0.25 * k, 2.6 * k, '#ffffff', 3.5)


def points_of(objs):
    out = []
    bpy.context.view_layer.update()
    for o in objs:
        vs = o.data.vertices
        st = max(1, len(vs) // 3000)
        out += [o.matrix_world @ vs[i].co for i in range(0, len(vs), st)]
    return out


def size_of(objs):
    pts = points_of(objs)
    return max(max(p[i] for p in pts) - min(p[i] for p in pts) for i in range(3))


def framed(pts, d, R, U, tgt, half, fill, aspect, aim, dist):
    """Where the camera aims and how far it stands, so that `pts` fill that part of the frame."""
    D = dist or 10.0
    for _ in range(30):
        if aim and dist:
            break
        eye = tgt + d * D
        px, py = [], []
        for p in pts:
            v = p - eye
            z = -v.dot(d)
            px.append(v.dot(R) / z)
            py.append(v.dot(U) / z)
        if not aim:
            tgt = tgt + (R * (max(px) + min(px)) / 2 + U * (max(py) + min(py)) / 2) * D
        if not dist:
            ext = max((max(px) - min(px)), (max(py) - min(py)) * aspect) / (2 * half)
            D *= (ext / fill) ** 0.8
    return tgt, D


def camera(
    objs, az=0.0, el=10.0, lens=85, fill=0.66, fstop=8.0, shift=(0, 0), aim=None, dist=None, focus=None, aspect=1.0
):
    """An orbit camera; az 0 looks along +Y, a positive az moves right. Returns where `objs` are in the picture."""
    s = bpy.context.scene
    cam = bpy.data.objects.new('cam', bpy.data.cameras.new('cam'))
    s.collection.objects.link(cam)
    s.camera = cam
    cam.data.lens, cam.data.sensor_width = lens, 36
    a, e = math.radians(az), math.radians(el)
    d = Vector((math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e)))
    pts = points_of(objs)
    rot = (-d).to_track_quat('-Z', 'Y')
    R, U = rot @ Vector((1, 0, 0)), rot @ Vector((0, 1, 0))
    start = Vector(aim) if aim else sum(pts, Vector()) / max(1, len(pts))
    tgt, D = framed(pts, d, R, U, start, 18 / lens, fill, aspect, aim, dist)
    cam.location = tgt + d * D
    cam.rotation_euler = rot.to_euler()
    cam.data.shift_x, cam.data.shift_y = shift
    cam.data.dof.use_dof = True
    if focus:
        cam.data.dof.focus_distance = (Vector(focus) - cam.location).dot(-d)
    else:
        near = D if aim else min((p - cam.location).dot(-d) for p in pts) * 0.55 + D * 0.45
        cam.data.dof.focus_distance = near
    cam.data.dof.aperture_fstop = fstop / 10  # the scene is built at one unit to 10 cm
    return frame_share(pts, tgt + d * D, d, R, U, 18 / lens) if pts else None


def frame_share(pts, eye, d, R, U, half):
    """The part of a square picture that `pts` take up: left, right, bottom, top from 0 to 1."""
    spots = [((p - eye).dot(R) / -(p - eye).dot(d), (p - eye).dot(U) / -(p - eye).dot(d)) for p in pts]
    xs, ys = ([0.5 + s[i] / (2 * half) for s in spots] for i in (0, 1))
    return min(xs), max(xs), min(ys), max(ys)
