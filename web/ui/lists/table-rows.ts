import type { KeyboardEvent, MouseEvent } from "react";

/** A press anywhere on a row opens it; one on what is itself pressed is that thing's own, and marking text opens nothing. */
export function openRowOnClick(event: MouseEvent, open: () => void) {
  const onControl = event.target instanceof Element && event.target.closest("a, button, input, select, label");
  if (!onControl && !getSelection()?.toString()) open();
}

/** The arrows up and down go from the link of a row to that of the next; for `onKeyDown` of the table's body. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const links = [...event.currentTarget.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const next = at < 0 ? undefined : links[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
