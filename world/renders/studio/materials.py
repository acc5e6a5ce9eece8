"""Hard materials: ceramic, clay, paint, metal, glass, wood, stone, wax."""
from .nodes import Mat, blend, rgb

OAK = ('#b99d7c', '#94775a')
SMOKED = ('#6e5340', '#47352a')
WALNUT = ('#6d5342', '#45352b')
ASH = ('#cdbba0', '#af997b')
WOODS = {'Oak': OAK, 'Smoked oak': SMOKED, 'Walnut': WALNUT, 'Ash': ASH}


def ceramic(
    color='#e4ded3',
    speck='#5b4636',
    density=0.5,
    rough=0.28,
    foot=None,
    clay='#a8937a',
    wobble=0.35,
    rim=None,
    tint=False,
):
    """Glazed stoneware. `foot`: height below which raw clay shows; `rim`: (z, hex) of a worn rim."""
    M = Mat('ceramic')
    P = M.coord()
    base = M.mix(M.rng(M.noise(P, 2.2, 3), 0.35, 0.7), rgb(color), M.shade(color, 0.87))
    if density > 0:
        for sc, th, soft in ((26, 0.34, 0.05), (9, 0.16, 0.03)):
            v = M.n('TexVoronoi', {'Vector': P, 'Scale': sc, 'Randomness': 1})
            r = M.n('SeparateColor', {0: v.outputs['Color']}).outputs[0]
            size = M.math('MULTIPLY', M.math('POWER', r, 7.0 - 4 * density), th)
            d = M.math('SUBTRACT', size, v.outputs['Distance'])
            base = M.mix(M.math('MULTIPLY', M.rng(d, 0, soft, smooth=True), 0.85), base, rgb(speck))
    z = M.xyz(P)[2]
    worn = 0.0
    if rim:
        edge = M.math('ADD', z, M.rng(M.noise(P, 7, 2), 0.3, 0.7, -0.012, 0.012))
        worn = M.rng(edge, rim[0] - 0.02, rim[0] + 0.012, 0, 0.8, smooth=True)
        base = M.mix(worn, base, rgb(rim[1]))
    normal = M.bump(M.noise(P, 3.0, 2), wobble * 0.25, 0.12)
    glaze = M.principled(
        color=base,
        rough=M.rng(M.noise(P, 6, 2), 0.3, 0.7, rough * 0.85, rough * 1.2),
        spec=0.5,
        coat=0.2,
        coat_rough=0.12,
        normal=normal,
    )
    glazed = M.math('SUBTRACT', 1.0, worn)
    if foot is not None:
        grit = M.noise(P, 60, 3, 0.7)
        raw = M.principled(
            color=M.mix(M.rng(grit, 0.3, 0.7), rgb(clay), M.shade(clay, 0.72)),
            rough=0.85,
            normal=M.bump(grit, 0.3, 0.02),
        )
        line = M.math('ADD', z, M.rng(M.noise(P, 3.5, 2), 0.3, 0.7, -0.02, 0.02))
        above = M.rng(line, foot, foot + 0.012, smooth=True)
        glaze = M.n('MixShader', {0: above, 1: raw, 2: glaze}).outputs[0]
        glazed = M.math('MULTIPLY', glazed, above)
    if tint:
        M.tint(glazed)
    return M.done(glaze)


def stoneware(clay='#a8937a', rings=0.3, grit_size=38, tint=False):
    """Unglazed clay: matte, gritty, with fine throwing rings."""
    M = Mat('stoneware')
    P = M.coord()
    z = M.xyz(P)[2]
    wave = M.math('SINE', M.math('ADD', M.math('MULTIPLY', z, 62), M.rng(M.noise(P, 1.2, 2), 0, 1, 0, 16)))
    grit, fine = M.noise(P, grit_size, 4, 0.75), M.noise(P, 4, 4, 0.6)
    c = M.mix(M.rng(fine, 0.3, 0.7), rgb(clay), M.shade(clay, 0.68))
    v = M.n('TexVoronoi', {'Vector': P, 'Scale': 30.0})
    r = M.n('SeparateColor', {0: v.outputs['Color']}).outputs[0]
    spot = M.rng(M.math('SUBTRACT', M.math('MULTIPLY', M.math('POWER', r, 2.2), 0.34), v.outputs['Distance']), 0, 0.05)
    c = M.mix(M.math('MULTIPLY', spot, 0.7), c, M.shade(clay, 0.3))
    n = M.bump(grit, 0.7, 0.025, M.bump(wave, rings, 0.03) if rings else None)
    if tint:
        M.tint(1.0)
    return M.done(M.principled(color=c, rough=0.88, spec=0.25, normal=n))


def plain(color, rough=0.5, spec=0.5, metal=0.0, grain=0.0, coat=0.0, tint=False):
    """Paint, plastic or powder coat; `grain` adds a fine orange peel."""
    M = Mat('plain')
    P = M.coord()
    kw = dict(
        color=rgb(color),
        rough=M.rng(M.noise(P, 5, 2), 0.3, 0.7, rough * 0.92, rough * 1.08),
        spec=spec,
        metal=metal,
        coat=coat,
    )
    if grain:
        kw['normal'] = M.bump(M.noise(P, 90, 2), grain, 0.01)
    if tint:
        M.tint(1.0)
    return M.done(M.principled(**kw))


def metal(color='#b09a74', rough=0.27, brushed='z'):
    """Brass (the default), steel ('#b9b8b5') or copper; brushed along the two other axes."""
    M = Mat('metal')
    s = {'x': (60, 1, 1), 'y': (1, 60, 1), 'z': (1, 1, 60)}[brushed or 'z']
    streak = M.noise(M.coord('Object', s), 6, 3, 0.6)
    c = M.mix(M.rng(M.noise(M.coord(), 2.5, 3), 0.35, 0.7), rgb(color), M.shade(color, 0.8))
    kw = dict(color=c, metal=1.0, rough=M.rng(streak, 0.25, 0.75, rough * 0.8, rough * 1.25))
    if brushed:
        kw['normal'] = M.bump(streak, 0.05, 0.008)
    return M.done(M.principled(**kw))


def glass(tint='#ffffff', density=0.0, rough=0.0, shadow=0.85):
    """Solid glass: refraction plus absorption; shadow rays pass so no caustics are needed."""
    M = Mat('glass')
    n = M.bump(M.noise(M.coord(), 1.6, 1), 0.03, 0.15)
    g = M.n('BsdfGlass', {'Color': (1, 1, 1, 1), 'Roughness': rough, 'IOR': 1.48, 'Normal': n}).outputs[0]
    t = rgb(tint)
    through = tuple(shadow * (c ** min(1.0, density * 0.22 + 0.02)) for c in t[:3]) + (1,)
    tr = M.n('BsdfTransparent', {'Color': through}).outputs[0]
    lp = M.n('LightPath')
    fac = M.math('MAXIMUM', lp.outputs['Is Shadow Ray'], lp.outputs['Is Diffuse Ray'])
    vol = M.n('VolumeAbsorption', {'Color': t, 'Density': density}).outputs[0] if density else None
    return M.done(M.n('MixShader', {0: fac, 1: g, 2: tr}).outputs[0], vol)


def wood(tones=OAK, axis='x', scale=1.0, rough=0.45, offset=(0, 0, 0), contrast=1.0):
    """Oiled hardwood: narrow growth rings round a far-off axis, fibres and pores along the grain."""
    light, dark = tones
    M = Mat('wood')
    C = M.scaled(M.coord(), scale, offset)
    S = M.scaled(C, {'x': (0.07, 1, 1), 'y': (1, 0.07, 1), 'z': (1, 1, 0.07)}[axis])
    warp = M.n('TexNoise', {'Vector': S, 'Scale': 0.9, 'Detail': 2, 'Roughness': 0.5}).outputs['Color']
    push = M.n('VectorMath', {0: warp, 1: (0.4, 0.4, 0.4)}, operation='MULTIPLY').outputs[0]
    W = M.n('VectorMath', {0: S, 1: push}, operation='ADD').outputs[0]
    ring = M.n(
        'TexWave',
        {'Vector': W, 'Scale': 6.5, 'Distortion': 1.2, 'Detail': 2, 'Detail Scale': 1.4},
        wave_type='RINGS',
        rings_direction=axis.upper(),
        wave_profile='SAW',
    ).outputs['Fac']
    F = M.scaled(C, {'x': (0.03, 1, 1), 'y': (1, 0.03, 1), 'z': (1, 1, 0.03)}[axis])
    fibre, pore = M.noise(F, 40, 3, 0.65), M.noise(F, 120, 1, 0.5)
    k = contrast
    c = M.ramp(
        ring,
        [
            (0, rgb(light)),
            (0.5, blend(light, dark, 0.15 * k)),
            (0.88, blend(light, dark, 0.62 * k)),
            (1, blend(light, dark, 0.2 * k)),
        ],
    )
    c = M.mix(M.rng(fibre, 0.35, 0.72, 0, 0.5), c, rgb(dark))
    pm = M.math('MULTIPLY', M.rng(pore, 0.56, 0.66), M.rng(ring, 0.1, 0.9, 0.35, 1))
    c = M.mix(M.math('MULTIPLY', pm, 0.55), c, blend(dark, '#2e2118', 0.5))
    h = M.math('SUBTRACT', M.math('MULTIPLY', fibre, 0.4), M.math('MULTIPLY', pm, 0.6))
    return M.done(
        M.principled(
            color=c, rough=M.rng(fibre, 0.3, 0.7, rough * 0.85, rough * 1.2), spec=0.35, normal=M.bump(h, 0.14, 0.01)
        )
    )


def cork(color='#b0906b'):
    M = Mat('cork')
    P = M.coord()
    v = M.n('TexVoronoi', {'Vector': P, 'Scale': 13.0})
    e = M.n('SeparateColor', {0: v.outputs['Color']}).outputs
    c = M.mix(e[0], rgb(color), M.shade(color, 0.6))
    c = M.mix(M.rng(M.noise(P, 30, 3, 0.7), 0.58, 0.68, 0, 0.8), c, rgb('#4c3826'))
    h = M.math('ADD', M.noise(P, 45, 3, 0.7), v.outputs['Distance'])
    return M.done(M.principled(color=c, rough=0.9, spec=0.2, normal=M.bump(h, 0.35, 0.02)))


def marble(base='#dedbd5', vein='#8d8a86', scale=1.0, rough=0.22):
    M = Mat('marble')
    P = M.scaled(M.coord(), scale * 0.55, (0.3, 0.8, 0.2))
    a = M.math('ABSOLUTE', M.math('SUBTRACT', M.noise(P, 0.9, 6, 0.62, 1.6), 0.5))
    b = M.math('ABSOLUTE', M.math('SUBTRACT', M.noise(P, 2.3, 5, 0.6, 1.0), 0.47))
    c = M.mix(M.rng(M.noise(P, 1.1, 3), 0.3, 0.7, 0, 0.5), rgb(base), M.shade(base, 0.82))
    c = M.mix(M.rng(b, 0, 0.012, 0.25, 0, smooth=True), c, rgb(vein))
    c = M.mix(M.rng(a, 0, 0.022, 0.6, 0, smooth=True), c, rgb(vein))
    return M.done(M.principled(color=c, rough=rough, spec=0.5))


def travertine(base='#c9bba6', rough=0.6):
    """Honed travertine: level bands and small open pores."""
    M = Mat('travertine')
    P = M.coord()
    L = M.scaled(P, (0.25, 0.25, 1.6))
    c = M.ramp(
        M.noise(L, 1.7, 5, 0.6),
        [(0.3, rgb(base)), (0.5, darker(base, 0.86)), (0.62, rgb(base)), (0.75, darker(base, 0.78))],
    )
    pores = M.rng(M.noise(M.scaled(P, (0.5, 0.5, 1.3)), 14, 3, 0.65), 0.63, 0.68)
    c = M.mix(M.math('MULTIPLY', pores, 0.7), c, M.shade(base, 0.45))
    return M.done(M.principled(color=c, rough=rough, spec=0.3, normal=M.bump(pores, -0.5, 0.03)))


def darker(color, by):
    return tuple(x * by for x in rgb(color)[:3]) + (1,)


def concrete(color='#a9a6a1', tint=False):
    M = Mat('concrete')
    P = M.coord()
    c = M.mix(M.rng(M.noise(P, 2.2, 5, 0.62), 0.3, 0.7), rgb(color), M.shade(color, 0.8))
    pits = M.rng(M.noise(P, 17, 2, 0.5), 0.69, 0.72)
    c = M.mix(M.math('MULTIPLY', pits, 0.5), c, M.shade(color, 0.45))
    if tint:
        M.tint(1.0)
    return M.done(M.principled(color=c, rough=0.82, spec=0.25, normal=M.bump(M.noise(P, 40, 3), 0.1, 0.02)))


def terrazzo(base='#d9d4cb', chips=('#9a7c66', '#6d6a62', '#c3b39b', '#4a504c'), scale=4.0):
    """Cement with broken stone: cells shrunk from their borders, so the chips have straight broken sides."""
    M = Mat('terrazzo')
    P = M.coord()
    c = M.mix(M.noise(P, 30, 3), rgb(base), M.shade(base, 0.9))
    for sc, least in ((scale * 3.4, 0.62), (scale * 1.9, 0.68), (scale, 0.72)):
        cell = M.n('TexVoronoi', {'Vector': P, 'Scale': sc, 'Randomness': 1.0})
        edge = M.n('TexVoronoi', {'Vector': P, 'Scale': sc, 'Randomness': 1.0}, feature='DISTANCE_TO_EDGE')
        e = M.n('SeparateColor', {0: cell.outputs['Color']}).outputs
        inside = M.rng(edge.outputs['Distance'], 0.05, 0.06)
        mask = M.math('MULTIPLY', inside, M.math('GREATER_THAN', e[1], least))
        col = M.ramp(e[0], [(i / len(chips), rgb(ch)) for i, ch in enumerate(chips)], 'CONSTANT')
        c = M.mix(mask, c, col)
    return M.done(M.principled(color=c, rough=0.36, spec=0.45))


def wax(color='#e6ddcc', radius=0.18, tint=False):
    M = Mat('wax')
    c = rgb(color)
    if tint:
        M.tint(1.0)
    return M.done(
        M.principled(
            color=c,
            sss=0.5,
            sss_c=c,
            sss_r=(radius, radius * 0.6, radius * 0.35),
            rough=0.42,
            spec=0.4,
            normal=M.bump(M.noise(M.coord(), 4, 2), 0.08, 0.05),
        )
    )


def opal(color='#f2ece2', glow='#ffc792', power=0.0, see=0.5, hot=None):
    """Opal glass or paper: satin over a translucent body; `hot` = (z, spread) of the bulb behind it."""
    M = Mat('opal')
    d = M.n('BsdfDiffuse', {'Color': rgb(color)}).outputs[0]
    t = M.n('BsdfTranslucent', {'Color': rgb(color)}).outputs[0]
    b = M.n('MixShader', {0: see, 1: d, 2: t}).outputs[0]
    g = M.n('BsdfGlossy', {'Roughness': 0.12}).outputs[0]
    s = M.n('MixShader', {0: M.n('Fresnel', {'IOR': 1.45}).outputs[0], 1: b, 2: g}).outputs[0]
    if power:
        if hot:
            d = M.math('DIVIDE', M.math('SUBTRACT', M.xyz(M.coord())[2], hot[0]), hot[1])
            fall = M.math('EXPONENT', M.math('MULTIPLY', M.math('MULTIPLY', d, d), -1.0))
            lw = M.n('LayerWeight', {'Blend': 0.5}).outputs['Facing']
            level = M.math('ADD', M.math('MULTIPLY', fall, power * 0.8), power * 0.2)
            power = M.math('MULTIPLY', level, M.rng(lw, 0, 1, 1.15, 0.55))
        e = M.n('Emission', {'Color': rgb(glow), 'Strength': power}).outputs[0]
        s = M.n('AddShader', {0: s, 1: e}).outputs[0]
    return M.done(s)


def emission(color, power):
    M = Mat('emission')
    return M.done(M.n('Emission', {'Color': rgb(color), 'Strength': power}).outputs[0])
