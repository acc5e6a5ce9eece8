import { createElement, Fragment, type ReactNode } from "react";
import { splitMessage } from "#words/say.ts";

/** A translated text with elements in its gaps: `sayWith("Read our {terms}.", { terms: <a href="/terms">…</a> })`. */
export const sayWith = (english: string, parts: Record<string, ReactNode>) =>
  createElement(
    Fragment,
    null,
    ...splitMessage(english).map((piece, index) => (index % 2 === 1 ? (parts[piece] ?? `{${piece}}`) : piece)),
  );
