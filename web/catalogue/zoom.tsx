import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useState } from "react";
import { classes } from "#web/ui/classes.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { pictureUrl } from "#web/ui/picture-sources.ts";
import { stepOf } from "#web/ui/step-key.ts";
import { say } from "#words/say.ts";
import type { ProductPicture } from "./variation-choice.ts";

/** One picture as large as the screen, and twice that when pressed; arrow keys go to the others. */
export function Zoom({ pictures, first }: { pictures: ProductPicture[]; first: number }) {
  const [shown, setShown] = useState(first);
  const [close, setClose] = useState(false);
  const picture = pictures[shown];
  const step = (by: number) => {
    setClose(false);
    setShown((at) => (at + by + pictures.length) % pictures.length);
  };
  useArrowKeys(step);
  if (!picture) return null;
  return (
    <div className="grid h-[calc(100dvh-3.5rem)] grid-rows-[minmax(0,1fr)_auto] gap-4">
      <button
        type="button"
        aria-pressed={close}
        aria-label={
          close ? say("{name}: smaller", { name: picture.alt }) : say("{name}: larger", { name: picture.alt })
        }
        onClick={() => setClose(!close)}
        className={classes("size-full overflow-auto rounded", close ? "cursor-zoom-out" : "cursor-zoom-in")}
      >
        <img
          src={pictureUrl(picture.url, 1280)}
          alt=""
          width={picture.width}
          height={picture.height}
          className={close ? "mx-auto h-[200%] w-auto max-w-none" : "mx-auto size-full object-contain"}
        />
      </button>
      {pictures.length > 1 && (
        <div className="flex items-center justify-center gap-4">
          <IconButton label={say("Previous picture")} onClick={() => step(-1)}>
            <ChevronLeft className="rtl:-scale-x-100" aria-hidden="true" />
          </IconButton>
          <p role="status" className="text-sm text-muted tabular-nums">
            {say("{at} of {all}", { at: shown + 1, all: pictures.length })}
          </p>
          <IconButton label={say("Next picture")} onClick={() => step(1)}>
            <ChevronRight className="rtl:-scale-x-100" aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </div>
  );
}

/** On the window: when it opens, the focus is on what closes it, which lies outside. The dialog lets no arrow key rise that far. */
function useArrowKeys(step: (by: number) => void) {
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      const by = stepOf(key);
      if (by) step(by);
    };
    addEventListener("keydown", onKey, true);
    return () => removeEventListener("keydown", onKey, true);
  });
}
