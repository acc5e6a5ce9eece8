/** A point in an image, from 0 to 1 in each direction. */
export interface Point {
  x: number;
  y: number;
}
type Size = { width: number; height: number };
type Box = Size & { left: number; top: number };

/** The largest stored width in pixels. */
const maxStoredWidth = 1280;
const [least, most] = [1.5, 3];
const swipePx = 40;

function fitSize({ width, height }: Size, box: Size): Size {
  const by = Math.min(box.width / width, box.height / height);
  return { width: width * by, height: height * by };
}

/** The zoomed size: the stored size, so that it stays sharp, but 1.5 to 3 times the fitted one. */
export function zoomedSize(picture: Size, box: Size): Size {
  const { width, height } = fitSize(picture, box);
  const by = Math.min(Math.max(Math.min(picture.width, maxStoredWidth) / width, least), most);
  return { width: width * by, height: height * by };
}

/** The point of an image, centred in a box, at these screen coordinates; outside it the nearest. */
export function pointInImage(picture: Size, box: Box, x: number, y: number): Point {
  const { width, height } = fitSize(picture, box);
  return {
    x: clampToUnit((x - box.left - (box.width - width) / 2) / width),
    y: clampToUnit((y - box.top - (box.height - height) / 2) / height),
  };
}

const clampToUnit = (of: number) => Math.min(Math.max(of, 0), 1);

/** 1 for the next image, -1 for the previous one, 0 when the swipe is too short. */
export function swipeStep(by: number): -1 | 0 | 1 {
  if (Math.abs(by) < swipePx) return 0;
  return by < 0 === (document.documentElement.dir !== "rtl") ? 1 : -1;
}
