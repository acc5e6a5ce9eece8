"""Draws what is printed on products: labels, art, patterns. Runs with Debian's Python (Pillow)."""
import os
import random

from PIL import Image, ImageDraw, ImageFilter, ImageFont

SANS = '/usr/share/fonts/truetype/liberation/LiberationSans-%s.ttf'
SERIF = '/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf'
INK = (36, 33, 30, 255)


def sans(size, weight='Regular'):
    return ImageFont.truetype(SANS % weight, size)


def page(w, h, fill=(0, 0, 0, 0)):
    im = Image.new('RGBA', (w, h), fill)
    return im, ImageDraw.Draw(im)


def spaced(d, x, y, text, f, gap, centre=False, fill=INK):
    """Text with wide letter spacing."""
    if centre:
        x -= (sum(d.textlength(c, font=f) + gap for c in text) - gap) / 2
    for c in text:
        d.text((x, y), c, font=f, fill=fill)
        x += d.textlength(c, font=f) + gap


def label(title, lines, small, size):
    """A quiet label: what it is, what is in it, how much."""
    w, h = size
    im, d = page(w, h)
    spaced(d, 90, 90, title.upper(), sans(76, 'Bold'), 18)
    d.line((90, 225, w - 90, 225), fill=INK, width=4)
    for i, text in enumerate(lines):
        d.text((90, 265 + i * 78), text, font=sans(58 if i else 66), fill=INK)
    d.line((90, h - 200, w - 90, h - 200), fill=INK, width=2)
    d.text((90, h - 160), small[0], font=sans(52), fill=INK)
    d.text((w - 90, h - 160), small[1], font=sans(52), fill=INK, anchor='ra')
    return im


def candle():
    im, d = page(1500, 680)
    spaced(d, 750, 110, 'FIREPLACE', sans(86, 'Bold'), 24, True)
    d.text((750, 265), 'birch smoke, fig, vetiver', font=ImageFont.truetype(SERIF, 58), fill=INK, anchor='mt')
    d.line((660, 410, 840, 410), fill=INK, width=3)
    d.text((750, 470), '220 g   45 h', font=sans(52), fill=INK, anchor='mt')
    return im


def grainy(im, amount=9, seed=1):
    """Printing ink is never quite even."""
    rnd = random.Random(seed)
    noise = Image.effect_noise(im.size, amount * 2).filter(ImageFilter.GaussianBlur(0.8)).convert('RGB')
    out = Image.blend(im.convert('RGB'), noise, 0.045)
    rnd.random()
    return out.convert('RGBA')


def art(colors, seed):
    """A screen print of a few calm shapes, with a wide margin."""
    w, h = 1600, 2000
    im, d = page(w, h, (233, 229, 221, 255))
    m = 330
    d.rectangle((m, m, w - m, h - m), fill=colors[0])
    if seed == 1:
        d.pieslice((m + 90, 640, w - m - 90, 640 + (w - 2 * m - 180)), 180, 360, fill=colors[1])
        d.rectangle((m, 1110, w - m, 1290), fill=colors[2])
        d.ellipse((w - m - 330, m + 110, w - m - 130, m + 310), fill=colors[3])
        d.rectangle((m, 1290, w - m, h - m), fill=colors[3])
    else:
        for k in range(5):
            d.rectangle(
                (m + 90 + k * 60, m + 120 + k * 190, w - m - 90 - k * 90, m + 250 + k * 190), fill=colors[1 + k % 3]
            )
    return grainy(im, seed=seed)


def pattern(ground, ink, kind):
    """A repeating pattern for paper: small dashes or leaves in rows."""
    im, d = page(1200, 1200, ground)
    for row in range(15):
        for col in range(15):
            x, y = col * 80 + (40 if row % 2 else 0), row * 80 + 30
            if kind == 'dash':
                d.line((x, y, x + 22, y + 30), fill=ink, width=7)
            else:
                d.ellipse((x, y, x + 14, y + 34), fill=ink)
                d.ellipse((x + 18, y + 10, x + 32, y + 44), fill=ink)
    return grainy(im)


def month():
    """A calendar page."""
    im, d = page(1400, 1800, (236, 232, 224, 255))
    d.text((110, 120), 'March', font=sans(150, 'Bold'), fill=INK)
    d.text((1290, 215), '2027', font=sans(70), fill=INK, anchor='ra')
    for i, day in enumerate('MTWTFSS'):
        d.text((150 + i * 183, 420), day, font=sans(56), fill=(120, 114, 106, 255), anchor='mt')
    for k in range(31):
        row, col = divmod(k, 7)
        d.text((150 + col * 183, 560 + row * 220), str(k + 1), font=sans(72), fill=INK, anchor='mt')
    return im


def draw_all(folder):
    """Every print as a PNG in the folder."""
    os.makedirs(folder, exist_ok=True)
    calm = [(206, 196, 180, 255), (140, 93, 75, 255), (62, 72, 76, 255), (184, 150, 96, 255)]
    cool = [(214, 211, 203, 255), (78, 92, 88, 255), (150, 160, 150, 255), (196, 170, 132, 255)]
    prints = {
        'candle': candle(),
        'soap': label(
            'Hand wash',
            ['Bergamot, cedar, sea salt', 'With oils of olive and coconut.', 'Rinse well with warm water.'],
            ('300 ml', '10.1 fl. oz.'),
            (1400, 1010),
        ),
        'oil': label(
            'Bath oil',
            ['Lavender, clary sage', 'One capful into running water.'],
            ('200 ml', '6.8 fl. oz.'),
            (1400, 900),
        ),
        'salt': label(
            'Bath salt',
            ['Dead Sea salt, pine needle', 'Two spoons for a full bath.'],
            ('450 g', '15.9 oz.'),
            (1400, 900),
        ),
        'print': art(calm, 1),
        'print-bars': art(cool, 2),
        'dash': pattern((222, 214, 201, 255), (94, 104, 96, 255), 'dash'),
        'leaf': pattern((92, 104, 94, 255), (214, 205, 188, 255), 'leaf'),
        'month': month(),
    }
    for name, im in prints.items():
        im.save(f'{folder}/{name}.png')
