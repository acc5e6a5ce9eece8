import { ChevronLeft, ChevronRight, ZoomIn } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { Backdrop } from "#web/ui/card.tsx";
import { openDialog } from "#web/ui/dialog-store.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { lazyPart } from "#web/ui/lazy.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { stepOf } from "#web/ui/step-key.ts";
import { say, shopNumber } from "#words/say.ts";
import type { ProductPicture } from "./variation-choice.ts";

const Zoom = lazyPart(() => import("./zoom.tsx").then((part) => part.Zoom));

/**
 * The pictures of a product side by side in a row that is swiped, scrolled by arrow keys or steered by the thumbnails,
 * which are links to the pictures where there is no script. Give it a `key` so that other pictures start at their first.
 */
export function Gallery({ pictures, name }: { pictures: ProductPicture[]; name: string }) {
  const row = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  const show = (at: number) => {
    const wanted = Math.min(Math.max(at, 0), pictures.length - 1);
    row.current?.children[wanted]?.scrollIntoView({ block: "nearest", inline: "start" });
  };
  const keys = (event: KeyboardEvent) => {
    const by = stepOf(event.key);
    if (!by) return;
    // The browser's own step is shorter than a picture, and would snap back.
    event.preventDefault();
    show(shown + by);
  };
  const label = say("Pictures of {name}", { name });
  const zoom = (at: number) =>
    openDialog({ label, fullScreen: true, content: <Zoom pictures={pictures} first={at} /> });
  if (pictures.length === 0)
    return (
      <Backdrop>
        <Picture image={null} sizes="50vw" priority />
      </Backdrop>
    );
  return (
    <section aria-label={label} className="grid content-start gap-3">
      <div className="gallery">
        <ul
          ref={row}
          // A row that scrolls must be reached by the keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label={say("Pictures; use the arrow keys to see the next")}
          className="scroller snap-mandatory scroll-smooth rounded-lg"
          onKeyDown={keys}
          onScroll={({ currentTarget }) => setShown(placeOf(currentTarget))}
        >
          {pictures.map((picture, at) => (
            <li key={picture.id} id={`picture-${picture.id}`} className="w-full snap-center">
              <Backdrop>
                <button
                  type="button"
                  onClick={() => zoom(at)}
                  className="size-full cursor-zoom-in focus-visible:-outline-offset-4"
                >
                  <Picture image={picture} sizes={sizes} priority={at === 0} />
                  <span className="sr-only">{say(", enlarge")}</span>
                </button>
              </Backdrop>
            </li>
          ))}
        </ul>
        {pictures.length > 1 && <Steps shown={shown} last={pictures.length - 1} show={show} />}
        <ZoomIn aria-hidden="true" className="gallery-sign" />
      </div>
      {pictures.length > 1 && <Thumbnails {...{ pictures, shown, show }} />}
    </section>
  );
}

const sizes = "(min-width: 1344px) 740px, (min-width: 640px) 55vw, 100vw";

/** Which picture is in sight; in pages written from right to left the offset is negative. */
const placeOf = ({ scrollLeft, clientWidth }: HTMLElement) =>
  Math.round(Math.abs(scrollLeft) / Math.max(clientWidth, 1));

type StepsProps = { shown: number; last: number; show: (at: number) => void };

const Steps = ({ shown, last, show }: StepsProps) => (
  <div className="gallery-steps">
    <IconButton
      label={say("Previous picture")}
      floating
      disabled={shown === 0}
      onClick={() => show(shown - 1)}
      className="pointer-events-auto"
    >
      <ChevronLeft className="rtl:-scale-x-100" aria-hidden="true" />
    </IconButton>
    <IconButton
      label={say("Next picture")}
      floating
      disabled={shown >= last}
      onClick={() => show(shown + 1)}
      className="pointer-events-auto"
    >
      <ChevronRight className="rtl:-scale-x-100" aria-hidden="true" />
    </IconButton>
  </div>
);

type ThumbnailsProps = { pictures: ProductPicture[]; shown: number; show: (at: number) => void };

function Thumbnails({ pictures, shown, show }: ThumbnailsProps) {
  const follow = (event: MouseEvent, at: number) => {
    event.preventDefault();
    show(at);
  };
  return (
    <ul className="flex flex-wrap gap-2" aria-label={say("Choose a picture")}>
      {pictures.map((picture, at) => (
        <li key={picture.id}>
          <a
            href={`#picture-${picture.id}`}
            onClick={(event) => follow(event, at)}
            aria-current={at === shown || undefined}
            aria-label={say("Show picture {at} of {all}: {what}", {
              at: shopNumber(at + 1),
              all: shopNumber(pictures.length),
              what: picture.alt,
            })}
            className="thumbnail"
          >
            <Picture image={picture} alt="" sizes="72px" loading="eager" />
          </a>
        </li>
      ))}
    </ul>
  );
}
