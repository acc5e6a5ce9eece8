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

/** Undone by setting the fields back: no money, email or deleted file depends on them. */
const byFields: string[] = [
  ...[
    "general",
    "localization",
    "checkout",
    "payments",
    "emails",
    "email_templates",
    "policies",
    "content",
    "staff",
  ].map((group) => `PUT /settings/${group}`),
  "PUT /product/option-group/:id",
  "PUT /categories/:id",
  "POST /categories/:id/move",
  "PATCH /images/:id",
  "PATCH /gift-cards/:id",
  "PATCH /reviews/:id",
];

/** Writes that their endpoint undoes, with the field its entry must have recorded. */
const restoredByEndpoint: Partial<Record<ApiRoute, string>> = {
  "PUT /customers/:id/notes/:note_id": "note",
  "DELETE /customers/:id/notes/:note_id": "note",
  "POST /orders/:id/notes": "note",
  "POST /orders/:id/start": "version",
  "POST /orders/:id/pack": "version",
  "PATCH /orders/:id": "correction",
  "POST /redirects/import": "redirects",
  "PATCH /images/:id": "alts",
  "DELETE /variations/:id": "product_version",
  "DELETE /product/:id": "",
  "DELETE /categories/:id": "places",
};

/** Created again from the fields after they were deleted: nothing else belongs to them. */
const restored = ["/product/option-group"];
/** Deleted after they were created. */
const removed = [...restored, "/product", "/categories", "/staff/invitations"];
/** Set back to the previous order. */
const ordered = ["POST /images/reorder", "PUT /product/option-group/order"];

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
  if (action === "POST /customers/:id/notes")
    return { action: "DELETE /customers/:id/notes/:note_id", params: { note_id: String(after?.note_id) } };
  // Its code has been shown, so it is not deleted.
  if (action === "POST /gift-cards") return { action: "PATCH /gift-cards/:id", before: { is_active: false } };
  const [method, path = ""] = action.split(" ");
  const created = path.replace("/:id/restore", "");
  if (method === "POST" && removed.includes(created)) return { action: `DELETE ${created}/:id` as ApiRoute };
  const list = path.replace(/\/:id$/, "");
  if (method !== "DELETE" || !before || !restored.includes(list)) return undefined;
  return { action: `POST ${list}` as ApiRoute, before: { ...before, values: withoutIds(before.values, []) } };
}

/** The restoring of what an endpoint changed; a note is that of a customer. */
function restoring({ action, before, after }: Entry): Undo["write"] {
  const note = before?.note as Row | undefined;
  const params = note ? { params: { note_id: String(note.id) } } : {};
  return { action: action as ApiRoute, ...params, before, after, restores: true };
}

/** The write that sets the fields back; undefined if something that they name is gone. */
function fieldsBack(action: string, before: Fields, after: Fields): Undo["write"] | undefined {
  if (action === "stock.adjusted") {
    const delta = Number(before.on_hand) - Number(after.on_hand);
    const change = { delta, low_stock_level: before.low_stock_level };
    return { action: "POST /variations/:id/stock", before: { ...change, reason: "correction" } };
  }
  if (action.endsWith("/customers/:id/tags") || action.endsWith("/customers/:id/tags/:name"))
    return tagBack("customers", before.tags as string[], after.tags as string[]);
  if (action === "user.access_updated") return accessBack(before, after);
  if (action.includes("/tag/:tagId")) return tagBack("product", before.tag_ids as number[], after.tag_ids as number[]);
  if (action === "PUT /product/:id") return productBack(before, after);
  if (!byFields.includes(action) || isFinal(before, after)) return undefined;
  if (action === "PUT /settings/email_templates") return { action, before: emailTextsBack(before, after), after };
  return {
    action: action as ApiRoute,
    before: {
      ...before,
      ...("image" in before ? { image_id: null } : {}),
      ...("reports" in before ? { dismiss_reports: rowsOf(before.reports).length === 0 } : {}),
      ...("values" in before ? { values: withoutIds(before.values, rowsOf(after.values)) } : {}),
    },
    after,
  };
}

/** Settings that need the password of an administrator, so that no undo sets them. */
const protectedFields = ["smtp", "bank_account", "stripe_publishable_key"];

/** The file of a replaced or removed image is deleted, a new currency has changed amounts, and keys are not recorded. */
const isFinal = (before: Fields, after: Fields) =>
  Boolean(before.logo_image_id || before.image || before.currency || isGone("images", before, after)) ||
  Object.keys(before).some((field) => field.startsWith("has_") || protectedFields.includes(field));

/** Whether rows of a field were removed. */
const isGone = (field: string, before: Fields, after: Fields) =>
  rowsOf(before[field]).some(({ id }) => !rowsOf(after[field]).some((row) => row.id === id));

/** Stock changes back by the difference, so that sales since then still count. */
function productBack(before: Fields, after: Fields): Undo["write"] {
  const counted = new Map(rowsOf(after.variations).map(({ id, on_hand }) => [id, on_hand]));
  const variations = rowsOf(before.variations).map((row) => ({
    ...row,
    on_hand_was: counted.get(row.id) ?? row.on_hand,
  }));
  const fields = before.variations ? { variations, replace_variations: true } : {};
  const restores = Boolean(before.variations) || isGone("images", before, after);
  return { action: "PUT /product/:id", before: { ...before, ...fields }, after, restores };
}

/** Staff who were removed have to be invited again, and administrators are changed with a password only. */
function accessBack(before: Fields, after: Fields): Undo["write"] | undefined {
  if (before.role === "admin" || after.role === "admin") return undefined;
  if (before.permissions && after.permissions) return { action: "PUT /staff/:id", before, after };
  return [before.role, after.role].includes("staff") ? undefined : { action: "PATCH /customers/:id", before, after };
}

/** The tag that a customer or product got or lost. */
function tagBack(entity: "customers" | "product", before: unknown[] = [], after: unknown[] = []): Undo["write"] {
  const added = after.find((tag) => !before.includes(tag));
  const lost = before.find((tag) => !after.includes(tag));
  if (entity === "product")
    return added
      ? { action: "DELETE /product/:id/tag/:tagId", params: { tagId: String(added) } }
      : { action: "POST /product/:id/tag/:tagId", params: { tagId: String(lost) } };
  return added
    ? { action: "DELETE /customers/:id/tags/:name", params: { name: String(added) } }
    : { action: "POST /customers/:id/tags", before: { name: lost } };
}

/** The texts of the language that was saved. */
function emailTextsBack(before: Fields, after: Fields): Fields {
  const [old, saved] = [before.email_texts ?? {}, after.email_texts ?? {}] as [Fields, Fields];
  const language = Object.keys(saved).find((one) => JSON.stringify(old[one]) !== JSON.stringify(saved[one])) ?? "";
  return { language, texts: old[language] ?? {} };
}

const rowsOf = (value: unknown) => (Array.isArray(value) ? (value as Row[]) : []);

/** Rows that are gone are created again, so without their ids. */
const withoutIds = (value: unknown, present: Row[]) =>
  value && rowsOf(value).map(({ id, ...row }) => (present.some((one) => one.id === id) ? { id, ...row } : row));
