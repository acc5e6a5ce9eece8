#!/usr/bin/python3
"""Renders the demo shop's pictures, most valuable first; goes on where it stopped. See README.md."""
import argparse
import glob
import hashlib
import json
import os
import subprocess
import sys
import time

from PIL import Image

import prints

HERE = os.path.dirname(os.path.abspath(__file__))
SIZES = {'good': (1600, 16), 'scene': (1920, 32)}


def arguments():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument(
        '--out',
        default=os.environ.get('RENDER_OUT', f'{HERE}/../../build/renders'),
        help='folder of the work and its record',
    )
    p.add_argument('--only', nargs='*', default=[], help='slugs; or slug:view')
    p.add_argument('--preview', type=int, help='small pictures of this size instead, in one process, not recorded')
    p.add_argument('--view', default='cover', help='the view of a preview')
    p.add_argument('--sheet', action='store_true', help='only a contact sheet of what is there')
    p.add_argument('--list', action='store_true', help='only what is done and what is not')
    return p.parse_args()


def prepared(out):
    """Compiles the noise filter and draws the prints, if they are not there; returns the environment."""
    work = f'{out}/.work'
    os.makedirs(work, exist_ok=True)
    lib = f'{work}/denoise.so'
    source = f'{HERE}/studio/denoise.c'
    if not os.path.exists(lib) or os.path.getmtime(lib) < os.path.getmtime(source):
        subprocess.run(
            ['gcc', '-O3', '-march=native', '-ffast-math', '-shared', '-fPIC', '-pthread', source, '-o', lib],
            check=True,
        )
    if not os.path.exists(f'{work}/prints') or os.path.getmtime(f'{work}/prints') < os.path.getmtime(prints.__file__):
        prints.draw_all(f'{work}/prints')
        os.utime(f'{work}/prints')
    return {**os.environ, 'RENDER_DENOISER': lib, 'RENDER_PRINTS': f'{work}/prints'}


def blender(jobs, env):
    """Runs the jobs in one Blender, at the lowest priority and on two threads."""
    command = [
        'nice',
        '-n',
        '19',
        'blender',
        '-b',
        '--factory-startup',
        '-noaudio',
        '-t',
        '2',
        '-P',
        f'{HERE}/shoot.py',
        '--',
        json.dumps(jobs),
    ]
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return [
        line
        for line in done.stdout.splitlines()
        if line.startswith(('SHOT', 'FAILED', 'GOODS', 'SIZE', 'Error', '  File'))
    ]


def inventory(env):
    """What the studio knows: slug -> department, colours, recolour, views; and the scenes."""
    line = next(line for line in blender([{'kind': 'inventory', 'slug': ''}], env) if line.startswith('GOODS'))
    return json.loads(line[6:])


def queue(known, wanted, held):
    """All pictures in the order of their worth: covers, scenes, second views, further colours, close-ups.

    The colours of a product that is recoloured come with its cover, from the same render.
    """
    steps = {'cover': 0, 'scene': 1, 'use': 2, 'color': 3, 'detail': 4}
    jobs = []
    for slug, one in known['goods'].items():
        colors = list(one['colors'])
        for view in one['views']:
            job = {'kind': 'good', 'slug': slug, 'view': view, 'name': f'{slug}/{view}', 'step': steps[view]}
            if view == 'cover' and one['recolor']:
                job['also'] = {color: f'{slug}/{file_of(color)}' for color in colors[1:]}
            jobs.append(job)
        if not one['recolor']:
            for color in colors[1:]:
                jobs.append(
                    {
                        'kind': 'good',
                        'slug': slug,
                        'view': 'cover',
                        'color': color,
                        'name': f'{slug}/{file_of(color)}',
                        'step': steps['color'],
                    }
                )
    jobs += [
        {'kind': 'scene', 'slug': scene, 'name': f'scenes/{scene}', 'step': steps['scene']} for scene in known['scenes']
    ]
    if wanted:
        jobs = [job for job in jobs if job['slug'] in wanted or f"{job['slug']}:{job.get('view')}" in wanted]
    return sorted((job for job in jobs if job['slug'] not in held), key=lambda job: job['step'])


def file_of(color):
    return color.lower().replace(' ', '-')


def recorded(out):
    path = f'{out}/done.jsonl'
    lines = open(path).read().splitlines() if os.path.exists(path) else []
    return {entry['name']: entry for entry in map(json.loads, lines)}


def record(out, name, seconds):
    with open(f'{out}/done.jsonl', 'a') as file:
        file.write(json.dumps({'name': name, 'seconds': round(seconds), 'at': time.strftime('%Y-%m-%d %H:%M')}) + '\n')


def is_done(job, done, out):
    names = [job['name'], *job.get('also', {}).values()]
    return all(name in done and os.path.exists(f'{out}/{name}.webp') for name in names)


def held_back():
    """Products that wait for a better builder (held.json: slug -> why)."""
    path = f'{HERE}/held.json'
    return json.load(open(path)) if os.path.exists(path) else {}


def shoot(job, out, env):
    """One job from trace to WebP; returns whether it worked."""
    size, spp = SIZES[job['kind']]
    names = {job['name']: None, **{name: color for color, name in job.get('also', {}).items()}}
    raw = {name: f'{out}/.work/{hashlib.sha1(name.encode()).hexdigest()[:10]}.png' for name in names}
    order = {
        **job,
        'out': raw[job['name']],
        'size': size,
        'spp': spp,
        'also': {color: raw[name] for name, color in names.items() if color},
    }
    started = time.time()
    said = blender([order], env)
    if not any(line.startswith('SHOT') for line in said):
        print('FAILED', job['name'], said, flush=True)
        return False
    for name, png in raw.items():
        path = f'{out}/{name}.webp'
        os.makedirs(os.path.dirname(path), exist_ok=True)
        Image.open(png).convert('RGB').save(path, quality=88, method=6)
        os.remove(png)
        record(out, name, (time.time() - started) / len(raw))
    print(job['name'], f'{time.time() - started:.0f}s', flush=True)
    return True


def preview(known, options, out, env):
    """Small pictures and a sheet of them, to judge shapes, colours and framing."""
    folder = f'{out}/preview'
    os.makedirs(folder, exist_ok=True)
    wanted = options.only or list(known['goods']) + known['scenes']
    jobs = []
    for word in wanted:
        slug, _, view = word.partition(':')
        kind = 'scene' if slug in known['scenes'] else 'good'
        jobs.append(
            {
                'kind': kind,
                'slug': slug,
                'view': view or options.view,
                'size': options.preview,
                'spp': 10,
                'preview': True,
                'out': f'{folder}/{word.replace(":", ".")}.png',
            }
        )
    print('\n'.join(blender(jobs, env)))
    sheet([job['out'] for job in jobs if os.path.exists(job['out'])], f'{folder}/sheet.png', options.preview)


def sheet(files, path, tile=320, across=6):
    rows = -(-len(files) // across)
    im = Image.new('RGB', (across * tile, max(1, rows) * tile), '#ffffff')
    for k, file in enumerate(files):
        one = Image.open(file).convert('RGB')
        one.thumbnail((tile, tile))
        im.paste(one, (k % across * tile, k // across * tile))
    im.save(path)
    print(path)


def main():
    options = arguments()
    out = os.path.abspath(options.out)
    env = prepared(out)
    if options.sheet:
        return sheet(sorted(glob.glob(f'{out}/*/*.webp')), f'{out}/sheet.png')
    known = inventory(env)
    if options.preview:
        return preview(known, options, out, env)
    jobs = queue(known, options.only, held_back())
    done = recorded(out)
    left = [job for job in jobs if not is_done(job, done, out)]
    print(f'{len(jobs) - len(left)} of {len(jobs)} renders are done', flush=True)
    if options.list:
        return print('\n'.join(job['name'] for job in left))
    failed = [job['name'] for job in left if not shoot(job, out, env)]
    if failed:
        sys.exit(f'failed: {", ".join(failed)}')


if __name__ == '__main__':
    main()
