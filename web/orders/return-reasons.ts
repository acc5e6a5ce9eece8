import type { ReturnReason, ReturnStatus } from "#contract/returns.ts";
import type { Said } from "./order-words.ts";

/** Why something is sent back, in the words of its customer. */
export const reasonWords: Record<ReturnReason, string> = {
  changed_mind: "I changed my mind",
  does_not_fit: "It does not fit",
  not_as_described: "It is not as described",
  damaged: "It arrived damaged",
  wrong_item: "It is the wrong item",
  other: "Another reason",
};

export const returnWords: Record<ReturnStatus, Said> = {
  requested: { words: "Waiting for an answer", tone: "warning" },
  approved: { words: "Send it now", tone: "accent" },
  rejected: { words: "Not accepted", tone: "neutral" },
  received: { words: "Arrived", tone: "success" },
  refunded: { words: "Refunded", tone: "success" },
};
