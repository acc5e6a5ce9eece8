"""Renders one picture or one row of previews; started by render.py as `blender -b -P shoot.py -- JOB`."""
import json
import os
import sys
import traceback

import bpy

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from goods import load_all  # noqa: E402
import scenes  # noqa: E402
from studio import picture, registry  # noqa: E402
from studio.nodes import rgb  # noqa: E402


def inventory():
    """What there is to render, for the queue."""
    goods = {
        slug: {
            'department': one.department,
            'colors': list(one.colors),
            'recolor': one.recolor,
            'views': list(one.views),
        }
        for slug, one in registry.GOODS.items()
    }
    print('GOODS ' + json.dumps({'goods': goods, 'scenes': list(scenes.SCENES)}), flush=True)


def say_size(one, view):
    """The size in cm of what stands on the stage, and how far it sinks into the floor."""
    pts = [
        o.matrix_world @ v.co
        for o in bpy.data.objects
        if o.type == 'MESH' and not o.name.startswith(('stage', 'card'))
        for v in list(o.data.vertices)[::7]
    ]
    size = [10 * (max(p[i] for p in pts) - min(p[i] for p in pts)) for i in range(3)]
    print(
        f"SIZE {one.slug} {view} {size[0]:.0f} x {size[1]:.0f} x {size[2]:.0f} low {10 * min(p[2] for p in pts):.2f}",
        flush=True,
    )


def shoot(job):
    if job['kind'] == 'inventory':
        inventory()
        return
    if job['kind'] == 'scene':
        bounces = scenes.SCENES[job['slug']]()
        picture.render({job['out']: None}, job['size'], job['size'] * 10 // 16, job['spp'], bounces=bounces)
        return
    one = registry.GOODS[job['slug']]
    first = next(iter(one.colors))
    color = job.get('color') or first
    # The palest choice is traced when others come from it: what it throws back on its surroundings tints them least.
    traced = max(one.colors, key=lambda name: sum(rgb(one.colors[name])[:3])) if job.get('also') else color
    bounces, share = registry.set_stage(one, job['view'], one.colors[traced])
    if job.get('preview'):
        say_size(one, job['view'])
    outs = {job['out']: one.colors[color] if one.recolor else None}
    for name, path in job.get('also', {}).items():
        outs[path] = one.colors[name]
    base = one.colors[traced] if one.recolor else None
    picture.render(outs, job['size'], job['size'], int(job['spp'] * one.spp), base=base, bounces=bounces, share=share)


if __name__ == '__main__':
    load_all()
    for job in json.loads(sys.argv[sys.argv.index('--') + 1]):
        try:
            shoot(job)
        except Exception as error:  # one broken product must not stop the others of a preview
            print(f'FAILED {job["slug"]} {job.get("view")}: {error!r}', flush=True)
            traceback.print_exc()
