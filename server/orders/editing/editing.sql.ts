import { sql } from "kysely";
import type { NewAddress } from "#contract/accounts/accounts.ts";
import type { Tx } from "#server/platform/database/database.ts";

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

/** Notes the same of orders that were being made while their customer's account was deleted. */
export async function markOrphans(tx: Tx, at: Date) {
  await sql`
    update orders o set forget_at = ${at}
    where user_id is not null and forget_at is null
      and not exists (select from account_contacts c where c.id = o.user_id)`.execute(tx);
}

/** Locks the orders that have ended and whose customer is to be forgotten. */
export async function lockEnded(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from orders
    where forget_at is not null and status in ('completed', 'cancelled', 'expired', 'closed_returned')
    order by id
    for update`.execute(tx);
  return rows.map((row) => row.id);
}

/** Forgets who made these orders. What was sold, to which country and for how much stays. */
export async function forgetBuyers(tx: Tx, orderIds: string[]) {
  await sql`
    with gone as (
      update orders
      set user_id = null, email = null, fullname = 'Deleted customer', customer_note = null, billing_address = null, forget_at = null,
        shipping_address = jsonb_build_object('fullname', 'Deleted customer', 'line1', '—', 'city', '—', 'postal_code', '—',
          'country', shipping_address ->> 'country'),
        version = version + 1
      where id = any(${orderIds}::uuid[])
      returning id
    )
    update returns r set user_id = null, note = null from gone where r.order_id = gone.id`.execute(tx);
}
