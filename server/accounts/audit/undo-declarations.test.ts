import { expect, test } from "vitest";
import { type ApiRoute, api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { findUndo } from "./undo.ts";

const writes = (Object.entries(api) as [ApiRoute, Endpoint][]).filter(
  ([route, { caller, isRead }]) => caller === "admin" && !isRead && !route.startsWith("GET "),
);
/** What entries record for their undo. */
const recorded = {
  places: [],
  product_ids: [],
  note: { id: 1 },
  redirects: [],
  version: 1,
  product_version: 1,
  correction: {},
};

test("A7 every write of an administrator says how it is undone, or why it can't be", () => {
  expect(writes.length).toBeGreaterThan(100);
  expect(writes.filter(([, { undo }]) => !undo).map(([route]) => route)).toEqual([]);
  for (const [action, { undo }] of writes) {
    const isPossible = findUndo({ action, before: recorded, after: {} }) !== undefined;
    expect([action, isPossible]).toEqual([action, !(typeof undo === "object" && "none" in undo)]);
    if (typeof undo === "object" && "call" in undo) expect(Object.keys(api)).toContain(undo.call);
  }
});
