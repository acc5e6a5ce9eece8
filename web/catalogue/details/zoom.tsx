import { ChevronLeft, ChevronRight } from "lucide-react";
import { type MouseEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { arrowStep } from "#web/ui/forms/arrow-keys.ts";
import { IconButton } from "#web/ui/forms/icon-button.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { imageUrl } from "#web/ui/media/image-sources.ts";
import { formatShopNumber, say } from "#words/say.ts";
import type { ProductImage } from "./variation-choice.ts";

type ZoomState = Point & { width: number; height: number };

/** Full-screen image with zoom; swipes and arrow keys go to the next image, or pan when zoomed. */
export function Zoom({ images, first }: { images: ProductImage[]; first: number }) {
  const [current, setCurrent] = useState(first);
  const [zoom, setZoom] = useState<ZoomState>();
  const frame = useRef<HTMLDivElement>(null);
  const image = images[current];
  const step = (by: number) => {
    setZoom(undefined);
    setCurrent((at) => (at + by + images.length) % images.length);
  };
  const swipe = useSwipe((by) => !zoom && step(by));
  useArrowKeys((event) => {
    if (zoom && frame.current) pan(frame.current, event);
    else step(arrowStep(event.key));
  });
  useLayoutEffect(() => {
    if (zoom && frame.current) centre(frame.current, zoom);
  }, [zoom]);
  if (!image) return null;
  const press = (event: MouseEvent) => {
    if (swipe.wasSwiped() || !frame.current) return;
    const box = frame.current.getBoundingClientRect();
    // A keyboard click has no position.
    const place = event.detail === 0 ? { x: 0.5, y: 0.5 } : pointInImage(image, box, event.clientX, event.clientY);
    setZoom(zoom ? undefined : { ...place, ...zoomedSize(image, box, devicePixelRatio) });
  };
  return (
    <div className="grid h-[calc(100dvh-3.5rem)] grid-cols-1 grid-rows-[minmax(0,1fr)_auto] gap-4">
      {/* Images are not mirrored in right-to-left pages, so scrolling isn't either. */}
      <div ref={frame} dir="ltr" className={classes("flex rounded", zoom && "overflow-auto")}>
        <button
          type="button"
          aria-pressed={zoom !== undefined}
          aria-label={zoom ? say("{name}: zoom out", { name: image.alt }) : say("{name}: zoom in", { name: image.alt })}
          onClick={press}
          onPointerDown={swipe.begin}
          onPointerUp={swipe.end}
          style={zoom ? { width: zoom.width, height: zoom.height } : { touchAction: "pan-y pinch-zoom" }}
          className={classes(
            "m-auto shrink-0 -outline-offset-2",
            zoom ? "cursor-zoom-out" : "size-full cursor-zoom-in",
          )}
        >
          <img
            src={imageUrl(image.url, 1280)}
            alt=""
            width={image.width}
            height={image.height}
            draggable={false}
            className="size-full object-contain"
          />
        </button>
      </div>
      {images.length > 1 && <Steps at={current + 1} all={images.length} step={step} />}
    </div>
  );
}

const Steps = ({ at, all, step }: { at: number; all: number; step: (by: number) => void }) => (
  <div className="flex items-center justify-center gap-4">
    <IconButton label={say("Previous image")} onClick={() => step(-1)}>
      <ChevronLeft className="rtl:-scale-x-100" aria-hidden="true" />
    </IconButton>
    <p role="status" className="text-sm text-muted tabular-nums">
      {say("{at} of {all}", { at: formatShopNumber(at), all: formatShopNumber(all) })}
    </p>
    <IconButton label={say("Next image")} onClick={() => step(1)}>
      <ChevronRight className="rtl:-scale-x-100" aria-hidden="true" />
    </IconButton>
  </div>
);

/** A horizontal swipe by touch or pen; the click that ends it is ignored. */
function useSwipe(step: (by: number) => void) {
  const from = useRef<number>(undefined);
  const swiped = useRef(false);
  return {
    wasSwiped: () => swiped.current,
    begin: ({ pointerType, clientX }: PointerEvent) => {
      swiped.current = false;
      from.current = pointerType === "mouse" ? undefined : clientX;
    },
    end: ({ clientX }: PointerEvent) => {
      const by = from.current === undefined ? 0 : swipeStep(clientX - from.current);
      swiped.current = by !== 0;
      if (by) step(by);
    },
  };
}

const centre = (frame: HTMLElement, { x, y, width, height }: ZoomState) =>
  frame.scrollTo(x * width - frame.clientWidth / 2, y * height - frame.clientHeight / 2);

const directions: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

function pan(frame: HTMLElement, event: KeyboardEvent) {
  const { x, y } = directions[event.key] ?? { x: 0, y: 0 };
  event.preventDefault();
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
  frame.scrollBy({ left: (x * frame.clientWidth) / 4, top: (y * frame.clientHeight) / 4, behavior });
}

/**
 * On the window, in the capture phase: the focus starts on the close button outside, and the dialog stops arrow keys
 * from bubbling.
 */
function useArrowKeys(answer: (event: KeyboardEvent) => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key in directions) answer(event);
    };
    addEventListener("keydown", onKey, true);
    return () => removeEventListener("keydown", onKey, true);
  });
}

/** A point in an image, from 0 to 1 in each direction. */
interface Point {
  x: number;
  y: number;
}
type Size = { width: number; height: number };
type Box = Size & { left: number; top: number };

/** The largest stored width in pixels. */
const maxStoredWidth = 1280;
/** How many pixels of the screen a stored pixel may cover in each direction before it looks blurred. */
const maxEnlargement = 1.3;
const [least, most] = [1.5, 3];
const swipePx = 40;

function fitSize({ width, height }: Size, box: Size): Size {
  const by = Math.min(box.width / width, box.height / height);
  return { width: width * by, height: height * by };
}

/** The zoomed size: as large as the stored image stays sharp on this screen, but 1.5 to 3 times the fitted size. */
export function zoomedSize(image: Size, box: Size, pixelRatio: number): Size {
  const { width, height } = fitSize(image, box);
  const sharp = (Math.min(image.width, maxStoredWidth) * maxEnlargement) / pixelRatio;
  const by = Math.min(Math.max(sharp / width, least), most);
  return { width: width * by, height: height * by };
}

/** The point of an image, centred in a box, at these screen coordinates; outside it the nearest. */
export function pointInImage(image: Size, box: Box, x: number, y: number): Point {
  const { width, height } = fitSize(image, box);
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
