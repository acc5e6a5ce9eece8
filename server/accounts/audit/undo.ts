import { type ApiRoute, api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { PastWrite } from "#server/platform/app.ts";
import type { AuditRow } from "./audit.sql.ts";

type Fields = Record<string, unknown>;
type Entry = Pick<AuditRow, "action" | "before" | "after">;
export interface Undo {
  write: Omit<PastWrite, "params"> & { params?: Record<string, string> };
  /** For how long. A day needs an undo call that has stored what was before. */
  within: "half_hour" | "day";
}

/** Writes that their endpoint undoes, with the field its entry must have recorded. */
const restoredByEndpoint: Partial<Record<ApiRoute, string>> = {
  "POST /redirects/import": "redirects",
  "DELETE /variations/:id": "product_version",
};

/** Deleted after they were created. */
const removed = ["/staff/invitations"];

/** How an entry is undone; undefined if it can't be. */
export function findUndo(entry: Entry): Undo | undefined {
  const { action, before, after } = entry;
  const declared = action in api ? (api[action as ApiRoute] as Endpoint).undo : undefined;
  if (typeof declared === "object" && "call" in declared)
    return { write: { action: declared.call as ApiRoute }, within: declared.within ?? "half_hour" };
  if (typeof declared === "object") return undefined;
  const isChanged = Object.keys({ ...before, ...after }).length > 0;
  const write = inverseOf(entry) ?? (before && after && isChanged ? fieldsBack(action, before, after) : undefined);
  return write && { write, within: "half_hour" };
}

function inverseOf({ action, before, after }: Entry): Undo["write"] | undefined {
  const recorded = restoredByEndpoint[action as ApiRoute];
  if (recorded !== undefined)
    return before?.[recorded] || after?.[recorded] ? restoring({ action, before, after }) : undefined;
  const [method, path = ""] = action.split(" ");
  if (method === "POST" && removed.includes(path)) return { action: `DELETE ${path}/:id` as ApiRoute };
  return undefined;
}

/** The restoring of what an endpoint changed. */
const restoring = ({ action, before, after }: Entry): Undo["write"] => ({
  action: action as ApiRoute,
  before,
  after,
  restores: true,
});

/** The write that sets the fields back; undefined if something that they name is gone. */
function fieldsBack(action: string, before: Fields, after: Fields): Undo["write"] | undefined {
  if (action === "stock.adjusted") {
    const delta = Number(before.on_hand) - Number(after.on_hand);
    const change = { delta, low_stock_level: before.low_stock_level };
    return { action: "POST /variations/:id/stock", before: { ...change, reason: "correction" } };
  }
  if (action === "user.access_updated") return accessBack(before, after);
  return undefined;
}

/** Staff who were removed have to be invited again, and administrators are changed with a password only. */
function accessBack(before: Fields, after: Fields): Undo["write"] | undefined {
  if (before.role === "admin" || after.role === "admin") return undefined;
  if (before.permissions && after.permissions) return { action: "PUT /staff/:id", before, after };
  return [before.role, after.role].includes("staff") ? undefined : { action: "PATCH /customers/:id", before, after };
}
