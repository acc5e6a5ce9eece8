/** A studio set: the wall behind, the floor in front, as sRGB hex. */
export interface Backdrop {
  wall: string;
  floor: string;
}

export const backdrops = {
  linen: { wall: "#e9e2d6", floor: "#f1ebe1" },
  sand: { wall: "#dfd0b8", floor: "#e9ddc9" },
  clay: { wall: "#d9b8a2", floor: "#e5cbb8" },
  blush: { wall: "#e6ccc5", floor: "#f0ddd7" },
  sage: { wall: "#c3cbb6", floor: "#d4dac8" },
  mist: { wall: "#c6d2d6", floor: "#d9e2e4" },
  dusk: { wall: "#b9bfd0", floor: "#ccd1de" },
  lilac: { wall: "#d0c6d8", floor: "#dfd7e5" },
  butter: { wall: "#ecdca9", floor: "#f2e7c2" },
  stone: { wall: "#cfccc6", floor: "#dedbd6" },
  pearl: { wall: "#eceae7", floor: "#f5f4f2" },
  slate: { wall: "#8f979c", floor: "#a3aaae" },
} satisfies Record<string, Backdrop>;

export type BackdropName = keyof typeof backdrops;

/** The set used for the second look of a product, so that a gallery does not repeat one colour. */
export const secondSet: Record<BackdropName, BackdropName> = {
  linen: "sage",
  sand: "linen",
  clay: "linen",
  blush: "linen",
  sage: "linen",
  mist: "pearl",
  dusk: "mist",
  lilac: "pearl",
  butter: "linen",
  stone: "sand",
  pearl: "stone",
  slate: "stone",
};
