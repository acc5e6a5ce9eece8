import type { Canvas, Cutout, Pose } from "./canvas.ts";

/** Shadows are soft: one value for so many pixels is enough. */
const fine = 4;
const coarse = 8;

/** Darkens the canvas where a cut-out stands (tight contact, wide fall-off) or lies (two soft drops). */
export function castShadow(canvas: Canvas, cutout: Cutout, pose: Pose, strength = 1): void {
  const map = pose === "stand" ? standing(canvas, cutout) : lying(canvas, cutout);
  darken(canvas, map, strength);
}

interface ShadeMap {
  grain: number;
  width: number;
  height: number;
  shade: Float32Array;
}

function emptyMap(canvas: Canvas, grain: number): ShadeMap {
  const width = Math.ceil(canvas.width / grain) + 2;
  const height = Math.ceil(canvas.height / grain) + 2;
  return { grain, width, height, shade: new Float32Array(width * height) };
}

function standing(canvas: Canvas, cutout: Cutout): ShadeMap {
  const map = emptyMap(canvas, fine);
  const { grain } = map;
  const soles = solesOf(cutout);
  const base = Math.max(...soles);
  const contact = new Float32Array(map.width);
  const wide = new Float32Array(map.width);
  const level = new Float32Array(map.width);
  const floor = new Float32Array(map.width).fill(base);
  const height = cutout.height;
  for (let x = 0; x < map.width; x++) {
    const column = x * grain - cutout.left;
    const sole = soles[column] ?? -1;
    level[x] = base;
    if (sole < 0) continue;
    const lift = (base - sole) / height;
    contact[x] = Math.exp(-((lift / 0.06) ** 2));
    wide[x] = Math.exp(-((lift / 0.38) ** 2));
    if (lift < 0.14) level[x] = sole;
  }
  blurLine(level, 4);
  blurLine(contact, Math.max(2, cutout.width * 0.006));
  blurLine(wide, Math.max(5, cutout.width * 0.022));
  const reach = Math.sqrt(cutout.width * height) / grain;
  shadeColumns(map, contact, level, cutout.top, {
    below: 0.004 * reach,
    spread: Math.max(2, 0.014 * reach),
    shift: 0,
    dark: 0.62,
  });
  shadeColumns(map, wide, floor, cutout.top, {
    below: 0.022 * reach,
    spread: 0.05 * reach,
    shift: Math.round(0.03 * reach),
    dark: 0.34,
  });
  shadeColumns(map, wide, floor, cutout.top, {
    below: 0.04 * reach,
    spread: 0.12 * reach,
    shift: Math.round(0.06 * reach),
    dark: 0.14,
  });
  return map;
}

interface Fall {
  below: number;
  spread: number;
  shift: number;
  dark: number;
}

function shadeColumns(map: ShadeMap, line: Float32Array, level: Float32Array, top: number, fall: Fall): void {
  for (let x = 0; x < map.width; x++) {
    const from = Math.max(0, x - fall.shift);
    const amount = (line[from] ?? 0) * fall.dark;
    if (amount < 0.003) continue;
    const middle = (top + level[from]!) / map.grain + fall.below;
    const first = Math.max(0, Math.floor(middle - 3 * fall.spread));
    const last = Math.min(map.height - 1, Math.ceil(middle + 3 * fall.spread));
    for (let y = first; y <= last; y++) {
      const at = y * map.width + x;
      const shade = amount * Math.exp(-0.5 * ((y - middle) / fall.spread) ** 2);
      map.shade[at] = 1 - (1 - map.shade[at]!) * (1 - shade);
    }
  }
}

function lying(canvas: Canvas, cutout: Cutout): ShadeMap {
  const reach = Math.max(cutout.width, cutout.height) / coarse;
  const near = silhouette(canvas, cutout, 0.012 * reach, 0.016 * reach);
  blurMap(near, Math.max(1, Math.round(0.012 * reach)));
  const far = silhouette(canvas, cutout, 0.035 * reach, 0.05 * reach);
  blurMap(far, Math.round(0.045 * reach));
  for (let i = 0; i < near.shade.length; i++)
    near.shade[i] = 1 - (1 - near.shade[i]! * 0.38) * (1 - far.shade[i]! * 0.3);
  return near;
}

function silhouette(canvas: Canvas, cutout: Cutout, right: number, down: number): ShadeMap {
  const map = emptyMap(canvas, coarse);
  const { grain } = map;
  for (let y = 0; y < map.height; y++) {
    const row = Math.round((y - down) * grain) - cutout.top;
    if (row < 0 || row >= cutout.height) continue;
    for (let x = 0; x < map.width; x++) {
      const column = Math.round((x - right) * grain) - cutout.left;
      if (column < 0 || column >= cutout.width) continue;
      map.shade[y * map.width + x] = cutout.pixels[(row * cutout.width + column) * 4 + 3]! / 255;
    }
  }
  return map;
}

function solesOf(cutout: Cutout): Int32Array {
  const soles = new Int32Array(cutout.width).fill(-1);
  for (let y = cutout.height - 1; y >= 0; y--) {
    for (let x = 0; x < cutout.width; x++) {
      if (soles[x]! < 0 && cutout.pixels[(y * cutout.width + x) * 4 + 3]! > 110) soles[x] = y;
    }
  }
  return soles;
}

function blurMap(map: ShadeMap, radius: number): void {
  const column = new Float32Array(map.height);
  for (let y = 0; y < map.height; y++) blurLine(map.shade.subarray(y * map.width, (y + 1) * map.width), radius);
  for (let x = 0; x < map.width; x++) {
    for (let y = 0; y < map.height; y++) column[y] = map.shade[y * map.width + x]!;
    blurLine(column, radius);
    for (let y = 0; y < map.height; y++) map.shade[y * map.width + x] = column[y]!;
  }
}

/** Three running means are close to a Gaussian and cost the same for every radius. */
function blurLine(line: Float32Array, radius: number): void {
  const reach = Math.max(1, Math.round(radius));
  const copy = new Float32Array(line.length);
  for (let pass = 0; pass < 3; pass++) {
    copy.set(line);
    let sum = 0;
    for (let x = -reach; x < line.length; x++) {
      sum += copy[x + reach] ?? 0;
      sum -= copy[x - reach - 1] ?? 0;
      if (x >= 0) line[x] = sum / (2 * reach + 1);
    }
  }
}

function shadedRows(map: ShadeMap): [first: number, last: number] {
  const shaded = (row: number) =>
    map.shade.subarray(row * map.width, (row + 1) * map.width).some((shade) => shade > 0.002);
  let [first, last] = [0, map.height - 1];
  while (first < last && !shaded(first)) first++;
  while (last > first && !shaded(last)) last--;
  return [Math.max(0, first - 1), Math.min(map.height - 1, last + 1)];
}

function darken(canvas: Canvas, map: ShadeMap, strength: number): void {
  const { width, height, pixels } = canvas;
  const { grain } = map;
  const [first, last] = shadedRows(map);
  for (let y = first * grain; y < Math.min(height, last * grain); y++) {
    const row = Math.floor(y / grain) * map.width;
    const v = (y % grain) / grain;
    for (let cell = 0; cell * grain < width; cell++) {
      const at = row + cell;
      const left = map.shade[at]! * (1 - v) + map.shade[at + map.width]! * v;
      const right = map.shade[at + 1]! * (1 - v) + map.shade[at + map.width + 1]! * v;
      if (left + right < 0.002) continue;
      let d = (y * width + cell * grain) * 3;
      for (let i = 0; i < grain; i++, d += 3) {
        const shade = (left + ((right - left) * i) / grain) * strength;
        // Shadows stay warm: red loses least.
        pixels[d] = pixels[d]! * (1 - shade * 0.9) + 0.5;
        pixels[d + 1] = pixels[d + 1]! * (1 - shade * 0.96) + 0.5;
        pixels[d + 2] = pixels[d + 2]! * (1 - shade) + 0.5;
      }
    }
  }
}
