import sharp from "sharp";
import { type Canvas, type Cutout, type Pose, paintBackdrop, place, putAway } from "./canvas.ts";
import { cutOut, getObject, type Look, type StudioObject } from "./objects.ts";
import type { PictureRecipe, Scene } from "./recipes.ts";
import { castShadow } from "./shadows.ts";

/** Every product picture is a square of this many pixels. */
export const pictureSize = 1200;

/** Where an object goes: the middle of its foot (standing) or of itself (lying), as parts of the canvas. */
export interface Spot {
  x: number;
  y: number;
  /** The longer side as a part of the canvas height. */
  size: number;
  degrees?: number;
  blur?: number;
  mirrored?: boolean;
  /** A close-up fills the frame; its place is the middle of the object. */
  closeUp?: true;
}

/** Photographs a product: a square JPEG, always the same bytes for the same recipe. */
export function composePicture(recipe: PictureRecipe): Promise<Buffer> {
  return atEasel(() => compose(recipe));
}

/** Runs a picture when an easel is free: a few at once keep two cores busy with little memory. */
export async function atEasel(paint: () => Promise<Buffer>): Promise<Buffer> {
  while (busy.size >= easels) await Promise.race(busy);
  const picture = paint();
  const done: Promise<void> = picture.then(
    () => undefined,
    () => undefined,
  );
  busy.add(done);
  void done.then(() => busy.delete(done));
  return picture;
}

const easels = 4;
const busy = new Set<Promise<void>>();

async function compose(recipe: PictureRecipe): Promise<Buffer> {
  const canvas = paintBackdrop(recipe.backdrop, recipe.pose, pictureSize, pictureSize);
  const spots = arrangements[recipe.scene](recipe);
  for (const [index, spot] of spots.entries()) {
    const isFront = index === spots.length - 1;
    const dye = isFront ? recipe.dye : recipe.others[spots.length - 2 - index];
    const mirrored = recipe.mirrored !== (spot.mirrored ?? false);
    const degrees = (spot.degrees ?? 0) + (mirrored ? -recipe.tilt : recipe.tilt);
    const object = await getObject(recipe.emoji, dye);
    await setDown(canvas, object, recipe.pose, { ...spot, mirrored, degrees });
  }
  return develop(canvas);
}

/** Puts an object on the set with its shadow. */
export async function setDown(canvas: Canvas, object: StudioObject, pose: Pose, spot: Spot): Promise<void> {
  const look: Look = {
    longest: Math.round(spot.size * canvas.height * (spot.closeUp ? fillSize(object) : fairSize(object))),
    mirrored: spot.mirrored ?? false,
    degrees: spot.degrees ?? 0,
    blur: spot.blur ?? 0,
  };
  const cutout: Cutout = await cutOut(object, look);
  cutout.left = Math.round(spot.x * canvas.width - cutout.width / 2);
  const upright = pose === "stand" && !spot.closeUp;
  const y = upright ? spot.y - lift(cutout.height / canvas.height, spot.size) : spot.y;
  cutout.top = Math.round(y * canvas.height - (upright ? cutout.height : cutout.height / 2));
  castShadow(canvas, cutout, pose, spot.blur ? 0.75 : 1);
  place(canvas, cutout);
}

/** The canvas as a JPEG file; the canvas is used up. */
export async function develop(canvas: Canvas): Promise<Buffer> {
  const { width, height, pixels } = canvas;
  const jpeg = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88, chromaSubsampling: "4:2:0" })
    .toBuffer();
  putAway(canvas);
  return jpeg;
}

/** Slim and wide objects may be larger than square ones, so that all look the same weight in a grid. */
function fairSize(object: StudioObject): number {
  const ratio = Math.min(object.width, object.height) / Math.max(object.width, object.height);
  return 1 + 0.3 * (1 - ratio);
}

/** Low things stand further back on the floor, nearer to the middle of the picture. */
function lift(height: number, size: number): number {
  return Math.max(0, 0.3 * (size - height));
}

function fillSize(object: StudioObject): number {
  const { width, height } = object;
  return Math.min(1.35, Math.max(width, height) / Math.min(width, height));
}

const arrangements: Record<Scene, (recipe: PictureRecipe) => Spot[]> = {
  front: ({ pose }) => [pose === "stand" ? { x: 0.5, y: 0.8, size: 0.6 } : { x: 0.5, y: 0.5, size: 0.62 }],
  angle: ({ pose }) => [
    pose === "stand" ? { x: 0.54, y: 0.86, size: 0.72 } : { x: 0.49, y: 0.52, size: 0.72, degrees: 14 },
  ],
  detail: ({ pose }) => [{ x: 0.58, y: 0.57, size: 1.05, closeUp: true, degrees: pose === "stand" ? 0 : -10 }],
  pair: ({ pose, others }) =>
    pose === "stand" ? standingGroup.slice(-1 - others.length) : others.length > 1 ? lyingGroup : lyingPair,
};

const standingGroup: Spot[] = [
  { x: 0.24, y: 0.69, size: 0.36, blur: 5, mirrored: true },
  { x: 0.73, y: 0.73, size: 0.44, blur: 3 },
  { x: 0.43, y: 0.84, size: 0.54 },
];

const lyingGroup: Spot[] = [
  { x: 0.27, y: 0.27, size: 0.37, degrees: 9 },
  { x: 0.71, y: 0.32, size: 0.42, degrees: 14 },
  { x: 0.47, y: 0.68, size: 0.48, degrees: -8 },
];

const lyingPair: Spot[] = [
  { x: 0.34, y: 0.33, size: 0.42, degrees: 4 },
  { x: 0.64, y: 0.65, size: 0.46, degrees: -3 },
];
