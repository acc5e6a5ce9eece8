import { stepOf } from "#web/ui/step-key.ts";

interface Key {
  key: string;
  target: EventTarget | null;
  timeStamp: number;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/**
 * Keys in the category menu: up and down between its entries, Home and End to the first and last, towards the text's end
 * into a category, and the other way back; letters lead to the next category that begins with them. True when the key was
 * one of these.
 */
export function stepBetween(panel: HTMLElement, pressed: Key, back: () => void): boolean {
  const { key, target } = pressed;
  const entries = [...panel.querySelectorAll<HTMLElement>("a, button")];
  const here = entries.indexOf(target as HTMLElement);
  const by = stepOf(key);
  const to = { ArrowDown: here + 1, ArrowUp: here - 1 + entries.length, Home: 0, End: entries.length - 1 }[key];
  if (to !== undefined) entries[to % entries.length]?.focus();
  else if (by === 1 && entries[here]?.dataset.more !== undefined) entries[here].click();
  else if (by === -1) back();
  else return isLetter(pressed) && goTo(entries, here, typed(pressed));
  return true;
}

/** Longer than this after the last letter, the next begins another word. */
const pauseMs = 700;
let word = { text: "", at: 0 };

const isLetter = ({ key, ctrlKey, metaKey, altKey }: Key) =>
  [...key].length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;

function typed({ key, timeStamp }: Key) {
  word = { text: (timeStamp - word.at < pauseMs ? word.text : "") + key.toLocaleLowerCase(), at: timeStamp };
  return word.text;
}

/** The same letter again goes on to the next that begins with it. */
function goTo(entries: HTMLElement[], here: number, text: string) {
  const [first = ""] = text;
  const isOneLetter = [...text].every((letter) => letter === first);
  const from = isOneLetter ? here + 1 : here;
  const inOrder = [...entries.slice(from), ...entries.slice(0, from)];
  const begins = ({ dataset, textContent }: HTMLElement) =>
    dataset.path !== undefined &&
    textContent
      .trim()
      .toLocaleLowerCase()
      .startsWith(isOneLetter ? first : text);
  inOrder.find(begins)?.focus();
  return true;
}
