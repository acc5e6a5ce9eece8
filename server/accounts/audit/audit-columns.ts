import type { AuditEntry } from "#contract/accounts/audit.ts";
import { type ApiRoute, api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Columns } from "#server/platform/csv.ts";

type Exported = Pick<
  AuditEntry,
  "id" | "at" | "actor" | "action" | "entity" | "entity_id" | "name" | "before" | "after"
>;

/** The columns of the CSV file of the audit log: in words for people, and as JSON for programs. */
export const auditColumns: Columns<Exported> = {
  at: "at",
  person: ({ actor }) => actor && (actor.name ?? `Deleted account No. ${actor.id}`),
  what: ({ action }) => summaryOf(action),
  object: "entity",
  object_id: "entity_id",
  name: "name",
  changes: (entry) => describeChanges(entry),
  action: "action",
  before: ({ before }) => before && JSON.stringify(before),
  after: ({ after }) => after && JSON.stringify(after),
};

/** What a call does, as the API's reference says it; that of earlier versions is named by its route. */
function summaryOf(action: string): string {
  const { summary } = (action in api ? api[action as ApiRoute] : { summary: action }) as Pick<Endpoint, "summary">;
  // The first sentence: the others are for programs.
  return summary.replace(/\. .*$/s, ".").replace(/\.$/, "");
}

/** More of a text is in the columns of JSON. */
const longestValue = 200;
const mostFields = 50;

/** The changed fields: `name: Mug → Cup; price: 900 → 1000`. Of a created or deleted object, what it was. */
function describeChanges({ before, after }: Pick<Exported, "before" | "after">): string {
  // Of fields that are recorded together some may be as they were.
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  );
  const texts = names.slice(0, mostFields).map((name) => {
    const values = [before, after].flatMap((fields) => (fields && name in fields ? [textOf(fields[name])] : []));
    return `${name}: ${values.join(" → ")}`;
  });
  return [...texts, ...(names.length > mostFields ? [`and ${names.length - mostFields} more`] : [])].join("; ");
}

function textOf(value: unknown): string {
  const text = value === null ? "none" : typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}
