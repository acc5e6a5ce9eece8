"""Meshes by parameters: turned, boxed, swept, fused. One Blender unit is 10 cm."""
import math
import random

import bmesh
import bpy
from mathutils import Matrix, Vector

from .profiles import profile


def link(ob, mat=None):
    if ob.name not in bpy.context.scene.collection.objects:
        bpy.context.scene.collection.objects.link(ob)
    if mat is not None:
        ob.data.materials.clear()
        ob.data.materials.append(mat)
    return ob


def mesh(name, verts, faces, mat=None, smooth=True, uvs=None):
    me = bpy.data.meshes.new(name)
    me.from_pydata(verts, [], faces)
    if uvs is not None:
        layer = me.uv_layers.new()
        layer.data.foreach_set('uv', [x for face in uvs for uv in face for x in uv])
    me.polygons.foreach_set('use_smooth', [smooth] * len(me.polygons))
    me.update()
    return link(bpy.data.objects.new(name, me), mat)


def lathe(pts, mat=None, seg=192, name='lathe', wobble=0.0, seed=0):
    """Revolve (r, z) points; `wobble` makes it hand-thrown."""
    rnd = random.Random(seed)
    ph = [rnd.uniform(0, 6.28) for _ in range(6)]
    verts, faces, uvs, idx = [], [], [], []
    length = [0]
    for a, b in zip(pts, pts[1:]):
        length.append(length[-1] + math.dist(a, b))
    for r, z in pts:
        if r < 1e-5:
            idx.append([len(verts)] * (seg + 1))
            verts.append((0, 0, z))
            continue
        row = []
        for k in range(seg):
            a = 2 * math.pi * k / seg
            w = 1 + wobble * (
                0.5 * math.sin(2 * a + ph[0] + z * 0.6)
                + 0.3 * math.sin(3 * a + ph[1] - z)
                + 0.2 * math.sin(z * 7 + ph[2])
            )
            row.append(len(verts))
            verts.append((r * w * math.cos(a), r * w * math.sin(a), z + wobble * r * 0.4 * math.sin(a + ph[3])))
        idx.append(row + [row[0]])
    for i in range(len(pts) - 1):
        for k in range(seg):
            q = [idx[i][k], idx[i][k + 1], idx[i + 1][k + 1], idx[i + 1][k]]
            uv = [
                (k / seg, length[i]),
                ((k + 1) / seg, length[i]),
                ((k + 1) / seg, length[i + 1]),
                (k / seg, length[i + 1]),
            ]
            f, u = [], []
            for a, b in zip(q, uv):
                if a not in f:
                    f.append(a)
                    u.append(b)
            if len(f) > 2:
                faces.append(f)
                uvs.append(u)
    ob = mesh(name, verts, faces, mat, uvs=uvs)
    bm = bmesh.new()
    bm.from_mesh(ob.data)
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    bm.to_mesh(ob.data)
    bm.free()
    return ob


def box(sx, sy, sz, r=0.05, mat=None, loc=(0, 0, 0), seg=6, name='box', corner=None):
    """Box with rounded edges; `corner` rounds the four upright edges more."""
    bm = bmesh.new()
    bmesh.ops.create_cube(bm, size=1)
    for v in bm.verts:
        v.co = Vector((v.co.x * sx, v.co.y * sy, v.co.z * sz))
    if corner:
        up = [e for e in bm.edges if abs(e.verts[0].co.z - e.verts[1].co.z) > 1e-6]
        bmesh.ops.bevel(bm, geom=up, offset=corner, segments=10, profile=0.5, affect='EDGES')
    if r:
        flat = [e for e in bm.edges if len(e.link_faces) == 2 and e.calc_face_angle() > 0.6] if corner else bm.edges[:]
        bmesh.ops.bevel(bm, geom=flat, offset=r, segments=seg, profile=0.5, affect='EDGES', clamp_overlap=True)
    ob = finished(bm, name, mat)
    ob.location = loc
    return ob


def tube(points, radius, mat=None, name='tube', flat=1.0, cyclic=False, res=24, taper=None):
    """Sweep a round (or flattened) section along a smooth path."""
    cu = bpy.data.curves.new(name, 'CURVE')
    cu.dimensions = '3D'
    sp = cu.splines.new('BEZIER')
    sp.bezier_points.add(len(points) - 1)
    for i, (bp, p) in enumerate(zip(sp.bezier_points, points)):
        bp.co = p
        bp.handle_left_type = bp.handle_right_type = 'AUTO'
        bp.radius = taper[i] if taper else 1.0
    sp.use_cyclic_u = cyclic
    sp.resolution_u = res
    cu.bevel_depth = radius
    cu.bevel_resolution = 8
    cu.use_fill_caps = True
    ob = bpy.data.objects.new(name, cu)
    link(ob)
    bpy.context.view_layer.update()
    dg = bpy.context.evaluated_depsgraph_get()
    me = bpy.data.meshes.new_from_object(ob.evaluated_get(dg))
    bpy.data.objects.remove(ob)
    me.polygons.foreach_set('use_smooth', [True] * len(me.polygons))
    return link(bpy.data.objects.new(name, me), mat)


def apply(ob):
    """Bake modifiers into the mesh."""
    bpy.context.view_layer.update()
    dg = bpy.context.evaluated_depsgraph_get()
    me = bpy.data.meshes.new_from_object(ob.evaluated_get(dg))
    ob.modifiers.clear()
    ob.data = me
    return ob


def fuse(objs, voxel=0.012, smooth=6, mat=None):
    """Union by voxel remesh, then relax: joins get the soft fillets of clay."""
    dg = bpy.context.evaluated_depsgraph_get()
    bm = bmesh.new()
    for o in objs:
        me = o.data.copy()
        me.transform(o.matrix_world)
        bm.from_mesh(me)
    me = bpy.data.meshes.new('fused')
    bm.to_mesh(me)
    bm.free()
    for o in objs:
        bpy.data.objects.remove(o)
    ob = link(bpy.data.objects.new('fused', me), mat)
    r = ob.modifiers.new('r', 'REMESH')
    r.mode = 'VOXEL'
    r.voxel_size = voxel
    r.use_smooth_shade = True
    s = ob.modifiers.new('s', 'SMOOTH')
    s.factor, s.iterations = 0.5, smooth
    return apply(ob)


def label(radius, z0, z1, degrees, mat, name='label', n=64, lift=0.004, centre=-90):
    """Paper wrapped on a cylinder, facing -Y."""
    verts, faces, uvs = [], [], []
    for i in range(n + 1):
        a = math.radians(centre + (i / n - 0.5) * degrees)
        for z in (z0, z1):
            verts.append(((radius + lift) * math.cos(a), (radius + lift) * math.sin(a), z))
    for i in range(n):
        faces.append((2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1))
        uvs.append(((i / n, 0), ((i + 1) / n, 0), ((i + 1) / n, 1), (i / n, 1)))
    return mesh(name, verts, faces, mat, uvs=uvs)


def move(objs, loc=(0, 0, 0), rz=0.0, scale=1.0, rx=0.0, ry=0.0):
    T = (
        Matrix.Translation(loc)
        @ Matrix.Rotation(math.radians(rz), 4, 'Z')
        @ Matrix.Rotation(math.radians(ry), 4, 'Y')
        @ Matrix.Rotation(math.radians(rx), 4, 'X')
        @ Matrix.Scale(scale, 4)
    )
    bpy.context.view_layer.update()
    for o in objs:
        o.matrix_world = T @ o.matrix_world
    bpy.context.view_layer.update()
    return objs


def rod(a, b, r0, r1=None, mat=None, swell=0.0, seg=48):
    """A round leg or dowel from `a` to `b` with softened ends; `swell` fattens its middle."""
    a, b = Vector(a), Vector(b)
    r1 = r0 if r1 is None else r1
    L, e = (b - a).length, min(r0, r1) * 0.25
    mid = [((r0 + r1) / 2 + swell, L / 2)] if swell else []
    pts = profile([(0, 0), (r0 - e, 0), (r0, e), *mid, (r1, L - e), (r1 - e, L), (0, L)], 0.08)
    o = lathe(pts, mat, seg=seg, name='rod')
    o.rotation_euler = (b - a).to_track_quat('Z', 'Y').to_euler()
    o.location = a
    return o


def slab(outline, t, r=0.02, mat=None, seg=4, name='slab'):
    """A board of any flat outline [(x, y)], lying on z = 0, with rounded edges and flat UVs."""
    bm = bmesh.new()
    f = bm.faces.new([bm.verts.new((x, y, 0)) for x, y in outline])
    ex = bmesh.ops.extrude_face_region(bm, geom=[f])
    bmesh.ops.translate(bm, verts=[e for e in ex['geom'] if isinstance(e, bmesh.types.BMVert)], vec=(0, 0, t))
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    if r:
        rims = [e for e in bm.edges if abs(e.verts[0].co.z - e.verts[1].co.z) < 1e-6]
        bmesh.ops.bevel(bm, geom=rims, offset=r, segments=seg, profile=0.5, affect='EDGES', clamp_overlap=True)
    return finished(bm, name, mat)


def finished(bm, name, mat):
    """Mesh of a bmesh, smooth but for sharp edges, with box-projected UVs (one unit is one unit)."""
    me = bpy.data.meshes.new(name)
    bm.to_mesh(me)
    bm.free()
    project_uvs(me)
    me.polygons.foreach_set('use_smooth', [True] * len(me.polygons))
    me.use_auto_smooth = True
    me.auto_smooth_angle = math.radians(40)
    ob = link(bpy.data.objects.new(name, me), mat)
    m = ob.modifiers.new('wn', 'WEIGHTED_NORMAL')
    m.keep_sharp = True
    return ob


def project_uvs(me):
    layer = me.uv_layers.active or me.uv_layers.new()
    for p in me.polygons:
        n = p.normal
        ax = max(range(3), key=lambda i: abs(n[i]))
        i, j = ((1, 2), (0, 2), (0, 1))[ax]
        for li in p.loop_indices:
            co = me.vertices[me.loops[li].vertex_index].co
            layer.data[li].uv = (co[i], co[j])


def rounded(w, h, r, n=12):
    """Outline of a rectangle with round corners."""
    out = []
    for cx, cy, a0 in (
        (w / 2 - r, h / 2 - r, 0),
        (-w / 2 + r, h / 2 - r, 90),
        (-w / 2 + r, -h / 2 + r, 180),
        (w / 2 - r, -h / 2 + r, 270),
    ):
        for k in range(n + 1):
            a = math.radians(a0 + 90 * k / n)
            out.append((cx + r * math.cos(a), cy + r * math.sin(a)))
    return out


def circle(r, n=96, cx=0.0, cy=0.0):
    return [(cx + r * math.cos(2 * math.pi * k / n), cy + r * math.sin(2 * math.pi * k / n)) for k in range(n)]


def cut(ob, cutters, bevel=0.015, seg=3):
    """Subtracts the cutters, then softens the new edges."""
    for c in cutters:
        m = ob.modifiers.new('cut', 'BOOLEAN')
        m.object, m.operation, m.solver = c, 'DIFFERENCE', 'EXACT'
    apply(ob)
    for c in cutters:
        bpy.data.objects.remove(c)
    if bevel:
        b = ob.modifiers.new('v', 'BEVEL')
        b.width, b.segments, b.limit_method, b.angle_limit = bevel, seg, 'ANGLE', math.radians(50)
        apply(ob)
    project_uvs(ob.data)
    ob.data.polygons.foreach_set('use_smooth', [True] * len(ob.data.polygons))
    ob.data.use_auto_smooth = True
    ob.data.auto_smooth_angle = math.radians(30)
    return ob


def printed(sheet, x0, x1, y0, y1):
    """Sets the UVs of a flat mesh so that an image fills the rectangle seen from above."""
    me = sheet.data
    layer = me.uv_layers.active or me.uv_layers.new()
    for loop in me.loops:
        co = me.vertices[loop.vertex_index].co
        layer.data[loop.index].uv = ((co.x - x0) / (x1 - x0), (co.y - y0) / (y1 - y0))
    return sheet


def letters(
    text, size, mat, loc, extrude=0.002, face='+z', font='/usr/share/fonts/truetype/liberation/LiberationSans-Bold.ttf'
):
    """Raised lettering centred at `loc`, readable from above (+z) or from the front (-y)."""
    cu = bpy.data.curves.new('letters', 'FONT')
    cu.body, cu.size, cu.align_x, cu.align_y, cu.extrude = text, size, 'CENTER', 'CENTER', extrude
    cu.font = bpy.data.fonts.load(font)
    tmp = link(bpy.data.objects.new('letters', cu))
    bpy.context.view_layer.update()
    me = bpy.data.meshes.new_from_object(tmp.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    bpy.data.objects.remove(tmp)
    ob = link(bpy.data.objects.new('letters', me), mat)
    ob.location = loc
    if face == '-y':
        ob.rotation_euler[0] = math.pi / 2
    return ob
