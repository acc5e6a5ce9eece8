/** A place in a picture, from 0 to 1 in each direction. */
export interface Place {
  x: number;
  y: number;
}
type Size = { width: number; height: number };
type Box = Size & { left: number; top: number };

/** The widest that is kept of a picture. */
const stored = 1280;
const [least, most] = [1.5, 3];
const swipePx = 40;

/** How large a picture is shown that just fits. */
function fitting({ width, height }: Size, box: Size): Size {
  const by = Math.min(box.width / width, box.height / height);
  return { width: width * by, height: height * by };
}

/** Its size when it was pressed: as large as it is kept, so that it stays sharp, but well above what it was, and not lost in. */
export function enlarged(picture: Size, box: Size): Size {
  const { width, height } = fitting(picture, box);
  const by = Math.min(Math.max(Math.min(picture.width, stored) / width, least), most);
  return { width: width * by, height: height * by };
}

/** Which place of a picture, centred in a box, lies at this point of the screen; beside it, the nearest. */
export function placeOf(picture: Size, box: Box, x: number, y: number): Place {
  const { width, height } = fitting(picture, box);
  return {
    x: part((x - box.left - (box.width - width) / 2) / width),
    y: part((y - box.top - (box.height - height) / 2) / height),
  };
}

const part = (of: number) => Math.min(Math.max(of, 0), 1);

/** Which picture a swipe over so many pixels leads to: 1 the next, -1 the one before, 0 the same. */
export function stepOfSwipe(by: number): -1 | 0 | 1 {
  if (Math.abs(by) < swipePx) return 0;
  return by < 0 === (document.documentElement.dir !== "rtl") ? 1 : -1;
}
