import { type BackdropName, backdrops } from "./backdrops.ts";
import { channels } from "./colour-space.ts";

/** A picture in the making: raw RGB, three bytes a pixel. */
export interface Canvas {
  width: number;
  height: number;
  pixels: Buffer;
}

/** Raw RGBA with the place of its top left corner on the canvas. */
export interface Cutout {
  width: number;
  height: number;
  pixels: Buffer;
  left: number;
  top: number;
}

export type Pose = "stand" | "lay";

interface Light {
  gain: Float32Array;
  grain: Float32Array;
}

const lights = new Map<string, Light>();
const painted = new Map<string, Buffer>();

/** Used canvases by size: fresh memory costs more than painting over. */
const sheets = {
  spare: new Map<number, Buffer[]>(),
  pop(bytes: number): Buffer | undefined {
    return this.spare.get(bytes)?.pop();
  },
  push(pixels: Buffer): void {
    this.spare.set(pixels.length, [...(this.spare.get(pixels.length) ?? []), pixels].slice(-8));
  },
};

/** Where the floor meets the wall, as a part of the height. */
const horizon = 0.6;

/** A fresh canvas with the studio set painted on it; `lay` looks straight down on the floor, without a horizon. */
export function paintBackdrop(name: BackdropName, pose: Pose, width: number, height: number): Canvas {
  const key = `${name} ${pose} ${width} ${height}`;
  let pixels = painted.get(key);
  if (!pixels) {
    pixels = paint(name, pose, width, height);
    painted.set(key, pixels);
  }
  const fresh = sheets.pop(pixels.length) ?? Buffer.allocUnsafeSlow(pixels.length);
  pixels.copy(fresh);
  return { width, height, pixels: fresh };
}

/** Gives a canvas back for the next picture; it must not be used after. */
export function putAway(canvas: Canvas): void {
  sheets.push(canvas.pixels);
}

/** Lays a cut-out over the canvas. Parts outside the canvas are cut off. */
export function place(canvas: Canvas, cutout: Cutout): void {
  const { width, pixels } = canvas;
  const over = cutout.pixels;
  const fromX = Math.max(0, -cutout.left);
  const toX = Math.min(cutout.width, width - cutout.left);
  const fromY = Math.max(0, -cutout.top);
  const toY = Math.min(cutout.height, canvas.height - cutout.top);
  for (let y = fromY; y < toY; y++) {
    let s = (y * cutout.width + fromX) * 4;
    let d = ((y + cutout.top) * width + fromX + cutout.left) * 3;
    for (let x = fromX; x < toX; x++, s += 4, d += 3) {
      const alpha = over[s + 3]!;
      if (alpha === 0) continue;
      if (alpha === 255) {
        pixels[d] = over[s]!;
        pixels[d + 1] = over[s + 1]!;
        pixels[d + 2] = over[s + 2]!;
        continue;
      }
      for (let c = 0; c < 3; c++) {
        const under = pixels[d + c]!;
        pixels[d + c] = under + ((over[s + c]! - under) * alpha) / 255 + 0.5;
      }
    }
  }
}

function paint(name: BackdropName, pose: Pose, width: number, height: number): Buffer {
  const { wall, floor } = backdrops[name];
  const rows = rowColours(channels(wall), channels(floor), pose, height);
  const { gain, grain } = lightOf(width, height);
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0, i = 0, d = 0; y < height; y++) {
    const r = rows[y * 3]!;
    const g = rows[y * 3 + 1]!;
    const b = rows[y * 3 + 2]!;
    for (let x = 0; x < width; x++, i++, d += 3) {
      const light = gain[i]!;
      const noise = grain[i]!;
      pixels[d] = Math.min(255, r * light + noise);
      pixels[d + 1] = Math.min(255, g * light + noise);
      pixels[d + 2] = Math.min(255, b * light + noise);
    }
  }
  return pixels;
}

function rowColours(wall: number[], floor: number[], pose: Pose, height: number): Float32Array {
  const rows = new Float32Array(height * 3);
  for (let y = 0; y < height; y++) {
    const t = y / height;
    const floorness = pose === "lay" ? 0.75 : smooth((t - horizon + 0.05) / 0.1);
    // The wall brightens towards the floor; the floor is brightest at the bend and falls off to the camera.
    const shade =
      pose === "lay"
        ? 1.01 - 0.05 * t
        : floorness * (1.035 - 0.12 * (t - horizon)) + (1 - floorness) * (0.95 + 0.07 * t);
    for (let c = 0; c < 3; c++) rows[y * 3 + c] = (wall[c]! * (1 - floorness) + floor[c]! * floorness) * shade;
  }
  return rows;
}

function lightOf(width: number, height: number): Light {
  const key = `${width} ${height}`;
  const known = lights.get(key);
  if (known) return known;
  const gain = new Float32Array(width * height);
  const grain = new Float32Array(width * height);
  let seed = 9176;
  for (let y = 0, i = 0; y < height; y++) {
    const v = y / height;
    for (let x = 0; x < width; x++, i++) {
      const u = x / width;
      const key2 = (u - 0.36) ** 2 + (v - 0.34) ** 2;
      const edge = (u - 0.5) ** 2 + (v - 0.52) ** 2;
      gain[i] = 1 + 0.05 * Math.exp(-key2 * 5) - 0.2 * Math.max(0, edge - 0.1) - 0.04 * u;
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      // Half a level of grain hides the steps of an 8 bit gradient; +0.5 rounds.
      grain[i] = 0.5 + (seed / 4294967296 - 0.5) * 1.1;
    }
  }
  const light = { gain, grain };
  lights.set(key, light);
  return light;
}

function smooth(t: number): number {
  const x = Math.min(1, Math.max(0, t));
  return x * x * (3 - 2 * x);
}
