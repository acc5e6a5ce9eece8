"""What there is to photograph: every product says how it is built, its colours and its views."""
from dataclasses import dataclass, field
from typing import Callable

from . import stage


@dataclass
class Good:
    slug: str
    department: str
    build: Callable
    colors: dict = field(default_factory=dict)
    """Color name -> what `build` takes; the first is on the cover."""
    recolor: bool = False
    """The further colors come from the render of the first: their values are hex colors."""
    views: dict = field(default_factory=dict)
    cards: bool = False
    up: float = 0.0
    wall: bool = False
    bounces: int = 5
    spp: float = 1.0
    light: dict = field(default_factory=dict)


GOODS: dict[str, Good] = {}


def good(slug, department, colors=None, views=None, **more):
    """Registers the builder: `build(color, view)` returns the objects that the camera frames."""

    def register(build):
        GOODS[slug] = Good(slug, department, build, colors or {'': None}, views=views or {}, **more)
        return build

    return register


def set_stage(one: Good, view: str, color):
    """Builds the product in the studio of its department, lit and framed.

    Returns the bounces of light it needs and the part of the picture it takes up (None: all, for cables and glow).
    """
    import bpy
    from .shapes import move

    stage.reset()
    objs = one.build(color, view)
    v = dict(one.views[view])
    turn = v.pop('rz', 0)
    if turn:
        move([o for o in bpy.data.objects if not o.parent], rz=turn)
    stage_k = v.pop('k', None) or 0.3 + 0.62 * stage.size_of(objs)
    base = stage.GROUNDS[one.department]
    if one.wall:
        stage.ground(base, back=0.0, hung=True)
    else:
        stage.ground(base, back=max(4.0, 3.4 * stage_k), bend=1.6 * max(1, stage_k))
    stage.lights(stage_k, up=one.up, **one.light)
    if one.cards:
        stage.glass_cards(stage.size_of(objs), max(0.8, stage_k / 1.4))
    share = stage.camera(objs, **v)
    return one.bounces, None if one.department == 'lighting' else share
