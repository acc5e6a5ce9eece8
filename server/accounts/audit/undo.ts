import { type ApiRoute, api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { PastWrite } from "#server/platform/app.ts";
import type { AuditRow } from "./audit.sql.ts";

type Fields = Record<string, unknown>;
type Row = Fields & { id: number };
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
  "DELETE /product/:id": "",
};

/** Deleted after they were created. */
const removed = ["/product", "/staff/invitations"];
/** Set back to the previous order. */
const ordered = ["POST /images/reorder"];

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
  if (recorded !== undefined) {
    const isRecorded = recorded === "" || before?.[recorded] || after?.[recorded];
    return isRecorded ? restoring({ action, before, after }) : undefined;
  }
  if (ordered.includes(action)) return { action: action as ApiRoute, before };
  const [method, path = ""] = action.split(" ");
  const created = path.replace("/:id/restore", "");
  if (method === "POST" && removed.includes(created)) return { action: `DELETE ${created}/:id` as ApiRoute };
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
  if (action.includes("/tag/:tagId")) return tagBack(before.tag_ids as number[], after.tag_ids as number[]);
  if (action === "PUT /product/:id") return productBack(before, after);
  return undefined;
}

/** Whether rows of a field were removed. */
const isGone = (field: string, before: Fields, after: Fields) =>
  rowsOf(before[field]).some(({ id }) => !rowsOf(after[field]).some((row) => row.id === id));

/** Fields of a product that name what may be deleted by now: its restoring leaves that out. */
const references = ["variations", "product_type_id", "tax_class_id", "category_ids", "tag_ids"];

/** Stock changes back by the difference, so that sales since then still count. */
function productBack(before: Fields, after: Fields): Undo["write"] {
  const counted = new Map(rowsOf(after.variations).map(({ id, on_hand }) => [id, on_hand]));
  const variations = rowsOf(before.variations).map((row) => ({
    ...row,
    on_hand_was: counted.get(row.id) ?? row.on_hand,
  }));
  const fields = before.variations ? { variations, replace_variations: true } : {};
  const restores = references.some((field) => field in before) || isGone("images", before, after);
  return { action: "PUT /product/:id", before: { ...before, ...fields }, after, restores };
}

/** Staff who were removed have to be invited again, and administrators are changed with a password only. */
function accessBack(before: Fields, after: Fields): Undo["write"] | undefined {
  if (before.role === "admin" || after.role === "admin") return undefined;
  if (before.permissions && after.permissions) return { action: "PUT /staff/:id", before, after };
  return [before.role, after.role].includes("staff") ? undefined : { action: "PATCH /customers/:id", before, after };
}

/** The tag that a product got or lost. */
function tagBack(before: unknown[] = [], after: unknown[] = []): Undo["write"] {
  const added = after.find((tag) => !before.includes(tag));
  const lost = before.find((tag) => !after.includes(tag));
  return added
    ? { action: "DELETE /product/:id/tag/:tagId", params: { tagId: String(added) } }
    : { action: "POST /product/:id/tag/:tagId", params: { tagId: String(lost) } };
}

const rowsOf = (value: unknown) => (Array.isArray(value) ? (value as Row[]) : []);
