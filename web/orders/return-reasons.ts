import type { ReturnReason, ReturnStatus } from "#contract/returns.ts";
import { text } from "#words/say.ts";
import type { Said } from "./order-words.ts";

/** Why something is sent back, in the words of its customer. */
export const reasonWords: Record<ReturnReason, string> = {
  changed_mind: text("I changed my mind"),
  does_not_fit: text("It does not fit"),
  not_as_described: text("It is not as described"),
  damaged: text("It arrived damaged"),
  wrong_item: text("It is the wrong item"),
  other: text("Another reason"),
};

export const returnWords: Record<ReturnStatus, Said> = {
  requested: { words: text("Waiting for an answer"), tone: "warning" },
  approved: { words: text("Send it now"), tone: "accent" },
  rejected: { words: text("Not accepted"), tone: "neutral" },
  closed: { words: text("Closed"), tone: "neutral" },
  received: { words: text("Arrived"), tone: "success" },
  refunded: { words: text("Refunded"), tone: "success" },
};
