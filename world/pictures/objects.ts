import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { colours } from "#world/options.ts";
import type { Cutout } from "./canvas.ts";
import { type Tones, toneOf } from "./colour-space.ts";
import { cleanTones, dyedPixels } from "./dye.ts";

/** An object cut out at its own size: raw RGBA, trimmed to what is visible. */
export interface StudioObject {
  width: number;
  height: number;
  pixels: Buffer;
}

/** How an object is to be shown: its longer side in pixels, and turned, mirrored or out of focus. */
export interface Look {
  longest: number;
  mirrored?: boolean;
  degrees?: number;
  blur?: number;
}

const clear = { r: 0, g: 0, b: 0, alpha: 0 };
const assets = join(dirname(createRequire(import.meta.url).resolve("@lobehub/fluent-emoji-3d/package.json")), "assets");
const objects = new Map<string, Promise<StudioObject>>();
const sources = new Map<string, Promise<Tones>>();

/** Where the picture of an object lies on disk. */
export function objectFile(emoji: string): string {
  return join(assets, `${emoji}.webp`);
}

/** Loads an object, dyed in a colour of the shop when one is given. Kept in memory. */
export function getObject(emoji: string, colour?: string): Promise<StudioObject> {
  return kept(objects, `${emoji} ${colour ?? ""}`, async () => {
    const tones = await kept(sources, emoji, () => readTones(emoji));
    const swatch = colour === undefined ? undefined : colours[colour];
    return { width: tones.width, height: tones.height, pixels: dyedPixels(tones, swatch ? toneOf(swatch) : undefined) };
  });
}

/** Enlarges, turns and mirrors an object in one go, crisp at its edges unless blurred; its place is still 0, 0. */
export async function cutOut(object: StudioObject, look: Look): Promise<Cutout> {
  const scale = look.longest / Math.max(object.width, object.height);
  const raw = { width: object.width, height: object.height, channels: 4 } as const;
  let picture = sharp(object.pixels, { raw });
  // Out of focus is cheaper before enlarging, and looks the same.
  if (look.blur) picture = await blurred(picture, look.blur / scale);
  const [matrix, interpolator] = [placing(scale, look), sharp.interpolators.bicubic];
  const { data, info } = await picture
    .affine(matrix, { background: clear, interpolator })
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (!look.blur) tightenEdge(data, Math.min(3, Math.max(1, scale * 0.62)));
  const cut = look.degrees
    ? trim(data, info.width, info.height)
    : { width: info.width, height: info.height, pixels: data };
  return { ...cut, left: 0, top: 0 };
}

async function blurred(picture: Sharp, sigma: number): Promise<Sharp> {
  const by = Math.ceil(sigma * 3);
  const frame = { top: by, bottom: by, left: by, right: by, background: clear };
  const { data, info } = await picture
    .extend(frame)
    .blur(Math.max(0.3, sigma))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } });
}

function placing(scale: number, { degrees = 0, mirrored = false }: Look): [number, number, number, number] {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180) * scale, Math.sin((degrees * Math.PI) / 180) * scale];
  return mirrored ? [-cos, -sin, -sin, cos] : [cos, -sin, sin, cos];
}

async function readTones(emoji: string): Promise<Tones> {
  const { data, info } = await sharp(await readFile(objectFile(emoji)))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const trimmed = trim(data, info.width, info.height);
  return cleanTones(trimmed.pixels, trimmed.width, trimmed.height);
}

function kept<Thing>(shelf: Map<string, Promise<Thing>>, key: string, make: () => Promise<Thing>): Promise<Thing> {
  const thing = shelf.get(key) ?? make();
  shelf.set(key, thing);
  return thing;
}

function trim(data: Buffer, width: number, height: number): StudioObject {
  const box = visibleBox(data, width, height);
  const pixels = Buffer.allocUnsafeSlow(box.width * box.height * 4);
  for (let y = 0; y < box.height; y++) {
    const from = ((y + box.top) * width + box.left) * 4;
    data.copy(pixels, y * box.width * 4, from, from + box.width * 4);
  }
  return { width: box.width, height: box.height, pixels };
}

function visibleBox(
  data: Buffer,
  width: number,
  height: number,
): { left: number; top: number; width: number; height: number } {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0, at = 3; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      if (data[at]! < 24) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** Enlarging widens the soft edge; a steeper alpha makes it a clean contour again. */
function tightenEdge(pixels: Buffer, gain: number): void {
  for (let at = 3; at < pixels.length; at += 4) {
    const alpha = pixels[at]!;
    if (alpha === 0 || alpha === 255) continue;
    pixels[at] = Math.min(255, Math.max(0, (alpha - 128) * gain + 128));
  }
}
