import { expect, test } from "vitest";
import { isLookalike } from "./usernames.ts";

test.each([
  "ada",
  "Ada_Lovelace-1815",
  "zoë.müller",
  "josé",
  "анна",
  "Наталья",
  "Γιώργος",
  "محمد٣",
  "中村さくら",
  "김민수",
  "ไทย",
])("C1 %s is a username", (name) => expect(isLookalike(name)).toBe(false));

test.each([
  ["аdmin", "a Cyrillic letter among Latin ones"],
  ["αdmin", "a Greek letter among Latin ones"],
  ["сосо", "Cyrillic letters that all look like Latin ones"],
  ["ａdmin", "a full-width letter"],
  ["ﬁona", "a ligature"],
  ["ɑda", "a phonetic letter"],
  ["ada1٢", "digits of two systems"],
  ["ada中", "Latin and Han characters"],
  ["adaᎠ", "a letter of another alphabet"],
])("C1 %s is refused as a username: %s", (name) => expect(isLookalike(name)).toBe(true));
