import type { RefCallback } from "react";

const controls = ":is(a[href], button, input, select, textarea):not(:disabled, [tabindex='-1'], [aria-hidden='true'])";

/**
 * `ref` for a row of a list. When the row is removed while the focus is in it, the focus moves to the next row, else the
 * one before, else the heading of the page or dialog. Without it, keyboard users would start at the top of the page.
 */
export const moveFocusToNextRow: RefCallback<HTMLElement> = (row) => () => {
  if (!row?.contains(document.activeElement)) return;
  const control = [row.nextElementSibling, row.previousElementSibling]
    .map((other) => other?.querySelector<HTMLElement>(controls))
    .find((found) => found);
  if (control) control.focus();
  else focusHeading(row.closest<HTMLElement>("main, [role=dialog]"));
};

/**
 * `ref` for a control, or for a list whose rows may all go at once. When it is removed with the focus in it, the focus
 * moves to the heading of its section.
 */
export const moveFocusToHeading: RefCallback<HTMLElement> = (element) => () => {
  if (element?.contains(document.activeElement))
    focusHeading(element.closest<HTMLElement>("section, [role=region], [role=dialog], main"));
};

/** The section itself where it can be focused, else its heading. */
function focusHeading(section: HTMLElement | null | undefined) {
  if (!section) return;
  const target = section.hasAttribute("tabindex") ? section : section.querySelector<HTMLElement>("h1, h2");
  if (!target) return focusHeading(section.parentElement?.closest<HTMLElement>("section, main"));
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
