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
  "DELETE /variations/:id": "product_version",
};

/** How an entry is undone; undefined if it can't be. */
export function findUndo(entry: Entry): Undo | undefined {
  const { action, before, after } = entry;
  const declared = action in api ? (api[action as ApiRoute] as Endpoint).undo : undefined;
  if (typeof declared === "object" && "call" in declared)
    return { write: { action: declared.call as ApiRoute }, within: declared.within ?? "half_hour" };
  if (typeof declared === "object") return undefined;
  const isChanged = Object.keys({ ...before, ...after }).length > 0;
  const write = restoring(entry) ?? (before && after && isChanged ? fieldsBack(action, before, after) : undefined);
  return write && { write, within: "half_hour" };
}

/** The restoring of what an endpoint changed. */
function restoring({ action, before, after }: Entry): Undo["write"] | undefined {
  const recorded = restoredByEndpoint[action as ApiRoute];
  if (recorded === undefined || !(before?.[recorded] || after?.[recorded])) return undefined;
  return { action: action as ApiRoute, before, after, restores: true };
}

/** The write that sets the fields back. */
function fieldsBack(action: string, before: Fields, after: Fields): Undo["write"] | undefined {
  if (action !== "stock.adjusted") return undefined;
  const delta = Number(before.on_hand) - Number(after.on_hand);
  const change = { delta, low_stock_level: before.low_stock_level };
  return { action: "POST /variations/:id/stock", before: { ...change, reason: "correction" } };
}
