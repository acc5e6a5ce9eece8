/** A colour as lightness 0..1, chroma 0..0.4 and hue in radians (OKLCH). */
export interface Tone {
  lightness: number;
  chroma: number;
  hue: number;
}

/** The pixels of a picture as planes of OKLAB and alpha 0..255. */
export interface Tones {
  width: number;
  height: number;
  lightness: Float32Array;
  a: Float32Array;
  b: Float32Array;
  alpha: Uint8Array;
}

const toLinear = Float64Array.from({ length: 256 }, (_, i) => {
  const v = i / 255;
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
});
const steps = 8192;
const toByte = Uint8Array.from({ length: steps + 1 }, (_, i) => {
  const v = i / steps;
  return Math.round(255 * (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055));
});

/** '#rrggbb' to three bytes. */
export function channels(hex: string): [number, number, number] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];
}

/** One colour '#rrggbb' as OKLCH. */
export function toneOf(hex: string): Tone {
  const { lightness, a, b } = tonesOf(Uint8Array.from([...channels(hex), 255]), 1, 1);
  return { lightness: lightness[0]!, chroma: Math.hypot(a[0]!, b[0]!), hue: Math.atan2(b[0]!, a[0]!) };
}

/** RGBA pixels as planes; invisible pixels stay zero. */
export function tonesOf(pixels: Uint8Array, width: number, height: number): Tones {
  const count = width * height;
  const planes = [0, 1, 2].map(() => new Float32Array(count)) as [Float32Array, Float32Array, Float32Array];
  const alpha = new Uint8Array(count);
  for (let i = 0, at = 0; i < count; i++, at += 4) {
    alpha[i] = pixels[at + 3]!;
    if (alpha[i] === 0) continue;
    const r = toLinear[pixels[at]!]!;
    const g = toLinear[pixels[at + 1]!]!;
    const b = toLinear[pixels[at + 2]!]!;
    const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    planes[0][i] = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
    planes[1][i] = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
    planes[2][i] = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  }
  return { width, height, lightness: planes[0], a: planes[1], b: planes[2], alpha };
}

/** Writes an OKLCH colour as three sRGB bytes at `at`; what lies outside sRGB is clipped. */
export function writeTone(tone: Tone, into: Uint8Array, at: number): void {
  const a = tone.chroma * Math.cos(tone.hue);
  const b = tone.chroma * Math.sin(tone.hue);
  const l = (tone.lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (tone.lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (tone.lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  into[at] = byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  into[at + 1] = byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  into[at + 2] = byte(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
}

/** The way from one hue to another, -PI..PI. */
export function hueTurn(from: number, to: number): number {
  const turn = (to - from) % (2 * Math.PI);
  if (turn > Math.PI) return turn - 2 * Math.PI;
  return turn < -Math.PI ? turn + 2 * Math.PI : turn;
}

function byte(linear: number): number {
  return toByte[Math.round(Math.min(1, Math.max(0, linear)) * steps)]!;
}
