import { sql } from "kysely";
import type { NewAddress } from "#contract/accounts.ts";
import type { Tx } from "#server/platform/db.ts";

/** What of an order can be corrected; what is undefined stays. */
export interface Correction {
  shipping_address?: NewAddress | undefined;
  billing_address?: NewAddress | null | undefined;
  email?: string | undefined;
  customer_note?: string | null | undefined;
}

/** Corrects an order that still is at `version`; false when somebody was faster. */
export async function writeCorrection(tx: Tx, orderId: string, version: number, change: Correction): Promise<boolean> {
  const { shipping_address: shipping, billing_address: billing, email, customer_note: note } = change;
  const json = (value: object | null | undefined) => (value ? JSON.stringify(value) : null);
  const { rows } = await sql`
    update orders
    set shipping_address = coalesce(${json(shipping)}::jsonb, shipping_address),
      fullname = coalesce(${shipping?.fullname ?? null}::text, fullname),
      billing_address = case when ${billing !== undefined} then ${json(billing)}::jsonb else billing_address end,
      email = coalesce(${email ?? null}::text, email),
      customer_note = case when ${note !== undefined} then ${note ?? null}::text else customer_note end,
      version = version + 1
    where id = ${orderId}::uuid and version = ${version}
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Notes that a customer is to be forgotten with their orders. */
export async function markForgotten(tx: Tx, userId: number, at: Date) {
  await sql`update orders set forget_at = ${at} where user_id = ${userId} and forget_at is null`.execute(tx);
}

/** Forgets who made orders that have ended; answers how many. What was sold, where to and for how much stays. */
export async function forgetEnded(tx: Tx): Promise<number> {
  const { rows } = await sql`
    with gone as (
      update orders
      set user_id = null, email = null, fullname = 'Deleted customer', customer_note = null, billing_address = null, forget_at = null,
        shipping_address = jsonb_build_object('fullname', 'Deleted customer', 'line1', '—', 'city', '—', 'postal_code', '—',
          'country', shipping_address ->> 'country'),
        version = version + 1
      where forget_at is not null and status in ('completed', 'cancelled', 'expired', 'closed_returned')
      returning id
    ), unsigned as (
      update returns r set user_id = null, note = null from gone where r.order_id = gone.id
    )
    select id from gone`.execute(tx);
  return rows.length;
}
