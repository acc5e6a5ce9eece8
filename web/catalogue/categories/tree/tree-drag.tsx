import { type PointerEvent, useEffect, useRef } from "react";
import { create } from "zustand";
import type { CategoryIndex, CategoryNode, TreePosition } from "#web/catalogue/categories/category-index.ts";
import { classes } from "#web/ui/layout/classes.ts";
import { type DropZone, dropPosition, dropZoneAt } from "./drop-position.ts";
import { setBranchesOpen, useTreeState } from "./tree-state.ts";

interface Drag {
  id: number | null;
  /** The row under the pointer, if the category can be dropped there. */
  over: { id: number; place: DropZone } | null;
}
const idle: Drag = { id: null, over: null };
const useDrag = create<Drag>(() => idle);

/** Whether a row is dragged, and where a drop on it would go. */
export const useDragState = (id: number) => ({
  isDragged: useDrag((drag) => drag.id === id),
  drop: useDrag(({ over }) => (over?.id === id ? over.place : undefined)),
});

const openAfterMs = 600;
const scrollEdgePx = 72;
const scrollStepPx = 14;
const frameMs = 16;

interface DragSession {
  id: number;
  x: number;
  y: number;
  /** Opens a branch after hovering over it; scrolls near the edges of the window. */
  autoOpen: { id: number; timer: ReturnType<typeof setTimeout> } | undefined;
  autoScroll: ReturnType<typeof setInterval>;
}

/** Pointer drag and drop of a row by its grip; buttons and a dialog do the same. Escape cancels. */
export function useTreeDrag(index: CategoryIndex, onDrop: (node: CategoryNode, to: TreePosition) => void) {
  const hold = useRef<DragSession>(undefined);
  const currentTarget = () => {
    const { id, over } = useDrag.getState();
    return id === null || !over ? undefined : dropPosition(index, id, withOpenState(over));
  };
  const point = (x: number, y: number) => {
    if (!hold.current) return;
    Object.assign(hold.current, { x, y });
    const over = rowAt(x, y);
    scheduleOpen(hold.current, over);
    const fits = over && dropPosition(index, hold.current.id, withOpenState(over));
    useDrag.setState({ over: fits ? over : null });
    moveLabel(x, y);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && endDrag(hold);
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("keydown", onKey);
      endDrag(hold);
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
      hold.current = { id, x, y, autoOpen: undefined, autoScroll: scrolling };
      useDrag.setState({ id, over: null });
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => point(clientX, clientY),
    onPointerUp: () => {
      const to = currentTarget();
      const node = index.byId.get(hold.current?.id ?? 0);
      endDrag(hold);
      if (node && to) onDrop(node, to);
    },
    onPointerCancel: () => endDrag(hold),
  };
}

function endDrag(hold: { current: DragSession | undefined }) {
  if (!hold.current) return;
  clearInterval(hold.current.autoScroll);
  clearTimeout(hold.current.autoOpen?.timer);
  hold.current = undefined;
  useDrag.setState(idle);
}

const idOf = (inside: Element | null | undefined) => {
  const row = inside?.closest<HTMLElement>("[data-row]");
  return row ? Number(row.dataset.row) : undefined;
};

function rowAt(x: number, y: number): { id: number; place: DropZone } | null {
  const row = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-row]");
  return row ? { id: Number(row.dataset.row), place: dropZoneAt(y, row.getBoundingClientRect()) } : null;
}

const withOpenState = (over: { id: number; place: DropZone }) => ({
  ...over,
  isOpen: useTreeState.getState().open.has(over.id),
});

function scheduleOpen(hold: DragSession, over: { id: number; place: DropZone } | null) {
  const id = over?.place === "below" && over.id !== hold.id ? over.id : undefined;
  if (hold.autoOpen?.id === id) return;
  clearTimeout(hold.autoOpen?.timer);
  hold.autoOpen =
    id === undefined ? undefined : { id, timer: setTimeout(() => setBranchesOpen([id], true), openAfterMs) };
}

function scrollAtEdge(y: number) {
  if (y < scrollEdgePx) scrollBy(0, -scrollStepPx);
  else if (y > innerHeight - scrollEdgePx) scrollBy(0, scrollStepPx);
}

const labelId = "dragged-category";

/** Moves the label without rendering. */
function moveLabel(x: number, y: number) {
  const label = document.getElementById(labelId);
  if (label) label.style.translate = `${x + 14}px ${y + 10}px`;
}

export function DragLabel({ index }: { index: CategoryIndex }) {
  const id = useDrag((drag) => drag.id);
  const hasPlace = useDrag((drag) => drag.over !== null);
  const name = id === null ? undefined : index.byId.get(id)?.category.name;
  return name === undefined ? null : (
    <span
      id={labelId}
      aria-hidden="true"
      className={classes(
        "pointer-events-none fixed start-0 top-0 z-50 max-w-64 -translate-x-full truncate rounded bg-raised px-3 py-1.5",
        "text-sm font-medium shadow",
        !hasPlace && "opacity-60",
      )}
    >
      {name}
    </span>
  );
}
