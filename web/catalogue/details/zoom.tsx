import { ChevronLeft, ChevronRight } from "lucide-react";
import {
  type MouseEvent,
  type MouseEventHandler,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { arrowStep } from "#web/ui/forms/arrow-keys.ts";
import { IconButton } from "#web/ui/forms/button.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { imageSrcSet, imageUrl } from "#web/ui/media/image-sources.ts";
import { formatShopNumber, say } from "#words/say.ts";
import type { ProductImage } from "./variation-choice.ts";

type ZoomState = Point & Size;

/** Full-screen image with zoom; swipes and arrow keys go to the next image, or pan when zoomed. */
export function Zoom({ images, first }: { images: ProductImage[]; first: number }) {
  const [current, setCurrent] = useState(first);
  const [zoom, setZoom] = useState<ZoomState>();
  const frame = useRef<HTMLDivElement>(null);
  const box = useBox(frame);
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
  const fitted = box && fittedSize(image, box, devicePixelRatio);
  const zoomed = box && zoomedSize(image, box, devicePixelRatio);
  const press = (event: MouseEvent) => {
    if (swipe.wasSwiped() || !box) return;
    // A keyboard click has no position.
    const place =
      event.detail === 0 ? { x: 0.5, y: 0.5 } : pointInImage(fitted ?? image, box, event.clientX, event.clientY);
    setZoom(zoom ? undefined : zoomed && { ...place, ...zoomed });
  };
  const picture = <Picture image={image} fitted={fitted} zoom={zoom} alt={zoomed ? "" : image.alt} />;
  return (
    <div className="grid h-[calc(100dvh-3.5rem)] grid-cols-1 grid-rows-[minmax(0,1fr)_auto] gap-4">
      {/* Images are not mirrored in right-to-left pages, so scrolling isn't either. */}
      <div
        ref={frame}
        dir="ltr"
        onPointerDown={swipe.begin}
        onPointerUp={swipe.end}
        className={classes("flex rounded", zoom ? "overflow-auto" : "touch-pan-y touch-pinch-zoom")}
      >
        {zoomed ? (
          <ZoomButton name={image.alt} zoom={zoom} onClick={press}>
            {picture}
          </ZoomButton>
        ) : (
          picture
        )}
      </div>
      {images.length > 1 && <Steps at={current + 1} all={images.length} step={step} />}
    </div>
  );
}

type ZoomButtonProps = { name: string; zoom: Size | undefined; onClick: MouseEventHandler; children: ReactNode };

const ZoomButton = ({ name, zoom, onClick, children }: ZoomButtonProps) => (
  <button
    type="button"
    aria-pressed={zoom !== undefined}
    aria-label={zoom ? say("{name}: zoom out", { name }) : say("{name}: zoom in", { name })}
    onClick={onClick}
    style={zoom && { width: zoom.width, height: zoom.height }}
    className={classes("m-auto shrink-0 -outline-offset-2", zoom ? "cursor-zoom-out" : "size-full cursor-zoom-in")}
  >
    {children}
  </button>
);

type PictureProps = { image: ProductImage; fitted?: Size | undefined; zoom?: Size | undefined; alt: string };

const Picture = ({ image, fitted, zoom, alt }: PictureProps) => (
  <picture>
    <source type="image/avif" srcSet={imageSrcSet(image, [1280, 2560])} sizes={`${(zoom ?? fitted)?.width ?? 0}px`} />
    <img
      src={imageUrl(image.url, 1280)}
      alt={alt}
      width={image.width}
      height={image.height}
      draggable={false}
      style={zoom ? undefined : { maxWidth: fitted?.width, maxHeight: fitted?.height }}
      className="m-auto size-full object-contain"
    />
  </picture>
);

const Steps = ({ at, all, step }: { at: number; all: number; step: (by: number) => void }) => (
  <div className="flex items-center justify-center gap-4">
    <IconButton
      label={say("Previous image")}
      icon={<ChevronLeft className="rtl:-scale-x-100" />}
      onClick={() => step(-1)}
    />
    <p role="status" className="text-sm text-muted tabular-nums">
      {say("{at} of {all}", { at: formatShopNumber(at), all: formatShopNumber(all) })}
    </p>
    <IconButton
      label={say("Next image")}
      icon={<ChevronRight className="rtl:-scale-x-100" />}
      onClick={() => step(1)}
    />
  </div>
);

/** Where an element is on the screen, after it is shown and whenever its size changes. */
function useBox(element: RefObject<HTMLElement | null>) {
  const [box, setBox] = useState<DOMRect>();
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => setBox(current.getBoundingClientRect());
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return box;
}

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
const maxStoredWidth = 2560;
/** How many pixels of the screen a stored pixel may cover in each direction before it looks blurred. */
const maxEnlargement = 1.3;
/** By how much zooming enlarges: where less is sharp, it is not offered. */
const [least, most] = [1.2, 3];
const swipePx = 40;

/** The largest size of an image in a box that is sharp on this screen. */
export function fittedSize({ width, height }: Size, box: Size, pixelRatio: number): Size {
  const by = Math.min(box.width / width, box.height / height, sharpWidth(width, pixelRatio) / width);
  return { width: width * by, height: height * by };
}

/** The zoomed size: as large as the stored image stays sharp, at most 3 times the fitted size. */
export function zoomedSize(image: Size, box: Size, pixelRatio: number): Size | undefined {
  const { width, height } = fittedSize(image, box, pixelRatio);
  const by = Math.min(sharpWidth(image.width, pixelRatio) / width, most);
  return by < least ? undefined : { width: width * by, height: height * by };
}

/** How wide an image may be shown, in CSS pixels. */
const sharpWidth = (width: number, pixelRatio: number) =>
  (Math.min(width, maxStoredWidth) * maxEnlargement) / pixelRatio;

/** The point of an image of this size, centered in a box, at these screen coordinates; outside it the nearest. */
export const pointInImage = ({ width, height }: Size, box: Box, x: number, y: number): Point => ({
  x: clampToUnit((x - box.left - (box.width - width) / 2) / width),
  y: clampToUnit((y - box.top - (box.height - height) / 2) / height),
});

const clampToUnit = (of: number) => Math.min(Math.max(of, 0), 1);

/** 1 for the next image, -1 for the previous one, 0 when the swipe is too short. */
export function swipeStep(by: number): -1 | 0 | 1 {
  if (Math.abs(by) < swipePx) return 0;
  return by < 0 === (document.documentElement.dir !== "rtl") ? 1 : -1;
}
