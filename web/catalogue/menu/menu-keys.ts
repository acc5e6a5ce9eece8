import { arrowStep } from "#web/ui/forms/arrow-keys.ts";

interface Key {
  key: string;
  target: EventTarget | null;
  timeStamp: number;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/**
 * Keyboard control of the category menu: up and down move between entries, Home and End to the first and last, the
 * arrow towards the end of the text opens a category, the other one calls `back`, letters focus the next category that
 * starts with them. Returns true when the key was handled.
 */
export function handleMenuKey(panel: HTMLElement, pressed: Key, back: () => void): boolean {
  const { key, target } = pressed;
  const entries = [...panel.querySelectorAll<HTMLElement>("a, button")];
  const here = entries.indexOf(target as HTMLElement);
  const by = arrowStep(key);
  const to = { ArrowDown: here + 1, ArrowUp: here - 1 + entries.length, Home: 0, End: entries.length - 1 }[key];
  if (to !== undefined) entries[to % entries.length]?.focus();
  else if (by === 1 && entries[here]?.dataset.more !== undefined) entries[here].click();
  else if (by === -1) back();
  else return isLetter(pressed) && focusByText(entries, here, typeAhead(pressed));
  return true;
}

/** A longer pause starts a new type-ahead text. */
const pauseMs = 700;
let typeAheadState = { text: "", at: 0 };

const isLetter = ({ key, ctrlKey, metaKey, altKey }: Key) =>
  [...key].length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;

function typeAhead({ key, timeStamp }: Key) {
  typeAheadState = {
    text: (timeStamp - typeAheadState.at < pauseMs ? typeAheadState.text : "") + key.toLocaleLowerCase(),
    at: timeStamp,
  };
  return typeAheadState.text;
}

/** Repeating one letter cycles through the categories that start with it. */
function focusByText(entries: HTMLElement[], here: number, text: string) {
  const [first = ""] = text;
  const isOneLetter = [...text].every((letter) => letter === first);
  const from = isOneLetter ? here + 1 : here;
  const inOrder = [...entries.slice(from), ...entries.slice(0, from)];
  const matches = ({ dataset, textContent }: HTMLElement) =>
    dataset.path !== undefined &&
    textContent
      .trim()
      .toLocaleLowerCase()
      .startsWith(isOneLetter ? first : text);
  inOrder.find(matches)?.focus();
  return true;
}
