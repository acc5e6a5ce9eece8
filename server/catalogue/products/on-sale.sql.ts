import { type RawBuilder, sql } from "kysely";

/** Whether product `p` is on sale: published, not deleted, not hidden with its categories. */
export const isOnSale: RawBuilder<boolean> = sql`p.status = 'active' and p.deleted_at is null and not p.is_hidden`;
