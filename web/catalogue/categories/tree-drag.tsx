import { type PointerEvent, useEffect, useRef } from "react";
import { create } from "zustand";
import type { Landing, Shelf, Shelves } from "./category-index.ts";
import { type DropPlace, dropPlace, landing } from "./drop-position.ts";
import { setOpen, useDesk } from "./tree-state.ts";

interface Drag {
  id: number | null;
  /** The row under the pointer, where the dragged one may go there. */
  over: { id: number; place: DropPlace } | null;
}
const nothing: Drag = { id: null, over: null };
const useDrag = create<Drag>(() => nothing);

/** How a row looks while something is dragged: it may be what is dragged, or where that would go. */
export const useDragLook = (id: number) => ({
  isDragged: useDrag((drag) => drag.id === id),
  drop: useDrag(({ over }) => (over?.id === id ? over.place : undefined)),
});

const openAfterMs = 600;
const edge = 72;
const scrollStep = 14;
const frameMs = 16;

interface Hold {
  id: number;
  x: number;
  y: number;
  /** Opens what is pointed at for a while; scrolls where the pointer rests near an edge of the window. */
  opening: { id: number; timer: ReturnType<typeof setTimeout> } | undefined;
  scrolling: ReturnType<typeof setInterval>;
}

/**
 * Dragging a row by its grip to another place of the tree, with the pointer alone: what it does can be done with buttons
 * and a dialog too. Escape leaves all as it is.
 */
export function useDragging(shelves: Shelves, onDrop: (shelf: Shelf, to: Landing) => void) {
  const hold = useRef<Hold>(undefined);
  const landingNow = () => {
    const { id, over } = useDrag.getState();
    return id === null || !over ? undefined : landing(shelves, id, withOpen(over));
  };
  const point = (x: number, y: number) => {
    if (!hold.current) return;
    Object.assign(hold.current, { x, y });
    const over = rowAt(x, y);
    openSoon(hold.current, over);
    const fits = over && landing(shelves, hold.current.id, withOpen(over));
    useDrag.setState({ over: fits ? over : null });
    moveLabel(x, y);
  };
  useEffect(() => {
    const hear = (event: KeyboardEvent) => event.key === "Escape" && letGo(hold);
    addEventListener("keydown", hear);
    return () => {
      removeEventListener("keydown", hear);
      letGo(hold);
    };
  }, []);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const grip = (event.target as Element).closest<HTMLElement>("[data-grip]");
      const id = idOf(grip);
      if (!grip || id === undefined || event.button !== 0) return;
      event.preventDefault();
      grip.setPointerCapture(event.pointerId);
      const { clientX: x, clientY: y } = event;
      const scrolling = setInterval(() => hold.current && scrollAtEdge(hold.current.y), frameMs);
      hold.current = { id, x, y, opening: undefined, scrolling };
      useDrag.setState({ id, over: null });
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => point(clientX, clientY),
    onPointerUp: () => {
      const to = landingNow();
      const shelf = shelves.byId.get(hold.current?.id ?? 0);
      letGo(hold);
      if (shelf && to) onDrop(shelf, to);
    },
    onPointerCancel: () => letGo(hold),
  };
}

function letGo(hold: { current: Hold | undefined }) {
  if (!hold.current) return;
  clearInterval(hold.current.scrolling);
  clearTimeout(hold.current.opening?.timer);
  hold.current = undefined;
  useDrag.setState(nothing);
}

const idOf = (inside: Element | null | undefined) => {
  const row = inside?.closest<HTMLElement>("[data-row]");
  return row ? Number(row.dataset.row) : undefined;
};

function rowAt(x: number, y: number): { id: number; place: DropPlace } | null {
  const row = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-row]");
  return row ? { id: Number(row.dataset.row), place: dropPlace(y, row.getBoundingClientRect()) } : null;
}

const withOpen = (over: { id: number; place: DropPlace }) => ({
  ...over,
  isOpen: useDesk.getState().open.has(over.id),
});

function openSoon(hold: Hold, over: { id: number; place: DropPlace } | null) {
  const id = over?.place === "below" && over.id !== hold.id ? over.id : undefined;
  if (hold.opening?.id === id) return;
  clearTimeout(hold.opening?.timer);
  hold.opening = id === undefined ? undefined : { id, timer: setTimeout(() => setOpen([id], true), openAfterMs) };
}

function scrollAtEdge(y: number) {
  if (y < edge) scrollBy(0, -scrollStep);
  else if (y > innerHeight - edge) scrollBy(0, scrollStep);
}

const labelId = "dragged-category";

/** Follows the pointer without drawing anything anew. */
function moveLabel(x: number, y: number) {
  const label = document.getElementById(labelId);
  if (label) label.style.translate = `${x + 14}px ${y + 10}px`;
}

/** The name of what is dragged, at the pointer. */
export function DraggedLabel({ shelves }: { shelves: Shelves }) {
  const id = useDrag((drag) => drag.id);
  const hasPlace = useDrag((drag) => drag.over !== null);
  const name = id === null ? undefined : shelves.byId.get(id)?.category.name;
  return name === undefined ? null : (
    <span
      id={labelId}
      aria-hidden="true"
      className={`pointer-events-none fixed start-0 top-0 z-50 max-w-64 -translate-x-full truncate rounded bg-raised px-3 py-1.5 text-sm font-medium shadow ${hasPlace ? "" : "opacity-60"}`}
    >
      {name}
    </span>
  );
}
