import { text } from "#words/say.ts";

/** For requests that break HTTP, JSON or multipart. */
export const unreadable = text("This request isn't valid. Check its headers and body.");
