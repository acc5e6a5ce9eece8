import type { KeyboardEvent } from "react";
import type { Shelf } from "./category-index.ts";
import { setOpen, useDesk } from "./tree-state.ts";

/** Alt with an arrow up or down moves the category itself. */
export function stepOf({ altKey, key }: KeyboardEvent): -1 | 1 | undefined {
  if (!altKey) return undefined;
  return key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : undefined;
}

/** The arrows go from row to row; right opens or goes in, left closes or goes out. They start from the name of a row. */
export function walkTree(event: KeyboardEvent<HTMLElement>, shelf: Shelf) {
  const { target } = event;
  if (!(target instanceof Element) || !target.closest("[data-link], [data-act=toggle]")) return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-link]")];
  const row = target.closest("[data-row]");
  const at = links.findIndex((link) => row?.contains(link));
  const { id, subfolder } = shelf.category;
  const isOpen = useDesk.getState().open.has(id) && subfolder.length > 0;
  const goTo = (place: number) => links.at(place)?.focus();
  const keys: Record<string, () => void> = {
    ArrowDown: () => at < links.length - 1 && goTo(at + 1),
    ArrowUp: () => at > 0 && goTo(at - 1),
    Home: () => goTo(0),
    End: () => goTo(-1),
    ArrowRight: () => (isOpen ? goTo(at + 1) : setOpen([id], subfolder.length > 0)),
    ArrowLeft: () => (isOpen ? setOpen([id], false) : focusCategory(shelf.parent_id)),
  };
  const go = keys[event.key];
  if (!go) return;
  event.preventDefault();
  go();
}

const focusCategory = (id: number | null) =>
  document.querySelector<HTMLElement>(`[data-row="${id}"] [data-link]`)?.focus();
