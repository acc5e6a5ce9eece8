import type { KeyboardEvent } from "react";
import type { CategoryNode } from "#web/catalogue/categories/category-index.ts";
import { findLink, setBranchesOpen, useTreeState } from "./tree-state.ts";

/** -1 or 1 for Alt with arrow up or down, which moves the category. */
export function moveStep({ altKey, key }: KeyboardEvent): -1 | 1 | undefined {
  if (!altKey) return undefined;
  return key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : undefined;
}

/** Arrow keys between rows; right opens or enters a branch, left closes or leaves it. Only from the name of a row. */
export function handleTreeKey(event: KeyboardEvent<HTMLElement>, node: CategoryNode) {
  const { target } = event;
  if (!(target instanceof Element) || !target.closest("[data-link], [data-act=toggle]")) return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-link]")];
  const row = target.closest("[data-row]");
  const at = links.findIndex((link) => row?.contains(link));
  const { id, subfolder } = node.category;
  const isOpen = useTreeState.getState().open.has(id) && subfolder.length > 0;
  const goTo = (place: number) => links.at(place)?.focus();
  const keys: Record<string, () => void> = {
    ArrowDown: () => at < links.length - 1 && goTo(at + 1),
    ArrowUp: () => at > 0 && goTo(at - 1),
    Home: () => goTo(0),
    End: () => goTo(-1),
    ArrowRight: () => (isOpen ? goTo(at + 1) : setBranchesOpen([id], subfolder.length > 0)),
    ArrowLeft: () => (isOpen ? setBranchesOpen([id], false) : findLink(node.parent_id)?.focus()),
  };
  const go = keys[event.key];
  if (!go) return;
  event.preventDefault();
  go();
}
