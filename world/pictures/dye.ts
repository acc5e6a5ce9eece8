import { hueTurn, type Tone, type Tones, tonesOf, writeTone } from "./colour-space.ts";

/** The main material of an object: its mean colour, and whether it is a grey one. */
interface Cloth {
  tone: Tone;
  grey: boolean;
}

const bins = 36;
const narrow = 0.75;
const wide = 1.25;

/**
 * An object's RGBA pixels in the calm colours of a studio photograph: violet shade becomes neutral. With a target,
 * the object's main material is dyed in it, keeping its light and shade; other materials stay as they are.
 */
export function dyedPixels(tones: Tones, target?: Tone): Buffer {
  const pixels = Buffer.alloc(tones.alpha.length * 4);
  const cloth = target && mainCloth(tones);
  for (let i = 0, at = 0; i < tones.alpha.length; i++, at += 4) {
    pixels[at + 3] = tones.alpha[i]!;
    if (tones.alpha[i] === 0) continue;
    const tone = toneAt(tones, i);
    const share = cloth ? membership(tone, cloth) : 0;
    const calm = calmed(tone);
    writeTone(share > 0 ? mixed(calm, dyed(tone, cloth!, target!), share) : calm, pixels, at);
  }
  return pixels;
}

/** Reads RGBA pixels, evens out the blocks of a compressed source and the teeth of its contours. */
export function cleanTones(pixels: Uint8Array, width: number, height: number): Tones {
  const tones = tonesOf(pixels, width, height);
  evenOut(tones);
  softenTeeth(tones);
  return tones;
}

/** Colour is averaged over neighbours of like lightness, so that it does not run across contours. */
function evenOut(tones: Tones): void {
  const { width, height, lightness, alpha } = tones;
  const [a, b] = [tones.a.slice(), tones.b.slice()];
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const i = y * width + x;
      if (alpha[i] === 0) continue;
      let [sumA, sumB, sum] = [0, 0, 0];
      for (let dy = -2; dy <= 2; dy += 2) {
        for (let dx = -2; dx <= 2; dx += 2) {
          const j = i + dy * width + dx;
          if (alpha[j]! < 128) continue;
          const apart = (lightness[j]! - lightness[i]!) * 14;
          const weight = 1 / (1 + apart * apart * apart * apart);
          sumA += a[j]! * weight;
          sumB += b[j]! * weight;
          sum += weight;
        }
      }
      if (sum === 0) continue;
      tones.a[i] = sumA / sum;
      tones.b[i] = sumB / sum;
    }
  }
}

/** Single pixels stand out as saw teeth once enlarged five times: they give way, then wider contours are lifted. */
function softenTeeth(tones: Tones): void {
  const soft = tones.lightness.slice();
  around(tones, 1, (i, cross, corners) => {
    soft[i] = tones.lightness[i]! * 0.64 + cross * 0.06 + corners * 0.03;
  });
  const from = soft.slice();
  tones.lightness.set(soft);
  around({ ...tones, lightness: from }, 2, (i, cross, corners) => {
    const lift = (from[i]! - (cross + corners) / 8) * 0.55;
    tones.lightness[i] = Math.max(0, Math.min(1, from[i]! + Math.max(-0.06, Math.min(0.06, lift))));
  });
}

/** Visits pixels well inside the object with the sums of their four straight and four slanted neighbours. */
function around(tones: Tones, by: number, visit: (i: number, cross: number, corners: number) => void): void {
  const { width, height, alpha, lightness } = tones;
  const row = width * by;
  for (let y = by; y < height - by; y++) {
    for (let x = by; x < width - by; x++) {
      const i = y * width + x;
      if (Math.min(alpha[i]!, alpha[i - by]!, alpha[i + by]!, alpha[i - row]!, alpha[i + row]!) < 250) continue;
      const cross = lightness[i - by]! + lightness[i + by]! + lightness[i - row]! + lightness[i + row]!;
      const corners =
        lightness[i - row - by]! + lightness[i - row + by]! + lightness[i + row - by]! + lightness[i + row + by]!;
      visit(i, cross, corners);
    }
  }
}

function toneAt(tones: Tones, i: number): Tone {
  const a = tones.a[i]!;
  const b = tones.b[i]!;
  return { lightness: tones.lightness[i]!, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

function calmed(tone: Tone): Tone {
  const violet = Math.max(0, 1 - Math.abs(hueTurn(tone.hue, -1.05)) / 0.75);
  const pale = 1 - ramp(tone.chroma, 0.05, 0.11);
  return { ...tone, chroma: tone.chroma * 0.94 * (1 - 0.75 * violet * pale) };
}

function dyed(tone: Tone, cloth: Cloth, target: Tone): Tone {
  const { lightness } = cloth.tone;
  const shaded = tone.lightness < lightness;
  const light = shaded
    ? (tone.lightness * target.lightness) / lightness
    : target.lightness + ((tone.lightness - lightness) * (1 - target.lightness)) / (1 - lightness);
  const depth = cloth.grey
    ? Math.min(1, 3.6 * light * (1 - light) + 0.1)
    : Math.min(1.35, tone.chroma / cloth.tone.chroma);
  const drift = cloth.grey ? 0 : hueTurn(cloth.tone.hue, tone.hue) * 0.6;
  return { lightness: light, chroma: target.chroma * depth, hue: target.hue + drift };
}

function membership(tone: Tone, cloth: Cloth): number {
  if (cloth.grey) return 1 - ramp(tone.chroma, 0.09, 0.2);
  const near = 1 - ramp(Math.abs(hueTurn(cloth.tone.hue, tone.hue)), narrow, wide);
  return near * ramp(tone.chroma, cloth.tone.chroma * 0.12, cloth.tone.chroma * 0.35);
}

function mixed(one: Tone, other: Tone, share: number): Tone {
  if (share >= 1) return other;
  const part = (from: number, to: number) => from + (to - from) * share;
  const a = part(one.chroma * Math.cos(one.hue), other.chroma * Math.cos(other.hue));
  const b = part(one.chroma * Math.sin(one.hue), other.chroma * Math.sin(other.hue));
  return { lightness: part(one.lightness, other.lightness), chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

function mainCloth(all: Tones): Cloth {
  const tones: Tone[] = [];
  for (let i = 0; i < all.alpha.length; i += 3) if (all.alpha[i]! > 200) tones.push(toneAt(all, i));
  const vivid = tones.filter((tone) => tone.chroma > 0.07);
  if (vivid.length < tones.length * 0.3) return { tone: mean(tones.filter((tone) => tone.chroma <= 0.09)), grey: true };
  const weight = new Float64Array(bins);
  for (const tone of vivid) weight[binOf(tone.hue)]! += tone.chroma;
  const around = (bin: number) => [-2, -1, 0, 1, 2].reduce((sum, by) => sum + weight[(bin + by + bins) % bins]!, 0);
  let best = 0;
  for (let bin = 1; bin < bins; bin++) if (around(bin) > around(best)) best = bin;
  const peak = ((best + 0.5) / bins) * 2 * Math.PI - Math.PI;
  return { tone: mean(vivid.filter((tone) => Math.abs(hueTurn(peak, tone.hue)) < 0.6)), grey: false };
}

function mean(tones: Tone[]): Tone {
  let [lightness, chroma, a, b] = [0, 0, 0, 0];
  for (const tone of tones) {
    lightness += tone.lightness;
    chroma += tone.chroma;
    a += tone.chroma * Math.cos(tone.hue);
    b += tone.chroma * Math.sin(tone.hue);
  }
  const count = Math.max(1, tones.length);
  return { lightness: lightness / count, chroma: Math.max(0.02, chroma / count), hue: Math.atan2(b, a) };
}

function binOf(hue: number): number {
  return Math.min(bins - 1, Math.floor(((hue + Math.PI) / (2 * Math.PI)) * bins));
}

function ramp(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}
