import { sql } from "kysely";
import { countAffected, type Tx } from "#server/platform/database/database.ts";

interface Merge {
  fromId: number;
  intoId: number;
}

/** Moves addresses but those that the other customer has too, whose default stays. Returns how many. */
export async function moveAddresses(tx: Tx, { fromId, intoId }: Merge): Promise<number> {
  const place = (table: string) =>
    sql.raw(
      `(${["fullname", "company", "vat_id", "line1", "line2", "city", "region_code", "postal_code", "country", "phone"]
        .map((column) => `coalesce(${table}.${column}, '')`)
        .join(", ")})`,
    );
  return countAffected(tx)`
    update addresses a
    set user_id = ${intoId},
      is_default_shipping = is_default_shipping
        and not exists (select from addresses b where b.user_id = ${intoId} and b.is_default_shipping)
    where a.user_id = ${fromId}
      and not exists (select from addresses b where b.user_id = ${intoId} and ${place("b")} = ${place("a")})`;
}

export const moveNotes = (tx: Tx, { fromId, intoId }: Merge) =>
  countAffected(tx)`update customer_notes set user_id = ${intoId} where user_id = ${fromId}`;

/** Moves tags but those that the other customer has too. Returns how many. */
export const moveTags = (tx: Tx, { fromId, intoId }: Merge) =>
  countAffected(tx)`
    insert into customer_tags (user_id, name)
    select ${intoId}, name from customer_tags where user_id = ${fromId}
    on conflict do nothing`;

/** The other customer's orders may be written about at the addresses that this one has confirmed. */
export const moveConfirmedEmails = (tx: Tx, { fromId, intoId }: Merge) =>
  sql`
    insert into contact_emails (user_id, email)
    select ${intoId}, email from confirmed_emails where user_id = ${fromId}
    on conflict do nothing`.execute(tx);
