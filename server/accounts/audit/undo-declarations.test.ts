import { expect, test } from "vitest";
import { type ApiRoute, api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { findUndo } from "./undo.ts";

const { objects } = (await openTestShop()).app;

const writes = (Object.entries(api) as [ApiRoute, Endpoint][]).filter(
  ([route, { caller, isRead }]) => caller === "admin" && !isRead && !route.startsWith("GET "),
);
/** Whether the object of a write is created, set back or deleted by its module. */
const isUndoneByObject = (action: ApiRoute, { object, undo }: Endpoint) => {
  const recorded = object && undo === "snapshot" ? objects.get(object) : undefined;
  const [method = "", path = ""] = action.split(" ");
  // An import changes many, which are one object.
  const created = path.includes("/:id") || path.endsWith("/import") ? recorded?.update : recorded?.remove;
  const deleted = path.endsWith("/:id") ? recorded?.create : recorded?.update;
  const inverses = { POST: created, PUT: recorded?.update, PATCH: recorded?.update, DELETE: deleted };
  return inverses[method as keyof typeof inverses] !== undefined;
};

test("A7 every write of an administrator says how it is undone, or why it can't be", () => {
  expect(writes.length).toBeGreaterThan(100);
  expect(writes.filter(([, { undo }]) => !undo).map(([route]) => route)).toEqual([]);
  for (const [action, endpoint] of writes) {
    const { undo } = endpoint;
    const isPossible = isUndoneByObject(action, endpoint) || findUndo({ action }) !== undefined;
    expect([action, isPossible]).toEqual([action, !(typeof undo === "object" && "none" in undo)]);
    if (typeof undo === "object" && "call" in undo) expect(Object.keys(api)).toContain(undo.call);
  }
});
