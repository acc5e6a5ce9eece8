"""Colours and a thin wrapper that keeps material node graphs readable."""
import bpy


def rgb(hexa, a=1.0):
    """'#d8cfc2' as scene-linear RGBA."""
    h = hexa.lstrip('#')
    out = []
    for i in (0, 2, 4):
        c = int(h[i : i + 2], 16) / 255
        out.append(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4)
    return (*out, a)


def blend(a, b, t):
    """The scene-linear colour between two hex colours."""
    a, b = rgb(a), rgb(b)
    return tuple(a[i] * (1 - t) + b[i] * t for i in range(3)) + (1,)


def keep_color(objs):
    """Things beside the product keep their colour when its picture is recoloured."""
    for o in objs:
        for slot in o.material_slots:
            node = slot.material.node_tree.nodes.get('tint')
            if node:
                slot.material.node_tree.nodes.remove(node)
    return objs


class Mat:
    """A material under construction."""

    def __init__(self, name):
        self.m = bpy.data.materials.new(name)
        self.m.use_nodes = True
        self.t = self.m.node_tree
        self.t.nodes.clear()
        self.out = self.t.nodes.new('ShaderNodeOutputMaterial')

    def n(self, kind, inputs=None, **attrs):
        node = self.t.nodes.new('ShaderNode' + kind)
        for k, v in attrs.items():
            setattr(node, k, v)
        for k, v in (inputs or {}).items():
            self.set(node.inputs[k], v)
        return node

    def set(self, sock, v):
        if isinstance(v, bpy.types.NodeSocket):
            self.t.links.new(v, sock)
        elif isinstance(v, bpy.types.Node):
            self.t.links.new(v.outputs[0], sock)
        else:
            sock.default_value = v

    def coord(self, which='Object', scale=None):
        c = self.n('TexCoord').outputs[which]
        return c if scale is None else self.scaled(c, scale)

    def scaled(self, vec, scale, location=(0, 0, 0)):
        scale = (scale,) * 3 if isinstance(scale, (int, float)) else scale
        return self.n('Mapping', {'Vector': vec, 'Scale': scale, 'Location': location}).outputs[0]

    def xyz(self, vec):
        return self.n('SeparateXYZ', {0: vec}).outputs

    def noise(self, vec, scale, detail=3, rough=0.5, dist=0):
        return self.n(
            'TexNoise', {'Vector': vec, 'Scale': scale, 'Detail': detail, 'Roughness': rough, 'Distortion': dist}
        ).outputs['Fac']

    def math(self, op, a, b=0.0, c=0.0, clamp=False):
        return self.n('Math', {0: a, 1: b, 2: c}, operation=op, use_clamp=clamp).outputs[0]

    def mix(self, fac, a, b, how='MIX'):
        return self.n('MixRGB', {'Fac': fac, 'Color1': a, 'Color2': b}, blend_type=how).outputs[0]

    def shade(self, color, by):
        """A darker tone of a colour, in proportion, so that a picture can be recoloured afterwards."""
        return self.mix(1, rgb(color) if isinstance(color, str) else color, (by, by, by, 1), 'MULTIPLY')

    def rng(self, v, a, b, c=0.0, d=1.0, smooth=False):
        return self.n(
            'MapRange',
            {'Value': v, 'From Min': a, 'From Max': b, 'To Min': c, 'To Max': d},
            interpolation_type='SMOOTHSTEP' if smooth else 'LINEAR',
        ).outputs[0]

    def ramp(self, fac, stops, how='LINEAR'):
        node = self.n('ValToRGB', {'Fac': fac})
        node.color_ramp.interpolation = how
        e = node.color_ramp.elements
        while len(e) < len(stops):
            e.new(0.5)
        for el, (p, c) in zip(e, stops):
            el.position, el.color = p, c
        return node.outputs[0]

    def bump(self, height, strength=0.3, dist=0.02, normal=None):
        d = {'Height': height, 'Strength': strength, 'Distance': dist}
        if normal is not None:
            d['Normal'] = normal
        return self.n('Bump', d).outputs[0]

    def principled(self, **kw):
        names = {
            'color': 'Base Color',
            'rough': 'Roughness',
            'metal': 'Metallic',
            'spec': 'Specular',
            'sss': 'Subsurface',
            'sss_r': 'Subsurface Radius',
            'sss_c': 'Subsurface Color',
            'coat': 'Clearcoat',
            'coat_rough': 'Clearcoat Roughness',
            'sheen': 'Sheen',
            'trans': 'Transmission',
            'ior': 'IOR',
            'normal': 'Normal',
        }
        return self.n('BsdfPrincipled', {names[k]: v for k, v in kw.items()}).outputs[0]

    def tint(self, value=1.0):
        """Marks where the choice of colour shows: `value` is 0 to 1 or a socket (see picture.py)."""
        node = self.t.nodes.new('ShaderNodeOutputAOV')
        node.name = 'tint'
        self.set(node.inputs['Value'], value)

    def done(self, shader, volume=None):
        self.set(self.out.inputs['Surface'], shader)
        if volume is not None:
            self.set(self.out.inputs['Volume'], volume)
        return self.m
