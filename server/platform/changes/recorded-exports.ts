import { z } from "zod";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Caller } from "#server/platform/auth/caller.ts";
import type { Db } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Events } from "#server/platform/events.ts";
import { saveChange } from "./save-change.ts";

interface Export {
  route: string;
  endpoint: Endpoint;
  query: unknown;
  caller: Caller;
  requestId: string;
}

/** Records who asks for the file of a list, and by which filters, before its first byte is sent. */
export async function recordExport(
  { db, events }: { db: Db; events: Events },
  { route, endpoint, query, caller, requestId }: Export,
) {
  if (!endpoint.isExport || !endpoint.object || caller.kind !== "user") return;
  const named = { object: "export", id: "", name: endpoint.object.replaceAll("_", " ") } as const;
  const filters = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const recorded = filters.map(([name, value]) => [name, takesAnyText(endpoint, name) ? "…" : value]);
  const after = filters.length > 0 ? Object.fromEntries(recorded) : null;
  await inTransaction(db, (tx) =>
    saveChange(events, tx, { actorId: caller.id, action: route, ...named, before: null, after, requestId }),
  );
}

/** Whether a filter is words of one's own: they may be the name of a customer, who can have their data erased. */
function takesAnyText({ query }: Endpoint, name: string): boolean {
  const field = query instanceof z.ZodObject ? (query.shape[name] as z.ZodType | undefined) : undefined;
  return field === undefined || field.safeParse("Ada, ada@example.com").success;
}
