import type { Route } from "#contract/route.ts";

/** How a write of the dashboard is undone. */
export type Undo =
  /** Its object becomes what it was before: it is set back, created again or deleted. */
  | "snapshot"
  /** By another call, within half an hour or a day. */
  | { call: Route; within?: "day" }
  /** Not at all, and why. */
  | { none: string };

/** Why writes can't be undone that share the reason. */
export const notUndone = {
  ofEachObject: { none: "It is recorded as a change of each object, which can be undone." },
  /** Its handler receives a file and then records what it stores of it. */
  stored: { none: "It has stored a file." },
  anUndo: { none: "It undoes or cancels something." },
  moved: { none: "It has moved money or goods." },
  sent: { none: "It has been sent to somebody." },
  deleted: { none: "It has deleted what only existed there, such as a file or a session; the screen asks first." },
  unseen: { none: "It changes nothing that is shown." },
} satisfies Record<string, Undo>;
