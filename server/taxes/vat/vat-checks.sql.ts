import { sql } from "kysely";
import { type Db, findRow } from "#server/platform/database/database.ts";
import { deleteOldRows } from "#server/platform/database/retention.sql.ts";

/** What VIES said of a VAT ID. */
export interface VatCheck {
  vat_id: string;
  /** The shop's VAT ID, for which it was asked. */
  requester: string;
  state: "valid" | "invalid" | "unavailable";
  name: string | null;
  consultation_number: string | null;
  checked_at: string;
}

/** The last answer about a VAT ID since a moment. */
export const findCheck = (db: Db, { vatId, requester, since }: { vatId: string; requester: string; since: Date }) =>
  findRow<VatCheck>(db)`
    select vat_id, requester, state, name, consultation_number, checked_at
    from vat_checks
    where vat_id = ${vatId} and requester = ${requester} and checked_at >= ${since}::timestamptz`;

/** Stores an answer, unless a newer one is there. */
export const saveCheck = (db: Db, check: VatCheck) =>
  sql`
    insert into vat_checks (vat_id, requester, state, name, consultation_number, checked_at)
    values (${check.vat_id}, ${check.requester}, ${check.state}, ${check.name}, ${check.consultation_number},
      ${check.checked_at}::timestamptz)
    on conflict (vat_id, requester) do update
    set state = excluded.state, name = excluded.name, consultation_number = excluded.consultation_number,
      checked_at = excluded.checked_at
    where vat_checks.checked_at <= excluded.checked_at`.execute(db);

/** Deletes answers that are no longer used; what an order needs as proof is stored with the order. */
export const deleteOldChecks = (db: Db) =>
  deleteOldRows(db, "vat_checks", sql`checked_at < now() - interval '30 days'`);
