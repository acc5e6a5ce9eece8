"""Path tracing, further colours of the same picture, noise filter, file."""
import ctypes
import os
import tempfile
import time

import bpy
import numpy as np

from .nodes import rgb

LOOK, EXPOSURE = 'High Contrast', 0.22
PASSES = {'img': 'Image', 'alb': 'Denoising Albedo', 'nrm': 'Denoising Normal'}
DIFFUSE = {'dd': 'DiffDir', 'di': 'DiffInd', 'dc': 'DiffCol', 'tint': 'tint'}


def wait_while_paused():
    while os.path.exists(os.environ.get('RENDER_PAUSE_FILE', '')):
        time.sleep(5)


def set_up(width, height, spp, bounces, threshold):
    s = bpy.context.scene
    s.render.resolution_x, s.render.resolution_y, s.render.resolution_percentage = width, height, 100
    c = s.cycles
    c.device, c.use_denoising, c.samples = 'CPU', False, max(4, spp // 2)
    c.use_adaptive_sampling, c.adaptive_threshold, c.adaptive_min_samples = True, threshold, min(5, c.samples)
    c.max_bounces, c.diffuse_bounces, c.glossy_bounces = bounces, min(3, bounces), min(4, bounces)
    c.transmission_bounces, c.transparent_max_bounces, c.volume_bounces = bounces, 12, 0
    c.sample_clamp_indirect = 4.0
    c.caustics_reflective = c.caustics_refractive = False
    c.blur_glossy = 0.5
    s.render.use_persistent_data = True
    s.view_settings.view_transform, s.view_settings.look, s.view_settings.exposure = 'Filmic', LOOK, EXPOSURE


def add_recolor_passes():
    """What recolouring needs; before the first render, since materials are compiled once."""
    vl = bpy.context.view_layer
    vl.use_pass_diffuse_direct = vl.use_pass_diffuse_indirect = vl.use_pass_diffuse_color = True
    if 'tint' not in vl.aovs:
        aov = vl.aovs.add()
        aov.name, aov.type = 'tint', 'VALUE'


def collect(passes, folder):
    """Writes the passes of every render as EXR files into the folder."""
    s, vl = bpy.context.scene, bpy.context.view_layer
    vl.cycles.denoising_store_passes = True
    s.use_nodes = True
    t = s.node_tree
    t.nodes.clear()
    rl = t.nodes.new('CompositorNodeRLayers')
    t.links.new(rl.outputs['Image'], t.nodes.new('CompositorNodeComposite').inputs[0])
    fo = t.nodes.new('CompositorNodeOutputFile')
    fo.format.file_format, fo.format.color_depth, fo.format.color_mode = 'OPEN_EXR', '32', 'RGB'
    fo.format.exr_codec = 'NONE'
    fo.base_path = folder
    fo.file_slots.clear()
    for name, out in passes.items():
        fo.file_slots.new(name)
        t.links.new(rl.outputs[out], fo.inputs[name])


def load(folder, name):
    path = f'{folder}/{name}{bpy.context.scene.frame_current:04d}.exr'
    im = bpy.data.images.load(path)
    im.colorspace_settings.name = 'Non-Color'
    width, height = im.size
    a = np.empty(width * height * 4, np.float32)
    im.pixels.foreach_get(a)
    bpy.data.images.remove(im)
    os.remove(path)
    return a.reshape(height, width, 4)[..., :3].copy()


def trace(passes):
    """Two half renders: the images, the light that tinted surfaces scatter, and the guides of the filter."""
    folder = tempfile.mkdtemp(prefix='render_')
    collect(passes, folder)
    images, scattered, alb, nrm, tint = [], [], 0, 0, None
    for half in range(2):
        wait_while_paused()
        bpy.context.scene.cycles.seed = 11 + 77 * half
        bpy.ops.render.render()
        got = {name: load(folder, name) for name in passes}
        images.append(got['img'])
        alb, nrm = alb + got['alb'] / 2, nrm + got['nrm'] / 2
        if 'tint' in passes:
            tint = got['tint']
            scattered.append((got['dd'] + got['di']) * got['dc'] * tint)
    os.rmdir(folder)
    return images, scattered, alb, nrm, tint


def border_of(share, width):
    """Where the product is, with room for its shadow, in pixels; None if that is most of the picture."""
    if not share:
        return None
    x0, x1, y0, y1 = (round(v * width) for v in (share[0] - 0.06, share[1] + 0.13, share[2] - 0.06, share[3] + 0.06))
    box = max(0, x0), min(width, x1), max(0, y0), min(width, y1)
    return box if (box[1] - box[0]) * (box[3] - box[2]) < 0.72 * width * width else None


def set_border(box, width):
    r = bpy.context.scene.render
    r.use_border = r.use_crop_to_border = box is not None
    if box:
        r.border_min_x, r.border_max_x, r.border_min_y, r.border_max_y = ((v + 0.5) / width for v in box)


def background(width, spp, bounces, threshold, k, step=4):
    """The smooth ground round the product, from a small picture made large."""
    set_border(None, width)
    set_up(width // step, width // step, spp * 2, bounces, threshold)
    images, _, alb, nrm, _ = trace(PASSES)
    small = filtered(*images, alb, nrm, k)
    at = (np.arange(width) + 0.5) / step - 0.5
    low = np.clip(np.floor(at).astype(int), 0, width // step - 1)
    high, f = np.minimum(low + 1, width // step - 1), np.clip(at - low, 0, 1).astype(np.float32)
    rows = small[low] * (1 - f)[:, None, None] + small[high] * f[:, None, None]
    return rows[:, low] * (1 - f)[None, :, None] + rows[:, high] * f[None, :, None]


def inlaid(ground, part, box):
    """The full-size part laid into its ground with a soft edge, except at the edge of the picture."""
    x0, x1, y0, y1 = box
    feather = ground.shape[0] // 44
    h, w = part.shape[:2]
    size = ground.shape[0]
    ramps = []
    for n, low, high in ((h, y0 > 0, y1 < size), (w, x0 > 0, x1 < size)):
        r = np.ones(n, np.float32)
        if low:
            r = np.minimum(r, np.arange(n) / feather)
        if high:
            r = np.minimum(r, np.arange(n)[::-1] / feather)
        ramps.append(np.clip(r, 0, 1))
    m = (ramps[0][:, None] * ramps[1][None, :])[..., None]
    out = ground.copy()
    out[y0 : y0 + h, x0 : x0 + w] = out[y0 : y0 + h, x0 : x0 + w] * (1 - m) + part * m
    return out


def render(outs, width, height, spp, base=None, bounces=5, threshold=0.04, k=0.62, share=None):
    """Traces once; for every file of `outs` (path -> hex colour or None) recolours, filters and saves.

    A further colour replaces `base` in the light that the tinted surfaces scatter: the same light, the same
    gloss, another glaze. `share`: the part of the picture that needs its full size.
    """
    started = time.time()
    recolored = any(color and color != base for color in outs.values())
    if recolored:
        add_recolor_passes()
    box = border_of(share, width)
    ground = background(width, spp, bounces, threshold, k) if box else None
    set_border(box, width)
    set_up(width, height, spp, bounces, threshold)
    images, scattered, alb, nrm, tint = trace({**PASSES, **(DIFFUSE if recolored else {})})
    traced = time.time() - started
    for path, color in outs.items():
        pair, albedo = images, alb
        if color and color != base:
            ratio = np.array([n / max(o, 1e-4) for n, o in zip(rgb(color)[:3], rgb(base)[:3])], np.float32)
            pair = [np.maximum(img + light * (ratio - 1), 0) for img, light in zip(images, scattered)]
            albedo = alb * (1 + tint * (ratio - 1))
        picture = filtered(*pair, albedo, nrm, k)
        picture = inlaid(ground, picture, box) if box else picture
        save(path, grained(picture))
    filtering = time.time() - started - traced
    print(f'SHOT {next(iter(outs))} {len(outs)} traced {traced:.0f}s filtered {filtering:.0f}s', flush=True)


def mean(x, r):
    """Box blur."""
    for axis in (0, 1):
        pad = [(r + 1, r) if a == axis else (0, 0) for a in range(2)]
        c = np.pad(x, pad, mode='edge').cumsum(axis)
        n = c.shape[axis]
        x = (np.take(c, range(2 * r + 1, n), axis) - np.take(c, range(0, n - 2 * r - 1), axis)) / (2 * r + 1)
    return x


def filtered(a, b, albedo, normal, k):
    """The noise of each half steers the filter of the other (denoise.c)."""
    h, w = a.shape[:2]
    A, B = (np.ascontiguousarray(np.log1p(4 * np.clip(x, 0, 60)), np.float32) for x in (a, b))
    var = np.ascontiguousarray(mean(((A - B) ** 2).mean(2).astype(np.float64) / 2, 3), np.float32) + 1e-7
    feat = np.ascontiguousarray(np.concatenate([albedo / 0.10, normal / 0.22], 2), np.float32)
    out = np.empty((h, w, 3), np.float32)
    lib = ctypes.CDLL(os.environ['RENDER_DENOISER'])
    p = lambda x: x.ctypes.data_as(ctypes.c_void_p)
    lib.denoise(p(A), p(B), p(var), p(feat), p(out), w, h, 6, 8, ctypes.c_float(k))
    return np.expm1(np.maximum(0.94 * out + 0.06 * (A + B) / 2, 0)) / 4


def grained(linear, amount=0.008):
    """A trace of film grain, as a camera leaves it."""
    h, w = linear.shape[:2]
    noise = np.random.default_rng(1).normal(0, amount, (h, w, 1)).astype(np.float32)
    return np.expm1(np.maximum(np.log1p(4 * np.maximum(linear, 0)) + noise, 0)) / 4


def save(path, linear):
    s = bpy.context.scene
    h, w = linear.shape[:2]
    im = bpy.data.images.new('final', w, h, float_buffer=True)
    im.colorspace_settings.name = 'Linear'
    px = np.ones((h, w, 4), np.float32)
    px[..., :3] = linear
    im.pixels.foreach_set(px.ravel())
    s.render.image_settings.file_format, s.render.image_settings.color_mode = 'PNG', 'RGB'
    s.use_nodes = False
    im.save_render(path, scene=s)
    s.use_nodes = True
    bpy.data.images.remove(im)
