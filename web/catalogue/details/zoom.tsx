import { ChevronLeft, ChevronRight } from "lucide-react";
import { type MouseEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { classes } from "#web/ui/classes.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { pictureUrl } from "#web/ui/picture-sources.ts";
import { stepOf } from "#web/ui/step-key.ts";
import { say, shopNumber } from "#words/say.ts";
import type { ProductPicture } from "./variation-choice.ts";
import { enlarged, type Place, placeOf, stepOfSwipe } from "./zoom-geometry.ts";

/** What is enlarged: how large, and around which place of the picture. */
type Near = Place & { width: number; height: number };

/** One picture as large as the screen, larger where it is pressed; a swipe and arrow keys go to the others, or about in it. */
export function Zoom({ pictures, first }: { pictures: ProductPicture[]; first: number }) {
  const [shown, setShown] = useState(first);
  const [near, setNear] = useState<Near>();
  const frame = useRef<HTMLDivElement>(null);
  const picture = pictures[shown];
  const step = (by: number) => {
    setNear(undefined);
    setShown((at) => (at + by + pictures.length) % pictures.length);
  };
  const swipe = useSwipe((by) => !near && step(by));
  useArrowKeys((event) => {
    if (near && frame.current) pan(frame.current, event);
    else step(stepOf(event.key));
  });
  useLayoutEffect(() => {
    if (near && frame.current) centre(frame.current, near);
  }, [near]);
  if (!picture) return null;
  const press = (event: MouseEvent) => {
    if (swipe.wasSwiped() || !frame.current) return;
    const box = frame.current.getBoundingClientRect();
    // A press by keyboard has no place.
    const place = event.detail === 0 ? { x: 0.5, y: 0.5 } : placeOf(picture, box, event.clientX, event.clientY);
    setNear(near ? undefined : { ...place, ...enlarged(picture, box) });
  };
  return (
    <div className="grid h-[calc(100dvh-3.5rem)] grid-cols-1 grid-rows-[minmax(0,1fr)_auto] gap-4">
      {/* A picture is not mirrored, so neither is what scrolls over it. */}
      <div ref={frame} dir="ltr" className={classes("flex rounded", near && "overflow-auto")}>
        <button
          type="button"
          aria-pressed={near !== undefined}
          aria-label={
            near ? say("{name}: smaller", { name: picture.alt }) : say("{name}: larger", { name: picture.alt })
          }
          onClick={press}
          onPointerDown={swipe.begin}
          onPointerUp={swipe.end}
          style={near ? { width: near.width, height: near.height } : { touchAction: "pan-y pinch-zoom" }}
          className={classes(
            "m-auto shrink-0 -outline-offset-2",
            near ? "cursor-zoom-out" : "size-full cursor-zoom-in",
          )}
        >
          <img
            src={pictureUrl(picture.url, 1280)}
            alt=""
            width={picture.width}
            height={picture.height}
            draggable={false}
            className="size-full object-contain"
          />
        </button>
      </div>
      {pictures.length > 1 && <Steps at={shown + 1} all={pictures.length} step={step} />}
    </div>
  );
}

const Steps = ({ at, all, step }: { at: number; all: number; step: (by: number) => void }) => (
  <div className="flex items-center justify-center gap-4">
    <IconButton label={say("Previous picture")} onClick={() => step(-1)}>
      <ChevronLeft className="rtl:-scale-x-100" aria-hidden="true" />
    </IconButton>
    <p role="status" className="text-sm text-muted tabular-nums">
      {say("{at} of {all}", { at: shopNumber(at), all: shopNumber(all) })}
    </p>
    <IconButton label={say("Next picture")} onClick={() => step(1)}>
      <ChevronRight className="rtl:-scale-x-100" aria-hidden="true" />
    </IconButton>
  </div>
);

/** A finger or pen drawn sideways; what it ends in is no press. */
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
      const by = from.current === undefined ? 0 : stepOfSwipe(clientX - from.current);
      swiped.current = by !== 0;
      if (by) step(by);
    },
  };
}

const centre = (frame: HTMLElement, { x, y, width, height }: Near) =>
  frame.scrollTo(x * width - frame.clientWidth / 2, y * height - frame.clientHeight / 2);

const ways: Record<string, Place> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** A quarter of what is seen at once. */
function pan(frame: HTMLElement, event: KeyboardEvent) {
  const { x, y } = ways[event.key] ?? { x: 0, y: 0 };
  event.preventDefault();
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
  frame.scrollBy({ left: (x * frame.clientWidth) / 4, top: (y * frame.clientHeight) / 4, behavior });
}

/** On the window: when it opens, the focus is on what closes it, which lies outside. The dialog lets no arrow key rise that far. */
function useArrowKeys(answer: (event: KeyboardEvent) => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key in ways) answer(event);
    };
    addEventListener("keydown", onKey, true);
    return () => removeEventListener("keydown", onKey, true);
  });
}
