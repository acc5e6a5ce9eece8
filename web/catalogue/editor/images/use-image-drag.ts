import { type PointerEvent, useEffect, useRef, useState } from "react";

/** Movement in px that is no click any more. */
const leastMove = 8;
const scrollEdge = 72;
const scrollStep = 14;

interface Drag {
  from: number;
  x: number;
  y: number;
  /** The tile under the pointer, once the pointer has moved. */
  over: number | undefined;
}

/**
 * Drag and drop of image tiles (`data-at`) by mouse anywhere on the image, by touch or pen on its grip (`data-grip`), as a
 * finger on the image scrolls the page. Escape cancels; buttons do the same by keyboard.
 */
export function useImageDrag(onMove: (from: number, to: number) => void) {
  const drag = useRef<Drag>(undefined);
  const [shown, setShown] = useState<Pick<Drag, "from" | "over">>();
  const end = () => {
    drag.current = undefined;
    setShown(undefined);
  };
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === "Escape" && end();
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return {
    /** The index of the dragged image. */
    dragged: shown?.from,
    /** Where it would go. */
    over: shown?.over,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const handle = (event.target as Element).closest<HTMLElement>(
          event.pointerType === "mouse" ? "[data-grip], [data-picture]" : "[data-grip]",
        );
        const from = indexOf(handle);
        if (!handle || from === undefined || event.button !== 0) return;
        event.preventDefault();
        handle.setPointerCapture(event.pointerId);
        drag.current = { from, x: event.clientX, y: event.clientY, over: undefined };
      },
      onPointerMove: ({ clientX: x, clientY: y }: PointerEvent) => {
        const { current } = drag;
        if (!current) return;
        if (current.over === undefined && Math.hypot(x - current.x, y - current.y) < leastMove) return;
        if (y < scrollEdge) scrollBy(0, -scrollStep);
        if (y > innerHeight - scrollEdge) scrollBy(0, scrollStep);
        current.over = indexOf(document.elementFromPoint(x, y)) ?? current.over;
        setShown({ from: current.from, over: current.over });
      },
      onPointerUp: () => {
        const { current } = drag;
        end();
        if (current?.over !== undefined && current.over !== current.from) onMove(current.from, current.over);
      },
      onPointerCancel: end,
    },
  };
}

const indexOf = (inside: Element | null | undefined) => {
  const tile = inside?.closest<HTMLElement>("[data-at]");
  return tile ? Number(tile.dataset.at) : undefined;
};
