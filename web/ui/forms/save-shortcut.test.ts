import { expect, test } from "vitest";
import { isSaveShortcut } from "./save-shortcut.ts";

const keys = { ctrlKey: true, metaKey: false, altKey: false, shiftKey: false };

test.each([
  [{ ...keys, key: "s", code: "KeyS" }, true],
  // Caps Lock.
  [{ ...keys, key: "S", code: "KeyS" }, true],
  // A Cyrillic keyboard, and Dvorak, where another key is in the place of S.
  [{ ...keys, key: "ы", code: "KeyS" }, true],
  [{ ...keys, key: "o", code: "KeyS" }, false],
  [{ ...keys, key: "s", code: "Semicolon" }, true],
  [{ ...keys, ctrlKey: false, key: "s", code: "KeyS" }, false],
  [{ ...keys, shiftKey: true, key: "S", code: "KeyS" }, false],
])("%o saves: %s", (pressed, saves) => expect(isSaveShortcut(pressed)).toBe(saves));
