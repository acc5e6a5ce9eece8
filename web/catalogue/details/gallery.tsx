import { ChevronLeft, ChevronRight, ZoomIn } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { arrowStep } from "#web/ui/forms/arrow-keys.ts";
import { IconButton } from "#web/ui/forms/button.tsx";
import { Backdrop } from "#web/ui/layout/card.tsx";
import { ResponsiveImage } from "#web/ui/media/responsive-image.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { formatShopNumber, say } from "#words/say.ts";
import type { ProductImage } from "./variation-choice.ts";

const Zoom = lazyComponent(() => import("./zoom.tsx").then((part) => part.Zoom));

/**
 * The images in a row to swipe, scroll with the arrow keys or pick by thumbnail; without script the thumbnails are
 * links. Give it a `key` so that other images start at the first.
 */
export function Gallery({ images, name }: { images: ProductImage[]; name: string }) {
  const row = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const show = (index: number) => {
    const wanted = Math.min(Math.max(index, 0), images.length - 1);
    row.current?.children[wanted]?.scrollIntoView({ block: "nearest", inline: "start" });
  };
  const keys = (event: KeyboardEvent) => {
    const by = arrowStep(event.key);
    if (!by) return;
    // The browser's own step is shorter than an image and would snap back.
    event.preventDefault();
    show(current + by);
  };
  const label = say("Images of {name}", { name });
  const zoom = (index: number) =>
    openDialog({ label, fullScreen: true, content: <Zoom images={images} first={index} /> });
  if (images.length === 0)
    return (
      <Backdrop>
        <ResponsiveImage image={null} sizes="50vw" priority />
      </Backdrop>
    );
  return (
    <section aria-label={label} className="grid content-start gap-3">
      <div className="gallery">
        <ul
          ref={row}
          // A scrollable region must be focusable.
          tabIndex={0}
          aria-label={say("Image gallery. Use the arrow keys to browse.")}
          className="scroller snap-mandatory scroll-smooth rounded-lg"
          onKeyDown={keys}
          onScroll={({ currentTarget }) => setCurrent(visibleIndex(currentTarget))}
        >
          {images.map((image, index) => (
            <li key={image.id} id={`image-${image.id}`} className="w-full snap-center">
              <Backdrop className={index === 0 ? "gallery-first" : undefined}>
                <button
                  type="button"
                  tabIndex={index === current ? undefined : -1}
                  onClick={() => zoom(index)}
                  className="size-full cursor-zoom-in focus-visible:-outline-offset-4"
                >
                  <ResponsiveImage image={image} sizes={sizes} priority={index === 0} />
                  <span className="sr-only">{say(", zoom in")}</span>
                </button>
              </Backdrop>
            </li>
          ))}
        </ul>
        {images.length > 1 && <Steps current={current} last={images.length - 1} show={show} />}
        <ZoomIn className="gallery-sign" />
      </div>
      {images.length > 1 && <Thumbnails {...{ images, current, show }} />}
    </section>
  );
}

const sizes = "(min-width: 1344px) 740px, (min-width: 640px) 55vw, 100vw";

/** Index of the visible image; in right-to-left pages the offset is negative. */
const visibleIndex = ({ scrollLeft, clientWidth }: HTMLElement) =>
  Math.round(Math.abs(scrollLeft) / Math.max(clientWidth, 1));

type StepsProps = { current: number; last: number; show: (index: number) => void };

const Steps = ({ current, last, show }: StepsProps) => (
  <div className="gallery-steps">
    <IconButton
      label={say("Previous image")}
      icon={<ChevronLeft className="rtl:-scale-x-100" />}
      floating
      disabled={current === 0}
      onClick={() => show(current - 1)}
      className="pointer-events-auto"
    />
    <IconButton
      label={say("Next image")}
      icon={<ChevronRight className="rtl:-scale-x-100" />}
      floating
      disabled={current >= last}
      onClick={() => show(current + 1)}
      className="pointer-events-auto"
    />
  </div>
);

type ThumbnailsProps = { images: ProductImage[]; current: number; show: (index: number) => void };

function Thumbnails({ images, current, show }: ThumbnailsProps) {
  const follow = (event: MouseEvent, index: number) => {
    event.preventDefault();
    show(index);
  };
  return (
    <ul className="flex flex-wrap gap-2" aria-label={say("Select an image")}>
      {images.map((image, index) => (
        <li key={image.id}>
          <a
            href={`#image-${image.id}`}
            onClick={(event) => follow(event, index)}
            aria-current={index === current || undefined}
            aria-label={say("Show image {at} of {all}: {what}", {
              at: formatShopNumber(index + 1),
              all: formatShopNumber(images.length),
              what: image.alt,
            })}
            className="thumbnail"
          >
            <ResponsiveImage image={image} alt="" sizes="72px" loading="eager" />
          </a>
        </li>
      ))}
    </ul>
  );
}
