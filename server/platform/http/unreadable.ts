import { text } from "#words/say.ts";

/** For requests that break HTTP, JSON or multipart. */
export const unreadable = text("This request can't be read. Check its headers and its body.");
