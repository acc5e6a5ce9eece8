import { sql } from "kysely";
import type { House } from "./house.ts";
import { Refusal } from "./refusal.ts";

/** `/healthz`: the process lives. `/readyz`: it can reach its database. */
export function health({ http, db }: House) {
  http.get("/healthz", { schema: { hide: true } }, async () => ({ ok: true }));
  http.get("/readyz", { schema: { hide: true } }, async () => {
    await sql`select 1`.execute(db).catch(() => {
      throw new Refusal("busy", { retryAfter: 1 });
    });
    return { ok: true };
  });
}
