import { stepOf } from "#web/ui/step-key.ts";

interface Key {
  key: string;
  target: EventTarget | null;
}

/**
 * Arrow keys in the category menu: up and down between its entries, Home and End to the first and last, towards the text's
 * end into a category, and the other way back. True when the key was one of these.
 */
export function stepBetween(panel: HTMLElement, { key, target }: Key, back: () => void): boolean {
  const entries = [...panel.querySelectorAll<HTMLElement>("a, button")];
  const here = entries.indexOf(target as HTMLElement);
  const by = stepOf(key);
  const to = { ArrowDown: here + 1, ArrowUp: here - 1 + entries.length, Home: 0, End: entries.length - 1 }[key];
  if (to !== undefined) entries[to % entries.length]?.focus();
  else if (by === 1 && entries[here]?.dataset.more !== undefined) entries[here].click();
  else if (by === -1) back();
  else return false;
  return true;
}
